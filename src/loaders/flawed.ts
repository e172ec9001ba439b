/**
 * What a client should know of a value that is right as it is. It is shown in `extensions.notes`,
 * not among the errors.
 */
export class Note extends Error {
  override readonly name = 'Note';
}

/**
 * A value of which a part could not be read, with the errors of that part. The answer shows both.
 * Notes stand among the errors.
 */
export class Flawed<T> {
  readonly value: T;
  readonly errors: readonly Error[];

  constructor(value: T, errors: readonly Error[]) {
    this.value = value;
    this.errors = errors;
  }
}

/** A value with its errors; the value alone where there are none. */
export const flawed = <T>(value: T, errors: readonly Error[] = []): T | Flawed<T> =>
  errors.length === 0 ? value : new Flawed(value, errors);
