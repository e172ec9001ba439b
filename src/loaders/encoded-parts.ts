import { JsonBytes } from '../upstream/client/answer/json-bytes.ts';

/** Enough for the ids of a long page. */
const usualRoom = 1 << 15;

/**
 * What the cursors of a page have in common, encoded: their first part, and ids one behind the other, because an id is in the
 * cursors of 3 rows. There is one such place for all pages, since the cursors of a page are mostly written without others between them.
 */
export class EncodedParts {
  /** Where the next part is encoded to. */
  readonly bytes = new JsonBytes(usualRoom);
  /** Whose parts these are: the number of times that others took their place. */
  turn = 0;
  #first = 0;
  /** Where ids begin, and where the last of them ends. */
  #places: number[] = [];

  /** Takes the place for a page, with the index of the first id that is encoded. */
  begin(first: number): void {
    this.turn += 1;
    this.bytes.length = 0;
    this.#first = first;
    this.#places.length = 0;
  }

  /** Says that the first part, or an id, has been encoded. */
  end(): void {
    this.#places.push(this.bytes.length);
  }

  /** Whether the id at this index is encoded, or behind those that are. */
  reaches(index: number): boolean {
    return index >= this.#first;
  }

  /** The index of the id that is encoded next. */
  get next(): number {
    return this.#first + this.#places.length - 1;
  }

  writeFirst(out: JsonBytes): void {
    out.part(this.bytes, 0, this.#places[0] as number);
  }

  /** Writes the ids from index `from` to `to`. */
  writeIds(out: JsonBytes, from: number, to: number): void {
    const start = this.#places[from - this.#first] as number;
    out.part(this.bytes, start, this.#places[to - this.#first] as number);
  }
}
