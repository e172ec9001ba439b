import { stats } from '../../catalogue/areas/stats.ts';
import { refuseBeyondLimits, refuseRehearsal } from '../call-limits.ts';
import { TransportError } from '../errors.ts';
import type { CallScope, PlacePauses } from '../scope.ts';
import type { Shared } from '../shared.ts';
import type { CallRecord, Trace } from '../trace.ts';
import { beginTry, endCall, endTry, newCallRecord, recordFailure, waitedFor } from '../trace.ts';
import type { MakeResult, ResultFile } from './entries.ts';
import { readFile } from './file.ts';

const { readStatsJobFile: endpoint } = stats;

/** What counts the reading of a file. */
interface Counting {
  readonly shared: Shared;
  readonly calls: CallRecord[];
  readonly pauses: PlacePauses;
}

/** A file to read, and what asks for it. */
interface FileAsk {
  readonly url: string;
  readonly scope: CallScope;
  readonly trace: Trace;
}

const attempts = 2;

/**
 * Reads the file of a finished job from its address, and turns each entry into what is kept. It
 * counts as a call of the request.
 */
export const readResults = async <T>(
  { shared: { budget, options }, calls, pauses }: Counting,
  { url, scope, trace }: FileAsk,
  make: MakeResult<T>,
): Promise<ResultFile<T>> => {
  refuseBeyondLimits(endpoint, scope, calls.length + 1);
  const record = newCallRecord(endpoint, { ...hostAndPath(url), ids: 0, scope, trace });
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
        return await readFile({ endpoint, url, limits, signal, onStatus }, make);
      } catch (error) {
        const isLost = error instanceof TransportError && error.code === 'UPSTREAM_UNAVAILABLE';
        if (isLost && record.tries.length < attempts && budget.spend()) continue;
        recordFailure(record, error);
        throw error;
      } finally {
        endTry(record, current);
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
