import { retentionMs } from '../../src/state/ledger.ts';
import { digest } from '../../src/state/ledger-entry.ts';
import { ToolError } from '../tool-error.ts';
import { type JudgedPlan, judge, refuseDuplicate } from './judge-plan.ts';
import { type AnswerMembers, endsOf, isMade } from './plan-end.ts';
import { itemsWithin } from './plan-items.ts';
import { gone, planOf, refuseUnready } from './plan-refusals.ts';
import { inTurn } from './plan-turn.ts';
import { digestsIn } from './prepare-plan.ts';
import { type PlannedWrite, type PlanText, pathsIn, type WritePlan } from './write-plan.ts';
import { keyedOf, type Writing } from './writing.ts';

/**
 * Applies a plan: resumes the part that was begun, judges the waiting part anew and sends it. A
 * write that has ended stays as it is.
 */
export const applyPlan = ({ id }: Pick<WritePlan, 'id'>, writing: Writing): Promise<WritePlan> =>
  inTurn({ ...writing, id }, async () => {
    const found = await planOf(id, writing);
    refuseUnready(found, writing);
    const plan = await resumed(found, writing);
    return pathsIn(plan, 'WAITS').length === 0 ? plan : sendRest(plan, writing);
  });

/** Determines how a plan ended: resumes the part that was begun, and sends nothing new. */
export const resumePlan = ({ id }: Pick<WritePlan, 'id'>, writing: Writing): Promise<WritePlan> =>
  inTurn({ ...writing, id }, async () => resumed(await planOf(id, writing), writing));

// The ledger forgets keys after a day.
const oldMs = retentionMs - 3_600_000;

const resumed = async (plan: WritePlan, writing: Writing): Promise<WritePlan> => {
  const isYoung = ({ sentAt }: PlannedWrite): boolean => writing.now() - (sentAt ?? 0) < oldMs;
  const sent = plan.writes.filter((write) => write.state === 'SENT' && isYoung(write));
  const text = sent.length === 0 ? null : await writing.plans.textOf(plan);
  if (text === null) return plan;
  const request = keyedOf({ ...plan, ...text }, writing, pathsOf(sent));
  const answered = await writing.graph.resume<AnswerMembers>(request, writing.onStep);
  return recorded(plan, endsOf(sent, answered, 'resumed'), { text, writing });
};

const pathsOf = (writes: readonly PlannedWrite[]): readonly string[] =>
  writes.map(({ path }) => path);

/** Sends the waiting part of a plan, if it may be sent. */
const sendRest = async (plan: WritePlan, writing: Writing): Promise<WritePlan> => {
  const text = await writing.plans.textOf(plan);
  if (text === null) throw gone();
  refuseUnready(plan, writing);
  const paths = pathsIn(plan, 'WAITS');
  const judged = await judge(plan, { text, paths }, writing);
  await take(plan, judged, writing);
  const begun = await writing.plans.begin(plan, paths);
  const sent = (begun?.writes ?? []).filter(
    ({ path, state }) => paths.includes(path) && state === 'SENT',
  );
  if (begun === null || sent.length === 0) {
    await writing.doneEffects.forget({ ...plan, effects: digestsIn(judged.writes) });
    refuseUnready(begun ?? plan, writing);
    throw gone();
  }
  const request = keyedOf({ ...plan, ...text }, writing, paths);
  const answered = await writing.graph.mutate<AnswerMembers>(request, writing.onStep);
  const ended = await recorded(begun, endsOf(sent, answered, 'written'), { text, writing });
  // A write that failed before the ledger recorded it waits again.
  const isUnclear = ended.writes.some(
    ({ state, item }) => state === 'SENT' && item?.outcome === null,
  );
  return isUnclear ? resumed(ended, writing) : ended;
};

/**
 * Records the effects of a plan before it is sent: of two equal plans that are applied at once, one
 * is first.
 */
const take = (plan: WritePlan, judged: JudgedPlan, writing: Writing): Promise<void> =>
  inTurn({ ...writing, id: `viewer ${digest(plan.viewer)}` }, async () => {
    await refuseDuplicate(plan, judged, writing);
    const isRecorded = await writing.doneEffects.record({
      ...plan,
      effects: digestsIn(judged.writes),
    });
    if (!isRecorded) throw noRoom();
  });

const noRoom = (): ToolError =>
  new ToolError(
    'MCP_RATE_LIMITED',
    'The plans of this user have created as many rows as one user may in a day.',
    {
      next: 'Tell the user: the limit resets at midnight UTC.',
    },
  );

interface PlanRecording {
  readonly text: PlanText;
  readonly writing: Writing;
}

/** Records the ends of mutations, and forgets effects that certainly did not happen. */
const recorded = async (
  plan: WritePlan,
  ends: readonly PlannedWrite[],
  { text, writing }: PlanRecording,
): Promise<WritePlan> => {
  const items = ends.map(({ item }) => item).filter((item) => item !== null);
  const kept = itemsWithin(items, (cut) => JSON.stringify(cut).length <= maxItems);
  const short = ends.map((end) => ({
    ...end,
    item: kept.find(({ path }) => path === end.path) ?? null,
  }));
  const next = (await writing.plans.record(plan, short)) ?? plan;
  const isDone = ({ state, item }: PlannedWrite): boolean =>
    state === 'SENT' || (state === 'ENDED' && item !== null && isMade(item));
  const done = new Set(pathsOf(next.writes.filter(isDone)));
  const doneEffects = new Set(digestsIn(text.writes.filter(({ path }) => done.has(path))));
  const undone = digestsIn(text.writes).filter((effect) => !doneEffects.has(effect));
  await writing.doneEffects.forget({ viewer: plan.viewer, id: plan.id, effects: undone });
  return next;
};

/** The most characters of a plan's items in the store. */
const maxItems = 32 * 1024;
