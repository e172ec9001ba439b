import type { Endpoint } from './catalogue/endpoint.ts';
import { InputError } from './errors.ts';
import type { Clock, Credentials, Signable, Signer } from './oauth.ts';
import { createSigner, percentEncode } from './oauth.ts';
import type { Viewer } from './viewer.ts';

/** Writes the Authorization header of one attempt. */
export type Authorize = (request: Signable) => string;

/** Who asks for a call. */
export interface Asker {
  readonly viewer: Viewer | null;
  /** Whether it may act for the application itself. */
  readonly isTrusted: boolean;
}

/** How an endpoint is to be authorised for whoever asks. */
export type Authorization = (endpoint: Endpoint, asker: Asker) => Authorize;

/** Who can vouch for a call: the application, its owner's token, and its bearer token. Any but the first may be missing. */
export interface Identities {
  readonly consumer: Credentials;
  readonly owner: Credentials | null;
  readonly bearer: () => string | null;
}

/** Finds the way each endpoint wants to be authorised. Throws InputError where whoever it needs is not there. */
export const createAuthorization = (
  { consumer, owner, bearer }: Identities,
  clock: Clock,
): Authorization => {
  const signerOf = viewerSigners(consumer, clock);
  const application = createSigner(consumer, null, clock);
  const owned = owner === null ? null : createSigner(consumer, owner, clock);
  const both = `${percentEncode(consumer.key)}:${percentEncode(consumer.secret)}`;
  const basic = `Basic ${Buffer.from(both).toString('base64')}`;
  return (endpoint, asker) => {
    refuseStrangers(endpoint, asker);
    const { viewer } = asker;
    switch (endpoint.auth) {
      case 'viewer':
      case 'requestToken':
        return viewer === null ? nobody(endpoint, 'a viewer') : signerOf(viewer);
      case 'consumer':
        return application;
      case 'owner':
        return owned ?? nobody(endpoint, "the application owner's token");
      case 'basic':
        return () => basic;
      case 'bearer': {
        const token = bearer();
        return token === null ? nobody(endpoint, 'a bearer token') : () => `Bearer ${token}`;
      }
      case 'browser':
        return nobody(endpoint, 'a person with a browser');
    }
  };
};

const forApplication: ReadonlySet<Endpoint['auth']> = new Set(['owner', 'bearer']);

/** Throws where the endpoint acts for the application itself and whoever asks may not. */
export const refuseStrangers = ({ name, auth }: Endpoint, { viewer, isTrusted }: Asker): void => {
  if (!forApplication.has(auth) || isTrusted) return;
  const message = `${name}: acts for the application itself, which is for its owner and for callers with an API key`;
  throw new InputError(message, [], viewer === null ? 'UNAUTHENTICATED' : 'FORBIDDEN');
};

/** A viewer's signer is prepared once and lives as long as the viewer. */
const viewerSigners = (consumer: Credentials, clock: Clock): ((viewer: Viewer) => Signer) => {
  const signers = new WeakMap<Viewer, Signer>();
  return (viewer) => {
    const known = signers.get(viewer);
    if (known !== undefined) return known;
    const token = { key: viewer.token, secret: viewer.tokenSecret };
    const signer = createSigner(consumer, token, clock);
    signers.set(viewer, signer);
    return signer;
  };
};

const nobody = (endpoint: Endpoint, who: string): never => {
  throw new InputError(`${endpoint.name}: needs ${who}`, [], 'UNAUTHENTICATED');
};
