/** A remark about a correct value. It is shown in `extensions.notes`, not among the errors. */
export class Note extends Error {
  override readonly name = 'Note';
}

/**
 * A value that could only be read in part, with the errors about the rest. The answer shows both.
 * Notes are among the errors.
 */
export class Flawed<T> {
  readonly value: T;
  readonly errors: readonly Error[];

  constructor(value: T, errors: readonly Error[]) {
    this.value = value;
    this.errors = errors;
  }
}

/** A value with its errors; the value alone if there are none. */
export const flawed = <T>(value: T, errors: readonly Error[] = []): T | Flawed<T> =>
  errors.length === 0 ? value : new Flawed(value, errors);
