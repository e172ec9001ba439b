import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { FormattedNote, Room } from '../../execution/answer/failures.ts';
import type { Part } from '../../execution/answer/parts.ts';
import type { Answer } from '../../execution/answer/run-operation.ts';
import type { CallRecord } from '../../upstream/client/client.ts';
import { freeMemory } from '../../upstream/client/free-memory.ts';
import type { HttpExchange } from '../door/exchange.ts';
import type { MediaType } from '../door/headers.ts';

/** An answer as it is sent over HTTP. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The text of a short answer, the bytes of a long one. */
  readonly body: string | Buffer<ArrayBuffer>;
  /** The later parts; absent if the body is complete. Never rejects. */
  readonly later?: AsyncGenerator<Buffer, void>;
}

/** The caches that may keep an answer: any cache, or only that of the caller. */
export type CacheScope = 'public' | 'private';

/** The content of a reply; `extensions` is JSON. */
export type Content = Pick<Answer, 'data' | 'errors'> & {
  readonly extensions?: string | undefined;
  /** The value that a plugin has set as `extensions.http`. */
  readonly http?: HttpOfResult;
  /** Absent if no cache may keep it. */
  readonly cacheScope?: CacheScope | undefined;
  readonly later?: LaterParts;
  /** The bytes of all parts but the first, for a client that watches the calls. */
  readonly live?: AsyncGenerator<Buffer, void>;
};

/** The status and headers that a plugin sets for a result. */
export type HttpOfResult = Pick<ErrorStatus, 'status' | 'headers'>;

/** The later parts of an answer. */
export interface LaterParts {
  readonly parts: AsyncGenerator<Part, void>;
  /** The byte budget that is left for the parts. */
  readonly room: Room;
  /** Returns the trace as JSON, for the last part; null for no trace. */
  readonly trace: (() => string) | null;
  /** Returns the API's remarks about its versions since the answer began, for the last part. */
  readonly remarks: () => readonly FormattedNote[];
  /** Called after the last part, and when the caller leaves before it. */
  readonly ended: () => void;
}

interface Addressed {
  readonly type: MediaType;
  readonly requestId: string;
}

/** Makes the reply. The status is 200 if there is data, else the highest status of its errors. */
export const replyOf = (content: Content, { type, requestId }: Addressed): Reply => {
  const { status, headers } = verdictOf(content, type);
  const { http = {} } = content;
  return {
    status: http.status ?? status,
    headers: {
      'cache-control': 'no-store',
      'content-type': `${type}; charset=utf-8`,
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      ...headers,
      ...http.headers,
    },
    body: bodyOf(content),
  };
};

/** The headers with these names, between commas, added to `Vary`. */
export const varying = (headers: Reply['headers'], names: string): Reply['headers'] => {
  const { vary: before } = headers;
  return { ...headers, vary: before === undefined ? names : `${before}, ${names}` };
};

// Headers and a body of up to this length are sent in one write.
const shortBody = 4096;

/** Sends a reply whose body is complete. */
export const send = (req: IncomingMessage, res: ServerResponse, reply: Reply): void => {
  const { status, headers, body } = reply;
  res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  if (body instanceof Buffer) res.once('close', () => freeMemory([body]));
  if (req.complete || res.shouldKeepAlive) {
    res.end(body);
    return;
  }
  // `end` closes the connection, and a client that is still sending would lose its answer.
  res.write(body);
  req.once('close', () => res.end());
};

/** Sends an error instead of an answer, and records its code. */
export const sendRefusal = (
  { req, res, record }: Pick<HttpExchange, 'req' | 'res' | 'record'>,
  error: GraphQLError,
): void => {
  record.codes = codesOf([error]);
  send(req, res, replyOf({ errors: [error] }, { type: 'application/json', requestId: record.id }));
};

type AnyError = GraphQLError | GraphQLFormattedError;

/** The status and headers of a refusal over HTTP; plugins may leave members out. */
interface ErrorStatus {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** True if a client of `application/json` gets 200 instead of `status`. */
  readonly spec?: boolean;
}

const unsaid: ErrorStatus = { spec: true };

const verdictOf = ({ data, errors = [] }: Content, type: MediaType) => {
  if (data !== undefined) return { status: 200, headers: {} };
  const verdicts = errors.map(({ extensions }) => (extensions?.['http'] ?? unsaid) as ErrorStatus);
  const statuses = verdicts.map(({ status = 400, spec = false }) =>
    spec && type === 'application/json' ? 200 : status,
  );
  return {
    status: Math.max(200, ...statuses),
    headers: Object.assign({}, ...verdicts.map(({ headers }) => headers)),
  };
};

/** The JSON object of an answer, or of its first part. */
export const bodyOf = ({ data, errors, extensions, later, live }: Content): Reply['body'] => {
  const before = errors === undefined ? [] : [`"errors":${errorsAsJson(errors)}`];
  const after = [
    ...(extensions === undefined ? [] : [`"extensions":${extensions}`]),
    ...(later === undefined && live === undefined ? [] : ['"hasNext":true']),
  ];
  if (data === undefined) return `{${[...before, ...after].join(',')}}`;
  const isAlone = before.length === 0 && after.length === 0;
  const bytes = isAlone ? data : withMembers(data, before, after);
  return bytes.length > shortBody ? bytes : bytes.toString();
};

/** The JSON list of errors as clients see them. */
export const errorsAsJson = (errors: readonly AnyError[]): string =>
  JSON.stringify(errors.map(shown));

/** A JSON object with further members before and after its own. */
const withMembers = (
  object: Buffer,
  before: readonly string[],
  after: readonly string[],
): Buffer<ArrayBuffer> => {
  const start = Buffer.from(`{${[...before, ''].join(',')}`);
  return Buffer.concat([
    start,
    object.subarray(1, -1),
    Buffer.from(`${['', ...after].join(',')}}`),
  ]);
};

/** The codes of errors, each once. */
export const codesOf = (errors: readonly AnyError[]): readonly string[] => {
  if (errors.length === 0) return [];
  return [...new Set(errors.map(({ extensions }) => String(extensions?.['code'])))];
};

/** An error as clients see it, without its HTTP status. */
export const shown = ({
  message,
  locations,
  path,
  extensions = {},
}: AnyError): GraphQLFormattedError => {
  const { http: _, ...rest } = extensions;
  return {
    message,
    ...(locations !== undefined && { locations }),
    ...(path !== undefined && { path }),
    extensions: rest,
  };
};

/**
 * Returns a function that returns the API's new remarks about its versions in the calls of a
 * request, each remark once.
 */
export const newRemarks = (calls: readonly CallRecord[]): (() => readonly FormattedNote[]) => {
  const sent = new Set<string>();
  return () => {
    const notes: FormattedNote[] = [];
    for (const { notices } of calls) {
      for (const { text } of notices) {
        if (sent.has(text)) continue;
        sent.add(text);
        notes.push({ text, path: null });
      }
    }
    return notes;
  };
};

/** The extensions of an answer as JSON: its notes, and the trace if requested. */
export const extensionsOf = (
  notes: readonly FormattedNote[],
  trace: (() => string) | null,
): string | undefined => {
  if (notes.length === 0) return trace?.();
  const text = `{"notes":${JSON.stringify(notes)}`;
  return trace === null ? `${text}}` : `${text},${trace().slice(1)}`;
};
