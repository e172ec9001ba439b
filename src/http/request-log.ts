import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Log } from '../log.ts';
import type { Entry } from './exchange.ts';
import type { Metrics } from './metrics.ts';

/** Opens the note of a request, and writes it down when the answer is out. */
export type OpenEntry = (res: ServerResponse) => Entry;

/** Notes that end in this log and these metrics. */
export const createRequestLog =
  (log: Log, metrics: Metrics): OpenEntry =>
  (res) => {
    const note: Entry = {
      id: randomUUID(),
      start: performance.now(),
      operation: null,
      calls: [],
      codes: [],
      faults: [],
    };
    res.once('close', () => {
      write(log, note, res);
      metrics.count(note, res.statusCode);
    });
    return note;
  };

const write = (log: Log, note: Entry, res: ServerResponse): void => {
  const { id, operation, calls, codes } = note;
  for (const fault of note.faults) log.error({ id, err: fault }, 'failed inside');
  log.info(
    {
      id,
      operation,
      status: res.writableFinished ? res.statusCode : null,
      durationMs: Math.round(performance.now() - note.start),
      calls: calls.length,
      codes,
    },
    'request',
  );
};
