import { z } from 'zod';
import type { ToolAnswer } from '../answers/table.ts';
import type { DryEntry, DryRunReport } from '../gateway.ts';
import { noPage } from './plan-refusals.ts';
import { costliestFirst, fitting } from './plan-sentences.ts';
import type { WritePlan } from './write-plan.ts';

interface PreparedFacts {
  /** The page of the plan; null where there is none. */
  readonly address: string | null;
  readonly maxBytes: number;
  /** The scopes that the client lacks to apply it. */
  readonly lacking: readonly string[];
  /** True if the client asks its user when the plan is applied. */
  readonly canElicit: boolean;
}

/** A new plan in at most `maxBytes`: parts of its writes are left out first, and counted. */
export const preparedAnswer = (
  plan: WritePlan,
  { reads, writes: judged }: DryRunReport,
  facts: PreparedFacts,
): ToolAnswer => {
  const { id, approval, duplicateOf, expiresAt } = plan;
  const { address, maxBytes } = facts;
  const all = judged.map(({ facts: _, ...write }) => write);
  const next = nextOf(plan, facts);
  const withWrites = (writes: readonly object[], counts: object | null = null) => ({
    plan: id,
    expiresAt: new Date(expiresAt).toISOString(),
    approval,
    address,
    duplicateOf,
    writes,
    ...(counts !== null && { counts }),
    reads,
    next,
  });
  const sentences = costliestFirst({ writes: judged });
  const counts = { writes: all.length, sentences: sentences.length };
  const fits = [withWrites(all), withWrites(all.map(brief)), withWrites(judged.map(briefest))].find(
    (members) => Buffer.byteLength(JSON.stringify(members)) <= maxBytes,
  );
  const head = `${headOf(plan, facts)}`;
  // A character has at most four bytes.
  const characters = maxBytes / 4 - head.length - next.length - 20;
  const shown = fitting(sentences, sentences.length, { most: 40, characters });
  return {
    text: [head, ...shown, next].join('\n'),
    members: fits ?? withWrites([], counts),
  };
};

const brief = (write: DryEntry): DryEntry => ({ ...write, items: [], steps: [] });

/** A write with its costliest sentences only, and the number of all parts. */
const briefest = (write: DryEntry) => {
  const { facts: _, sentences, changes, activates, guards, items, steps, ...rest } = write;
  const counts = {
    sentences: sentences.length,
    changes: changes.length,
    activates: activates.length,
    guards: guards.length,
    items: items.length,
    steps: steps.length,
  };
  const shown = costliestFirst({ writes: [write] }).slice(0, 20);
  const none = { changes: [], activates: [], guards: [], items: [], steps: [] };
  return { ...rest, ...none, sentences: shown, counts };
};

/** The next step, above the sentences of the plan. */
const headOf = ({ id, approval }: WritePlan, { canElicit }: PreparedFacts): string => {
  const plan = `plan ${id} would do this, and nothing is sent yet:`;
  if (approval === 'CLIENT' && !canElicit) return `Ask the user before ads_apply whether ${plan}`;
  return `P${plan.slice(1)}`;
};

const nextOf = (
  { approval }: WritePlan,
  { address, lacking, canElicit }: PreparedFacts,
): string => {
  const usual = {
    NONE: 'Call ads_apply with it.',
    CLIENT: clientNext(canElicit),
    PAGE: pageNext(address),
  };
  const lacks = `This client lacks ${lacking.join(' ')}: its user must grant it first. `;
  return `${lacking.length === 0 ? '' : lacks}${usual[approval]}`;
};

const clientNext = (canElicit: boolean): string =>
  canElicit
    ? 'Call ads_apply with it: it asks the user.'
    : 'Show the user all of the above and ask. Call ads_apply only after a yes.';

const pageNext = (address: string | null): string =>
  address === null
    ? noPage
    : `A person must approve it at ${address}. Then call ads_apply with it.`;

/** The members of `preparedAnswer`. */
export const preparedSchema = z.looseObject({
  plan: z.string(),
  expiresAt: z.string(),
  approval: z.enum(['NONE', 'CLIENT', 'PAGE']),
  address: z.string().nullable(),
  duplicateOf: z.string().nullable(),
  writes: z.array(z.looseObject({ outcome: z.string() })),
  reads: z.number(),
});
