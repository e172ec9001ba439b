import { z } from 'zod';
import type { DryRunReport } from '../../execution/dry-run/dry-run.ts';
import type { ToolAnswer } from '../answers/table-answer.ts';
import { type PlanState, stateOf, type WritePlan } from './write-plan.ts';

const maxParts = 100;

/** How a plan is, and what to do next. */
export const planAnswer = (plan: WritePlan, now: number, isStateTold: boolean): ToolAnswer => {
  const { id, end } = plan;
  const state = stateOf(plan, now);
  const items = (end?.items ?? []).map((item) => ({
    ...item,
    parts: item.parts.slice(0, maxParts),
  }));
  const outcome = end?.outcome ?? null;
  const next = nextOf(state, plan);
  const lines = items.flatMap(({ field, outcome: own, ids, errors }) => [
    `${field}: ${own ?? 'not sent'}${ids.length > 0 ? ` ${ids.join(' ')}` : ''}`,
    ...errors.map(({ message }) => `  ${message}`),
  ]);
  const text = [`Plan ${id}: ${outcome ?? state}`, ...lines, next].join('\n');
  return { text, members: { plan: id, ...(isStateTold && { state }), outcome, items, next } };
};

const nextOf = (state: PlanState, { end, approval, replacedBy, writes }: WritePlan): string => {
  const sentences = writes.flatMap((write) => write.sentences).slice(0, 20);
  if (state === 'OPEN') {
    const asks = approval === 'PAGE' ? ' after a person has approved it on its page' : '';
    return [...sentences, `Call ads_apply${asks}.`].join(' ');
  }
  if (state === 'BEGUN') return 'Call ads_outcome: it reads back what is not known yet.';
  if (state === 'STALE') return `Look at plan ${replacedBy}.`;
  if (end?.outcome === 'APPLIED') return 'Everything is done.';
  return state === 'ENDED' ? 'Tell the user what was not done.' : 'It can no longer be applied.';
};

const errors = z.array(z.looseObject({ code: z.string(), message: z.string() }));
const ended = { outcome: z.string().nullable(), ids: z.array(z.string()), errors };

/** What `planAnswer` gives. */
export const planSchema = z.looseObject({
  plan: z.string(),
  state: z.string().optional(),
  outcome: z.string().nullable(),
  items: z.array(z.looseObject({ field: z.string(), ...ended })),
  next: z.string(),
});

/** A plan that was just made, in at most `maxBytes`: parts of its writes are left out first. */
export const preparedAnswer = (
  plan: WritePlan,
  { reads }: DryRunReport,
  { address, maxBytes }: { readonly address: string; readonly maxBytes: number },
): ToolAnswer => {
  const { id, approval, duplicateOf, writes: all } = plan;
  const next = approval === 'PAGE' ? pageNext(address) : 'Call ads_apply with it.';
  const withWrites = (writes: readonly object[]) => ({
    plan: id,
    expiresAt: new Date(plan.expiresAt).toISOString(),
    approval,
    address,
    duplicateOf,
    writes,
    reads,
    next,
  });
  const sentences = all.flatMap((write) => write.sentences);
  const brief = all.map((write) => ({ ...write, items: [], steps: [] }));
  const briefest = brief.map((write) => ({
    ...write,
    changes: [],
    activates: [],
    guards: [],
    sentences: write.sentences.slice(0, 20),
  }));
  const fits = [all, brief, briefest]
    .map(withWrites)
    .find((members) => Buffer.byteLength(JSON.stringify(members)) <= maxBytes);
  const rest = sentences.length > 40 ? [`and ${sentences.length - 40} more`] : [];
  const text = [`Plan ${id}, nothing is sent yet:`, ...sentences.slice(0, 40), ...rest, next];
  return { text: text.join('\n').slice(0, maxBytes / 4), members: fits ?? withWrites([]) };
};

const pageNext = (address: string): string =>
  `A person must approve it at ${address}. Then call ads_apply with it.`;

/** What `preparedAnswer` gives. */
export const preparedSchema = z.looseObject({
  plan: z.string(),
  expiresAt: z.string(),
  approval: z.enum(['NONE', 'CLIENT', 'PAGE']),
  address: z.string(),
  duplicateOf: z.string().nullable(),
  writes: z.array(z.looseObject({ outcome: z.string() })),
  reads: z.number(),
});
