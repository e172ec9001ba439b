import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Pairs } from './pairs.ts';
import type { Refusal } from './refusal.ts';
import { refusal } from './refusal.ts';
import type { World } from './scope.ts';
import type { SignedRequest, Verdict } from './signature.ts';
import type { User } from './users.ts';

interface Judge {
  readonly world: World;
  readonly verify: (request: SignedRequest) => Verdict;
}

interface Signed {
  readonly method: string;
  readonly host: string;
  readonly scheme: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

interface Asked {
  readonly endpoint: Endpoint;
  readonly query: Pairs;
  readonly form: Pairs;
  /** Why a signature was refused; the answer itself never says. */
  readonly state: { reason: string | null };
}

/** Who sent a request. */
export interface Asker {
  readonly user: User | null;
  readonly token: string;
  /** The endpoint's parameters that stand in the header. */
  readonly inHeader: Pairs;
}

const nobody: Asker = { user: null, token: '', inHeader: [] };

/** Who signed a request. Throws the refusal for what is not signed as the endpoint wants it, and notes why in `state`. */
export const whoAsks = (
  { world, verify }: Judge,
  { method, host, scheme, path, authorization }: Signed,
  { endpoint, query, form, state }: Asked,
): Asker => {
  const { auth, params } = endpoint;
  // Basic and bearer credentials are the business of the endpoints that take them, and pages take none.
  if (auth === 'basic' || auth === 'bearer' || auth === 'browser') return nobody;
  const baseUrl = `${scheme}://${host.toLowerCase()}${path}`;
  const verdict = verify({ method, baseUrl, query, form, authorization });
  if (!verdict.valid) throw unproven(endpoint, state, verdict.reason);
  const { token } = verdict;
  const user = world.tokens.userOf(token) ?? null;
  const reason = strangerTo(endpoint, world, { user, token });
  if (reason !== null) throw unproven(endpoint, state, reason);
  if (user !== null && isRevoked(world, token)) {
    state.reason = 'the token was revoked';
    throw refusal(401, 89, 'Invalid or expired token.');
  }
  // Libraries send such a parameter in the header, in the form, or in both.
  const sent = new Set([...query, ...form].map(([name]) => name));
  const inHeader = Object.entries(verdict.parameters).filter(
    ([name]) => Object.hasOwn(params, name) && !sent.has(name),
  );
  return { user, token, inHeader };
};

const isRevoked = ({ settings, tokens }: World, token: string): boolean =>
  settings.revokedTokens.includes(token) || tokens.isInvalid(token);

/** Why whoever signed may not ask here; null where it may. */
const strangerTo = (
  { auth }: Endpoint,
  { tokens }: World,
  { user, token }: Pick<Asker, 'user' | 'token'>,
): string | null => {
  if (auth === 'consumer') return token === '' ? null : 'a token signed where none may';
  if (auth === 'requestToken') {
    return tokens.requested(token) === undefined ? 'no request token signed' : null;
  }
  return user === null ? 'no user signed' : null;
};

const unproven = ({ host }: Endpoint, state: Asked['state'], reason: string): Refusal => {
  state.reason = reason;
  return host === 'platform'
    ? refusal(401, 32, 'Could not authenticate you.')
    : refusal(401, 'UNAUTHORIZED_ACCESS', 'This request is not properly authenticated');
};
