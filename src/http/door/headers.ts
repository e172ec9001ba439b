import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { GraphQLError } from 'graphql';
import { refused } from '../../errors/errors.ts';

export type MediaType = 'application/json' | 'application/graphql-response+json';

/** The formats that an Accept header accepts. */
export interface Accepted {
  /** The preferred media type for the answer; null if it accepts none of ours. */
  readonly type: MediaType | null;
  /** True if it accepts an answer in parts, in the format of `parts.ts`. */
  readonly parts: boolean;
}

/** The rules that `checkHeaders` applies. */
export interface HeaderRules {
  readonly limits: { readonly bodyBytes: number };
  readonly allowedOrigins: ReadonlySet<string>;
}

/**
 * Throws a refusal unless the request is a GET, or a POST with a JSON body. Forms, plain text and
 * GET from pages of other origins are refused, because browsers send those without a preflight.
 */
export const checkHeaders = (
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  accepted: Accepted,
  rules: HeaderRules,
): void => {
  // Otherwise a client could send a write and not be able to read its answer.
  if (accepted.type === null && !wantsEvents(headers)) throw notAcceptable();
  if (method !== 'GET' && method !== 'POST') {
    throw refused(405, 'Use GET or POST for GraphQL.', { headers: { Allow: 'GET, POST' } });
  }
  if (method === 'GET') refuseForeign(headers, rules.allowedOrigins);
  else checkContent(headers, rules.limits.bodyBytes);
};

/** The refusal of a request that accepts no media type of ours. */
export const notAcceptable = () =>
  refused(406, 'Accept application/graphql-response+json or application/json.');

// Clients request subscriptions with this type. The schema has none: the document is refused later,
// with a better message.
const wantsEvents = ({ accept = '' }: IncomingHttpHeaders): boolean =>
  /\btext\/event-stream\b/i.test(accept);

const json: Accepted = { type: 'application/json', parts: false };
const graphqlJson: Accepted = { type: 'application/graphql-response+json', parts: false };

const known: ReadonlyMap<string, Accepted> = new Map([
  ['*/*', json],
  ['application/*', json],
  ['application/json', json],
  ['application/graphql-response+json', graphqlJson],
]);

/** Reads an Accept header. Of equally preferred media types, the first counts. */
export const acceptedIn = (accept: string | undefined): Accepted => {
  const single = known.get(accept || '*/*');
  if (single !== undefined) return single;
  const ranges = rangesOf(accept);
  const types = ranges.flatMap(({ name, parameters, quality }) => {
    const value = known.get(name)?.type ?? null;
    return value !== null && isUtf8(parameters) ? [{ value, quality }] : [];
  });
  const parts = ranges.some(
    ({ name, parameters, quality }) =>
      name === 'multipart/mixed' && quality > 0 && parameters.every(isOwnFormat),
  );
  return { type: preferred(types), parts };
};

// Clients that expect another format name its version.
const isOwnFormat = (parameter: string): boolean =>
  !parameter.startsWith('incrementalspec=') &&
  (!parameter.startsWith('deferspec=') || parameter === 'deferspec=20220824');

const isUtf8 = (parameters: readonly string[]): boolean =>
  parameters.every((one) => !one.startsWith('charset=') || /^charset="?utf-8"?$/.test(one));

const checkContent = (headers: IncomingHttpHeaders, bodyBytes: number): void => {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  if (type !== 'application/json') {
    const { name, parameters } = rangeOf(type);
    if (name !== 'application/json' || !isUtf8(parameters)) {
      throw refused(415, 'Send the request as Content-Type: application/json, in UTF-8.');
    }
  }
  if (encoding !== 'identity') throw refused(415, 'Send the body without Content-Encoding.');
  if (Number(headers['content-length'] ?? 0) > bodyBytes) throw bodyTooLarge(bodyBytes);
};

// The last valid Host: nearly all requests have the same one.
let validHost = '';

/**
 * The reason why a proxy could read this request differently from the gateway (request smuggling);
 * null if it could not. Of two Host headers a proxy may use the other one, and with several
 * transfer codings it may see the end of the body elsewhere.
 */
export const misleading = (req: IncomingMessage): GraphQLError | null => {
  const { 'transfer-encoding': coding } = req.headers;
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    const headers = { Connection: 'close' };
    return refused(501, 'Send the body without Transfer-Encoding, or as chunked.', { headers });
  }
  if (!hasValidHost(req)) return refused(400, 'The Host header is empty or not a host.');
  const isUnique = isAtMostOnce(req.rawHeaders, 'host');
  return isUnique ? null : refused(400, 'The request has several Host headers. Send one.');
};

/** True if the Host header is valid; HTTP/1.0 needs none. */
const hasValidHost = ({ headers: { host }, httpVersion }: IncomingMessage): boolean => {
  if (host === undefined) return httpVersion === '1.0';
  if (host === validHost) return true;
  const isValid =
    /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`);
  if (isValid) validHost = host;
  return isValid;
};

/** True if a header occurs at most once; `raw` has names and values alternately. */
const isAtMostOnce = (raw: readonly string[], header: string): boolean => {
  let count = 0;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    if (name.length === header.length && name.toLowerCase() === header) count += 1;
  }
  return count < 2;
};

/** True if the body has a known length of at most `bytes`. */
export const isAtMost = ({ headers }: Pick<IncomingMessage, 'headers'>, bytes: number): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= bytes;

export const bodyTooLarge = (limit: number): GraphQLError =>
  refused(413, `The body is larger than ${limit} bytes (LIMIT_BODY_BYTES). Send less at once.`, {
    code: 'PAYLOAD_TOO_LARGE',
  });

// Pages of other sites cannot read answers, but their images and scripts could use up the user's
// calls.
const refuseForeign = (headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): void => {
  if (headers['sec-fetch-site'] !== 'cross-site' || allowed.has(headers.origin ?? '')) return;
  throw refused(
    403,
    'Pages of other sites may only call this address if their origin is allowed.',
    {
      code: 'CSRF_BLOCKED',
    },
  );
};

// The most choices that are read. Browsers send 8 at most; more than 32 are ignored.
const maxRanges = 32;

/** One choice of a header such as Accept: `text/html;level=1;q=0.5`. All in lower case. */
interface AcceptedRange {
  readonly name: string;
  /** As in `['level=1', 'q=0.5']`. */
  readonly parameters: readonly string[];
  /** The `q`: 1 by default, NaN if it is not a number. */
  readonly quality: number;
}

/** Reads one choice, or a media type such as that of a body, with its first 31 parameters. */
const rangeOf = (text: string): AcceptedRange => {
  const [name = '', ...parameters] = text
    .split(';', maxRanges)
    .map((one) => one.trim().toLowerCase());
  const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
  return { name, parameters, quality };
};

/** The value with the highest quality above 0, the first of equals; null if there is none. */
const preferred = <T>(
  choices: readonly { readonly value: T; readonly quality: number }[],
): T | null => {
  const [best] = choices
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  return best?.value ?? null;
};

/** The first 32 choices of a header, in its order. */
export const rangesOf = (header = ''): readonly AcceptedRange[] =>
  header.split(',', maxRanges).map(rangeOf);

/**
 * The encoding that an Accept-Encoding header prefers: `br` for `gzip;q=0.5, br`. The first of
 * equals; null if it names no supported one.
 */
export const preferredEncoding = <E extends string>(
  accepted: string | undefined,
  encodings: readonly E[],
): E | null => {
  const ranges = rangesOf(accepted);
  return preferred(
    encodings.map((value) => ({
      value,
      quality: ranges.find(({ name }) => name === value)?.quality ?? 0,
    })),
  );
};
