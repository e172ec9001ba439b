import type { Endpoint } from './endpoint.ts';
import type { Fields, Param } from './params.ts';

type PersonalNames = ReadonlySet<string>;

/** All names of parameters, at every depth; null if none of them identifies a person. */
export const namesBesidePeople = (endpoint: Endpoint): PersonalNames | null => {
  const names = new Set(['operations']);
  const sets = [endpoint.params, ...operationsOf(endpoint)];
  const isPersonal = sets.filter((fields) => collect(fields, names, new Set())).length > 0;
  return isPersonal ? names : null;
};

const operationsOf = ({ operations }: Endpoint): readonly Fields[] =>
  Object.values(operations ?? {}).map(({ params }) => params);

/** Adds all names to `names`; true if one identifies a person. A shape may hold itself. */
const collect = (fields: Fields, names: Set<string>, seen: Set<Param>): boolean => {
  let isPersonal = false;
  for (const [name, param] of Object.entries(fields)) {
    names.add(name);
    if (identifies(param, names, seen)) isPersonal = true;
  }
  return isPersonal;
};

const identifies = (param: Param, names: Set<string>, seen: Set<Param>): boolean => {
  if (param.kind === 'text') return param.personal === true;
  if (param.kind === 'list') return identifies(param.of, names, seen);
  if (seen.has(param)) return false;
  seen.add(param);
  if (param.kind === 'shape') return collect(param.fields, names, seen);
  return param.kind === 'variant' && collect(param.of, names, seen);
};
