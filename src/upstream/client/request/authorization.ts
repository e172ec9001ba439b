import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import { InputError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import type { Clock, Credentials, Signable } from './oauth.ts';
import { createSigner, percentEncode } from './oauth.ts';

/** Writes the Authorization header of one attempt. */
export type Authorize = (request: Signable) => string;

/** Who sent the request that a call is made for. */
export interface Caller {
  readonly viewer: Viewer | null;
  /** Whether it may act for the application itself. */
  readonly isTrusted: boolean;
}

/** How a call proves who asks. */
export interface Proof {
  readonly authorize: Authorize;
  /** Everything that the proof consists of. */
  readonly secrets: readonly string[];
}

/** How an endpoint is to be authorised for whoever asks; `bearer` is the token for endpoints that want one. */
export type Authorization = (endpoint: Endpoint, caller: Caller, bearer: string | null) => Proof;

/** Who can vouch for a call: the application, and its owner's token, which may be missing. */
export interface Identities {
  readonly consumer: Credentials;
  readonly owner: Credentials | null;
}

/** Finds the way each endpoint wants to be authorised. Throws InputError where whoever it needs is not there. */
export const createAuthorization = (
  { consumer, owner }: Identities,
  clock: Clock,
): Authorization => {
  const proofOf = viewerProofs(consumer, clock);
  const application = signed(consumer, null, clock);
  const owned = owner === null ? null : signed(consumer, owner, clock);
  const basic = basicOf(consumer);
  return (endpoint, caller, bearer) => {
    refuseUntrusted(endpoint, caller);
    const { viewer } = caller;
    switch (endpoint.auth) {
      case 'viewer':
      case 'requestToken':
        return viewer === null ? nobody(endpoint, 'a viewer') : proofOf(viewer);
      case 'consumer':
        return application;
      case 'owner':
        return owned ?? nobody(endpoint, "the application owner's token");
      case 'basic':
        return basic;
      case 'bearer':
        if (bearer === null) return nobody(endpoint, 'a bearer token');
        return { authorize: () => `Bearer ${bearer}`, secrets: [...basic.secrets, bearer] };
      case 'browser':
        return nobody(endpoint, 'a person with a browser');
    }
  };
};

const forApplication: ReadonlySet<Endpoint['auth']> = new Set(['owner', 'bearer']);

/** Throws InputError where the endpoint acts for the application itself and the caller may not. */
export const refuseUntrusted = ({ name, auth }: Endpoint, { viewer, isTrusted }: Caller): void => {
  if (!forApplication.has(auth) || isTrusted) return;
  const message = `${name}: acts for the application itself, which is for its owner and for callers with an API key`;
  throw new InputError(message, [], viewer === null ? 'UNAUTHENTICATED' : 'FORBIDDEN');
};

/** A viewer's proof is prepared once and lives as long as the viewer. */
const viewerProofs = (consumer: Credentials, clock: Clock): ((viewer: Viewer) => Proof) => {
  const proofs = new WeakMap<Viewer, Proof>();
  return (viewer) => {
    const known = proofs.get(viewer);
    if (known !== undefined) return known;
    const proof = signed(consumer, { key: viewer.token, secret: viewer.tokenSecret }, clock);
    proofs.set(viewer, proof);
    return proof;
  };
};

const basicOf = ({ key, secret }: Credentials): Proof => {
  const both = `${percentEncode(key)}:${percentEncode(secret)}`;
  const pair = Buffer.from(both).toString('base64');
  return { authorize: () => `Basic ${pair}`, secrets: [key, secret, pair] };
};

const signed = (consumer: Credentials, token: Credentials | null, clock: Clock): Proof => ({
  authorize: createSigner(consumer, token, clock),
  secrets: [consumer, token].flatMap((pair) => (pair === null ? [] : [pair.key, pair.secret])),
});

const nobody = (endpoint: Endpoint, who: string): never => {
  throw new InputError(`${endpoint.name}: needs ${who}`, [], 'UNAUTHENTICATED');
};
