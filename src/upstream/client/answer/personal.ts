import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import type { Fields, Param } from '../../catalogue/language/params.ts';
import type { UpstreamProblem } from '../errors.ts';
import { memoize } from '../memoize.ts';

/** Takes out of a problem what a message may not repeat. */
export type Redact = (problem: UpstreamProblem) => UpstreamProblem;

type Names = ReadonlySet<string>;

// Codes are constants or numbers of up to 4 digits. An identifier of a person is neither.
const code = /^([A-Z]+(_[A-Z0-9]+)*|[0-9]{1,4})$/;
const message =
  'The API refused it. What it says is withheld, because it may repeat identifiers of people.';

/**
 * Reduces the problems of an endpoint that takes identifiers of people to a code and the name of a parameter, so that they
 * repeat no value. Null for endpoints that take none.
 */
export const personalRedactor = (endpoint: Endpoint): Redact | null => {
  const names = parameterNamesOf(endpoint);
  if (names === null) return null;
  return ({ code: given, parameter }) => ({
    code: code.test(given) ? given : 'UNKNOWN',
    message,
    ...(parameter !== undefined && names.has(parameter) && { parameter }),
  });
};

/** The names of all parameters of an endpoint, at every depth; null where none of them identifies a person. */
const parameterNamesOf = memoize((endpoint: Endpoint): Names | null => {
  const names = new Set(['operations']);
  const sets = [endpoint.params, ...operationsOf(endpoint)];
  const isPersonal = sets.filter((fields) => collect(fields, names, new Set())).length > 0;
  return isPersonal ? names : null;
});

const operationsOf = ({ operations }: Endpoint): readonly Fields[] =>
  Object.values(operations ?? {}).map(({ params }) => params);

/** Adds the names of fields at every depth to `names`; true where one identifies a person. A shape may hold itself. */
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
