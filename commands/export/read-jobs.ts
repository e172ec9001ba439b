import { AdsGraphError } from '../../client/client.ts';
import type { Batch } from './batches-for.ts';
import { beginJob, type JobsAsk, JobsError, type Place, placesOf } from './begin-job.ts';
import { groupVariables } from './documents.ts';
import type { BegunJob } from './job-book.ts';
import { jobDocument } from './job-documents.ts';
import type { Step } from './journal.ts';
import type { Way } from './options.ts';
import { byId, type DaysPosition, dayRows, daySteps, type EntityDays } from './read-days.ts';
import { FailedBeforeError } from './source.ts';

// The API works on 100 jobs of an account at a time, including those of other tables and programs.
const mostOpen = 32;

/** Reads results a batch at a time, while the jobs of the next batches run. */
async function* jobSteps(asked: JobsAsk): AsyncGenerator<Step> {
  const { batches, from } = asked;
  let { done } = (from ?? { done: 0 }) as DaysPosition;
  while (done < batches.length) {
    await beginJobs(asked, { done, most: mostOpen });
    const rows = await rowsOf(asked, done);
    done += 1;
    yield { rows, at: { done } };
  }
}

/** Begins about `most` jobs, from batch `done` on. Returns false and stops if one is refused. */
export const beginJobs = async (
  asked: JobsAsk,
  { done, most }: DaysPosition & { readonly most: number },
): Promise<boolean> => {
  const end = done + Math.ceil(most / Math.max(1, placesOf(asked, done).length));
  for (let index = done; index < Math.min(end, asked.batches.length); index += 1)
    for (const place of placesOf(asked, index))
      if ((await beginJob(asked, place)) !== null) return false;
  return true;
};

const firstPollMs = 1000;
const lastPollMs = 15_000;
const toldMs = 30_000;
const longestMs = 3_600_000;
// A list may lack a job that has just begun.
const missingMs = 120_000;

/**
 * Creates a wait that grows from 1 to 15 seconds. It reports the reason once, after 30 seconds, and
 * throws JobsError after an hour.
 */
const createWait = ({ clock, say }: JobsAsk) => {
  const since = clock.now();
  let [wait, isTold] = [firstPollMs, false];
  return async (what: string): Promise<void> => {
    const waited = clock.now() - since;
    if (waited > longestMs) throw new JobsError(`Waited an hour in vain: ${what}.`, 'all');
    if (waited >= toldMs && !isTold) {
      say(`Waiting: ${what}.`);
      isTold = true;
    }
    await clock.pause(wait);
    wait = Math.min(2 * wait, lastPollMs);
  };
};

type BegunAt = BegunJob & { readonly id: string };

/** The job of a place, begun as soon as the API has room. Throws JobsError if it is refused. */
const begunAt = async (asked: JobsAsk, place: Place): Promise<BegunAt> => {
  const wait = createWait(asked);
  for (;;) {
    const refusal = await beginJob(asked, place);
    const job = asked.book.of(place.name);
    if (job !== null && job.id !== null) return { ...job, id: job.id };
    if (refusal === null || !refusal.isFull)
      throw new JobsError(`A job of the API was refused: ${refusal?.message}`, 'account');
    await wait(`the API works on as many jobs of ${asked.account.id} as it may`);
  }
};

interface JobResults {
  readonly entityId: string;
  readonly entity?: object | null;
  readonly segment: { readonly name: string; readonly value: string } | null;
  readonly days: EntityDays['stats']['days'];
}

interface JobAnswer {
  readonly account: {
    readonly jobs: {
      readonly nodes: readonly {
        readonly status: string | null;
        readonly results: readonly JobResults[] | null;
      }[];
    };
  } | null;
}

// The file was deleted after two days, or cannot be read.
const faultsOfFiles: readonly (string | null)[] = ['NOT_FOUND', 'UPSTREAM_BAD_RESPONSE'];

/**
 * The current state of a job, or the fault of its file as a text; null if the API does not list it.
 */
const readJob = async (
  { ask, table, account }: JobsAsk,
  { groups }: Place,
  { id }: BegunAt,
): Promise<{ status: string | null; results: readonly JobResults[] | null } | string | null> => {
  const variables = { account: account.id, jobs: [id], ...groupVariables(table, groups) };
  try {
    const data = await ask<JobAnswer>(jobDocument(table), variables);
    return data.account?.jobs.nodes[0] ?? null;
  } catch (error) {
    const cause = error instanceof FailedBeforeError ? error.cause : error;
    if (!(cause instanceof AdsGraphError && faultsOfFiles.includes(cause.code))) throw error;
    return `has a file that cannot be used: ${cause.message}`;
  }
};

const ends: readonly (string | null)[] = ['FAILED', 'CANCELLED', 'SUCCESS'];

/** Waits for the results of a job. Returns a text with the reason if there are none. */
const resultsOf = async (
  asked: JobsAsk,
  place: Place,
  job: BegunAt,
): Promise<readonly JobResults[] | string> => {
  const { clock } = asked;
  const wait = createWait(asked);
  for (;;) {
    const found = await readJob(asked, place, job);
    if (typeof found === 'string') return found;
    if (found?.results) return found.results;
    if (found !== null && ends.includes(found.status)) return `ended with ${found.status}`;
    if (found === null && clock.now() - job.since > missingMs) return 'is gone';
    await wait(`the job ${job.id} of the API has not ended`);
  }
};

const mostTries = 3;

/** The results of a place. Retries a failed job twice, then throws JobsError. */
const computed = async (asked: JobsAsk, place: Place): Promise<readonly JobResults[]> => {
  for (let tries = 1; ; tries += 1) {
    const job = await begunAt(asked, place);
    const results = await resultsOf(asked, place, job);
    if (typeof results !== 'string') return results;
    await asked.book.set(place.name, null);
    const sentence = `The job ${job.id} of the API ${results}`;
    if (tries === mostTries)
      throw new JobsError(`${sentence}, as did ${tries - 1} before it.`, 'table');
    asked.say(`${sentence}; it is begun again.`);
  }
};

/** The rows of a batch: the results of its jobs, each with other figures, joined. */
const rowsOf = async (asked: JobsAsk, index: number) => {
  const found = new Map<string, EntityDays>();
  for (const place of placesOf(asked, index)) {
    for (const { entityId, entity, segment, days } of await computed(asked, place)) {
      const name = `${entityId} ${segment?.value}`;
      const known = found.get(name)?.stats.days ?? [];
      const joined = days.map((day, at) => ({
        ...day,
        metrics: { ...known[at]?.metrics, ...day.metrics },
      }));
      found.set(name, { ...entity, restId: entityId, segment, stats: { days: joined } });
    }
  }
  const entities = [...found.values()].sort(byId);
  return entities.flatMap((entity) => dayRows(asked, asked.batches[index] as Batch, entity));
};

/** Reads results by day, a batch at a time. */
export const resultSteps = (asked: JobsAsk, way: Way): AsyncGenerator<Step> =>
  way === 'sync' ? daySteps(asked) : jobSteps(asked);
