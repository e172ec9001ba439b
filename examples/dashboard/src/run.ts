import type { Ending, Fault, Outcome } from './relay/fault.ts';

/** A campaign that was chosen in the list. */
export interface Chosen {
  readonly id: string;
  readonly name: string | null | undefined;
}

interface Result {
  readonly index: number;
  readonly outcome: Outcome;
  readonly errors: readonly Fault[];
}

/** A change of many campaigns, batch by batch. */
export interface Run {
  readonly entityStatus: 'ACTIVE' | 'PAUSED';
  /** The batches that have not ended, the one under way first. */
  readonly rest: readonly (readonly Chosen[])[];
  /** The campaigns of the ended batches, and their outcomes. */
  readonly done: readonly (Chosen & Omit<Result, 'index'>)[];
}

// The limit of `batchCampaigns`.
const mostInBatch = 40;

/** A run that has changed nothing yet. */
export const begun = (chosen: readonly Chosen[], entityStatus: Run['entityStatus']): Run => {
  const batches = Math.ceil(chosen.length / mostInBatch);
  const rest = Array.from({ length: batches }, (_, at) =>
    chosen.slice(at * mostInBatch, (at + 1) * mostInBatch),
  );
  return { entityStatus, rest, done: [] };
};

interface Batch extends Ending {
  readonly results: readonly Result[];
}

/** The run after its first batch has ended. An item without a result has its batch's outcome. */
export const ended = (run: Run, batch: Batch): Run => {
  const [campaigns = [], ...rest] = run.rest;
  const done = campaigns.map((campaign, at) => {
    const { outcome, errors } = batch.results.find(({ index }) => index === at) ?? batch;
    return { ...campaign, outcome, errors };
  });
  return { ...run, rest, done: [...run.done, ...done] };
};

/** True if no batch is left. */
export const isEnded = ({ rest }: Run): boolean => rest.length === 0;

/** All campaigns of a run. */
export const itemsOf = ({ done, rest }: Run): readonly Chosen[] => [...done, ...rest.flat()];

/** The campaigns that are not known to be changed. */
export const leftOf = ({ done, rest }: Run): readonly Chosen[] => [
  ...done.filter(({ outcome }) => outcome !== 'APPLIED').map(({ id, name }) => ({ id, name })),
  ...rest.flat(),
];
