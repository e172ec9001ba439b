import { z } from 'zod';
import type { DryRunReport } from '../../execution/dry-run/dry-run.ts';
import type { ToolAnswer } from '../answers/table-answer.ts';
import {
  type PlanItem,
  type PlanPart,
  type PlanState,
  stateOf,
  type WritePlan,
} from './write-plan.ts';

interface Telling {
  readonly now: number;
  /** The most bytes of the members, and of the text. */
  readonly maxBytes: number;
  readonly isStateTold: boolean;
}

/** How a plan is, and what to do next; lists that are too long are cut, and `counts` has all. */
export const planAnswer = (
  plan: WritePlan,
  { now, maxBytes, isStateTold }: Telling,
): ToolAnswer => {
  const { id, end } = plan;
  const state = stateOf(plan, now);
  const outcome = end?.outcome ?? null;
  const next = nextOf(state, plan, maxBytes);
  const withLists = (most: number) => ({
    plan: id,
    ...(isStateTold && { state }),
    outcome,
    items: (end?.items ?? []).map((item) => cut(item, most)),
    next,
  });
  const members =
    lengths.map(withLists).find((one) => Buffer.byteLength(JSON.stringify(one)) <= maxBytes) ??
    withLists(0);
  const lines = members.items.flatMap(({ field, outcome: own, ids, errors }) => [
    `${field}: ${own ?? 'not sent'}${ids.length > 0 ? ` ${ids.join(' ')}` : ''}`,
    ...errors.map(({ message }) => `  ${message}`),
  ]);
  const text = [`Plan ${id}: ${outcome ?? state}`, next, ...lines].join('\n');
  // A character has at most four bytes.
  return { text: text.slice(0, maxBytes / 4), members };
};

// How many ids, errors and parts of a write are told: the first of these that fits.
const lengths = [100, 50, 20, 10, 5, 2, 1];

/** What of a write is told; parts that were not applied come first. */
const cut = (item: PlanItem, most: number) => {
  const { ids, errors, parts } = item;
  const isApplied = ({ outcome }: PlanPart): boolean => outcome === 'APPLIED';
  const sorted = parts.toSorted((one, other) => Number(isApplied(one)) - Number(isApplied(other)));
  const shown = {
    ids: ids.slice(0, most),
    errors: errors.slice(0, most),
    parts: (parts.length > most ? sorted : parts).slice(0, most).map((part) => ({
      ...part,
      ids: part.ids.slice(0, most),
      errors: part.errors.slice(0, most),
    })),
  };
  const isWhole = Math.max(ids.length, errors.length, parts.length) <= most;
  const counts = { ids: ids.length, errors: errors.length, parts: parts.length };
  return { ...item, ...shown, ...(!isWhole && { counts }) };
};

/** The first sentences about what a plan would do, in at most so many bytes. */
export const sentencesWithin = (
  { writes }: Pick<WritePlan, 'writes'>,
  maxBytes: number,
): readonly string[] => {
  let bytes = 0;
  return writes
    .flatMap(({ sentences }) => sentences)
    .filter((sentence) => {
      bytes += Buffer.byteLength(JSON.stringify(sentence)) + 1;
      return bytes <= maxBytes;
    });
};

const nextOf = (state: PlanState, plan: WritePlan, maxBytes: number): string => {
  const { end, approval, replacedBy } = plan;
  if (state === 'OPEN') {
    const asks = approval === 'PAGE' ? ' after a person has approved it on its page' : '';
    return [...sentencesWithin(plan, maxBytes / 2), `Call ads_apply${asks}.`].join(' ');
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

interface PreparedFacts {
  /** The page of the plan. */
  readonly address: string;
  readonly maxBytes: number;
  /** The scopes that the client needs to apply it, and has not. */
  readonly lacking: readonly string[];
}

/** A plan that was just made, in at most `maxBytes`: parts of its writes are left out first. */
export const preparedAnswer = (
  plan: WritePlan,
  { reads }: DryRunReport,
  { address, maxBytes, lacking }: PreparedFacts,
): ToolAnswer => {
  const { id, approval, duplicateOf, writes: all } = plan;
  const usual = approval === 'PAGE' ? pageNext(address) : 'Call ads_apply with it.';
  const next = lacking.length === 0 ? usual : `${lackingNext(lacking)} ${usual}`;
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

const lackingNext = (scopes: readonly string[]): string =>
  `This client lacks ${scopes.join(' ')}: its user must grant it first.`;

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
