import { columnOfSort, sortingOf } from '../src/upstream/catalogue/language/endpoint.ts';
import { entityOf, homeOf, parentsOf } from './read.ts';
import type { Scope } from './scope.ts';
import { fold, type StoredRow } from './store.ts';

export interface Order {
  readonly column: string;
  readonly descending: boolean;
  readonly key: string;
  readonly compare: (left: unknown, right: unknown) => number;
}

/**
 * The order of `sort_by`, or the default of the entity. Rows with equal values are ordered by id.
 */
export const orderOf = (scope: Scope): Order => {
  const entity = entityOf(scope);
  const key = entity.key ?? 'id';
  const defaultColumn = scope.rules[entity.name]?.orderedBy ?? 'created_at';
  const sortBy = String(scope.input['sort_by'] ?? `${defaultColumn}-asc`);
  const [attribute = '', direction] = sortBy.split('-');
  const sorting = sortingOf(scope.endpoint);
  // Rows without the attribute are all equal.
  const column = sorting === null ? attribute : (columnOfSort(sorting, attribute) ?? '');
  const isText = entity.columns[column]?.kind === 'text';
  const compare = isText ? compareNames : compareValues;
  return { column, descending: direction === 'desc', key, compare };
};

/** Compares rows by a column, then by id. */
export const comparing =
  ({ column, key, compare }: Order) =>
  (left: StoredRow, right: StoredRow): number =>
    compare(left[column], right[column]) || compareValues(left[key], right[key]);

const alphabet = new Intl.Collator('en', { sensitivity: 'base' });

// Case and accents are ignored, as in many databases.
const compareNames = (left: unknown, right: unknown): number =>
  typeof left === 'string' && typeof right === 'string'
    ? alphabet.compare(left, right)
    : compareValues(left, right);

const compareValues = (left: unknown, right: unknown): number => {
  if (left === right) return 0;
  // Rows without a value come first.
  if (left === null || left === undefined) return right === null || right === undefined ? 0 : -1;
  if (right === null || right === undefined) return 1;
  return left < right ? -1 : left > right ? 1 : 0;
};

/**
 * All rows that pass the filters, in order. The store caches the list until a row of the entity
 * changes.
 */
export const sorted = (scope: Scope): readonly StoredRow[] => {
  const entity = entityOf(scope);
  const home = { entity: entity.name, accountId: homeOf(entity, scope) };
  const order = orderOf(scope);
  const { column, descending } = order;
  const filters = filtersOf(scope);
  const name = JSON.stringify([column, descending, filters]);
  return scope.store.view(home, name, () => {
    // An index holds single values, so a filter on a column of lists cannot use one.
    const exact = filters
      .filter((filter) => filter.by === 'value')
      .find(({ column }) => entity.columns[column]?.kind !== 'list');
    const candidates =
      exact === undefined
        ? scope.store.rows(home.entity, home.accountId)
        : new Set(
            exact.values.flatMap((value) => [
              ...scope.store.by({ ...home, column: exact.column }, value),
            ]),
          );
    const tests = filters.filter((filter) => filter !== exact).map(testOf);
    const rows = [...candidates].filter((row) => tests.every((test) => test(row)));
    rows.sort(comparing(order));
    return descending ? rows.reverse() : rows;
  });
};

/**
 * A condition for rows: one of the values in a column, a text that starts with a prefix, or every
 * word in any column.
 */
type Filter =
  | { readonly by: 'value'; readonly column: string; readonly values: readonly string[] }
  | { readonly by: 'prefix'; readonly column: string; readonly prefix: string }
  | {
      readonly by: 'words';
      readonly columns: readonly string[];
      readonly words: readonly string[];
    };

const filtersOf = (scope: Scope): readonly Filter[] => {
  const fromPath = parentsOf(scope).map(([column, id]) => exactly(column, [id]));
  const fromParams = Object.entries(scope.endpoint.params).flatMap(([name, param]): Filter[] => {
    const value = scope.input[name] ?? null;
    const column = 'matches' in param ? param.matches : undefined;
    const columns = param.kind === 'text' ? param.words : undefined;
    if (value !== null && columns !== undefined) {
      return [{ by: 'words', columns, words: fold(value).split(/\s+/) }];
    }
    if (value === null || column === undefined) return [];
    return param.kind === 'text'
      ? [{ by: 'prefix', column, prefix: fold(value) }]
      : [exactly(column, [value].flat())];
  });
  return [...fromPath, ...fromParams];
};

const exactly = (column: string, values: readonly unknown[]): Filter => ({
  by: 'value',
  column,
  values: values.map(fold),
});

const testOf = (filter: Filter): ((row: StoredRow) => boolean) => {
  if (filter.by === 'prefix') {
    return (row) => fold(row[filter.column] ?? '').startsWith(filter.prefix);
  }
  if (filter.by === 'words') {
    return (row) => {
      const text = filter.columns.map((column) => fold(row[column] ?? '')).join('\n');
      return filter.words.every((word) => text.includes(word));
    };
  }
  const values = new Set(filter.values);
  return (row) => {
    const value = row[filter.column];
    return Array.isArray(value)
      ? value.some((item) => values.has(fold(item)))
      : values.has(fold(value));
  };
};
