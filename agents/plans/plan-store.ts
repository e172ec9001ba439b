import { createSeals } from '../../src/shared/sign-in/seals.ts';
import { retentionMs } from '../../src/state/ledger.ts';
import { sizeOf } from '../../src/state/store.ts';
import type { Store } from '../gateway.ts';
import type { Person, PlanName, PlanStore } from './kept-plans.ts';
import { createPlanIndex } from './plan-index.ts';
import { costliestFirst, fitting } from './plan-sentences.ts';
import type { PlanDecision, PlannedWrite, PlanText, WritePlan } from './write-plan.ts';
import { restOf, stateOf } from './write-plan.ts';

interface PlanStoreOptions {
  readonly store: Store;
  readonly secrets: readonly string[];
  /** Milliseconds for which a plan may be applied. */
  readonly openMs: number;
  /** The most open plans of a viewer. */
  readonly maxOpen: number;
  /** The most bytes of the store that the plans of a viewer take. */
  readonly shareBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The longest sealed text, in characters. */
const longest = 1024 * 1024;

/**
 * Keeps plans in the store, sealed like sessions. The text of a plan is a record of its own, which
 * is deleted when the plan has ended.
 */
export const createPlanStore = (options: PlanStoreOptions): PlanStore => {
  const { store, secrets, openMs, maxOpen, shareBytes, now } = options;
  const seals = createSeals(secrets, { audience: 'ads-graph plan', now, longest });
  const drop = async (ids: readonly string[]): Promise<void> => {
    await Promise.all(ids.flatMap((id) => [keyOf(id), textKeyOf(id)]).map(forget));
  };
  const forget = (key: string): Promise<void> => store.set(key, '', 1);
  const index = createPlanIndex(store, { max: maxOpen, shareBytes, drop });
  const seal = ({ viewer: sub, id: jti }: PlanName, plan: WritePlan | PlanText) =>
    seals.seal({ sub, jti, plan: JSON.stringify(plan) }, now() + sealedMs);
  const open = async (name: PlanName, sealed: string | null | undefined): Promise<unknown> => {
    const claims = sealed ? await seals.open(sealed) : null;
    if (claims?.sub !== name.viewer || claims.jti !== name.id) return null;
    return JSON.parse(String(claims['plan']));
  };
  const openPlan = async (name: PlanName, sealed: string | null | undefined) =>
    (await open(name, sealed)) as WritePlan | null;
  const sealedOf = async (id: string): Promise<string | null> => {
    if (!/^[\w-]{16}$/.test(id)) return null;
    const [text = null] = await store.get(keyOf(id));
    return text;
  };
  const change = async (
    name: PlanName,
    to: (plan: WritePlan) => Partial<WritePlan> | null,
  ): Promise<WritePlan | null> => {
    for (;;) {
      const from = await sealedOf(name.id);
      const plan = await openPlan(name, from);
      const changes = plan === null ? null : to(plan);
      if (plan === null || changes === null || from === null) return plan;
      const next = { ...plan, ...changes };
      const swap = { key: keyOf(name.id), from, to: await seal(name, next), ttlMs: retentionMs };
      if (!(await store.compareAndSwap(swap))) continue;
      await tidied(next, swap.to);
      return next;
    }
  };
  /** Keeps the text of a plan while it is needed, and updates the plan in the list. */
  const tidied = async (plan: WritePlan, sealed: string): Promise<void> => {
    const { id, viewer, expiresAt, textBytes } = plan;
    const state = stateOf(plan, now());
    const isOver = state !== 'OPEN' && state !== 'BEGUN';
    if (isOver) await forget(textKeyOf(id));
    const bytes = sizeOf(keyOf(id), sealed) + (isOver ? 0 : textBytes);
    const openUntil = state === 'OPEN' ? onClockOf(store, expiresAt - now()) : 0;
    const until = onClockOf(store, retentionMs);
    await index.change(viewer, { id, until, openUntil, mayGo: state !== 'BEGUN', bytes });
  };
  const ifOpen = (plan: WritePlan, changes: Partial<WritePlan>): Partial<WritePlan> | null =>
    restOf(plan, now()) === 'OPEN' ? changes : null;
  const decide = (verdict: PlanDecision['verdict'], by: Person | null) => (plan: WritePlan) =>
    plan.decision?.verdict === verdict && (by === null || plan.decision.by !== null)
      ? null
      : ifOpen(plan, { decision: { verdict, by, at: now() } });
  return {
    keep: async (given) => {
      const { document, variables, writes, ...head } = given;
      const { id, viewer } = head;
      const text = await seal(head, { document, variables, writes });
      const textBytes = sizeOf(textKeyOf(id), text);
      if (textBytes > longest) return 'TOO_LARGE';
      const preparedAt = now();
      const expiresAt = preparedAt + openMs;
      const plan = { ...head, preparedAt, expiresAt, ...headOf(given), ...untouched, textBytes };
      const sealed = await seal(plan, plan);
      const bytes = sizeOf(keyOf(id), sealed) + textBytes;
      const [until, openUntil] = [onClockOf(store, 2 * openMs), onClockOf(store, openMs)];
      const entry = { id, until, openUntil, mayGo: true, bytes };
      const refused = await index.open(viewer, entry);
      if (refused !== null) return refused;
      await store.set(textKeyOf(id), text, 2 * openMs);
      await store.set(keyOf(id), sealed, 2 * openMs);
      return plan;
    },
    find: async (viewer, id) => openPlan({ viewer, id }, await sealedOf(id)),
    textOf: async ({ viewer, id }) => {
      const [sealed] = await store.get(textKeyOf(id));
      return (await open({ viewer, id }, sealed)) as PlanText | null;
    },
    list: async (viewer) => {
      const ids = await index.idsOf(viewer);
      if (ids.length === 0) return [];
      const texts = await store.get(...ids.map(keyOf));
      const plans = await Promise.all(ids.map((id, at) => openPlan({ viewer, id }, texts[at])));
      return plans.filter((plan) => plan !== null);
    },
    approve: (viewer, id, by) => change({ viewer, id }, decide('APPROVED', by)),
    decline: (viewer, id, by) => change({ viewer, id }, decide('DECLINED', by)),
    needPerson: (plan, duplicateOf) =>
      change(plan, (known) => ifOpen(known, { approval: 'PAGE', duplicateOf })),
    begin: async (name, paths) => {
      const begun = await change(name, (plan) =>
        ifOpen(plan, {
          writes: plan.writes.map((write) =>
            paths.includes(write.path) && write.state === 'WAITS'
              ? { ...write, state: 'SENT', sentAt: write.sentAt ?? now() }
              : write,
          ),
        }),
      );
      const [text] = await store.get(textKeyOf(name.id));
      if (text) await store.set(textKeyOf(name.id), text, retentionMs);
      return begun;
    },
    record: (name, writes) =>
      change(name, (plan) => ({
        endedAt: now(),
        writes: plan.writes.map((write) =>
          write.state === 'ENDED' ? write : (writes.find(hasPath(write.path)) ?? write),
        ),
      })),
    replace: (plan, by) => change(plan, (known) => ifOpen(known, { replacedBy: by })),
  };
};

const hasPath =
  (path: string) =>
  (one: PlannedWrite): boolean =>
    one.path === path;

const untouched = { decision: null, endedAt: null, replacedBy: null } as const;

// Longer than the store keeps any plan.
const sealedMs = 2 * retentionMs;

/** A time so many milliseconds from now, on the clock of the store. */
const onClockOf = (store: Store, ms: number): number => store.now() + ms;

const keyOf = (id: string): string => `mcp-plan:${id}`;
const textKeyOf = (id: string): string => `mcp-plan-text:${id}`;

/** The members of a plan that are kept without its text. */
const headOf = (text: PlanText) => {
  const all = costliestFirst(text);
  const isShown = fitting(all, all.length, { most: 20, characters: 4000 });
  const zones = new Set(text.writes.map(({ facts }) => facts?.timeZone ?? null));
  const [zone = null] = zones;
  return {
    writes: text.writes.map(
      ({ field, path, steps }): PlannedWrite => ({
        field,
        path,
        isLaunch: steps.length > 0,
        state: 'WAITS',
        sentAt: null,
        item: null,
      }),
    ),
    sentences: all.slice(0, isShown.length === all.length ? all.length : isShown.length - 1),
    sentenceCount: all.length,
    money: text.writes.flatMap(({ money }) => money).slice(0, 20),
    timeZone: zones.size === 1 ? zone : null,
    maySpend: text.writes.some(({ facts }) => facts?.maySpend === true),
  };
};
