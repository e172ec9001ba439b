/** A value of a client that the type of its field could not read: `12,5` for a number. */
export class Unread {
  readonly written: unknown;

  constructor(written: unknown) {
    this.written = written;
  }
}

/** A value as the client wrote it. */
export const writtenOf = (value: unknown): unknown =>
  value instanceof Unread ? value.written : value;
