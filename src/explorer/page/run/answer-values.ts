import { isObject } from '../json.ts';

/** All values at a field of the answer, as in `accounts.nodes.name`: one for each object there. */
export const valuesAt = (data: unknown, field: string): readonly unknown[] =>
  field
    .split('.')
    .reduce<readonly unknown[]>(
      (values, name) =>
        values
          .flatMap((value) => (Array.isArray(value) ? flat(value) : [value]))
          .flatMap((value) => (isObject(value) && name in value ? [value[name]] : [])),
      [data],
    );

const flat = (values: readonly unknown[]): readonly unknown[] =>
  values.flatMap((value) => (Array.isArray(value) ? flat(value) : [value]));
