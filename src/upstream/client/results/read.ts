import { stats } from '../../catalogue/areas/stats.ts';
import { refuseBeyondLimits, refuseRehearsal } from '../call-limits.ts';
import { TransportError } from '../errors.ts';
import type { CallScope } from '../scope.ts';
import type { Shared } from '../shared.ts';
import type { CallRecord, Trace } from '../trace.ts';
import { beginTry, endCall, endTry, newCallRecord, recordFailure, waitedFor } from '../trace.ts';
import { type PlacePauses, pause } from '../transport/retries.ts';
import type { MakeResult, ResultFile } from './entries.ts';
import { AbsentFile, readFile } from './file.ts';

const { readStatsJobFile: endpoint } = stats;

/** The counters that the reading of a file changes. */
export interface Counting {
  readonly shared: Shared;
  readonly calls: CallRecord[];
  readonly pauses: PlacePauses;
}

/** A file of results, at the address that its job names. */
export interface ResultsFile {
  readonly url: string;
  /** True if the API has deleted it already. */
  readonly isExpired: boolean;
}

/** A file to read, for a request and a field. */
interface FileRequest {
  readonly file: ResultsFile;
  readonly scope: CallScope;
  readonly trace: Trace;
}

const attempts = 2;
// The API names the file of a job before its host has it.
const absentMs = [1000, 2000, 4000];

/** Milliseconds until a file is read again after some tries; null if it is not read again. */
const waitAfter = (error: unknown, tries: number): number | null => {
  if (error instanceof AbsentFile) return absentMs[tries - 1] ?? null;
  const isLost = error instanceof TransportError && error.code === 'UPSTREAM_UNAVAILABLE';
  return isLost && tries < attempts ? 0 : null;
};

/**
 * Reads the file of a finished job from its address, and converts each entry to the value to keep.
 * It counts as a call of the request.
 */
export const readResults = async <T>(
  { shared: { budget, options, pace }, calls, pauses }: Counting,
  { file, scope, trace }: FileRequest,
  make: MakeResult<T>,
): Promise<ResultFile<T>> => {
  refuseBeyondLimits(endpoint, scope, calls.length + 1);
  const record = newCallRecord(endpoint, { ...hostAndPath(file.url), ids: 0, scope, trace });
  calls.push(record);
  refuseRehearsal(endpoint, scope);
  budget.earn();
  const start = performance.now();
  const timeLeft = Math.ceil(Math.max(1, Math.min(scope.deadline - start, maxTimerMs)));
  const signal = AbortSignal.any([scope.signal, AbortSignal.timeout(timeLeft)]);
  pauses.begin();
  try {
    for (;;) {
      const current = beginTry(record);
      const onStatus = (status: number): void => {
        record.status = status;
        current.status = status;
      };
      try {
        const limits = options.results;
        return await readFile({ ...file, endpoint, limits, signal, onStatus }, make);
      } catch (error) {
        endTry(record, current);
        const wait = waitAfter(error, record.tries.length);
        const isInTime = wait !== null && performance.now() + wait < scope.deadline;
        if (isInTime && budget.spend() && (await pause({ pace }, wait, signal))) continue;
        recordFailure(record, error);
        throw error;
      } finally {
        if (current.durationMs === null) endTry(record, current);
      }
    }
  } finally {
    pauses.end();
    endCall(record);
    waitedFor(trace, record.round);
  }
};

// A longer timer would fire at once.
const maxTimerMs = 2 ** 31 - 1;

const hostAndPath = (url: string) => {
  const { host, pathname: path } = URL.canParse(url) ? new URL(url) : { host: '', pathname: '' };
  return { host, path };
};
