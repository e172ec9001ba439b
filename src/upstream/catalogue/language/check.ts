import { type Endpoint, type MostAlike, type Operations, operationOf } from './endpoint.ts';
import { identifierOf, lowerId, pathNames } from './identifiers.ts';
import { type Fields, isRequired, type Param, pathId } from './params.ts';
import { type InputProblem, problem, type ValueFault } from './problem.ts';
import { broken, type Rule } from './rule-kinds.ts';
import { isIdOf, validateValue } from './validate-value.ts';
import type { Path, Values } from './values.ts';

/**
 * All problems of an input that can be found without asking the API: missing, unknown and malformed
 * values, lengths, ranges, counts, and the rules between parameters. Empty for a valid input. `now`
 * is milliseconds since 1970.
 */
export const problemsOf = (
  endpoint: Endpoint,
  input: Values,
  now: number,
): readonly InputProblem[] => {
  let problems: readonly InputProblem[] = [];
  for (const name of pathNames(endpoint.path)) {
    const param = pathId(endpoint, name);
    if (fits(name, param, input[name], now)) continue;
    const at = { path: [name], isNeeded: true, now };
    problems = problems.concat(problemOf(name, param, input[name], at));
  }
  problems = problems.concat(problemsIn(endpoint.params, endpoint.rules, input, { path: [], now }));
  if (!endpoint.readOnly) problems = problems.concat(wronglyCleared(endpoint.params, input, []));
  return endpoint.operations === null
    ? problems
    : problems.concat(batchProblems(endpoint, input, now));
};

/** The path of the values under check, and the time of the check. */
interface CheckContext {
  readonly path: Path;
  readonly now: number;
}

/** The problems of the values of some fields; `at` has the path of the object that holds them. */
export const problemsIn = (
  fields: Fields,
  rules: readonly Rule[],
  values: Values,
  at: CheckContext,
): readonly InputProblem[] => {
  const { path, now } = at;
  let found: readonly InputProblem[] = [];
  for (const name in fields) {
    const field = fields[name];
    const value = values[name];
    if (field === undefined) continue;
    const isFine =
      value === undefined || value === null ? !isRequired(field) : fits(name, field, value, now);
    if (isFine) continue;
    const there = { path: [...path, name], isNeeded: isRequired(field), now };
    found = found.concat(problemOf(name, field, value, there));
  }
  for (const rule of rules) {
    const problems = broken(rule, values, path, now);
    if (problems.length > 0) found = found.concat(problems);
  }
  return found;
};

/**
 * The reason to refuse null for a parameter of a write: it is sent as an empty text or list, which
 * the limits of the parameter exclude. Null if it may be given.
 */
export const whyNotNull = (name: string, param: Param): ValueFault | null => {
  if ('clears' in param && param.clears === true) return null;
  if (param.kind === 'text') return validateValue(name, param, '');
  return param.kind === 'list' ? validateValue(name, param, []) : null;
};

const wronglyCleared = (fields: Fields, values: Values, at: Path): readonly InputProblem[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const why = values[name] === null && !isRequired(field) ? whyNotNull(name, field) : null;
    return why === null ? [] : [{ ...why, path: [...at, name] }];
  });

/**
 * A fast check that creates neither paths nor lists, because nearly all values are valid. False
 * means that `problemOf` has to look; it is always false for objects.
 */
const fits = (name: string, param: Param, value: unknown, now: number): boolean => {
  if (value === undefined || value === null) return false;
  if (param.kind === 'shape' || param.kind === 'variant') return false;
  if (validateValue(name, param, value, now) !== null) return false;
  if (param.kind !== 'list') return true;
  const { of } = param;
  // Ids make the longest lists, so their format is looked up once.
  if (of.kind === 'id') return areIds(of.as ?? name, value as readonly unknown[]);
  return (value as readonly unknown[]).every((item) => fits(name, of, item, now));
};

const areIds = (name: string, values: readonly unknown[]): boolean => {
  const { format } = identifierOf(name);
  return values.every((value) => typeof value === 'string' && isIdOf(format, value));
};

