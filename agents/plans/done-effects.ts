import { retentionMs } from '../../src/state/ledger.ts';
import { digest, roomOf } from '../../src/state/ledger-entry.ts';
import { sizeOf } from '../../src/state/store.ts';
import type { Store } from '../gateway.ts';

/** The effects of a plan, as digests. */
interface PlanEffects {
  readonly viewer: string;
  /** The id of the plan. */
  readonly id: string;
  readonly effects: readonly string[];
}

/**
 * The effects of each viewer's plans in the last 24 hours. Every method rejects with StoreError
 * while the store does not answer.
 */
export interface DoneEffects {
  /** The plan that has one of these effects: another plan, or this one if it has one twice. */
  readonly duplicateOf: (plan: PlanEffects) => Promise<string | null>;
  /**
   * Records the effects of a plan that is about to be sent; false if the viewer has no room for
   * them.
   */
  readonly record: (plan: PlanEffects) => Promise<boolean>;
  /** Removes effects that a plan certainly did not have. */
  readonly forget: (plan: PlanEffects) => Promise<void>;
}

/** Creates the index; a viewer's effects of a day take at most `shareBytes` of the store. */
export const createDoneEffects = (store: Store, shareBytes: number): DoneEffects => ({
  duplicateOf: async ({ viewer, id, effects }) => {
    const own = new Set(effects);
    if (own.size === 0) return null;
    const owners = await store.get(...[...own].map((effect) => keyOf(viewer, effect)));
    const other = owners.find((owner) => owner !== null && owner !== id);
    return other ?? (own.size < effects.length ? id : null);
  },
  record: async ({ viewer, id, effects }) => {
    const room = roomOf(store, `plans of ${viewer}`, shareBytes);
    if (effects.length > 0 && (await room.isFull())) return false;
    await Promise.all(effects.map((effect) => store.set(keyOf(viewer, effect), id, retentionMs)));
    await room.add(effects.length * sizeOf(keyOf(viewer, ''), id));
    return true;
  },
  forget: async ({ viewer, id, effects }) => {
    const forgotten = { from: id, to: null, ttlMs: retentionMs };
    await Promise.all(
      effects.map((effect) => store.compareAndSwap({ key: keyOf(viewer, effect), ...forgotten })),
    );
  },
});

const keyOf = (viewer: string, effect: string): string => `mcp-effect:${digest(viewer, effect)}`;
