import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { Answer } from '../execution/run.ts';
import type { MediaType } from './headers.ts';

/** An answer as HTTP sends it. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a reply says: an answer and, as JSON, what stands beside it. */
export type Content = Omit<Answer, 'faults'> & { readonly extensions?: string };

/** The reply with this content, for a client that takes this type. */
export const replyOf = (content: Content, type: MediaType): Reply => ({
  ...verdictOf(content, type),
  body: bodyOf(content),
});

/** Sends a reply. */
export const send = (req: IncomingMessage, res: ServerResponse, reply: Reply): void => {
  const { status, headers, body } = reply;
  res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  if (req.complete || res.shouldKeepAlive) {
    res.end(body);
    return;
  }
  // The end closes this connection, and a peer that still sends would lose its answer.
  res.write(body);
  req.once('close', () => res.end());
};

type AnyError = GraphQLError | GraphQLFormattedError;

interface Verdict {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether `application/json` answers 200 all the same. */
  readonly spec: boolean;
}

const unforeseen: Verdict = { status: 500, headers: {}, spec: false };

const verdictOf = ({ data, errors = [] }: Content, type: MediaType): Omit<Verdict, 'spec'> => {
  const headers = {
    'Cache-Control': 'no-store',
    'Content-Type': `${type}; charset=utf-8`,
    'X-Content-Type-Options': 'nosniff',
  };
  if (data !== undefined) return { status: 200, headers };
  const verdicts = errors.map(({ extensions }) => (extensions?.['http'] ?? unforeseen) as Verdict);
  return {
    status: Math.max(
      200,
      ...verdicts.map(({ status, spec }) => (spec && type === 'application/json' ? 200 : status)),
    ),
    headers: Object.assign(headers, ...verdicts.map((verdict) => verdict.headers)),
  };
};

const bodyOf = ({ data, errors, extensions }: Content): string => {
  const members = [
    ...(errors === undefined ? [] : [`"errors":${JSON.stringify(errors.map(shown))}`]),
    ...(data === undefined ? [] : [`"data":${data}`]),
    ...(extensions === undefined ? [] : [`"extensions":${extensions}`]),
  ];
  return `{${members.join(',')}}`;
};

const shown = ({ message, locations, path, extensions = {} }: AnyError): GraphQLFormattedError => {
  const { http: _, ...told } = extensions;
  return {
    message,
    ...(locations !== undefined && { locations }),
    ...(path !== undefined && { path }),
    extensions: told,
  };
};
