import { Flawed, flawed } from '../../loaders/page-query.ts';
import { toError } from '../../loaders/refusals.ts';
import type { Endpoint, RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Args, Load, LoadContext } from '../field.ts';
import { andThen } from './grouped.ts';
import { eachPage, maxFirst } from './page.ts';
import { filterLocally } from './value.ts';

/** A link to reference data, by values of `column` that its rows have in `matches`. */
export interface ReferenceLink {
  readonly endpoint: RowEndpoint;
  readonly column: string;
  readonly matches: string;
  /** The number of linked rows for the cost of a query. */
  readonly most: number;
}

type Index = ReadonlyMap<string, readonly Row[]>;

// Requests share the rows of reference data, and therefore the indexes over them.
const indexes = new WeakMap<Row, Map<string, Index>>();

/** Loads links in the order of the values in the column; unknown values are left out. */
export const referenced =
  ({ endpoint, column, matches }: ReferenceLink): Load<Row, readonly Row[]> =>
  (rows, _args, context, field) => {
    const values = rows.map((row) => valuesIn(row[column]));
    if (values.every(isEmpty)) return values.map(() => []);
    return readAll(endpoint, { context, field })
      .catch(toError)
      .then((all) =>
        values.map((some) => {
          // A row without values needs no list, so a failed read does not affect it.
          if (isEmpty(some)) return [];
          if (all instanceof Error) return all;
          const index = indexOf(all, matches);
          const found = some.flatMap((value) => index.get(value) ?? []);
          return flawed(found, all.flaws);
        }),
      );
  };

const isEmpty = ({ length }: readonly string[]): boolean => length === 0;

/** Loads a link to the first linked row; null if there is none. */
export const referencedOne = (link: ReferenceLink): Load<Row, Row | null> => {
  const load = referenced(link);
  return (...args) =>
    andThen(load(...args), (found) =>
      found.map((rows) => {
        if (rows instanceof Error) return rows;
        // A row that could not be read may be the requested one.
        if (rows instanceof Flawed) return rows.value[0] ?? rows.errors[0] ?? null;
        return rows[0] ?? null;
      }),
    );
};

const valuesIn = (value: unknown): readonly string[] =>
  [value ?? []].flat().map((each) => String(each));

/** Rows of reference data: a page, or a whole list without pages. */
type RowsRead = Pick<CallResult, 'rows' | 'flaws'>;

/** Reads reference data, one call for each page. `filters` are those that the API applies. */
export async function* eachRead(
  endpoint: Endpoint,
  filters: Args,
  asking: LoadContext,
): AsyncGenerator<RowsRead, void, undefined> {
  const { context, field } = asking;
  if (endpoint.returns.as !== 'page') {
    const { input } = filterLocally(endpoint, filters);
    yield await context.loaders.read(endpoint, input, field.trace);
    return;
  }
  const first = maxFirst(endpoint);
  const list = { endpoint, path: {}, parent: null, filters, where: null, sort: null, first };
  yield* eachPage(list, asking);
}

const readAll = async (endpoint: Endpoint, asking: LoadContext): Promise<RowsRead> => {
  const rows: Row[] = [];
  const flaws: Error[] = [];
  for await (const read of eachRead(endpoint, {}, asking)) {
    rows.push(...read.rows);
    flaws.push(...(read.flaws ?? []));
  }
  return { rows, flaws };
};

/** The rows of a page by their values in a column. */
export const indexOf = ({ rows, flaws = [] }: RowsRead, column: string): Index => {
  const [first] = rows;
  // Another request may read more of the list.
  if (first === undefined || flaws.length > 0) return indexed(rows, column);
  const byColumn = getOrMake(indexes, first, () => new Map<string, Index>());
  return getOrMake(byColumn, column, () => indexed(rows, column));
};

const indexed = (rows: readonly Row[], column: string): Index => {
  const index = new Map<string, Row[]>();
  for (const row of rows) {
    for (const value of valuesIn(row[column])) getOrMake(index, value, () => []).push(row);
  }
  return index;
};
