import { randomBytes } from 'node:crypto';
import { createSeals } from '../../src/shared/sign-in/seals.ts';
import { digest } from '../../src/state/ledger-entry.ts';
import { nullIfUnavailable } from '../../src/state/store.ts';
import type { Store } from '../gateway.ts';
import { takeRoom } from '../take-room.ts';
import type { Table } from './table.ts';

/** The rows that `ads_read` shows, each for the viewer who got the answer. */
export interface KeptAnswers {
  /**
   * Keeps a table and returns its id; null if it is too large, or the viewer or the store has no
   * room. `bounds` names its accounts; '' for all of the viewer's.
   */
  readonly keep: (viewer: string, table: Table, bounds?: string) => Promise<string | null>;
  /** The table; null if this viewer, with these bounds if given, has none of this id. */
  readonly find: (viewer: string, id: string, bounds?: string) => Promise<Table | null>;
}

/**
 * The kept answers of a caller who has only these accounts; without accounts, all of the viewer's.
 */
export const keptWithin = (
  { keep, find }: KeptAnswers,
  accounts: ReadonlySet<string>,
): KeptAnswers => {
  const bounds = [...accounts].toSorted().join();
  return {
    keep: (viewer, table) => keep(viewer, table, bounds),
    find: (viewer, id) => find(viewer, id, bounds),
  };
};

interface KeptAnswersOptions {
  readonly store: Store;
  readonly secrets: readonly string[];
  /** Milliseconds for which an answer is kept. */
  readonly keptMs: number;
  /** The most bytes of all answers; one viewer has at most an eighth. */
  readonly maxBytes: number;
  readonly now: () => number;
}

/** The longest sealed answer, in characters. */
const longest = 4 * 1024 * 1024;

/** Keeps answers in the store, sealed with the key of sessions. */
export const createKeptAnswers = (options: KeptAnswersOptions): KeptAnswers => {
  const { store, secrets, keptMs, now } = options;
  const seals = createSeals(secrets, { audience: 'ads-graph answer', now, longest });
  return {
    keep: async (viewer, table, bounds = '') => {
      const id = randomBytes(12).toString('base64url');
      const claims = { sub: viewer, jti: id, bounds, table: JSON.stringify(table) };
      const sealed = await seals.seal(claims, now() + keptMs);
      if (sealed.length > longest) return null;
      if (!(await nullIfUnavailable(hasRoom(options, viewer, sealed.length)))) return null;
      const kept = await nullIfUnavailable(store.cache(keyOf(id), sealed, keptMs).then(() => id));
      return kept;
    },
    find: async (viewer, id, bounds) => {
      if (!/^[\w-]{16}$/.test(id)) return null;
      const [sealed = null] = (await nullIfUnavailable(store.get(keyOf(id)))) ?? [];
      const claims = sealed === null ? null : await seals.open(sealed);
      if (claims?.sub !== viewer || claims.jti !== id) return null;
      if (bounds !== undefined && bounds !== (claims['bounds'] ?? '')) return null;
      return JSON.parse(String(claims['table'])) as Table;
    },
  };
};

const keyOf = (id: string): string => `mcp-answer:${id}`;

/** The share of the room for one viewer. */
const viewerPart = 1 / 8;

/** Reserves room for an answer: in its viewer's share, then in the whole. */
const hasRoom = async (
  { store, keptMs, maxBytes, now }: KeptAnswersOptions,
  viewer: string,
  bytes: number,
): Promise<boolean> => {
  const room = { keptMs, maxBytes, now: now() };
  const own = { ...room, name: `answers:${digest(viewer)}`, maxBytes: maxBytes * viewerPart };
  return (
    (await takeRoom(store, own, bytes)) &&
    (await takeRoom(store, { ...room, name: 'answers' }, bytes))
  );
};
