/** Values by name: parameters of a call, columns of a row, members of an object. */
export type Values = Readonly<Record<string, unknown>>;

/** True if a value is an object with members: no list, and not null. */
export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of a value that is a list; nothing for any other value. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The way to a value in an input, such as `['operations', 3, 'params', 'name']`. */
export type Path = readonly (string | number)[];

/** The type of a parameter's value in an input: ids, longs and times are strings. */
type ValueOf<P> = P extends { readonly kind: 'bytes' }
  ? Uint8Array
  : P extends {
        readonly kind: 'choice';
        readonly values: readonly (infer V)[];
      }
    ? V
    : P extends { readonly kind: 'text' | 'id' | 'long' | 'time' }
      ? string
      : P extends { readonly kind: 'int' }
        ? number
        : P extends { readonly kind: 'flag' }
          ? boolean
          : P extends { readonly kind: 'list'; readonly of: infer O }
            ? readonly ValueOf<O>[]
            : P extends { readonly kind: 'shape'; readonly fields: infer F }
              ? ValuesOf<F>
              : unknown;

type RequiredNames<F> = {
  [N in keyof F]: F[N] extends { readonly required: true } ? N : never;
}[keyof F];

/** Values of some fields: required ones present, others absent, null (which clears) or a value. */
export type ValuesOf<F> = { readonly [N in RequiredNames<F>]: ValueOf<F[N]> } & {
  readonly [N in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[N]> | null;
};

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
