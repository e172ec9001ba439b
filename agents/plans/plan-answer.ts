import { z } from 'zod';
import { cleaned } from '../../src/upstream/catalogue/language/foreign-text.ts';
import type { ToolAnswer } from '../answers/table.ts';
import { itemsOf, itemsWithin } from './plan-items.ts';
import { nextOf } from './plan-next.ts';
import { outcomeOf, stateOf, type WritePlan } from './write-plan.ts';

interface PlanAnswerOptions {
  readonly now: number;
  /** The most bytes of the members, and of the text. */
  readonly maxBytes: number;
  readonly hasState: boolean;
}

/** The state of a plan, and the next step. Long lists are cut; `counts` has their lengths. */
export const planAnswer = (
  plan: WritePlan,
  { now, maxBytes, hasState }: PlanAnswerOptions,
): ToolAnswer => {
  const { id } = plan;
  const state = stateOf(plan, now);
  const outcome = outcomeOf(plan);
  // A character has at most four bytes.
  const next = nextOf(plan, { now, characters: maxBytes / 8 });
  const head = { plan: id, ...(hasState && { state }), outcome };
  const items = itemsWithin(
    itemsOf(plan),
    (cut) => Buffer.byteLength(JSON.stringify({ ...head, items: cut, next })) <= maxBytes,
  );
  const lines = items.flatMap(({ field, outcome: own, ids, errors }) => [
    `${field}: ${own ?? 'not sent'}${ids.length > 0 ? ` ${ids.join(' ')}` : ''}`,
    ...errors.map(({ message }) => `  ${cleaned(message)}`),
  ]);
  const text = [`Plan ${id}: ${outcome ?? state}`, next, ...lines].join('\n');
  return { text: text.slice(0, maxBytes / 4), members: { ...head, items, next } };
};

const errors = z.array(z.looseObject({ code: z.string(), message: z.string() }));
const ended = { outcome: z.string().nullable(), ids: z.array(z.string()), errors };

/** The members of `planAnswer`. */
export const planSchema = z.looseObject({
  plan: z.string(),
  state: z.string().optional(),
  outcome: z.string().nullable(),
  items: z.array(z.looseObject({ field: z.string(), ...ended })),
  next: z.string(),
});
