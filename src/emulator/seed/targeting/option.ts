import type { StoredRow } from '../../store.ts';

/** An entry of a list: what a criterion of this type may target. */
export const option = (
  targeting_type: string,
  targeting_value: string | number,
  columns: StoredRow & { readonly name: string },
): StoredRow => ({ ...columns, targeting_type, targeting_value });

/** The items of a text like `Berlin, Hamburg, Munich`. */
export const itemsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((item) => item.trim().replace(/\s+/g, ' '))
    .filter(Boolean);

/**
 * What a text like `DE: Berlin, Hamburg` says in each line: what stands before the colon, and the
 * items behind it. They may go on in the next line.
 */
export const linesOf = (text: string): readonly (readonly [string, readonly string[]])[] =>
  text
    .trim()
    .split(/\n(?=[^:\n]+: )/)
    .map((line) => {
      const [head = '', tail = ''] = line.split(': ');
      return [head, itemsOf(tail)] as const;
    });

/** Values in base 36 that follow each other, from `first` on: `1q`, `1r`, `1s`. */
export const valuesFrom = (first: string): (() => string) => {
  let next = Number.parseInt(first, 36);
  return () => {
    next += 1;
    return (next - 1).toString(36);
  };
};
