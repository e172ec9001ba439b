import { z } from 'zod';
import { retentionMs } from '../../src/state/ledger.ts';
import { digest } from '../../src/state/ledger-entry.ts';
import { storedValue } from '../../src/state/store.ts';
import type { Store } from '../gateway.ts';

const entrySchema = z.object({
  id: z.string(),
  /** Milliseconds since 1970 until which its records are kept. */
  until: z.number(),
  /** Milliseconds since 1970 until which it is open; 0 if it no longer is. */
  openUntil: z.number(),
  /** True if its records may be deleted to make room. */
  mayGo: z.boolean(),
  /** The room of its records in the store. */
  bytes: z.number(),
});

/** A plan as the index lists it. */
type IndexEntry = Readonly<z.infer<typeof entrySchema>>;

const schema = z.object({ plans: z.array(entrySchema) });

interface IndexOptions {
  /** The most open plans of a viewer. */
  readonly max: number;
  /** The most bytes of the store that the plans of a viewer take. */
  readonly shareBytes: number;
  /** Called with plans that make room; their records must be deleted. */
  readonly drop: (ids: readonly string[]) => Promise<void>;
}

/** The ids of each viewer's plans, newest first: the open ones, and those that ended lately. */
interface PlanIndex {
  readonly idsOf: (viewer: string) => Promise<readonly string[]>;
  /** Lists a new plan, or says why it cannot: too many open plans, or no room. */
  readonly open: (viewer: string, entry: IndexEntry) => Promise<'TOO_MANY' | 'NO_ROOM' | null>;
  /** Updates a plan in the list. */
  readonly change: (viewer: string, entry: IndexEntry) => Promise<void>;
}

// The oldest plans that have ended make room.
const maxEnded = 100;

/** Creates the index. */
export const createPlanIndex = (
  store: Store,
  { max, shareBytes, drop }: IndexOptions,
): PlanIndex => {
  const index = storedValue(store, { name: 'the list of plans', schema });
  const plansIn = (value: z.infer<typeof schema> | null): readonly IndexEntry[] =>
    (value?.plans ?? []).filter(({ until }) => until > store.now());
  const isOpen = ({ openUntil }: IndexEntry): boolean => openUntil > store.now();
  const write = async (
    viewer: string,
    to: (plans: readonly IndexEntry[]) => readonly IndexEntry[] | null,
  ): Promise<boolean> => {
    let dropped: readonly IndexEntry[] = [];
    const key = keyOf(viewer);
    const isWritten = await index.change({ key, ttlMs: 2 * retentionMs }, (value) => {
      const before = plansIn(value);
      const plans = to(before);
      const kept = plans === null ? before : trimmed(plans, isOpen);
      dropped = before.filter(({ id }) => kept.every((one) => one.id !== id));
      return plans === null ? null : { plans: [...kept] };
    });
    if (isWritten && dropped.length > 0) await drop(dropped.map(({ id }) => id));
    return isWritten;
  };
  return {
    idsOf: async (viewer) => plansIn(await index.read(keyOf(viewer))).map(({ id }) => id),
    open: async (viewer, entry) => {
      let why: 'TOO_MANY' | 'NO_ROOM' = 'TOO_MANY';
      const isListed = await write(viewer, (plans) => {
        if (plans.filter(isOpen).length >= max) return null;
        why = 'NO_ROOM';
        return bytesOf([entry, ...plans]) <= shareBytes ? [entry, ...plans] : null;
      });
      return isListed ? null : why;
    },
    change: async (viewer, entry) => {
      await write(viewer, (plans) => [entry, ...plans.filter(({ id }) => id !== entry.id)]);
    },
  };
};

const keyOf = (viewer: string): string => `mcp-plans:${digest(viewer)}`;

const bytesOf = (plans: readonly IndexEntry[]): number =>
  plans.reduce((sum, { bytes }) => sum + bytes, 0);

const trimmed = (
  plans: readonly IndexEntry[],
  isOpen: (entry: IndexEntry) => boolean,
): readonly IndexEntry[] => {
  const ended = plans.filter((plan) => plan.mayGo && !isOpen(plan));
  const oldest = new Set(ended.slice(maxEnded));
  return plans.filter((plan) => !oldest.has(plan));
};
