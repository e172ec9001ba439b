import type { JsonBytes } from '../upstream/client/answer/json-bytes.ts';
import type { TextInReply } from '../upstream/client/answer/lazy-row.ts';
import { TextColumn } from '../upstream/client/answer/lazy-row.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf, SOURCE } from '../upstream/client/row.ts';
import { copyTime, writeTime } from './cursor-time.ts';
import { areInOrder, sortColumnOf } from './order.ts';
import type { RowsBefore } from './position.ts';

const maxIds = 3;

/**
 * Writes the parts of cursors that tell of the rows before a position: the time of the last one, if all rows are in order of time,
 * and the ids of the last 3. `before` is what is known of the rows before the first of these.
 */
export class Anchors {
  readonly #sort: string | null;
  readonly #times: TextColumn;
  readonly #rows: readonly Row[];
  readonly #before: RowsBefore;
  /** Null for rows without ids. */
  readonly #ids: TextColumn | null;
  #areInOrder: boolean | null = null;

  constructor(sort: string | null, rows: readonly Row[], before: RowsBefore) {
    this.#sort = before.ids.length === 0 || before.at !== null ? sort : null;
    this.#times = new TextColumn(sortColumnOf(sort ?? ''));
    this.#rows = rows;
    this.#before = before;
    const key = rows[0]?.[SOURCE].entity.key ?? null;
    this.#ids = key === null ? null : new TextColumn(key);
  }

  /** Writes those of the position before the index `end`. */
  write(out: JsonBytes, end: number): void {
    const { at, ids } = this.#before;
    const last = this.#rows[end - 1];
    if (last !== undefined) this.#writeTime(out, last);
    else writeTime(out, at ?? '');
    for (let index = this.#firstBefore(end); index < ids.length; index += 1) {
      out.base64Text(escaped(ids[index] as string));
    }
    if (this.#ids === null) return;
    for (let index = Math.max(0, end - maxIds); index < end; index += 1) {
      const row = this.#rows[index] as Row;
      const id = this.#ids.in(row);
      if (id !== null && isKept(id)) out.base64(id.reply.bytes, id.from, id.to);
      else out.base64Text(escaped(idOf(row)));
    }
  }

  /** The number of ids among them. */
  idCount(end: number): number {
    const { length } = this.#before.ids;
    return length - this.#firstBefore(end) + (this.#ids === null ? 0 : Math.min(end, maxIds));
  }

  /** The index of the first id of `before` among them. */
  #firstBefore(end: number): number {
    const { length } = this.#before.ids;
    return Math.min(length, Math.max(0, length + end - maxIds));
  }

  #writeTime(out: JsonBytes, row: Row): void {
    if (this.#sort === null || !this.#isOrdered(this.#sort)) {
      out.base64Text('');
      return;
    }
    const time = this.#times.in(row);
    const isCopied = time !== null && copyTime(out, time);
    if (!isCopied) writeTime(out, String(row[this.#times.name]));
  }

  #isOrdered(sort: string): boolean {
    this.#areInOrder ??= areInOrder(this.#rows, sort);
    return this.#areInOrder;
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
