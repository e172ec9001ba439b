import { randomUUID } from 'node:crypto';
import { AdsGraphError } from '../../client/client.ts';
import { pause, waitMs } from '../../client/failure.ts';
import type { Batch } from './batches-for.ts';
import { dayRows, type EntityDays } from './day-rows.ts';
import { groupVariables } from './documents.ts';
import { beginJobDocument, jobDocument, jobStatesDocument } from './job-documents.ts';
import type { Step } from './journal.ts';
import type { DaysAsk, DaysPosition } from './read-days.ts';
import type { Segmentation } from './segments.ts';
import { type Group, groupsIn, togetherOf } from './tables.ts';

/** Results by segment, which jobs of the API compute. */
export interface JobsAsk extends DaysAsk {
  readonly segmentation: Segmentation;
}

/** Where the reading goes on. */
interface JobPosition extends DaysPosition {
  /** What the keys of jobs begin with: begun again with the same key, a job is not begun twice. */
  readonly key: string;
}

/** A job for groups of figures that one request can have together. */
interface Job {
  readonly id: string;
  readonly groups: readonly Group[];
}

// The API works on 100 jobs of an account at a time; others begin some, too.
const mostOpen = 20;

/** Reads results by segment, a batch at a time, while the jobs of the next ones are under way. */
export async function* jobSteps(asked: JobsAsk): AsyncGenerator<Step> {
  const { batches, from } = asked;
  let { done, key } = (from ?? { done: 0, key: randomUUID() }) as JobPosition;
  if (from === null) yield { rows: [], at: { done, key } };
  const sets = togetherOf(groupsIn(asked.table));
  const open: (readonly Job[])[] = [];
  const mostBatches = Math.ceil(mostOpen / Math.max(1, sets.length));
  try {
    while (done < batches.length) {
      for (const batch of batches.slice(done + open.length, done + mostBatches))
        open.push(await beginJobs({ asked, sets, key: `${key} ${done + open.length}` }, batch));
      const jobs = open.shift() ?? [];
      await ended(asked, jobs);
      const rows = await rowsOf(asked, batches[done] as Batch, jobs);
      done += 1;
      yield { rows, at: { done, key } };
    }
  } catch (error) {
    // A job that failed, or whose file is gone, is begun anew the next time.
    if (!(error instanceof AdsGraphError) || waitMs(error, 1) === null) key = randomUUID();
    yield { rows: [], at: { done, key } };
    throw error;
  }
}

interface CreatedJob {
  readonly createStatsJob: {
    readonly outcome: string;
    readonly errors: readonly { readonly message: string }[];
    readonly statsJob: { readonly restId: string } | null;
  };
}

interface JobsToCreate {
  readonly asked: JobsAsk;
  readonly sets: readonly (readonly Group[])[];
  readonly key: string;
}

const beginJobs = async (
  { asked, sets, key }: JobsToCreate,
  { first, last, placement, ids }: Batch,
): Promise<readonly Job[]> => {
  const { table, account, segmentation } = asked;
  const jobs: Job[] = [];
  for (const [index, groups] of sets.entries()) {
    const input = {
      accountId: account.id,
      entity: table.active ?? 'ACCOUNT',
      entityIds: table.active === null ? [account.id] : ids,
      range: { days: { first, last } },
      granularity: 'DAY',
      placement,
      metricGroups: groups,
      segmentation,
      idempotencyKey: `${key} ${index}`,
    };
    jobs.push({ id: await begin(asked, input), groups });
  }
  return jobs;
};

// How long to wait until the outcome of a job's beginning is asked for again.
const waitsMs = [1000, 2000, 4000, 8000, 16_000, 29_000];

const begin = async ({ ask }: JobsAsk, input: object): Promise<string> => {
  for (const wait of [...waitsMs, null]) {
    const { createStatsJob } = await ask<CreatedJob>(beginJobDocument, { input });
    const { outcome, errors, statsJob } = createStatsJob;
    if (statsJob !== null) return statsJob.restId;
    if (outcome !== 'UNKNOWN') throw new Error(errors.map(({ message }) => message).join(' '));
    if (wait !== null) await pause(wait);
  }
  throw new Error('It is unknown whether a job was started at the API; run the export again later');
};

interface States {
  readonly account: {
    readonly jobs: {
      readonly nodes: readonly { readonly restId: string; readonly status: string | null }[];
    };
  } | null;
}

const firstPollMs = 1000;
const lastPollMs = 15_000;
const longestMs = 2 * 3_600_000;

/** Waits until jobs have succeeded. Throws if one of them did not. */
const ended = async ({ ask, account }: JobsAsk, jobs: readonly Job[]): Promise<void> => {
  if (jobs.length === 0) return;
  const ids = jobs.map(({ id }) => id);
  const since = Date.now();
  for (let wait = firstPollMs; ; wait = Math.min(2 * wait, lastPollMs)) {
    const data = await ask<States>(jobStatesDocument, { account: account.id, jobs: ids });
    const nodes = data.account?.jobs.nodes ?? [];
    const failed = nodes.find(({ status }) => status === 'FAILED' || status === 'CANCELLED');
    if (failed !== undefined)
      throw new Error(`Job ${failed.restId} of the API ended with ${failed.status}`);
    if (nodes.filter(({ status }) => status === 'SUCCESS').length === ids.length) return;
    if (Date.now() - since > longestMs)
      throw new Error(`The jobs ${ids.join(', ')} of the API have not ended in two hours`);
    await pause(wait);
  }
};

interface JobAnswer {
  readonly account: {
    readonly jobs: {
      readonly nodes: readonly {
        readonly results:
          | readonly {
              readonly entityId: string;
              readonly entity?: object | null;
              readonly segment: { readonly name: string; readonly value: string } | null;
              readonly days: EntityDays['stats']['days'];
            }[]
          | null;
      }[];
    };
  } | null;
}

/** The rows of a batch: those of its jobs, each of which has other figures, joined. */
const rowsOf = async (asked: JobsAsk, batch: Batch, jobs: readonly Job[]) => {
  const { ask, table, account } = asked;
  const found = new Map<string, EntityDays>();
  for (const { id, groups } of jobs) {
    const variables = { account: account.id, jobs: [id], ...groupVariables(table, groups) };
    const data = await ask<JobAnswer>(jobDocument(table), variables);
    const results = data.account?.jobs.nodes[0]?.results;
    if (!results) throw new Error(`Job ${id} of the API has no results`);
    for (const { entityId, entity, segment, days } of results) {
      const name = `${entityId} ${segment?.value}`;
      const known = found.get(name)?.stats.days ?? [];
      const joined = days.map((day, at) => ({
        ...day,
        metrics: { ...known[at]?.metrics, ...day.metrics },
      }));
      found.set(name, { ...entity, restId: entityId, segment, stats: { days: joined } });
    }
  }
  return [...found.values()].flatMap((entity) => dayRows(asked, batch, entity));
};
