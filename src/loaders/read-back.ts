import { endpoints } from '../upstream/catalogue/index.ts';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { countParam, requiredParams, revealed } from '../upstream/catalogue/language/endpoint.ts';
import type { Input } from './reads.ts';

/** The endpoints that read what a write changed: they have the same path as the write. */
interface ReadBack {
  /** The list that contains a created row; null where the API has none. */
  readonly list: Endpoint | null;
  /** The endpoint that reads what an update or deletion changed; null where the API has none. */
  readonly item: Endpoint | null;
}

const known = new Map<string, ReadBack>();

/** The endpoints of the catalogue that read what a write changed. */
export const readBackOf = (write: Endpoint): ReadBack => {
  const made = known.get(write.name);
  if (made !== undefined) return made;
  const path = write.path.replace(/^batch\//, '');
  const isIn = write.method !== 'POST' && path.endsWith('}');
  const reads = endpoints.filter(
    ({ method, version, returns }: Endpoint) =>
      method === 'GET' &&
      version === write.version &&
      returns.of === write.returns.of &&
      (returns.as === 'texts') === (write.returns.as === 'texts'),
  );
  const at = (where: string): Endpoint | null => reads.find((read) => read.path === where) ?? null;
  const found = {
    list: at(isIn ? path.slice(0, path.lastIndexOf('/')) : path),
    item: write.method === 'POST' ? null : at(path),
  };
  known.set(write.name, found);
  return found;
};

/** The input of a list that finds the rows with the columns in `sent`, newest first; null where a required parameter is missing. */
export const listInputFor = (list: Endpoint, path: Input, sent: Input): Input | null => {
  const narrowed = Object.entries(list.params).flatMap(([name, param]) => {
    const column = param.kind === 'list' || param.kind === 'id' ? param.matches : undefined;
    const value = column === undefined ? undefined : (sent[column] ?? undefined);
    if (value === undefined || column === list.returns.of?.key) return [];
    return [[name, param.kind === 'list' ? [value] : value] as const];
  });
  const count = countParam(list)?.max;
  const input: Input = {
    ...path,
    ...revealed(list),
    ...list.byIds,
    ...Object.fromEntries(narrowed),
    ...('sort_by' in list.params && { sort_by: 'created_at-desc' }),
    ...(count !== undefined && { count }),
  };
  return requiredParams(list.params).every((name) => input[name] !== undefined) ? input : null;
};
