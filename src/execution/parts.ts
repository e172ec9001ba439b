import type { FormattedFailures } from './failures.ts';
import { formatFailures, maxErrors } from './failures.ts';
import type { Run } from './levels.ts';
import type { DocumentLimits } from './limits.ts';
import { answerTooLong } from './limits.ts';
import { writeLater } from './write.ts';
import type { Spot, Written } from './written.ts';
import { AnswerTooLong } from './written.ts';

/** The later content for one position of an answer. */
export interface Increment extends Pick<FormattedFailures, 'errors'> {
  readonly label: string | null;
  readonly path: readonly (string | number)[];
  /** `data`: members of an object; `items`: further items of a list. */
  readonly kind: 'data' | 'items';
  /** The members or items as JSON in UTF-8; `null` where an error removed all of them. */
  readonly json: Buffer<ArrayBuffer>;
}

/** A later part of an answer. */
export interface Part {
  readonly increments: readonly Increment[];
  readonly hasNext: boolean;
  readonly faults: readonly unknown[];
}

/** What is left of the limits of the answer for its later parts: bytes, and errors. */
interface Room {
  bytes: number;
  errors: number;
}

/**
 * Writes the later parts of an answer. Each has the content of all positions that are resolved by then. Never throws: errors are in
 * the parts. `written` is the length of the first part, which counts against the limit of the whole answer.
 */
export async function* partsOf(
  spots: readonly Spot[],
  run: Run,
  { limits, written }: { readonly limits: DocumentLimits; readonly written: number },
): AsyncGenerator<Part, void> {
  const room: Room = { bytes: limits.answerBytes - written, errors: maxErrors };
  let waiting = spots;
  while (waiting.length > 0) {
    await Promise.race(new Set(waiting.map(({ part }) => part.resolved)));
    const resolved = waiting.filter(({ part }) => part.isResolved);
    waiting = waiting.filter(({ part }) => !part.isResolved);
    const increments: Increment[] = [];
    const faults: unknown[] = [];
    for (const spot of resolved) {
      const { json, failures, later } = writtenAt(spot, run, room.bytes);
      const isOver = failures[0]?.error instanceof AnswerTooLong;
      const shown = isOver
        ? { errors: [answerTooLong(limits)], faults: [] }
        : formatFailures(failures, Math.max(1, room.errors));
      room.bytes -= json.length;
      room.errors -= shown.errors.length;
      faults.push(...shown.faults);
      const { part, path } = spot;
      const { errors } = shown;
      increments.push({
        label: part.label,
        path,
        kind: 'level' in part ? 'data' : 'items',
        json,
        errors,
      });
      waiting = isOver ? [] : [...waiting, ...later];
      if (isOver) break;
    }
    yield { increments, hasNext: waiting.length > 0, faults };
  }
}

const writtenAt = (spot: Spot, run: Run, most: number): Written => {
  const { part, path } = spot;
  try {
    if (part.fault === null) return writeLater(spot, run, most);
    return failedWith(part.fault, path);
  } catch (error) {
    return failedWith(error, path);
  }
};

const failedWith = (error: unknown, path: Spot['path']): Written => ({
  json: Buffer.from('null'),
  failures: [{ error, field: null, path }],
  later: [],
});