const problemOf = (
  name: string,
  param: Param,
  value: unknown,
  { path, isNeeded, now }: CheckContext & { readonly isNeeded: boolean },
): readonly InputProblem[] => {
  if (value === undefined || value === null) {
    return isNeeded ? [problem(path, 'missing')] : [];
  }
  const why = validateValue(name, param, value, now);
  if (why !== null) return [{ ...why, path }];
  if (param.kind === 'list') {
    return (value as readonly unknown[]).flatMap((item, index) =>
      problemOf(name, param.of, item, { path: [...path, index], isNeeded: true, now }),
    );
  }
  if (param.kind === 'shape') {
    return problemsIn(param.fields, param.rules, value as Values, { path, now });
  }
  if (param.kind !== 'variant') return [];
  const tag = String((value as Values)[param.tag]);
  const shape = param.of[tag];
  // The path holds the tag in lower case, as clients write it in a `@oneOf` input.
  return shape === undefined
    ? []
    : problemsIn(shape.fields, shape.rules, value as Values, {
        path: [...path, tag.toLowerCase()],
        now,
      });
};

const batchProblems = (endpoint: Endpoint, input: Values, now: number): readonly InputProblem[] => {
  const operations = endpoint.operations ?? {};
  const items = input['operations'];
  const path = ['operations'];
  if (!Array.isArray(items)) return [problem(path, 'missing')];
  if (items.length === 0) return [problem(path, 'tooFew', { min: '1' })];
  const max = endpoint.maxOperations;
  if (items.length > max) return [problem(path, 'tooMany', { max: `${max}` })];
  const ids = new Set<string>();
  return [
    ...items.flatMap((item: unknown, index) => itemProblems(operations, item, { index, ids, now })),
    ...Object.entries(operations).flatMap(([type, { most = [] }]) =>
      most.flatMap((limit) => beyondMost(limit, itemsOf(type, items))),
    ),
  ];
};

const itemsOf = (type: string, items: readonly unknown[]) =>
  items.flatMap((item, index) => {
    const { operation_type, params } = (item ?? {}) as Values;
    const values = (params ?? {}) as Values;
    return operation_type === type ? [{ values, at: ['operations', index, 'params'] }] : [];
  });

const itemProblems = (
  operations: Operations,
  item: unknown,
  { index, ids, now }: { readonly index: number; readonly ids: Set<string>; readonly now: number },
): readonly InputProblem[] => {
  const path = ['operations', index];
  const { operation_type: type, params } = (item ?? {}) as Values;
  const kind = operationOf(operations, type);
  if (kind === undefined) {
    return [
      problem([...path, 'operation_type'], 'notListed', { allowed: Object.keys(operations) }),
    ];
  }
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    return [problem([...path, 'params'], 'missing')];
  }
  const at = [...path, 'params'];
  const found = [
    ...problemsIn(kind.params, kind.rules, params as Values, { path: at, now }),
    ...wronglyCleared(kind.params, params as Values, at),
  ];
  const unknown = Object.keys(params).find((name) => !Object.hasOwn(kind.params, name));
  if (unknown !== undefined) return [...found, problem([...at, unknown], 'strange')];
  return [...found, ...repeated(kind.target, params as Values, at, ids)];
};

// Two changes of one row in a batch have no defined order, so the second is refused.
const repeated = (
  target: string | undefined,
  params: Values,
  path: Path,
  ids: Set<string>,
): readonly InputProblem[] => {
  if (target === undefined) return [];
  const id = lowerId(params[target]);
  if (ids.has(id)) return [problem([...path, target], 'repeated')];
  ids.add(id);
  return [];
};

/** The values of an item, and their path in the input. */
interface ItemAt {
  readonly values: Values;
  readonly at: Path;
}

/** The problems of the items that are beyond such a limit. */
export const beyondMost = (
  { max, name, is, by }: MostAlike,
  items: readonly ItemAt[],
): readonly InputProblem[] => {
  const counts = new Map<string, number>();
  return items.flatMap(({ values, at }) => {
    if (values[name] !== is) return [];
    const group = lowerId(values[by]);
    const count = 1 + (counts.get(group) ?? 0);
    counts.set(group, count);
    const filling = { value: is, max: `${max}`, other: by };
    return count > max ? [problem([...at, name], 'tooManyAlike', filling)] : [];
  });
};
