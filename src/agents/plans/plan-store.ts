import { randomBytes } from 'node:crypto';
import { createSeals } from '../../sign-in/seals.ts';
import { retentionMs } from '../../state/ledger.ts';
import { type Store, sizeOf } from '../../state/store.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import { createPlanIndex } from './plan-index.ts';
import { type PlanDecision, type PlanEnd, stateOf, type WritePlan } from './write-plan.ts';

/** What a plan is made of. */
export type NewPlan = Pick<
  WritePlan,
  | 'id'
  | 'viewer'
  | 'key'
  | 'agent'
  | 'why'
  | 'document'
  | 'variables'
  | 'writes'
  | 'approval'
  | 'duplicateOf'
>;

/** Makes the id of a new plan. */
export const newPlanId = (): string => randomBytes(12).toString('base64url');

type Person = NonNullable<PlanDecision['by']>;

/**
 * The prepared writes of all viewers. Every method rejects with StoreError while the store does not
 * answer, and knows only plans of the viewer that it is given.
 */
export interface PlanStore {
  /** Keeps a new plan until it expires; or says why not: too many open ones, or it is too large. */
  readonly keep: (plan: NewPlan) => Promise<WritePlan | 'TOO_MANY' | 'TOO_LARGE'>;
  /** A plan; null if this viewer has none of this id. An expired one is still found for a while. */
  readonly find: (viewer: string, id: string) => Promise<WritePlan | null>;
  /**
   * The plans of a viewer, newest first: all that are open, and those that were applied, declined
   * or replaced in the last 24 hours. `stateOf` tells them apart.
   */
  readonly list: (viewer: string) => Promise<readonly WritePlan[]>;
  /**
   * Approves a plan, in the name of a person, or of the client if `by` is null. The plan as it is
   * now: unchanged if it was not open any more. Null if there is none.
   */
  readonly approve: (viewer: string, id: string, by: Person | null) => Promise<WritePlan | null>;
  /** Declines a plan, for good. The plan as it is now, as `approve` does; an approved one too. */
  readonly decline: (viewer: string, id: string, by: Person | null) => Promise<WritePlan | null>;
  /** Records that an open plan is sent from now on. The plan as it is now. */
  readonly begin: (plan: WritePlan) => Promise<WritePlan | null>;
  /** Records how a plan ended. An end that may not be resumed stays. */
  readonly end: (plan: WritePlan, end: Without<PlanEnd, 'at'>) => Promise<WritePlan | null>;
  /** Records which plan was made instead of an open one. */
  readonly replace: (plan: WritePlan, by: string) => Promise<WritePlan | null>;
}

interface PlanStoreOptions {
  readonly store: Store;
  readonly secrets: readonly string[];
  /** How long a plan may be applied, in milliseconds. */
  readonly openMs: number;
  /** How many open plans a viewer may have. */
  readonly maxOpen: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The longest sealed plan, in characters. */
const longest = 1024 * 1024;

/** Keeps plans in the store, sealed: they belong to a viewer, as sessions do. */
export const createPlanStore = (options: PlanStoreOptions): PlanStore => {
  const { store, secrets, openMs, maxOpen, now } = options;
  const seals = createSeals(secrets, { audience: 'ads-graph plan', now, longest });
  const index = createPlanIndex(store, maxOpen);
  const seal = (plan: WritePlan): Promise<string> => {
    const { viewer: sub, id: jti } = plan;
    return seals.seal({ sub, jti, plan: JSON.stringify(plan) }, now() + sealedMs);
  };
  const open = async (viewer: string, id: string, sealed: string | null) => {
    const claims = sealed === null ? null : await seals.open(sealed);
    if (claims?.sub !== viewer || claims.jti !== id) return null;
    return JSON.parse(String(claims['plan'])) as WritePlan;
  };
  const textOf = async (id: string): Promise<string | null> => {
    if (!/^[\w-]{16}$/.test(id)) return null;
    const [text = null] = await store.get(keyOf(id));
    return text;
  };
  const change = async (
    { viewer, id }: Pick<WritePlan, 'viewer' | 'id'>,
    to: (plan: WritePlan) => Partial<WritePlan> | null,
  ): Promise<WritePlan | null> => {
    for (;;) {
      const from = await textOf(id);
      const plan = await open(viewer, id, from);
      const changes = plan === null ? null : to(plan);
      if (plan === null || changes === null || from === null) return plan;
      const next = { ...plan, ...changes };
      const swap = { key: keyOf(id), from, to: await seal(next), ttlMs: retentionMs };
      if (!(await store.compareAndSwap(swap))) continue;
      if (stateOf(next, now()) !== 'OPEN') await index.close(viewer, id);
      return next;
    }
  };
  const ifOpen = (plan: WritePlan, changes: Partial<WritePlan>): Partial<WritePlan> | null =>
    stateOf(plan, now()) === 'OPEN' ? changes : null;
  const decide = (verdict: PlanDecision['verdict'], by: Person | null) => (plan: WritePlan) =>
    plan.decision?.verdict === verdict && (by === null || plan.decision.by !== null)
      ? null
      : ifOpen(plan, { decision: { verdict, by, at: now() } });
  return {
    keep: async (given) => {
      const { id } = given;
      const preparedAt = now();
      const plan = { ...given, preparedAt, expiresAt: preparedAt + openMs, ...untouched };
      const sealed = await seal(plan);
      if (sizeOf('', sealed) > longest) return 'TOO_LARGE';
      if (!(await index.open(given.viewer, id, store.now() + openMs))) return 'TOO_MANY';
      await store.set(keyOf(id), sealed, 2 * openMs);
      return plan;
    },
    find: async (viewer, id) => open(viewer, id, await textOf(id)),
    list: async (viewer) => {
      const ids = await index.idsOf(viewer);
      if (ids.length === 0) return [];
      const texts = await store.get(...ids.map(keyOf));
      const plans = await Promise.all(ids.map((id, at) => open(viewer, id, texts[at] ?? null)));
      return plans.filter((plan) => plan !== null);
    },
    approve: (viewer, id, by) => change({ viewer, id }, decide('APPROVED', by)),
    decline: (viewer, id, by) => change({ viewer, id }, decide('DECLINED', by)),
    begin: (plan) => change(plan, (known) => ifOpen(known, { begunAt: now() })),
    end: (plan, end) =>
      change(plan, (known) =>
        stateOf(known, now()) === 'ENDED' ? null : { end: { ...end, at: now() } },
      ),
    replace: (plan, by) => change(plan, (known) => ifOpen(known, { replacedBy: by })),
  };
};

const untouched = { decision: null, begunAt: null, end: null, replacedBy: null } as const;

// Longer than the store keeps any plan.
const sealedMs = 2 * retentionMs;

const keyOf = (id: string): string => `mcp-plan:${id}`;
