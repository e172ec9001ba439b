import { randomUUID } from 'node:crypto';
import { AdsGraphError } from '../../client/client.ts';
import { waitMs } from '../../client/failure.ts';
import type { Clock } from '../patient.ts';
import type { BegunJob, JobBook } from './job-book.ts';
import { beginJobDocument } from './job-documents.ts';
import type { DaysAsk } from './read-days.ts';
import type { Segmentation } from './segments.ts';
import { type Group, groupsIn, togetherOf } from './tables.ts';

/** A failure of jobs of the API. Requests may still read the same results. */
export class JobsError extends Error {
  override readonly name = 'JobsError';
  /** The scope of the failure: a table of an account, all of an account, or every account. */
  readonly reach: 'table' | 'account' | 'all';

  constructor(message: string, reach: JobsError['reach']) {
    super(message);
    this.reach = reach;
  }
}

/** Results that jobs of the API compute. */
export interface JobsAsk extends DaysAsk {
  /** The segments that divide them; null for none. */
  readonly segmentation: Segmentation | null;
  readonly book: JobBook;
  readonly clock: Clock;
  readonly say: (text: string) => void;
}

/** A job of a batch, for groups of figures that one request can ask for together. */
export interface Place {
  readonly index: number;
  readonly groups: readonly Group[];
  /** Its name in the job book. */
  readonly name: string;
}

/** The jobs of a batch. */
export const placesOf = ({ table }: Pick<DaysAsk, 'table'>, index: number): readonly Place[] =>
  togetherOf(groupsIn(table)).map((groups, set) => ({ index, groups, name: `${index} ${set}` }));

/** A refusal of the API or the gateway to begin a job. */
interface Refusal {
  readonly message: string;
  /** True if other jobs of the account have to end first. */
  readonly isFull: boolean;
}

interface CreatedJob {
  readonly createStatsJob: {
    readonly outcome: string;
    readonly errors: readonly { readonly code: string; readonly message: string }[];
    readonly statsJob: { readonly restId: string } | null;
  };
}

const inputOf = (
  { table, account, batches, segmentation }: JobsAsk,
  { index, groups }: Place,
  idempotencyKey: string,
): object => {
  const { first = '', last = '', placement = '', ids = [] } = batches[index] ?? {};
  return {
    accountId: account.id,
    entity: table.active ?? 'ACCOUNT',
    entityIds: table.active === null ? [account.id] : ids,
    range: { days: { first, last } },
    granularity: 'DAY',
    placement,
    metricGroups: groups,
    ...(segmentation !== null && { segmentation }),
    idempotencyKey,
  };
};

// The waits before the outcome of a new job is asked for again, in milliseconds.
const waitsMs = [1000, 2000, 4000, 8000, 16_000, 29_000];

/**
 * Begins the job of a place, unless the book has it. Returns a refusal, else null. Throws JobsError
 * if the outcome stays unknown for a minute.
 */
export const beginJob = async (asked: JobsAsk, place: Place): Promise<Refusal | null> => {
  const { book, clock } = asked;
  const known = book.of(place.name);
  if (known !== null && known.id !== null) return null;
  const job: BegunJob = known ?? { key: randomUUID(), id: null, since: clock.now() };
  if (known === null) await book.set(place.name, job);
  const input = inputOf(asked, place, job.key);
  for (const wait of [...waitsMs, null]) {
    const { outcome, errors, statsJob } = await sent(asked, input);
    if (statsJob !== null) {
      await book.set(place.name, { ...job, id: statsJob.restId });
      return null;
    }
    if (outcome !== 'UNKNOWN') {
      await book.set(place.name, null);
      const message = errors.map((error) => error.message).join(' ');
      return { message, isFull: errors.some(({ code }) => code === 'TOO_MANY_JOBS') };
    }
    if (wait !== null) await clock.pause(wait);
  }
  await book.set(place.name, null);
  throw new JobsError('It is unknown whether the API began a job.', 'table');
};

/** Sends the mutation that begins a job. Throws JobsError if a retry cannot help. */
const sent = async ({ ask }: JobsAsk, input: object): Promise<CreatedJob['createStatsJob']> => {
  try {
    return (await ask<CreatedJob>(beginJobDocument, { input })).createStatsJob;
  } catch (error) {
    if (!(error instanceof AdsGraphError) || waitMs(error, 1) !== null) throw error;
    throw new JobsError(error.message, 'account');
  }
};
