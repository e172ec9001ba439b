import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../log.ts';
import type { CallRecord } from '../upstream/client/client.ts';
import type { Metrics } from './metrics.ts';

/** What the log and the metrics say about a request when it has ended. */
export interface Note {
  readonly id: string;
  readonly start: number;
  operation: string | null;
  calls: readonly CallRecord[];
  codes: readonly string[];
  /** Failures that clients saw masked. */
  faults: readonly unknown[];
}

/** Both ends of a request as Node has them, and what is noted of it. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly note: Note;
}

/** Opens the note of a request, and writes it down when the answer is out. */
export type OpenNote = (res: ServerResponse) => Note;

/** Notes that end in this log and these metrics. */
export const createNotes =
  (log: Log, metrics: Metrics): OpenNote =>
  (res) => {
    const note: Note = {
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

const write = (log: Log, note: Note, res: ServerResponse): void => {
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
