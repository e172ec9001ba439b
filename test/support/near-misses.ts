import type { StoredRow } from '../../emulator/store.ts';
import type { KeyedWrite } from '../cases/keyed-writes.ts';

/** Rows one of which differs in one member from the written one. */
interface NearMiss {
  readonly what: string;
  readonly rows: readonly StoredRow[];
}

type Members = Readonly<Record<string, unknown>>;

const swapCase = (text: string): string =>
  [...text]
    .map((letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    )
    .join('');

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text);

const later = (text: string): string =>
  new Date(Date.parse(text) + 1000).toISOString().replace('.000Z', 'Z');

// The gateway compares ids without regard to case.
const isId = (name: string): boolean => /(_ids?|_keys?)$/.test(name);

/**
 * Values next to a value: another case, another order, a blank, a second or one more, null, and the
 * same in each nested member.
 */
const besides = (name: string, value: unknown): readonly unknown[] => {
  if (typeof value === 'boolean') return [!value, null];
  if (typeof value === 'number') return [value + 1, null];
  if (typeof value === 'string') {
    if (isTime(value)) return [later(value), null];
    const others = [`${value} `, ` ${value}`, `${value}x`, null];
    return isId(name) || swapCase(value) === value ? others : [swapCase(value), ...others];
  }
  if (Array.isArray(value)) return besideList(name, value);
  if (typeof value !== 'object' || value === null) return [];
  return besideMembers(value as Members);
};

const besideList = (name: string, items: readonly unknown[]): readonly unknown[] => {
  if (items.length === 0) return [];
  const reversed = items.toReversed();
  return [
    ...(JSON.stringify(reversed) === JSON.stringify(items) ? [] : [reversed]),
    items.slice(1),
    [...items, items[0]],
    null,
    ...items.flatMap((item, index) => besides(name, item).map((other) => items.with(index, other))),
  ];
};

// The API adds details of media, and ids to nested objects; nobody sends them.
const isAdded = (name: string): boolean => name === 'media_metadata' || name === 'id';

const besideMembers = (members: Members): readonly Members[] =>
  Object.entries(members).flatMap(([name, value]) =>
    isAdded(name) ? [] : besides(name, value).map((other) => ({ ...members, [name]: other })),
  );

/** The value at a path such as `metadata.0.segments`, and the row with another value there. */
const valueAt = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, step) => (value as Members | undefined)?.[step], row);
const withValue = (row: unknown, path: readonly string[], value: unknown): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const inner = withValue((row as Members)[step], rest, value);
  return Array.isArray(row)
    ? row.with(Number(step), inner)
    : { ...(row as Members), [step]: inner };
};

/** All near misses of the rows that a write created or changed. */
export const nearMisses = (
  rows: readonly StoredRow[],
  { shown = [], empty = {} }: KeyedWrite,
): readonly NearMiss[] =>
  rows.flatMap((row, index) => {
    if (row['deleted'] === true) return [];
    const miss = (path: readonly string[], other: unknown): NearMiss => ({
      what: `${path.join('.')}: ${JSON.stringify(other)}`,
      rows: rows.with(index, withValue(row, path, other) as StoredRow),
    });
    return [
      ...shown.flatMap((column) => {
        const path = column.split('.');
        return besides(path.at(-1) ?? '', valueAt(row, path)).map((other) => miss(path, other));
      }),
      ...Object.entries(empty).map(([column, other]) => miss([column], other)),
    ];
  });
