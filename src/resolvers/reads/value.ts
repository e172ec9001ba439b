import { flawed } from '../../loaders/page-query.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Context } from '../context.ts';
import type { Args, Field, Load, LoadContext } from '../field.ts';
import { checked, pathBeside, upstreamValues, withoutNulls } from '../input.ts';
import { oneByOne } from './grouped.ts';
import { filterLocally } from './local-filter.ts';
import { completedList } from './node.ts';
import type { ParentInputOf } from './page.ts';

/**
 * A load that calls an endpoint for each parent, with the arguments as parameters, and returns a
 * value of the response.
 */
const reading =
  <T>(valueIn: (result: CallResult, asking: LoadContext) => T | Promise<T>) =>
  <Parent>(endpoint: Endpoint, from: ParentInputOf<Parent>): Load<Parent, T> =>
  (parents, args, context, field) => {
    const asking = { context, field };
    return oneByOne(parents, async (parent) => {
      const input = inputOf(endpoint, args, { ...from(parent), now: context.now() });
      const result = await readNarrowed(endpoint, input, asking);
      return flawed(await valueIn(result, asking), result.flaws);
    });
  };

const readNarrowed = async (
  endpoint: Endpoint,
  given: Args,
  { context, field }: { readonly context: Context; readonly field: Field },
): Promise<CallResult> => {
  const { input, narrow } = filterLocally(endpoint, given);
  const result = await context.loaders.read(endpoint, input, field.trace);
  return { ...result, rows: narrow(result.rows) };
};

interface PathAndTime {
  readonly path: Readonly<Record<string, string>>;
  readonly now: number;
}

const inputOf = (endpoint: Endpoint, args: Args, { path, now }: PathAndTime) => {
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
