import { JsonBytes } from '../upstream/client/answer/json-bytes.ts';
import type { TextInReply } from '../upstream/client/answer/lazy-row.ts';
import { TextColumn } from '../upstream/client/answer/lazy-row.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf, SOURCE } from '../upstream/client/row.ts';
import { writeSecond, writeTime } from './cursor-time.ts';
import type { Times } from './order.ts';
import { sortColumnOf, timesOf } from './order.ts';
import type { RowsBefore } from './position.ts';

const maxIds = 3;
/** In bytes, for the ids of a short page. */
const usualRoom = 256;

/**
 * Writes the parts of cursors that tell of the rows before a position: the time of the last one, if all rows are in order of time,
 * and the ids of the last 3. `before` is what is known of the rows before the first of these. An id is in the cursors of 3 rows, so
 * ids are encoded once, one behind the other.
 */
export class Anchors {
  readonly #sort: string | null;
  readonly #rows: readonly Row[];
  readonly #before: RowsBefore;
  #times: Times | null = null;
  /** Null for rows without ids. */
  readonly #ids: TextColumn | null;
  readonly #encoded = new JsonBytes(usualRoom);
  /** Where encoded ids begin, and where the last of them ends. */
  #places: number[] = [0];
  /** Which of all ids is the first of them. */
  #firstEncoded = 0;

  constructor(sort: string | null, rows: readonly Row[], before: RowsBefore) {
    this.#sort = before.ids.length === 0 || before.at !== null ? sort : null;
    this.#rows = rows;
    this.#before = before;
    const key = rows[0]?.[SOURCE].entity.key ?? null;
    this.#ids = key === null ? null : new TextColumn(key);
  }

  /** Writes those of the position before the index `end`. */
  write(out: JsonBytes, end: number): void {
    this.#writeTime(out, end - 1);
    const to = this.#countBefore(end);
    const from = Math.max(0, to - maxIds);
    const { length } = this.#places;
    if (from < this.#firstEncoded || from >= this.#firstEncoded + length) this.#encodeFrom(from);
    while (this.#firstEncoded + this.#places.length <= to) this.#encodeNext();
    const [start, stop] = [this.#placeOf(from), this.#placeOf(to)];
    out.part(this.#encoded, start, stop);
  }

  /** The number of ids among them. */
  idCount(end: number): number {
    return Math.min(maxIds, this.#countBefore(end));
  }

  /** The number of all ids before the index `end`. */
  #countBefore(end: number): number {
    return this.#before.ids.length + (this.#ids === null ? 0 : end);
  }

  #placeOf(id: number): number {
    return this.#places[id - this.#firstEncoded] as number;
  }

  #encodeFrom(first: number): void {
    this.#encoded.length = 0;
    this.#places = [0];
    this.#firstEncoded = first;
  }

  #encodeNext(): void {
    const { ids } = this.#before;
    const next = this.#firstEncoded + this.#places.length - 1;
    if (next < ids.length) this.#encoded.base64Text(escaped(ids[next] as string));
    else this.#encodeIdOf(this.#rows[next - ids.length] as Row);
    this.#places.push(this.#encoded.length);
  }

  #encodeIdOf(row: Row): void {
    const id = this.#ids?.in(row) ?? null;
    if (id !== null && isKept(id)) this.#encoded.base64(id.reply.bytes, id.from, id.to);
    else this.#encoded.base64Text(escaped(idOf(row)));
  }

  #writeTime(out: JsonBytes, last: number): void {
    const row = this.#rows[last];
    if (row === undefined) {
      writeTime(out, this.#before.at ?? '');
      return;
    }
    if (this.#sort !== null) this.#times ??= timesOf(this.#rows, this.#sort);
    if (this.#sort === null || this.#times?.areInOrder !== true) {
      out.base64Text('');
      return;
    }
    const { seconds } = this.#times;
    if (seconds !== null) writeSecond(out, seconds[last] as number);
    else writeTime(out, String(row[sortColumnOf(this.#sort)]));
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
