import { endpoints } from '../upstream/catalogue/index.ts';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { countParam, requiredParams, revealed } from '../upstream/catalogue/language/endpoint.ts';
import type { Input } from './reads.ts';

/** How the effect of a write can be seen: what is written at a path is read at the same path. */
export interface ReadBack {
  /** The list that what was created stands in; null where the API has none. */
  readonly list: Endpoint | null;
  /** What is read where it was written. */
  readonly item: Endpoint | null;
}

const known = new Map<string, ReadBack>();

/** The reads beside a write, as the catalogue has them. */
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

/** What a list is asked with to find what was sent, newest first; null where it wants something that nobody sent. */
export const listInputFor = (list: Endpoint, path: Input, sent: Input): Input | null => {
  const narrowed = Object.entries(list.params).flatMap(([name, param]) => {
    const column = param.kind === 'list' ? param.matches : undefined;
    const value = column === undefined ? undefined : (sent[column] ?? undefined);
    return value === undefined || column === list.returns.of?.key ? [] : [[name, [value]] as const];
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
