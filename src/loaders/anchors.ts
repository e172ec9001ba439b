import type { JsonBytes } from '../upstream/client/answer/json-bytes.ts';
import type { TextInReply } from '../upstream/client/answer/lazy-row.ts';
import { textIn } from '../upstream/client/answer/lazy-row.ts';
import { isUtcTime } from '../upstream/client/answer/utc-time.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf, SOURCE } from '../upstream/client/row.ts';
import { areInOrder, sortColumnOf } from './order.ts';
import type { RowsBefore } from './position.ts';

const maxIds = 3;

/** How the API writes a time, as the source of a regular expression. */
export const timePattern = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)`;
const wholeTime = new RegExp(`^${timePattern}$`);

/**
 * Writes the parts of cursors that tell of the rows before a position: the time of the last one, if all rows are in order of time,
 * and the ids of the last 3. `before` is what is known of the rows before the first of these.
 */
export class Anchors {
  readonly #sort: string | null;
  /** The column of times. */
  readonly #column: string;
  readonly #rows: readonly Row[];
  readonly #before: RowsBefore;
  /** The column of ids; null for rows without. */
  readonly #key: string | null;
  #areInOrder: boolean | null = null;

  constructor(sort: string | null, rows: readonly Row[], before: RowsBefore) {
    this.#sort = before.ids.length === 0 || before.at !== null ? sort : null;
    this.#column = sortColumnOf(sort ?? '');
    this.#rows = rows;
    this.#before = before;
    this.#key = rows[0]?.[SOURCE].entity.key ?? null;
  }

  /** Writes those of the position before the index `end`. */
  write(out: JsonBytes, end: number): void {
    const { at, ids } = this.#before;
    const last = this.#rows[end - 1];
    if (last !== undefined) this.#writeTime(out, last);
    else out.base64Text(at ?? '');
    for (let index = Math.max(0, ids.length + end - maxIds); index < ids.length; index += 1) {
      out.base64Text(escaped(ids[index] as string));
    }
    if (this.#key === null) return;
    for (let index = Math.max(0, end - maxIds); index < end; index += 1) {
      const row = this.#rows[index] as Row;
      const id = textIn(row, this.#key);
      if (id !== null && isKept(id)) out.base64(id.bytes, id.from, id.to);
      else out.base64Text(escaped(idOf(row)));
    }
  }

  #writeTime(out: JsonBytes, row: Row): void {
    if (this.#sort === null || !this.#isOrdered(this.#sort)) {
      out.base64Text('');
      return;
    }
    const time = textIn(row, this.#column);
    if (time !== null && isUtcTime(time.bytes, time.from, time.to)) {
      out.base64(time.bytes, time.from, time.to);
    } else {
      const text = String(row[this.#column]);
      out.base64Text(wholeTime.test(text) ? text : '');
    }
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

const isKept = ({ bytes, from, to }: TextInReply): boolean => {
  for (let index = from; index < to; index += 1) {
    if (keptCharacters[bytes[index] as number] !== 1) return false;
  }
  return true;
};
