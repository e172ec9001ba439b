import { retentionMs } from '../../state/ledger.ts';
import { digest, shareOf } from '../../state/ledger-share.ts';
import { type Store, sizeOf } from '../../state/store.ts';

/** What a plan does, by digests. */
export interface PlanDeeds {
  readonly viewer: string;
  /** The id of the plan. */
  readonly id: string;
  readonly deeds: readonly string[];
}

/**
 * What the plans of each viewer have made and raised in the last 24 hours. Every method rejects
 * with StoreError while the store does not answer.
 */
export interface DeedIndex {
  /** The plan that did one of these, or is doing it: another one, or this if it does one twice. */
  readonly duplicateOf: (plan: PlanDeeds) => Promise<string | null>;
  /** Records that a plan does these from now on; false if the viewer has no room for them. */
  readonly record: (plan: PlanDeeds) => Promise<boolean>;
  /** Forgets what a plan has certainly not done. */
  readonly forget: (plan: PlanDeeds) => Promise<void>;
}

/** Creates the index; what a viewer does in a day may take `shareBytes` of the store. */
export const createDeedIndex = (store: Store, shareBytes: number): DeedIndex => ({
  duplicateOf: async ({ viewer, id, deeds }) => {
    const own = new Set(deeds);
    if (own.size === 0) return null;
    const owners = await store.get(...[...own].map((deed) => keyOf(viewer, deed)));
    const other = owners.find((owner) => owner !== null && owner !== id);
    return other ?? (own.size < deeds.length ? id : null);
  },
  record: async ({ viewer, id, deeds }) => {
    const share = shareOf(store, `plans of ${viewer}`, shareBytes);
    if (deeds.length > 0 && (await share.isFull())) return false;
    await Promise.all(deeds.map((deed) => store.set(keyOf(viewer, deed), id, retentionMs)));
    await share.add(deeds.length * sizeOf(keyOf(viewer, ''), id));
    return true;
  },
  forget: async ({ viewer, id, deeds }) => {
    const forgotten = { from: id, to: null, ttlMs: retentionMs };
    await Promise.all(
      deeds.map((deed) => store.compareAndSwap({ key: keyOf(viewer, deed), ...forgotten })),
    );
  },
});

const keyOf = (viewer: string, deed: string): string => `mcp-deed:${digest(viewer, deed)}`;
