import { createHmac, randomUUID } from 'node:crypto';
import OAuth from 'oauth-1.0a';

/** A key and its secret: an application's, or a token's. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/** What the signature of one request covers. */
export interface Signable {
  readonly method: string;
  /** Scheme, host and path, without a query. */
  readonly url: string;
  /** The parameters of its query or form, by their names; a body of another type has none. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The names of those among them that are sent in the header, with the signature. */
  readonly inHeader: readonly string[];
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

const newNonce = (): string => randomUUID().replaceAll('-', '');

/**
 * Creates the signers of one application, by OAuth 1.0a with HMAC-SHA1 (RFC 5849): one for each
 * token, or for none. `nonce` makes the nonce of an attempt.
 */
export const createSigners = (
  consumer: Credentials,
  clock: Clock,
  nonce = newNonce,
): ((token: Credentials | null) => Signer) => {
  const oauth = new OAuth({
    consumer,
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  });
  const { percentEncode: encode } = oauth;
  oauth.getNonce = nonce;
  oauth.getTimeStamp = () => Math.floor(timeOn(clock) / 1000);
  // Most names and values stay as they are.
  oauth.percentEncode = (text) => (unreserved.test(text) ? text : encode(text));
  return (token) =>
    ({ method, url, parameters, inHeader }) => {
      const signed = oauth.authorize({ method, url, data: parameters }, token ?? undefined);
      // The library puts each parameter that begins with `oauth_` into the header.
      for (const name of Object.keys(parameters)) {
        if (name.startsWith('oauth_') && !inHeader.includes(name))
          Reflect.deleteProperty(signed, name);
      }
      return oauth.toHeader(signed).Authorization;
    };
};
