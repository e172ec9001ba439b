/**
 * What one answer may still be sent of: `limit` bytes (LIMIT_ANSWER_BYTES) in all, from which
 * whoever adds to the answer takes. Data, errors, extensions and the frames of parts count.
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

  /** In bytes; below 0 where more was taken than there was. */
  get left(): number {
    return this.limit - this.#taken;
  }

  take(bytes: number): void {
    this.#taken += bytes;
  }
}
