import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import { memoize } from '../../catalogue/memoize.ts';
import { InputError } from '../errors.ts';
import type { Viewer } from '../scope.ts';
import type { Clock, Credentials, Signable } from './oauth.ts';
import { createSigners, percentEncode } from './oauth.ts';

/** Writes the Authorization header of one attempt. */
export type Authorize = (request: Signable) => string;

/** Who sent the request that a call is made for, and the user that it acts for. */
interface ApiCaller {
  readonly viewer: Viewer | null;
  /** Whether the caller may act for the application itself. */
  readonly isTrusted: boolean;
}

/** What authorises a call. */
interface Proof {
  readonly authorize: Authorize;
  /** Keys, tokens and their secrets, which no message may repeat. */
  readonly secrets: readonly string[];
}

/**
 * Authorises a call of an endpoint; `bearer` is the token for endpoints that need one. Throws
 * InputError.
 */
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

/**
 * Throws InputError if the endpoint acts for the application itself and the caller may not do that.
 */
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
