import { hash, randomFillSync } from 'node:crypto';

const blockBytes = 64;
const digestBytes = 20;

// The padded key, followed by the text of a call. It grows to the longest text. Hashing is
// synchronous, so all signers share it.
let inner = Buffer.alloc(blockBytes + 4096);

/**
 * HMAC-SHA1 (RFC 2104) of texts in Latin-1 with one key, in base64. Every call is signed, and an
 * Hmac object of Node.js costs twice as much as these two hashes.
 */
export const createHmacSha1 = (key: string): ((text: string) => string) => {
  const bytes = Buffer.alloc(blockBytes);
  (key.length > blockBytes ? hash('sha1', key, 'buffer') : Buffer.from(key)).copy(bytes);
  const innerKey = bytes.map((byte) => byte ^ 0x36);
  const outer = Buffer.concat([bytes.map((byte) => byte ^ 0x5c)], blockBytes + digestBytes);
  return (text) => {
    const length = blockBytes + text.length;
    if (length > inner.length) inner = Buffer.alloc(2 * length);
    inner.set(innerKey);
    inner.write(text, blockBytes, 'latin1');
    outer.write(hash('sha1', inner.subarray(0, length), 'binary'), blockBytes, 'latin1');
    return hash('sha1', outer, 'base64');
  };
};

/** A key and its secret: an application's, or a token's. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/**
 * The parameters that a signature covers, percent-encoded twice and in byte order. Those whose
 * names sort before `oauth_` are in `before`: `count=2` is `count%3D2%26`. The others are in
 * `after`: `q=a b` is `%26q%3Da%2520b`.
 */
export interface SignedParameters {
  readonly before: string;
  readonly after: string;
  /** The request's own parameters whose names begin with `oauth_`. */
  readonly own: readonly OwnParameter[];
}

/** What the signature of one request covers. */
export interface Signable extends SignedParameters {
  readonly method: string;
  /** Scheme, host and path, percent-encoded once. */
  readonly url: string;
}

/** A parameter whose name begins with `oauth_`, so that it sorts among those of the signature. */
export interface OwnParameter {
  readonly name: string;
  /** Percent-encoded once. */
  readonly value: string;
  /** Whether it is sent in the header with the signature. */
  readonly inHeader: boolean;
}

/** Writes the Authorization header of one attempt, with a new nonce and the current time. */
type Signer = (request: Signable) => string;

/** The clock of the API, as its responses show it. */
export interface Clock {
  /** The local clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** How far it is ahead of the local clock. Learned only where the API refuses a signature. */
  offsetMs: number;
  /** The same, as the last response said; null if none has. Signatures do not rely on it. */
  shownOffsetMs: number | null;
}

/** The time on the API's clock, in milliseconds since 1970. */
export const timeOn = ({ now, offsetMs }: Clock): number => now() + offsetMs;

const unreserved = /^[A-Za-z0-9\-._~]*$/;
const unreservedOrComma = /^[A-Za-z0-9\-._~,]*$/;
const hex = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * Percent-encodes as in RFC 3986: only letters, digits and `-._~` stay, so `a b*` is `a%20b%2A`.
 */
export const percentEncode = (text: string): string => {
  if (unreserved.test(text)) return text;
  // A shortcut for lists of ids, which are the longest values.
  if (unreservedOrComma.test(text)) return text.replace(/,/g, '%2C');
  return encodeURIComponent(text).replace(/[!'()*]/g, hex);
};

/** Encodes the result of `percentEncode` once more: `a%20b` is `a%2520b`. */
export const encodeAgain = (encoded: string): string => encoded.replace(/%/g, '%25');

const byteOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const twice = (text: string): string => encodeAgain(percentEncode(text));

// Random bytes are generated for 256 nonces at a time.
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

/**
 * A signer by OAuth 1.0a with HMAC-SHA1 (RFC 5849) for one application and one token, or none. It
 * prepares what is the same for all requests.
 */
export const createSigner = (
  consumer: Credentials,
  token: Credentials | null,
  clock: Clock,
): Signer => {
  const digest = createHmacSha1(
    `${percentEncode(consumer.secret)}&${percentEncode(token?.secret ?? '')}`,
  );
  const baseKey = `oauth_consumer_key%3D${twice(consumer.key)}%26oauth_nonce%3D`;
  const baseMethod = '%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D';
  const baseToken = token === null ? '' : `%26oauth_token%3D${twice(token.key)}`;
  const headKey = `OAuth oauth_consumer_key="${percentEncode(consumer.key)}", oauth_nonce="`;
  const headToken = token === null ? '' : `oauth_token="${percentEncode(token.key)}", `;
  const headEnd = `", ${headToken}oauth_version="1.0"`;
  return ({ method, url, before, after, own }) => {
    const nonce = newNonce();
    const timestamp = Math.floor(timeOn(clock) / 1000);
    const standard = `${baseKey}${nonce}${baseMethod}${timestamp}${baseToken}%26oauth_version%3D1.0`;
    const ours = own.length === 0 ? standard : among(standard, own);
    const base = `${method}&${url}&${before}${ours}${after}`;
    const signed = encodeURIComponent(digest(base));
    const header = `${headKey}${nonce}", oauth_signature="${signed}", oauth_signature_method="HMAC-SHA1", oauth_timestamp="${timestamp}${headEnd}`;
    return header + inHeader(own);
  };
};

/** The parameters of the signature with the request's own ones inserted in byte order. */
const among = (standard: string, own: readonly OwnParameter[]): string =>
  [...standard.split('%26'), ...own.map(({ name, value }) => `${name}%3D${encodeAgain(value)}`)]
    .toSorted(byteOrder)
    .join('%26');

const inHeader = (own: readonly OwnParameter[]): string =>
  own
    .filter((parameter) => parameter.inHeader)
    .map(({ name, value }) => `, ${name}="${value}"`)
    .join('');
