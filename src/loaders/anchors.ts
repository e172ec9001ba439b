import type { JsonBytes } from '../upstream/client/answer/json-bytes.ts';
import type { TextInReply } from '../upstream/client/answer/lazy-row.ts';
import { textIn } from '../upstream/client/answer/lazy-row.ts';
import { isUtcTime } from '../upstream/client/answer/utc-time.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf, SOURCE } from '../upstream/client/row.ts';
import { areInOrder, sortColumnOf } from './order.ts';
import type { RowsBefore } from './position.ts';

const maxIds = 3;

/** How the API writes a time. */
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)`;
const wholeTime = new RegExp(`^${time}$`);

/** How a cursor says a time, as the source of a regular expression: one in UTC without parts of seconds by its digits alone. */
export const timePattern = String.raw`\d{14}|${time}`;

/** The time that a cursor says so. */
export const timeFrom = (said: string): string =>
  said.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z');

const digitPlaces = [0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18];
const digits = new Uint8Array(digitPlaces.length);

/** Writes a time in UTC that stands at this place. */
const writeUtcTime = (out: JsonBytes, bytes: Uint8Array, from: number): void => {
  for (let index = 0; index < digits.length; index += 1) {
    digits[index] = bytes[from + (digitPlaces[index] as number)] as number;
  }
  out.base64(digits, 0, digits.length);
};

const writeTime = (out: JsonBytes, text: string): void => {
  const bytes = Buffer.from(text);
  if (isUtcTime(bytes, 0, bytes.length)) writeUtcTime(out, bytes, 0);
  else out.base64Text(wholeTime.test(text) ? text : '');
};

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
    else writeTime(out, at ?? '');
    for (let index = this.#firstBefore(end); index < ids.length; index += 1) {
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

  /** The number of ids among them. */
  idCount(end: number): number {
    const { length } = this.#before.ids;
    return length - this.#firstBefore(end) + (this.#key === null ? 0 : Math.min(end, maxIds));
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
    const time = textIn(row, this.#column);
    if (time !== null && isUtcTime(time.bytes, time.from, time.to)) {
      writeUtcTime(out, time.bytes, time.from);
    } else {
      writeTime(out, String(row[this.#column]));
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
