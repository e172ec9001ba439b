import type { JsonBytes } from '../upstream/client/answer/json-bytes.ts';
import type { TextInReply } from '../upstream/client/answer/lazy-row.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf } from '../upstream/client/row.ts';
import { writeSecond, writeTime } from './cursor-time.ts';
import type { ListKind } from './list-kind.ts';
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
  readonly #sort: string | null;
  readonly #kind: ListKind;
  readonly #rows: readonly Row[];
  readonly #before: RowsBefore;
  #times: Times | null = null;

  constructor(ask: PageAsk, rows: readonly Row[], before: RowsBefore) {
    this.#sort = before.ids.length === 0 || before.at !== null ? ask.sort : null;
    this.#kind = kindOf(ask);
    this.#rows = rows;
    this.#before = before;
  }

  /** The number of all ids before the index `end`. */
  idsBefore(end: number): number {
    return this.#before.ids.length + (this.#kind.ids === null ? 0 : end);
  }

  /** Writes one of these ids. */
  writeId(out: JsonBytes, index: number): void {
    const { ids } = this.#before;
    if (index < ids.length) {
      out.base64Text(escaped(ids[index] as string));
      return;
    }
    const row = this.#rows[index - ids.length] as Row;
    const id = this.#kind.ids?.in(row) ?? null;
    if (id !== null && isKept(id)) out.base64(id.reply.bytes, id.from, id.to);
    else out.base64Text(escaped(idOf(row)));
  }

  /** Writes the time of the row at an index; nothing but blanks where the rows are in no order of time. */
  writeTime(out: JsonBytes, index: number): void {
    const row = this.#rows[index];
    if (row === undefined) {
      writeTime(out, this.#before.at ?? '');
      return;
    }
    if (this.#sort === null) {
      out.base64Text('');
      return;
    }
    const { times } = this.#kind;
    this.#times ??= timesOf(this.#rows, times, this.#sort);
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
