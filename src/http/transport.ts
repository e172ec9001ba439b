import type { IncomingMessage } from 'node:http';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { RefusalCode } from '../execution/errors.ts';
import { refusal } from '../execution/errors.ts';
import { parseLossless } from '../upstream/lossless-json.ts';

/** What Yoga knows of a request besides what the web platform does. */
export interface NodeContext {
  readonly req: IncomingMessage;
}

const refused = (
  status: number,
  message: string,
  {
    code = 'BAD_REQUEST',
    headers = {},
  }: { readonly code?: RefusalCode; readonly headers?: Readonly<Record<string, string>> } = {},
) => refusal(code, message, { status, headers, wellFormed: false });

/**
 * Takes GraphQL over HTTP and nothing else: POST with a JSON body, GET for queries. Forms, plain text and GET from pages of
 * other origins are refused, as browsers send those across sites without asking; batches are refused; a body is never read
 * further than its limit.
 */
export const useTransport = (
  limits: { readonly bodyBytes: number },
  allowedOrigins: readonly string[],
): Plugin<object, NodeContext> => ({
  onRequestParse: ({ serverContext: { req }, setRequestParser, endResponse, fetchAPI }) => {
    if (!isAcceptable(req.headers.accept)) {
      const body = errorBody('Accept application/graphql-response+json or application/json.');
      const headers = { 'Content-Type': 'application/json; charset=utf-8' };
      endResponse(new fetchAPI.Response(body, { status: 406, headers }));
      return;
    }
    if (req.method !== 'GET' && req.method !== 'POST') {
      throw refused(405, 'GraphQL takes GET and POST.', { headers: { Allow: 'GET, POST' } });
    }
    if (req.method === 'POST') checkContent(req);
    else refuseForeign(req, allowedOrigins);
    setRequestParser(async () =>
      req.method === 'GET' ? paramsOfUrl(req.url ?? '') : paramsOfBody(req, limits.bodyBytes),
    );
  },
  onResponse: ({ response }) => response.headers.set('X-Content-Type-Options', 'nosniff'),
});

/** A refusal as a body, where Yoga has no say. */
export const errorBody = (message: string, code: RefusalCode = 'BAD_REQUEST'): string =>
  JSON.stringify({ errors: [{ message, extensions: { code } }] });

const answered = new Set([
  '*/*',
  'application/*',
  'application/json',
  'application/graphql-response+json',
]);

// Checked before anything runs: a write must not be made for an answer that nobody can read.
const isAcceptable = (accept: string | undefined): boolean =>
  (accept ?? '*/*')
    .toLowerCase()
    .split(',')
    .some((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
      const isUtf8 = parameters.every(
        (one) => !one.startsWith('charset=') || one === 'charset=utf-8',
      );
      return answered.has(type) && isUtf8;
    });

// Pages of other sites cannot read answers, but pictures and scripts of theirs would spend the user's calls.
const refuseForeign = ({ headers }: IncomingMessage, allowed: readonly string[]): void => {
  if (headers['sec-fetch-site'] !== 'cross-site' || allowed.includes(headers.origin ?? '')) return;
  throw refused(403, 'Pages of other sites may ask only where their origin is allowed.', {
    code: 'CSRF_BLOCKED',
  });
};

const checkContent = ({ headers }: IncomingMessage): void => {
  const [type, ...parameters] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const isUtf8 = parameters.every(
    (one) => !one.startsWith('charset=') || /^charset="?utf-8"?$/.test(one),
  );
  if (type !== 'application/json' || !isUtf8) {
    throw refused(415, 'Send the request as Content-Type: application/json, in UTF-8.');
  }
  const { 'content-encoding': encoding = 'identity' } = headers;
  if (encoding !== 'identity') throw refused(415, 'Send the body without Content-Encoding.');
};

const paramsOfBody = async (req: IncomingMessage, limit: number): Promise<GraphQLParams> => {
  const body = await readBody(req, limit);
  const parsed = jsonOf(body.toString('utf8'), 'The body');
  if (Array.isArray(parsed)) throw refused(400, 'Send one operation for each request, not a list.');
  if (typeof parsed !== 'object' || parsed === null) {
    throw refused(400, 'The body must be a JSON object with the member query.');
  }
  return checkedParams(parsed as Members);
};

const paramsOfUrl = (url: string): GraphQLParams => {
  const search = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length));
  const json = (name: string): unknown => {
    const text = search.get(name);
    return text === null || text === '' ? undefined : jsonOf(text, name);
  };
  return checkedParams({
    query: search.get('query') ?? undefined,
    operationName: search.get('operationName') ?? undefined,
    variables: json('variables'),
    extensions: json('extensions'),
  });
};

const jsonOf = (text: string, what: string): unknown => {
  try {
    // Ids and longs may come as JSON integers, and must not pass through a float.
    return parseLossless(text);
  } catch {
    throw refused(400, `${what} is not JSON.`);
  }
};

type Members = Readonly<Partial<Record<keyof GraphQLParams, unknown>>>;

const checkedParams = ({ query, operationName, variables, extensions }: Members): GraphQLParams => {
  if (typeof query !== 'string') throw refused(400, 'query must be a string: a GraphQL document.');
  if (!isAbsent(operationName) && typeof operationName !== 'string') {
    throw refused(400, 'operationName must be a string.');
  }
  return {
    query,
    ...(typeof operationName === 'string' && { operationName }),
    variables: objectOf(variables, 'variables'),
    extensions: objectOf(extensions, 'extensions'),
  };
};

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const objectOf = (value: unknown, name: string): Record<string, unknown> => {
  if (isAbsent(value)) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw refused(400, `${name} must be a JSON object.`);
  }
  return value as Record<string, unknown>;
};

const readBody = (req: IncomingMessage, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const tooLarge = (): void => {
      discard(req);
      reject(
        refused(413, `The body is larger than LIMIT_BODY_BYTES (${limit}).`, {
          code: 'PAYLOAD_TOO_LARGE',
        }),
      );
    };
    if (Number(req.headers['content-length'] ?? 0) > limit) {
      tooLarge();
      return;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) tooLarge();
      else chunks.push(chunk);
    });
    req.on('end', () => resolve(Buffer.concat(chunks, Math.min(bytes, limit))));
    req.on('error', () => reject(refused(400, 'The body ended before its time.')));
  });

const maxDiscarded = 64 * 1024 * 1024;

// A connection that closes while its peer still sends takes the answer with it, so the rest is read and thrown away.
const discard = (req: IncomingMessage): void => {
  let bytes = 0;
  req.removeAllListeners('data');
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxDiscarded) req.destroy();
  });
};
