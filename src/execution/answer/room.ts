/**
 * The byte budget of one answer, `limit` in all (LIMIT_ANSWER_BYTES), for data, errors, extensions
 * and the framing of parts.
 */
export class Room {
  readonly limit: number;
  #taken = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** In bytes. */
  get taken(): number {
    return this.#taken;
  }

  /** In bytes; negative if the answer is longer than the limit. */
  get left(): number {
    return this.limit - this.#taken;
  }

  take(bytes: number): void {
    this.#taken += bytes;
  }
}
