import { endpoints } from '../upstream/catalogue/index.ts';
import { identifiers } from '../upstream/catalogue/language/identifiers.ts';
import { iso } from '../upstream/catalogue/language/times.ts';
import { rules } from './behaviours/behaviours.ts';
import type { Access, World } from './scope.ts';
import type { Story } from './seed/seed.ts';
import type { Settings } from './settings.ts';
import { createStore } from './store.ts';
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
  const createState = () => ({
    store: createStore({ keyOf, fill: (accountId) => story.rowsOf(accountId, now()) }),
    access: createAccess(story),
    newId: createIds(),
    tokens: createTokens(now),
  });
  const world = { settings, now, time: () => iso(now()), rules, consumer };
  // The object stays the same, so whoever holds it sees the new state.
  const restart = (): void => void Object.assign(present, createState());
  const present: ResettableWorld = { ...world, ...createState(), restart };
  return present;
};

const keys = new Map(endpoints.map(({ returns: { of } }) => [of?.name, of?.key ?? 'id'] as const));
const keyOf = (entity: string): string => keys.get(entity) ?? 'id';

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
