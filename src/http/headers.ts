import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { refused } from '../errors.ts';

/** The media types that answers come in. */
export type MediaType = 'application/json' | 'application/graphql-response+json';

/** What the headers of requests are held to. */
export interface HeaderRules {
  readonly limits: { readonly bodyBytes: number };
  readonly allowedOrigins: ReadonlySet<string>;
}

/**
 * Lets GraphQL over HTTP pass and nothing else: POST with a JSON body, GET for queries. Forms, plain text and GET from pages
 * of other origins are refused, as browsers send those across sites without asking.
 */
export const checkHeaders = ({ method, headers }: IncomingMessage, rules: HeaderRules): void => {
  // A write must not be made for an answer that nobody can read.
  if (answerTypeFor(headers.accept) === null && !wantsEvents(headers)) throw notAcceptable();
  if (method !== 'GET' && method !== 'POST') {
    throw refused(405, 'GraphQL takes GET and POST.', { headers: { Allow: 'GET, POST' } });
  }
  if (method === 'GET') refuseForeign(headers, rules.allowedOrigins);
  else checkContent(headers, rules.limits.bodyBytes);
};

/** The refusal of a request whose answer nobody could read. */
export const notAcceptable = () =>
  refused(406, 'Accept application/graphql-response+json or application/json.');

// Subscriptions are asked for so. That the schema has none is told once the document is read.
const wantsEvents = ({ accept = '' }: IncomingHttpHeaders): boolean =>
  /\btext\/event-stream\b/i.test(accept);

const answered: ReadonlyMap<string, MediaType> = new Map([
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['application/json', 'application/json'],
  ['application/graphql-response+json', 'application/graphql-response+json'],
]);

/** The media type that an Accept header prefers for its answer; null where it takes none. */
export const answerTypeFor = (accept: string | undefined): MediaType | null => {
  const known = answered.get(accept || '*/*');
  if (known !== undefined) return known;
  const [best] = (accept ?? '')
    .split(',')
    .flatMap((range) => {
      const { name, parameters } = parsed(range);
      const type = answered.get(name);
      const quality = qualityOf(parameters);
      return type !== undefined && isUtf8(parameters) && quality > 0 ? [{ type, quality }] : [];
    })
    .toSorted((one, other) => other.quality - one.quality);
  return best?.type ?? null;
};

/** Whether an Accept header takes an answer in parts, in the format that is written here. */
export const takesParts = (accept = ''): boolean =>
  accept
    .split(',')
    .map(parsed)
    .some(
      ({ name, parameters }) =>
        name === 'multipart/mixed' && qualityOf(parameters) > 0 && parameters.every(isOwnFormat),
    );

// Clients of a later format name it.
const isOwnFormat = (parameter: string): boolean =>
  !parameter.startsWith('incrementalspec=') &&
  (!parameter.startsWith('deferspec=') || parameter === 'deferspec=20220824');

const parsed = (
  text: string,
): { readonly name: string; readonly parameters: readonly string[] } => {
  const [name = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  return { name, parameters };
};

const isUtf8 = (parameters: readonly string[]): boolean =>
  parameters.every((one) => !one.startsWith('charset=') || /^charset="?utf-8"?$/.test(one));

const qualityOf = (parameters: readonly string[]): number =>
  Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);

const checkContent = (headers: IncomingHttpHeaders, bodyBytes: number): void => {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  if (type !== 'application/json') {
    const { name, parameters } = parsed(type);
    if (name !== 'application/json' || !isUtf8(parameters)) {
      throw refused(415, 'Send the request as Content-Type: application/json, in UTF-8.');
    }
  }
  if (encoding !== 'identity') throw refused(415, 'Send the body without Content-Encoding.');
  if (Number(headers['content-length'] ?? 0) > bodyBytes) throw bodyTooLarge(bodyBytes);
};

// Nearly all requests name the same one.
let goodHost = '';

/** Whether a request says to which host it goes, as it must since HTTP/1.1. */
export const hasGoodHost = ({ headers: { host }, httpVersion }: IncomingMessage): boolean => {
  if (host === undefined) return httpVersion === '1.0';
  if (host === goodHost) return true;
  const isGood =
    /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`);
  if (isGood) goodHost = host;
  return isGood;
};

/** Whether a request announces no body, or one of at most so many bytes. */
export const isAtMost = ({ headers }: IncomingMessage, bytes: number): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= bytes;

/** The refusal of a body of more bytes than this. */
export const bodyTooLarge = (limit: number) =>
  refused(413, `The body is larger than LIMIT_BODY_BYTES (${limit}).`, {
    code: 'PAYLOAD_TOO_LARGE',
  });

// Pages of other sites cannot read answers, but pictures and scripts of theirs would spend the user's calls.
const refuseForeign = (headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): void => {
  if (headers['sec-fetch-site'] !== 'cross-site' || allowed.has(headers.origin ?? '')) return;
  throw refused(403, 'Pages of other sites may ask only where their origin is allowed.', {
    code: 'CSRF_BLOCKED',
  });
};
