import { randomBytes, randomInt } from 'node:crypto';
import { users as known, type User } from './users.ts';

/**
 * A request token. It waits for the user's decision and then for its exchange; it expires after 15
 * minutes.
 */
export interface IssuedToken {
  readonly token: string;
  readonly secret: string;
  readonly callback: string;
  readonly createdAt: number;
  /** The user who allowed access, and the verifier for the exchange; null before. */
  readonly granted: { readonly userId: string; readonly verifier: string } | null;
}

/** The tokens: request tokens, access tokens of users, and the bearer token of the application. */
export interface Tokens {
  readonly users: () => readonly User[];
  readonly addUser: (screenName: string) => User;
  readonly userOf: (token: string) => User | undefined;
  /** The secret of a request token or access token; undefined for an unknown token. */
  readonly secretOf: (token: string) => string | undefined;
  /** True if the token has been invalidated. */
  readonly isInvalid: (token: string) => boolean;
  readonly invalidate: (token: string) => void;
  readonly request: (callback: string) => IssuedToken;
  readonly requested: (token: string) => IssuedToken | undefined;
  /**
   * Records that a user allows access. Returns the request with its verifier; undefined if that is
   * not possible.
   */
  readonly allow: (token: string, userId: string) => IssuedToken | undefined;
  readonly deny: (token: string) => void;
  readonly hasAllowed: (userId: string) => boolean;
  /**
   * Exchanges a request token for the user, once; undefined for a wrong verifier or a second try.
   */
  readonly exchange: (token: string, verifier: string) => User | undefined;
  readonly bearer: () => string;
  readonly isBearer: (token: string) => boolean;
  /** Ends the bearer token and returns it as issued; null for another token. */
  readonly invalidateBearer: (token: string) => string | null;
}

const requestMs = 900_000;
const random = (bytes: number): string => randomBytes(bytes).toString('hex');

/** The tokens at the start: one access token for each user. */
export const createTokens = (now: () => number): Tokens => {
  const byId = new Map(known.map((user) => [user.userId, user]));
  const byToken = new Map(known.map((user) => [user.token, user]));
  const invalid = new Set<string>();
  const allowed = new Set<string>();
  const requests = new Map<string, IssuedToken>();

  const requested = (token: string): IssuedToken | undefined => {
    const found = requests.get(token);
    return found !== undefined && now() - found.createdAt < requestMs ? found : undefined;
  };
  const add = (user: User): User => {
    byId.set(user.userId, user);
    byToken.set(user.token, user);
    return user;
  };
  // An invalidated token is replaced by a new one.
  const current = (user: User): User =>
    invalid.has(user.token) ? add({ ...user, ...newToken(user.userId) }) : user;

  return {
    users: () => [...byId.values()],
    addUser: (screenName) => {
      const userId = String(1_500_000_000_000_000_001n + BigInt(byId.size));
      return add({ userId, screenName, ...newToken(userId) });
    },
    userOf: (token) => byToken.get(token),
    secretOf: (token) => byToken.get(token)?.tokenSecret ?? requested(token)?.secret,
    isInvalid: (token) => invalid.has(token),
    invalidate: (token) => void invalid.add(token),
    request: (callback) => {
      const made = { callback, createdAt: now(), granted: null };
      const request = { token: random(16), secret: random(24), ...made };
      requests.set(request.token, request);
      return request;
    },
    requested,
    allow: (token, userId) => {
      const request = requested(token);
      if (request === undefined || request.granted !== null || !byId.has(userId)) return undefined;
      const isPin = request.callback === 'oob';
      const verifier = isPin ? String(randomInt(1_000_000, 10_000_000)) : random(16);
      const granted = { ...request, granted: { userId, verifier } };
      requests.set(token, granted);
      allowed.add(userId);
      return granted;
    },
    deny: (token) => void requests.delete(token),
    hasAllowed: (userId) => allowed.has(userId),
    exchange: (token, verifier) => {
      const granted = requested(token)?.granted;
      const user = byId.get(granted?.userId ?? '');
      if (user === undefined || granted?.verifier !== verifier) return undefined;
      requests.delete(token);
      return current(user);
    },
    ...createBearer(),
  };
};

const newToken = (userId: string): Pick<User, 'token' | 'tokenSecret'> => ({
  token: `${userId}-${random(16)}`,
  tokenSecret: random(24),
});

/** The single bearer token. It contains percent-encoded characters like real tokens. */
const createBearer = (): Pick<Tokens, 'bearer' | 'isBearer' | 'invalidateBearer'> => {
  let outstanding: string | null = null;
  return {
    bearer: () => {
      outstanding ??= `AAAA${random(8)}%2F${random(8)}%2B${random(8)}%3D`;
      return outstanding;
    },
    isBearer: (token) => token === outstanding,
    invalidateBearer: (token) => {
      // The encoding in the query is not documented: both the issued and the decoded text are
      // accepted.
      const [issued, decoded] = [outstanding, decodeURIComponent(outstanding ?? '')];
      if (issued === null || (token !== issued && token !== decoded)) return null;
      outstanding = null;
      return issued;
    },
  };
};
