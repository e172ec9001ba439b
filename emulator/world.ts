import { endpoints } from '../src/upstream/catalogue/index.ts';
import { identifiers } from '../src/upstream/catalogue/language/identifiers.ts';
import { iso } from '../src/upstream/catalogue/language/times.ts';
import { rules } from './behaviours/behaviours.ts';
import { createMediaUploads } from './media-uploads.ts';
import type { Access, World } from './scope.ts';
import type { Seed } from './seed/seed.ts';
import type { Settings } from './settings.ts';
import { createStore } from './store.ts';
import { createTokens } from './tokens.ts';
import { consumer, owner } from './users.ts';

/** The state that all requests share; `restart` undoes every write and grant. */
interface ResettableWorld extends World {
  readonly restart: () => void;
}

/**
 * Creates the state that all requests share, with the data of a seed. `hostNow` is the clock, in
 * milliseconds since 1970.
 */
export const createWorld = (
  seed: Seed,
  settings: Settings,
  hostNow: () => number,
): ResettableWorld => {
  const now = (): number => hostNow() + settings.clockAheadMs;
  const createState = () => ({
    store: createStore({ keyOf, fill: (accountId) => seed.rowsOf(accountId, now()) }),
    access: createAccess(seed),
    newId: createIds(),
    tokens: createTokens(now),
    uploads: createMediaUploads(now),
  });
  const world = { settings, now, time: () => iso(now()), rules, consumer };
  // The object is changed in place, so that all references see the new state.
  const restart = (): void => void Object.assign(present, createState());
  const present: ResettableWorld = { ...world, ...createState(), restart };
  return present;
};

const keys = new Map(endpoints.map(({ returns: { of } }) => [of?.name, of?.key ?? 'id'] as const));
const keyOf = (entity: string): string => keys.get(entity) ?? 'id';

const defaultPermissions = (isAdmin: boolean): readonly string[] => [
  isAdmin ? 'ACCOUNT_ADMIN' : 'CREATIVE_MANAGER',
  'TWEET_COMPOSER',
];

const createAccess = ({ accounts }: Seed): Access => {
  // The granted permissions by account and user, or null.
  const holders = new Map<string, Map<string, readonly string[] | null>>(
    accounts.map(({ id, userIds }) => [id, new Map(userIds.map((userId) => [userId, null]))]),
  );
  return {
    // An account that a test inserted belongs to the owner.
    mayUse: (userId, accountId) => holders.get(accountId)?.has(userId) ?? userId === owner.userId,
    permissionsOf: ({ userId, permissions }, accountId) => {
      const known = holders.get(accountId);
      // The first user of an account administers it.
      const [first = owner.userId] = known?.keys() ?? [];
      return known?.get(userId) ?? permissions ?? defaultPermissions(first === userId);
    },
    grant: (userId, accountId, permissions) => {
      const known = holders.get(accountId) ?? new Map();
      holders.set(accountId, known.set(userId, permissions ?? null));
    },
  };
};

const digitsFrom = 1_900_000_000_000_000_000n;
const base36Space = 36n ** 8n;

/** The entities with numeric ids. */
const withDigits: ReadonlySet<string> = new Set(
  Object.values(identifiers).flatMap(({ format, of }) => (format === 'digits' && of ? [of] : [])),
);

// A counter times a factor that is coprime to the number of ids, so that ids look random and are
// unique.
const createIds = () => {
  let made = 0n;
  return (entity: string): string => {
    made += 1n;
    if (withDigits.has(entity)) return String(digitsFrom + made * 1_048_583n);
    const spread = (made * 1_470_586_103_437n) % base36Space;
    return `n${spread.toString(36).padStart(8, '0')}`;
  };
};
