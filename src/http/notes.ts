import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import type { Log } from '../log.ts';
import type { CallRecord } from '../upstream/client.ts';
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

/** The notes of the requests under way. */
export interface Notes {
  /** Opens the note of a request, names it in `x-request-id`, and writes it down when the answer is out. */
  readonly open: (req: IncomingMessage, res: ServerResponse) => void;
  readonly of: (req: IncomingMessage) => Note;
}

/** Notes that end in this log and these metrics. */
export const createNotes = (log: Log, metrics: Metrics): Notes => {
  const notes = new WeakMap<IncomingMessage, Note>();
  const of = (req: IncomingMessage): Note => {
    const known = notes.get(req);
    if (known !== undefined) return known;
    const note: Note = {
      id: randomUUID(),
      start: performance.now(),
      operation: null,
      calls: [],
      codes: [],
      faults: [],
    };
    notes.set(req, note);
    return note;
  };
  return {
    of,
    open: (req, res) => {
      const note = of(req);
      res.setHeader('x-request-id', note.id);
      res.once('close', () => {
        write(log, note, res);
        metrics.count(note, res.statusCode);
      });
    },
  };
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

/** Notes the codes that a request is answered with. */
export const useNotes = (notes: Notes): Plugin<object, { readonly req: IncomingMessage }> => ({
  onResultProcess: ({ result, serverContext }) => {
    if (Array.isArray(result) || !('errors' in result) || result.errors === undefined) return;
    notes.of(serverContext.req).codes = [
      ...new Set(result.errors.map(({ extensions }) => String(extensions?.['code']))),
    ];
  },
});
