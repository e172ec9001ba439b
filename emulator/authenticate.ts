import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import type { Pairs } from './pairs.ts';
import { type Refusal, refusal } from './refusal.ts';
import type { World } from './scope.ts';
import type { SignatureVerdict, SignedRequest } from './signature.ts';
import type { User } from './users.ts';

interface VerifierOfWorld {
  readonly world: World;
  readonly verify: (request: SignedRequest) => SignatureVerdict;
}

interface SignedRequestLine {
  readonly method: string;
  readonly host: string;
  readonly scheme: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

interface RoutedRequest {
  readonly endpoint: Endpoint;
  readonly query: Pairs;
  readonly form: Pairs;
  /** The reason why a signature was refused. The response does not contain it. */
  readonly state: { reason: string | null };
}

/** The sender of a request. */
interface RequestUser {
  readonly user: User | null;
  readonly token: string;
  /** Parameters of the endpoint that were sent only in the Authorization header. */
  readonly inHeader: Pairs;
}

const anonymous: RequestUser = { user: null, token: '', inHeader: [] };

/**
 * Finds the signer of a request. If the signature does not satisfy the endpoint, throws a 401 and
 * sets `state.reason`.
 */
export const authenticate = (
  { world, verify }: VerifierOfWorld,
  { method, host, scheme, path, authorization }: SignedRequestLine,
  { endpoint, query, form, state }: RoutedRequest,
): RequestUser => {
  const { auth, params } = endpoint;
  // The handlers of these endpoints check Basic and Bearer headers themselves; pages and files need
  // no credentials.
  if (auth !== 'viewer' && auth !== 'requestToken' && auth !== 'consumer' && auth !== 'owner') {
    return anonymous;
  }
  const baseUrl = `${scheme}://${host.toLowerCase()}${path}`;
  const verdict = verify({ method, baseUrl, query, form, authorization });
  if (!verdict.valid) throw unauthenticated(endpoint, state, verdict.reason);
  const { token } = verdict;
  const user = world.tokens.userOf(token) ?? null;
  const reason = denialOf(endpoint, world, { user, token });
  if (reason !== null) throw unauthenticated(endpoint, state, reason);
  if (user !== null && isRevoked(world, token)) {
    state.reason = 'the token was revoked';
    throw refusal(401, 89, 'Invalid or expired token.');
  }
  // Some libraries send such a parameter in the header, some in the form, some in both.
  const sent = new Set([...query, ...form].map(([name]) => name));
  const inHeader = Object.entries(verdict.parameters).filter(
    ([name]) => Object.hasOwn(params, name) && !sent.has(name),
  );
  return { user, token, inHeader };
};

const isRevoked = ({ settings, tokens }: World, token: string): boolean =>
  settings.revokedTokens.includes(token) || tokens.isInvalid(token);

/** The reason why this token may not be used for the endpoint; null if it may. */
const denialOf = (
  { auth }: Endpoint,
  { tokens }: World,
  { user, token }: Pick<RequestUser, 'user' | 'token'>,
): string | null => {
  if (auth === 'consumer')
    return token === '' ? null : 'a token signed where the application alone must';
  if (auth === 'requestToken') {
    return tokens.requested(token) === undefined ? 'no request token signed' : null;
  }
  return user === null ? 'no user signed' : null;
};

const unauthenticated = (
  { host }: Endpoint,
  state: RoutedRequest['state'],
  reason: string,
): Refusal => {
  state.reason = reason;
  return host === 'platform'
    ? refusal(401, 32, 'Could not authenticate you.')
    : refusal(401, 'UNAUTHORIZED_ACCESS', 'This request is not properly authenticated');
};
