import { endpoints } from '../upstream/catalogue/index.ts';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { countParam, requiredParams, revealed } from '../upstream/catalogue/language/endpoint.ts';
import { memoize } from '../upstream/catalogue/memoize.ts';
import type { Input } from './reads.ts';

/**
 * The endpoints that read back a write: those with the path of the write, unless the catalogue
 * names others.
 */
interface ReadBack {
  /** The list that contains a created row; null if the API has none. */
  readonly list: Endpoint | null;
  /** The endpoint that reads an updated or deleted row; null if the API has none. */
  readonly item: Endpoint | null;
}

/** The endpoints of the catalogue that read back a write. */
export const readBackOf = memoize((write: Endpoint): ReadBack => {
  const path = write.quirks.listed?.at ?? write.path.replace(/^batch\//, '');
  const isIn = write.method !== 'POST' && path.endsWith('}');
  const reads = endpoints.filter(
    ({ method, version, returns }: Endpoint) =>
      method === 'GET' &&
      version === write.version &&
      returns.of === (write.quirks.listed?.of ?? write.returns.of) &&
      (returns.as === 'texts') === (write.returns.as === 'texts'),
  );
  const at = (where: string): Endpoint | null => reads.find((read) => read.path === where) ?? null;
  return {
    list: at(isIn ? path.slice(0, path.lastIndexOf('/')) : path),
    item: write.method === 'POST' || write.returns.as === 'each' ? null : at(path),
  };
});

/**
 * True if a row that the list does not show is deleted. False if a parameter such as `user_id`
 * chooses whose rows the list shows: the row may belong to another user.
 */
export const showsAll = ({ params }: Endpoint): boolean =>
  Object.entries(params).every(
    ([name, param]) =>
      param.kind === 'flag' ||
      paging.has(name) ||
      ('matches' in param && param.matches !== undefined),
  );
const paging = new Set(['count', 'cursor', 'sort_by']);

/**
 * The parameter by which the client names a new row, such as `media_key`; null if the API names it.
 * Such a row is read back by this key.
 */
export const givenKeyOf = ({ method, params, returns: { of } }: Endpoint): string | null =>
  method === 'POST' && of !== null && of.key !== null && of.key in params ? of.key : null;

const maxIds = ({ max }: { readonly max?: number }): number => max ?? 200;

/** The list parameters that show a write's rows, with their values in the write's input. */
export const listedBy = ({ quirks: { listed } }: Endpoint, input: Input): Input =>
  Object.fromEntries(Object.entries(listed?.by ?? {}).map(([name, from]) => [name, input[from]]));

/** The values that rows have in a column, by its name. */
type ValuesByColumn = Readonly<Record<string, readonly unknown[]>>;

/**
 * The input of a list that finds the rows with these values in their columns, newest first; null
 * if a required parameter is missing.
 */
export const listInputFor = (list: Endpoint, path: Input, sent: ValuesByColumn): Input | null => {
  const narrowed = Object.entries(list.params).flatMap(([name, param]) => {
    const column = param.kind === 'list' || param.kind === 'id' ? param.matches : undefined;
    const values = column === undefined ? undefined : sent[column];
    if (values === undefined || column === list.returns.of?.key || values.includes(null)) return [];
    if (param.kind === 'list')
      return values.length > maxIds(param) ? [] : [[name, values] as const];
    return values.length === 1 ? [[name, values[0]] as const] : [];
  });
  const count = countParam(list)?.max;
  const input: Input = {
    ...path,
    ...revealed(list),
    ...list.quirks.byIds,
    ...Object.fromEntries(narrowed),
    ...('sort_by' in list.params && { sort_by: 'created_at-desc' }),
    ...(count !== undefined && { count }),
  };
  return requiredParams(list.params).every((name) => input[name] !== undefined) ? input : null;
};
