import { endpoints } from '../upstream/catalogue/index.ts';
import { identifiers } from '../upstream/catalogue/language/identifiers.ts';
import { rules } from './behaviours/behaviours.ts';
import type { Access, World } from './scope.ts';
import type { Story } from './seed/seed.ts';
import type { Settings } from './settings.ts';
import type { Store } from './store.ts';
import { createStore } from './store.ts';
import type { Tokens } from './tokens.ts';
import { createTokens } from './tokens.ts';
import { consumer, owner } from './users.ts';

/** Everything that outlives a request, and the way to put the data back to its start. */
export interface ResettableWorld extends World {
  readonly restart: () => void;
}

/** A world that tells a story; `now` is the clock it stands on. */
export const createWorld = (
  story: Story,
  settings: Settings,
  hostNow: () => number,
): ResettableWorld => {
  const now = (): number => hostNow() + settings.clockAheadMs;
  const fill = (accountId: string | null) => story.rowsOf(accountId, now());
  let store = createStore({ keyOf, fill });
  let [access, newId, tokens] = [createAccess(story), createIds(), createTokens(now)];
  const restart = (): void => {
    store = createStore({ keyOf, fill });
    [access, newId, tokens] = [createAccess(story), createIds(), createTokens(now)];
  };
  return {
    store: following(() => store),
    settings,
    now,
    time: () => new Date(now()).toISOString().replace(/\.\d{3}Z$/, 'Z'),
    newId: (entity) => newId(entity),
    rules,
    access: {
      may: (userId, accountId) => access.may(userId, accountId),
      grant: (userId, accountId) => access.grant(userId, accountId),
      owns: (userId, accountId) => access.owns(userId, accountId),
    },
    tokens: presentTokens(() => tokens),
    consumer,
    restart,
  };
};

const keys = new Map(endpoints.map(({ returns: { of } }) => [of?.name, of?.key ?? 'id'] as const));
const keyOf = (entity: string): string => keys.get(entity) ?? 'id';

// Whoever holds the store keeps seeing the present one after a restart.
const following = (store: () => Store): Store => ({
  rows: (entity, accountId) => store().rows(entity, accountId),
  find: (entity, accountId, id) => store().find(entity, accountId, id),
  by: (where, value) => store().by(where, value),
  view: (where, key, make) => store().view(where, key, make),
  insert: (entity, accountId, row) => store().insert(entity, accountId, row),
  remove: (entity, accountId, id) => store().remove(entity, accountId, id),
  clear: (entity, accountId) => store().clear(entity, accountId),
  atomically: (work) => store().atomically(work),
});

const presentTokens = (tokens: () => Tokens): Tokens => ({
  users: () => tokens().users(),
  addUser: (screenName) => tokens().addUser(screenName),
  userOf: (token) => tokens().userOf(token),
  secretOf: (token) => tokens().secretOf(token),
  isInvalid: (token) => tokens().isInvalid(token),
  invalidate: (token) => tokens().invalidate(token),
  request: (callback) => tokens().request(callback),
  requested: (token) => tokens().requested(token),
  allow: (token, userId) => tokens().allow(token, userId),
  deny: (token) => tokens().deny(token),
  hasAllowed: (userId) => tokens().hasAllowed(userId),
  exchange: (token, verifier) => tokens().exchange(token, verifier),
  bearer: () => tokens().bearer(),
  isBearer: (token) => tokens().isBearer(token),
  invalidateBearer: (token) => tokens().invalidateBearer(token),
});

const createAccess = ({ accounts }: Story): Access => {
  const holders = new Map(accounts.map(({ id, userIds }) => [id, new Set(userIds)]));
  return {
    // An account that was put into the store by hand belongs to the owner.
    may: (userId, accountId) => holders.get(accountId)?.has(userId) ?? userId === owner.userId,
    // The first whom an account was given to administers it.
    owns: (userId, accountId) => {
      const [first = owner.userId] = holders.get(accountId) ?? [];
      return first === userId;
    },
    grant: (userId, accountId) => {
      const known = holders.get(accountId);
      if (known === undefined) holders.set(accountId, new Set([userId]));
      else known.add(userId);
    },
  };
};

const digitsFrom = 1_900_000_000_000_000_000n;
const base36Space = 36n ** 8n;

// A counter, spread by a factor that has no divisor in common with the space, so that no identifier comes twice.
const createIds = () => {
  let made = 0n;
  return (entity: string): string => {
    made += 1n;
    const name = `${entity.replace(/\B[A-Z]/g, '_$&').toLowerCase()}_id`;
    if (identifiers[name]?.form === 'digits') return String(digitsFrom + made * 1_048_583n);
    const spread = (made * 1_470_586_103_437n) % base36Space;
    return `n${spread.toString(36).padStart(8, '0')}`;
  };
};
