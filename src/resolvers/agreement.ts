import type { Fields, Param } from '../upstream/catalogue/language/params.ts';

type Values = Readonly<Record<string, unknown>>;
/** Whether a value that was sent and one that was answered are the same. */
export type IsSame = (sent: unknown, got: unknown) => boolean;

/** For each column that was sent and that a row has: whether they agree. */
export const agreements = (
  fields: Fields,
  { sent, row }: { readonly sent: Values; readonly row: Values },
  same: IsSame,
): readonly boolean[] =>
  Object.entries(fields).flatMap(([name, param]) => {
    const [value, got] = [sent[name] ?? null, row[name] ?? null];
    return value === null || got === null || !isComparable(param) ? [] : [same(value, got)];
  });

/** True for what a row repeats as it was sent. */
export const isComparable = ({ kind }: Param): boolean =>
  kind !== 'shape' && kind !== 'variant' && kind !== 'json';

/** The same value, however it is typed. */
export const isEqual: IsSame = (sent, got) => textOf(sent) === textOf(got);
/** The same but for blanks around it and case: the API trims names and writes keywords and choices in another case. */
export const isAlike: IsSame = (sent, got) => plain(textOf(sent)) === plain(textOf(got));

const plain = (text: string): string => text.trim().toLowerCase();

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join();
  const text = String(value);
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? text : String(time);
};
