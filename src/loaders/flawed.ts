/** A value that could be read in part, and what was wrong with the rest of its answer: both are shown. */
export class Flawed<T> {
  readonly value: T;
  readonly errors: readonly Error[];

  constructor(value: T, errors: readonly Error[]) {
    this.value = value;
    this.errors = errors;
  }
}

/** The value with what was wrong beside it; the value alone where nothing was. */
export const flawed = <T>(value: T, errors: readonly Error[] = []): T | Flawed<T> =>
  errors.length === 0 ? value : new Flawed(value, errors);
