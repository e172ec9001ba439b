import type { JsonBytes } from '../upstream/client/answer/json-bytes.ts';
import type { TextInReply } from '../upstream/client/answer/lazy-row.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf } from '../upstream/client/row.ts';
import { writeSecond, writeTime } from './cursor-time.ts';
import { kindOf } from './list-kind.ts';
import type { Times } from './order.ts';
import { timesOf } from './order.ts';
import type { PageAsk } from './page-ask.ts';
import type { RowsBefore } from './position.ts';

/**
 * What cursors tell of the rows before a position: the time of the last one, if all rows are in order of time, and ids. `before` is
 * what is known of the rows before the first of these.
 */
export class Anchors {
  readonly #ask: PageAsk;
  readonly #rows: readonly Row[];
  readonly #before: RowsBefore;
  #times: Times | null = null;

  constructor(ask: PageAsk, rows: readonly Row[], before: RowsBefore) {
    this.#ask = ask;
    this.#rows = rows;
    this.#before = before;
  }

  /** The number of all ids before the index `end`. */
  idsBefore(end: number): number {
    return this.#before.ids.length + (kindOf(this.#ask).ids === null ? 0 : end);
  }

  /** Writes one of these ids. */
  writeId(out: JsonBytes, index: number): void {
    const { ids } = this.#before;
    if (index < ids.length) {
      out.base64Text(escaped(ids[index] as string));
      return;
    }
    const row = this.#rows[index - ids.length] as Row;
    const id = kindOf(this.#ask).ids?.in(row) ?? null;
    if (id !== null && isKept(id)) out.base64(id.reply.bytes, id.from, id.to);
    else out.base64Text(escaped(idOf(row)));
  }

  /** Writes the time of the row at an index; nothing but blanks where the rows are in no order of time. */
  writeTime(out: JsonBytes, index: number): void {
    const { at, ids } = this.#before;
    const row = this.#rows[index];
    if (row === undefined) {
      writeTime(out, at ?? '');
      return;
    }
    const { sort } = this.#ask;
    if (sort === null || (at === null && ids.length > 0)) {
      out.base64Text('');
      return;
    }
    const { times } = kindOf(this.#ask);
    this.#times ??= timesOf(this.#rows, times, sort);
    const { areInOrder, seconds } = this.#times;
    if (areInOrder && seconds !== null) writeSecond(out, seconds[index] as number);
    else writeTime(out, areInOrder ? String(row[times.name]) : '');
  }
}

/** An id or an upstream cursor as it stands in a cursor. */
export const escaped = (text: string): string =>
  /^[!-$&-{}~]*$/.test(text) ? text : encodeURIComponent(text.toWellFormed());

/** By character: 1 for those that `escaped` keeps. */
const keptCharacters = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  return Number(code < 128 && escaped(character) === character);
});

const isKept = ({ reply: { bytes }, from, to }: TextInReply): boolean => {
  for (let index = from; index < to; index += 1) {
    if (keptCharacters[bytes[index] as number] !== 1) return false;
  }
  return true;
};
