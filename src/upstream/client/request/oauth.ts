import { createHmac, randomUUID } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import { memoize } from '../../catalogue/memoize.ts';
import { InputError } from '../errors.ts';
import type { Viewer } from '../scope.ts';

/** A key and its secret: an application's, or a token's. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/** The parts of one request that its signature covers. */
export interface Signable {
  readonly method: string;
  /** Scheme, host and path, without a query. */
  readonly url: string;
  /** The parameters of its query or form, by their names; a body of another type has none. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The names of those among them that are sent in the header, with the signature. */
  readonly inHeader: readonly string[];
}

/** Writes the Authorization header of one attempt; a signed one has a new nonce and the time. */
export type Authorize = (request: Signable) => string;

/** The clock of the API, as its responses show it. */
export interface Clock {
  /** The local clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Its lead over the local clock, in milliseconds. Changed only after a refused signature. */
  offsetMs: number;
  /** The lead in the last response; null before the first. Signatures do not use it. */
  shownOffsetMs: number | null;
}

/** The time on the API's clock, in milliseconds since 1970. */
export const timeOn = ({ now, offsetMs }: Clock): number => now() + offsetMs;

const unreserved = /^[A-Za-z0-9\-._~]*$/;
const unreservedOrComma = /^[A-Za-z0-9\-._~,]*$/;
const hex = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;

/** Percent-encodes as in RFC 3986: all but letters, digits and `-._~`; `a b*` is `a%20b%2A`. */
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
): ((token: Credentials | null) => Authorize) => {
  const oauth = new OAuth({
    consumer,
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  });
  oauth.getNonce = nonce;
  oauth.getTimeStamp = () => Math.floor(timeOn(clock) / 1000);
  // The library's own function returns the same text, more slowly.
  oauth.percentEncode = percentEncode;
  return (token) =>
    ({ method, url, parameters, inHeader }) => {
      const signed = oauth.authorize({ method, url, data: parameters }, token ?? undefined);
      // The library puts each parameter that begins with `oauth_` into the header.
      for (const name in parameters) {
        if (name.startsWith('oauth_') && !inHeader.includes(name))
          Reflect.deleteProperty(signed, name);
      }
      return oauth.toHeader(signed).Authorization;
    };
};

/** The caller of a request, and the user that it acts for. */
interface ApiCaller {
  readonly viewer: Viewer | null;
  /** True if the caller may act for the application itself. */
  readonly isTrusted: boolean;
}

interface Proof {
  readonly authorize: Authorize;
  /** Keys, tokens and their secrets, which no message may repeat. */
  readonly secrets: readonly string[];
}

/** Authorises a call; `bearer` is the token for endpoints that need one. Throws InputError. */
export type Authorization = (endpoint: Endpoint, caller: ApiCaller, bearer: string | null) => Proof;

interface Signers {
  readonly consumer: Credentials;
  readonly owner: Credentials | null;
}

/**
 * Authorises each call as its endpoint requires. Throws InputError with the code `UNAUTHENTICATED`
 * if the viewer, the owner's token or the bearer token is missing.
 */
export const createAuthorization = ({ consumer, owner }: Signers, clock: Clock): Authorization => {
  const signerOf = createSigners(consumer, clock);
  const signedProof = (token: Credentials | null): Proof => ({
    authorize: signerOf(token),
    secrets: [consumer, token].flatMap((pair) => (pair === null ? [] : [pair.key, pair.secret])),
  });
  const proofOf = memoize(({ token, tokenSecret }: Viewer) =>
    signedProof({ key: token, secret: tokenSecret }),
  );
  const application = signedProof(null);
  const owned = owner === null ? null : signedProof(owner);
  const basic = basicProof(consumer);
  return (endpoint, caller, bearer) => {
    refuseUntrusted(endpoint, caller);
    const { viewer } = caller;
    switch (endpoint.auth) {
      case 'viewer':
      case 'requestToken':
        return viewer === null ? refuseWithout('a user. Sign in') : proofOf(viewer);
      case 'consumer':
        return application;
      case 'owner':
        return owned ?? refuseWithout("the owner's token. The operator sets ADS_ACCESS_TOKEN");
      case 'basic':
        return basic;
      case 'bearer':
        if (bearer === null) return refuseWithout('a bearer token');
        return { authorize: () => `Bearer ${bearer}`, secrets: [...basic.secrets, bearer] };
      case 'browser':
        return refuseWithout('a person with a browser');
      case 'none':
        return { authorize: () => '', secrets: [] };
    }
  };
};

const ofApplication =
  "This acts for the application itself. Sign in as its owner, or send an API key that lends the owner's token.";

const forApplication: ReadonlySet<Endpoint['auth']> = new Set(['owner', 'bearer']);

/** Throws InputError if the endpoint acts for the application and the caller may not. */
export const refuseUntrusted = ({ auth }: Endpoint, { viewer, isTrusted }: ApiCaller): void => {
  if (!forApplication.has(auth) || isTrusted) return;
  const code = viewer === null ? 'UNAUTHENTICATED' : 'FORBIDDEN';
  throw new InputError(ofApplication, [], { code });
};

const basicProof = ({ key, secret }: Credentials): Proof => {
  const both = `${percentEncode(key)}:${percentEncode(secret)}`;
  const pair = Buffer.from(both).toString('base64');
  return { authorize: () => `Basic ${pair}`, secrets: [key, secret, pair] };
};

const refuseWithout = (what: string): never => {
  throw new InputError(`This needs ${what}.`, [], { code: 'UNAUTHENTICATED' });
};
