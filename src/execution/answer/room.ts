/**
 * The byte budget of one answer: `limit` (LIMIT_ANSWER_BYTES) in all. Data, errors, extensions and
 * the framing of parts are taken from it.
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

  /** In bytes; negative if more was taken than there was. */
  get left(): number {
    return this.limit - this.#taken;
  }

  take(bytes: number): void {
    this.#taken += bytes;
  }
}
