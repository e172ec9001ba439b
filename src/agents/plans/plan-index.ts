import { z } from 'zod';
import { changeValue } from '../../state/change-value.ts';
import { retentionMs } from '../../state/ledger.ts';
import { digest } from '../../state/ledger-share.ts';
import { type Store, unreadable } from '../../state/store.ts';
import { versioned } from '../../state/versioned.ts';

const entrySchema = z.object({
  id: z.string(),
  /** Until when it is listed, in milliseconds since 1970: an open one until it expires. */
  until: z.number(),
  isOpen: z.boolean(),
});
type IndexEntry = Readonly<z.infer<typeof entrySchema>>;

const indexes = versioned(1, z.object({ plans: z.array(entrySchema) }));

/** The ids of each viewer's plans, newest first: the open ones, and those that ended lately. */
export interface PlanIndex {
  readonly idsOf: (viewer: string) => Promise<readonly string[]>;
  /** Lists a plan as open until it expires; false if the viewer has too many open ones. */
  readonly open: (viewer: string, id: string, until: number) => Promise<boolean>;
  /** Lists a plan as ended for another 24 hours. */
  readonly close: (viewer: string, id: string) => Promise<void>;
}

// The oldest that have ended make room.
const maxEnded = 100;

/** Creates the index; `max` is how many open plans a viewer may have. */
export const createPlanIndex = (store: Store, max: number): PlanIndex => {
  const read = (text: string | null | undefined): readonly IndexEntry[] => {
    if (text === null || text === undefined) return [];
    const index = indexes.read(text);
    if (index === null) throw unreadable('the list of plans');
    return index.plans.filter(({ until }) => until > store.now());
  };
  const change = (
    viewer: string,
    to: (plans: readonly IndexEntry[]) => readonly IndexEntry[] | null,
  ): Promise<boolean> =>
    changeValue(store, { key: keyOf(viewer), ttlMs: keptMs }, (text) => {
      const plans = to(read(text));
      return plans === null ? null : indexes.write({ plans: trimmed(plans) });
    });
  return {
    idsOf: async (viewer) => {
      const [text] = await store.get(keyOf(viewer));
      return read(text).map(({ id }) => id);
    },
    open: (viewer, id, until) =>
      change(viewer, (plans) =>
        plans.filter(({ isOpen }) => isOpen).length < max
          ? [{ id, until, isOpen: true }, ...plans]
          : null,
      ),
    close: async (viewer, id) => {
      const until = store.now() + retentionMs;
      await change(viewer, (plans) => [
        { id, until, isOpen: false },
        ...plans.filter((one) => one.id !== id),
      ]);
    },
  };
};

const keptMs = 2 * retentionMs;

const keyOf = (viewer: string): string => `mcp-plans:${digest(viewer)}`;

const trimmed = (plans: readonly IndexEntry[]): IndexEntry[] => {
  const ended = plans.filter(({ isOpen }) => !isOpen).slice(0, maxEnded);
  return plans.filter((plan) => plan.isOpen || ended.includes(plan));
};
