import { isMade } from './plan-end.ts';
import { fitting } from './plan-sentences.ts';
import { outcomeOf, type PlanItem, restOf, stateOf, type WritePlan } from './write-plan.ts';

interface NextStepOptions {
  readonly now: number;
  /** The most characters. */
  readonly characters: number;
}

/** The next step for a plan. */
export const nextOf = (plan: WritePlan, { now, characters }: NextStepOptions): string => {
  const state = stateOf(plan, now);
  if (state === 'BEGUN') return begunNext(plan);
  if (state === 'ENDED') {
    return outcomeOf(plan) === 'APPLIED' ? 'Everything is done.' : endedNext(plan);
  }
  const isPartly = plan.writes.some(({ item }) => item !== null);
  if (state === 'OPEN') {
    const asks = plan.approval === 'PAGE' ? ' after a person has approved it on its page' : '';
    const rest = isPartly ? 'What is left was not sent: c' : 'C';
    const shown = isPartly ? [] : fitting(plan.sentences, plan.sentenceCount, room(characters));
    return [...shown, `${rest}all ads_apply${asks}.`].join(' ');
  }
  const rest = isPartly ? 'What was not sent' : 'It';
  if (state === 'STALE') return `${rest} is in plan ${plan.replacedBy} now: look at that.`;
  return `${rest} can no longer be applied. Tell the user.`;
};

const room = (characters: number) => ({ most: 40, characters });

const begunNext = ({ writes }: WritePlan): string => {
  const stopped = writes.find(
    ({ isLaunch, state, item }) => isLaunch && state === 'SENT' && item !== null && isMade(item),
  );
  const isRefused = stopped?.item?.outcome === 'REJECTED';
  if (!isRefused) return 'Call ads_outcome: it reads back unknown outcomes, and resumes.';
  return `${madeText(stopped.item)} Once the cause is fixed, ads_outcome resumes from there; until then it is refused again. Or tell the user what exists, and prepare the missing parts, or its deletion. Do not launch it again.`;
};

const endedNext = ({ writes }: WritePlan): string => {
  const made = writes.some(({ item }) => item !== null && isMade(item));
  return made
    ? 'Tell the user what was done and what was not, and why. Prepare only what is missing.'
    : 'Nothing was changed. Tell the user why, or correct the input and prepare it again.';
};

/** The rows that a launch has created before it stopped. */
const madeText = ({ parts, ids, errors, counts }: PlanItem): string => {
  const stop = parts.find(({ outcome }) => outcome !== 'APPLIED')?.part;
  const shown = ids.slice(0, 5);
  const more = (counts?.ids ?? ids.length) - shown.length;
  const list = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const why = errors[0] === undefined ? '' : ` (${errors[0].message})`;
  return `It stopped at ${stop ?? 'a step'}${why}, and has made ${list || 'its first steps'}.`;
};

/** True if the waiting part of a plan can be approved or declined now. */
export const mayDecide = (plan: WritePlan, now: number): boolean => restOf(plan, now) === 'OPEN';
