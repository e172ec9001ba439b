import { flawed } from '../../loaders/page-query.ts';
import { countParam, type Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { Fields } from '../../upstream/catalogue/language/kinds.ts';
import type { Values } from '../../upstream/catalogue/language/values.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Args, Load, LoadContext } from '../field.ts';
import { checked, pathBeside, upstreamValues, withoutNulls } from '../input.ts';
import { oneByOne } from './grouped.ts';
import { completedList } from './node.ts';
import type { ParentInputOf } from './page.ts';

type RowFilter = (row: Row, expected: unknown) => boolean;

/** The input without local filters, and a function that applies them to the rows. */
interface FilteredLocally {
  readonly input: Values;
  readonly narrow: (rows: readonly Row[]) => readonly Row[];
}

/** The gateway's own filter for a parameter of a list that is cached as a whole; else null. */
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

/** A load that calls an endpoint for each parent and returns a value of the response. */
const reading =
  <T>(valueIn: (result: CallResult, asking: LoadContext) => T | Promise<T>) =>
  <Parent>(endpoint: Endpoint, from: ParentInputOf<Parent>): Load<Parent, T> =>
  (parents, args, context, field) => {
    const asking = { context, field };
    return oneByOne(parents, async (parent) => {
      const input = inputOf(endpoint, args, from(parent).path, context.now());
      const result = await readNarrowed(endpoint, input, asking);
      return flawed(await valueIn(result, asking), result.flaws);
    });
  };

const readNarrowed = async (
  endpoint: Endpoint,
  given: Args,
  { context, field }: LoadContext,
): Promise<CallResult> => {
  const { input, narrow } = filterLocally(endpoint, given);
  const result = await context.loaders.read(endpoint, input, field.trace);
  return { ...result, rows: narrow(result.rows) };
};

const inputOf = (
  endpoint: Endpoint,
  args: Args,
  path: Readonly<Record<string, string>>,
  now: number,
) => {
  const spot = { accountId: path['account_id'] ?? null, path: [] };
  const values = withoutNulls(upstreamValues(endpoint.params, args, spot));
  return checked(endpoint, { ...values, ...pathBeside(endpoint, path, args) }, now);
};

const itself = [[]] as const;

/** Loads all rows of a list without pages. */
export const rows = reading<readonly (Row | Error)[]>((result, asking) =>
  completedList(result.rows, asking, itself),
);

/** Loads the one row of a response; null if it has none. */
export const value = reading<Row | null>((result) => result.rows[0] ?? null);

/** Loads the strings of a response. */
export const texts = reading<readonly string[]>((result) => result.texts);
