import { createHmac, randomFillSync } from 'node:crypto';

/** A key and its secret: an application's, or a token's. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/** What the signature of one request covers, already percent-encoded as the signature base wants it. */
export interface Signable {
  readonly method: string;
  /** Scheme, host and path, percent-encoded once. */
  readonly url: string;
  /** The parameters that sort before `oauth_`, percent-encoded twice, each followed by `%26`. */
  readonly before: string;
  /** The parameters that sort after `oauth_`, percent-encoded twice, each preceded by `%26`. */
  readonly after: string;
  /** The request's own parameters whose names begin with `oauth_`. */
  readonly own?: readonly OwnParameter[];
}

/** A parameter that sorts among those of the signature. */
export interface OwnParameter {
  readonly name: string;
  /** Percent-encoded once. */
  readonly value: string;
  /** Whether it travels in the header that holds the signature. */
  readonly inHeader: boolean;
}

/** Makes the Authorization header of one attempt, with a nonce and a timestamp of its own. */
export type Signer = (request: Signable) => string;

/** The time that the API believes in: ours, and how far it has shown to be off. */
export interface Clock {
  offsetMs: number;
}

const unreserved = /^[A-Za-z0-9\-._~]*$/;
const unreservedOrComma = /^[A-Za-z0-9\-._~,]*$/;
const hex = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;

/** Percent-encodes as RFC 3986 has it: only letters, digits and `-._~` stay. */
export const percentEncode = (text: string): string => {
  if (unreserved.test(text)) return text;
  // Lists of ids are the longest values there are.
  if (unreservedOrComma.test(text)) return text.replace(/,/g, '%2C');
  return encodeURIComponent(text).replace(/[!'()*]/g, hex);
};

/** Encodes once more what `percentEncode` wrote. */
export const encodeAgain = (encoded: string): string => encoded.replace(/%/g, '%25');

const byteOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const twice = (text: string): string => encodeAgain(percentEncode(text));
const hmac = (key: string, base: string): string =>
  createHmac('sha1', key).update(base).digest('base64');
const signingKey = (consumer: Credentials, token: Credentials | null): string =>
  `${percentEncode(consumer.secret)}&${percentEncode(token?.secret ?? '')}`;

const nonces = { bytes: Buffer.alloc(4096), at: 4096 };
const nonceBytes = 16;

const newNonce = (): string => {
  if (nonces.at === nonces.bytes.length) {
    randomFillSync(nonces.bytes);
    nonces.at = 0;
  }
  nonces.at += nonceBytes;
  return nonces.bytes.toString('hex', nonces.at - nonceBytes, nonces.at);
};

/** A signer for one application and one token; what does not change between requests is prepared here. */
export const createSigner = (
  consumer: Credentials,
  token: Credentials | null,
  clock: Clock,
): Signer => {
  const key = signingKey(consumer, token);
  const baseKey = `oauth_consumer_key%3D${twice(consumer.key)}%26oauth_nonce%3D`;
  const baseMethod = '%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D';
  const baseToken = token === null ? '' : `%26oauth_token%3D${twice(token.key)}`;
  const headKey = `OAuth oauth_consumer_key="${percentEncode(consumer.key)}", oauth_nonce="`;
  const headToken = token === null ? '' : `oauth_token="${percentEncode(token.key)}", `;
  const headEnd = `", ${headToken}oauth_version="1.0"`;
  return ({ method, url, before, after, own }) => {
    const nonce = newNonce();
    const timestamp = Math.floor((Date.now() + clock.offsetMs) / 1000);
    const usual = `${baseKey}${nonce}${baseMethod}${timestamp}${baseToken}%26oauth_version%3D1.0`;
    const ours = own === undefined || own.length === 0 ? usual : among(usual, own);
    const signed = encodeURIComponent(hmac(key, `${method}&${url}&${before}${ours}${after}`));
    const header = `${headKey}${nonce}", oauth_signature="${signed}", oauth_signature_method="HMAC-SHA1", oauth_timestamp="${timestamp}${headEnd}`;
    return own === undefined ? header : header + inHeader(own);
  };
};

/** The parameters of the signature with the request's own among them, in byte order. */
const among = (usual: string, own: readonly OwnParameter[]): string =>
  [...usual.split('%26'), ...own.map(({ name, value }) => `${name}%3D${encodeAgain(value)}`)]
    .toSorted(byteOrder)
    .join('%26');

const inHeader = (own: readonly OwnParameter[]): string =>
  own
    .filter((parameter) => parameter.inHeader)
    .map(({ name, value }) => `, ${name}="${value}"`)
    .join('');

/** The HMAC-SHA1 signature of a request by the letter of RFC 5849; `params` are those of query and form together. */
export const signature = (request: {
  readonly method: string;
  readonly url: string;
  readonly params: readonly (readonly [string, string])[];
  readonly consumer: Credentials;
  readonly token: Credentials | null;
  readonly nonce: string;
  readonly timestamp: number;
}): string => {
  const { consumer, token } = request;
  const { origin, pathname } = new URL(request.url);
  const pairs = [
    ...request.params,
    ['oauth_consumer_key', consumer.key] as const,
    ['oauth_nonce', request.nonce] as const,
    ['oauth_signature_method', 'HMAC-SHA1'] as const,
    ['oauth_timestamp', String(request.timestamp)] as const,
    ...(token === null ? [] : [['oauth_token', token.key] as const]),
    ['oauth_version', '1.0'] as const,
  ].map(([name, value]) => [percentEncode(name), percentEncode(value)] as const);
  const sorted = pairs.toSorted(
    (one, other) => byteOrder(one[0], other[0]) || byteOrder(one[1], other[1]),
  );
  const parameters = sorted.map(([name, value]) => `${name}=${value}`).join('&');
  const base = [request.method.toUpperCase(), origin + pathname, parameters].map(percentEncode);
  return hmac(signingKey(consumer, token), base.join('&'));
};
