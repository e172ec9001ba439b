import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { Part } from '../execution/parts.ts';
import type { Answer } from '../execution/run.ts';
import type { MediaType } from './headers.ts';

/** An answer as HTTP sends it. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Its text, or what is left of that compressed. */
  readonly body: string | Buffer<ArrayBuffer>;
  /** What follows when it is there; absent where the body is complete. Never rejects. */
  readonly later?: AsyncGenerator<string, void>;
}

/** Whose caches may keep an answer: everybody's, or the caller's own. */
export type KeptBy = 'public' | 'private';

/** What a reply says: an answer and, as JSON, what stands beside it. */
export type Content = Omit<Answer, 'faults' | 'later'> & {
  readonly extensions?: string;
  /** Whose caches may keep it; absent where none may. */
  readonly keptBy?: KeptBy;
  readonly later?: Later;
};

/** What of an answer comes later. */
export interface Later {
  readonly parts: AsyncGenerator<Part, void>;
  /** What stands beside the last part, as JSON; null for nothing. */
  readonly trace: (() => string) | null;
  /** Is called when nothing comes any more. */
  readonly ended: () => void;
}

/** What a reply depends on besides its content: the type that its client takes, and the request that it answers. */
export interface Addressed {
  readonly type: MediaType;
  readonly requestId: string;
}

/** The reply with this content. */
export const replyOf = (content: Content, { type, requestId }: Addressed): Reply => {
  const { status, headers } = verdictOf(content, type);
  return {
    status,
    headers: {
      'Cache-Control': 'no-store',
      'Content-Type': `${type}; charset=utf-8`,
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...headers,
    },
    body: bodyOf(content),
  };
};

/** Headers that say too that the answer depends on these of the request. */
export const varying = (headers: Reply['headers'], ...names: readonly string[]) => ({
  ...headers,
  Vary: [headers['Vary'] ?? [], names].flat().join(', '),
});

// Up to here one string with the headers before it is one write; beyond it, measuring and encoding text apart is work twice.
const shortBody = 4096;

/** Sends a reply. */
export const send = (req: IncomingMessage, res: ServerResponse, reply: Reply): void => {
  const { status, headers, later } = reply;
  if (later !== undefined) {
    res.writeHead(status, headers);
    void sendParts(res, reply.body, later);
    return;
  }
  const body =
    typeof reply.body === 'string' && reply.body.length > shortBody
      ? Buffer.from(reply.body)
      : reply.body;
  res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  if (req.complete || res.shouldKeepAlive) {
    res.end(body);
    return;
  }
  // The end closes this connection, and a peer that still sends would lose its answer.
  res.write(body);
  req.once('close', () => res.end());
};

// Whoever leaves ends the calls, and with them what is still to come.
const sendParts = async (
  res: ServerResponse,
  first: Reply['body'],
  later: AsyncGenerator<string, void>,
): Promise<void> => {
  res.write(first);
  for await (const text of later) {
    if (res.destroyed) return;
    if (!res.write(text)) await room(res);
  }
  res.end();
};

const room = (res: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      res.off('drain', go).off('close', go);
      resolve();
    };
    res.on('drain', go).on('close', go);
    if (res.closed) go();
  });

type AnyError = GraphQLError | GraphQLFormattedError;

/** What a refusal says about the response that it travels in. */
interface Verdict {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether `application/json` answers 200 all the same. */
  readonly spec: boolean;
}

const answered: Verdict = { status: 200, headers: {}, spec: true };
const unforeseen: Verdict = { status: 500, headers: {}, spec: false };

const verdictOf = ({ data, errors = [] }: Content, type: MediaType): Omit<Verdict, 'spec'> => {
  if (data !== undefined) return answered;
  const verdicts = errors.map(({ extensions }) => (extensions?.['http'] ?? unforeseen) as Verdict);
  const statuses = verdicts.map(({ status, spec }) =>
    spec && type === 'application/json' ? answered.status : status,
  );
  return {
    status: Math.max(answered.status, ...statuses),
    headers: Object.assign({}, ...verdicts.map(({ headers }) => headers)),
  };
};

const bodyOf = ({ data, errors, extensions, later }: Content): string => {
  const members = [
    ...(errors === undefined ? [] : [`"errors":${JSON.stringify(errors.map(shown))}`]),
    ...(data === undefined ? [] : [`"data":${data}`]),
    ...(extensions === undefined ? [] : [`"extensions":${extensions}`]),
    ...(later === undefined ? [] : ['"hasNext":true']),
  ];
  return `{${members.join(',')}}`;
};

/** The codes of errors, each once. */
export const codesOf = (errors: readonly AnyError[]): readonly string[] => [
  ...new Set(errors.map(({ extensions }) => String(extensions?.['code']))),
];

/** An error as it is sent. */
export const shown = ({
  message,
  locations,
  path,
  extensions = {},
}: AnyError): GraphQLFormattedError => {
  const { http: _, ...told } = extensions;
  return {
    message,
    ...(locations !== undefined && { locations }),
    ...(path !== undefined && { path }),
    extensions: told,
  };
};
