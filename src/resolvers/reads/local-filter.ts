import { countParam, type Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { Fields } from '../../upstream/catalogue/language/params.ts';
import type { Values } from '../../upstream/catalogue/language/values.ts';
import type { Row } from '../../upstream/client/row.ts';

type RowFilter = (row: Row, expected: unknown) => boolean;

/** The input without local filters, and a function that applies them to the rows. */
interface FilteredLocally {
  readonly input: Values;
  readonly narrow: (rows: readonly Row[]) => readonly Row[];
}

/**
 * The filter that the gateway applies for a parameter of a list that is cached as a whole; null for
 * other parameters.
 */
export const localFilterOf = (endpoint: Endpoint, name: string): RowFilter | null => {
  const param = isCachedWhole(endpoint) ? endpoint.params[name] : undefined;
  if (!(param?.kind === 'choice' || param?.kind === 'text')) return null;
  const { kind, matches } = param;
  if (kind === 'text' && param.words !== undefined) return hasWords(param.words);
  if (matches === undefined) return null;
  return kind === 'choice'
    ? (row, expected) => row[matches] === expected
    : (row, expected) => lower(row[matches]).startsWith(lower(expected));
};

const hasWords =
  (columns: readonly string[]): RowFilter =>
  (row, expected) => {
    const text = columns.map((column) => lower(row[column])).join('\n');
    return lower(expected)
      .split(/\s+/)
      .every((word) => text.includes(word));
  };

const lower = (value: unknown): string => String(value ?? '').toLowerCase();

/** True if one cached response is the whole list. */
const isCachedWhole = ({ isReference, returns }: Endpoint): boolean =>
  isReference && returns.as === 'rows';

/**
 * The parameters that clients can send to a list without pages. If it is cached as a whole, `count`
 * is not among them: the gateway sends the largest, so that all requests share one response.
 */
export const givenParams = (endpoint: Endpoint): Fields => {
  const { count: _count, ...params } = endpoint.params;
  return isCachedWhole(endpoint) ? params : endpoint.params;
};

const countOf = (endpoint: Endpoint): Record<string, unknown> => {
  const max = isCachedWhole(endpoint) ? countParam(endpoint)?.max : undefined;
  return max === undefined ? {} : { count: max };
};

/** Separates local filters from the input, so that one cached response serves all filters. */
export const filterLocally = (endpoint: Endpoint, given: Values): FilteredLocally => {
  const sent = countOf(endpoint);
  const filters: ((row: Row) => boolean)[] = [];
  for (const [name, expected] of Object.entries(given)) {
    const filter = localFilterOf(endpoint, name);
    if (filter === null) sent[name] = expected;
    else filters.push((row) => filter(row, expected));
  }
  return {
    input: sent,
    narrow: (rows) =>
      filters.length === 0 ? rows : rows.filter((row) => filters.every((passes) => passes(row))),
  };
};
