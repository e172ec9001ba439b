import { misfit, utc } from './codecs.ts';
import type { Endpoint, Operations } from './endpoint.ts';
import { pathId, pathNames } from './endpoint.ts';
import type { Fields, Param, Rule } from './params.ts';
import { isRequired } from './params.ts';

/** One thing that makes an input unacceptable, and where: names and positions from the input down. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly kind: 'missing' | 'invalid' | 'exclusive' | 'inclusive';
  readonly message: string;
}

type Values = Readonly<Record<string, unknown>>;
type Path = Problem['path'];

/**
 * Everything wrong with an input that can be told without asking the API: missing, unknown and malformed values, lengths,
 * ranges, counts, and the rules between parameters. Empty where nothing is.
 */
export const problemsOf = (endpoint: Endpoint, input: Values): readonly Problem[] => [
  ...pathNames(endpoint.path).flatMap((name) =>
    problemOf(name, pathId(endpoint, name), input[name], [name], true),
  ),
  ...problemsIn(endpoint.params, endpoint.rules, input, []),
  ...(endpoint.operations === null ? [] : batchProblems(endpoint, endpoint.operations, input)),
];

/** The same for a set of fields, wherever it stands. */
export const problemsIn = (
  fields: Fields,
  rules: readonly Rule[],
  values: Values,
  at: Path,
): readonly Problem[] => [
  ...Object.entries(fields).flatMap(([name, field]) =>
    problemOf(name, field, values[name], [...at, name], isRequired(field)),
  ),
  ...rules.flatMap((rule) => broken(rule, values, at)),
];

const invalid = (path: Path, message: string): Problem => ({ path, kind: 'invalid', message });

const problemOf = (
  name: string,
  param: Param,
  value: unknown,
  path: Path,
  needed: boolean,
): readonly Problem[] => {
  if (value === undefined || value === null) {
    return needed ? [{ path, kind: 'missing', message: `${name} is required` }] : [];
  }
  const why = misfit(name, param, value);
  if (why !== null) return [invalid(path, `${name} ${why}`)];
  if (param.kind === 'list') {
    return (value as readonly unknown[]).flatMap((item, index) =>
      problemOf(name, param.of, item, [...path, index], true),
    );
  }
  if (param.kind === 'shape') {
    return problemsIn(param.fields, param.rules, value as Values, path);
  }
  if (param.kind !== 'variant') return [];
  const tag = String((value as Values)[param.tag]);
  const shape = param.of[tag];
  // The path names the shape as clients choose it, so that an error points to what they wrote.
  return shape === undefined
    ? []
    : problemsIn(shape.fields, shape.rules, value as Values, [...path, tag.toLowerCase()]);
};

const batchProblems = (
  endpoint: Endpoint,
  operations: Operations,
  input: Values,
): readonly Problem[] => {
  const items = input['operations'];
  if (!Array.isArray(items)) {
    return [{ path: ['operations'], kind: 'missing', message: 'operations is required' }];
  }
  if (items.length === 0) return [invalid(['operations'], 'operations is empty')];
  if (items.length > endpoint.maxOperations) {
    return [invalid(['operations'], `operations has more than ${endpoint.maxOperations} items`)];
  }
  const ids = new Set<string>();
  return items.flatMap((item: unknown, index) => itemProblems(operations, item, index, ids));
};

const itemProblems = (
  operations: Operations,
  item: unknown,
  index: number,
  ids: Set<string>,
): readonly Problem[] => {
  const path = ['operations', index];
  const { operation_type: type, params } = (item ?? {}) as Values;
  const kind = Object.entries(operations).find(([name]) => name === type)?.[1];
  if (kind === undefined) {
    const known = Object.keys(operations).join(', ');
    return [invalid([...path, 'operation_type'], `operation_type is not one of ${known}`)];
  }
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    return [{ path: [...path, 'params'], kind: 'missing', message: 'params is required' }];
  }
  const found = problemsIn(kind.params, kind.rules, params as Values, [...path, 'params']);
  const unknown = Object.keys(params).find((name) => !Object.hasOwn(kind.params, name));
  if (unknown !== undefined) {
    return [
      ...found,
      invalid([...path, 'params', unknown], `${unknown} is not a parameter of ${type}`),
    ];
  }
  return [...found, ...repeated(kind.target, params as Values, [...path, 'params'], ids)];
};

// Two changes of one row in a batch have no defined order, so the second is refused.
const repeated = (
  target: string | undefined,
  params: Values,
  path: Path,
  ids: Set<string>,
): readonly Problem[] => {
  if (target === undefined) return [];
  const id = String(params[target]).toLowerCase();
  if (ids.has(id)) return [invalid([...path, target], `${target} stands in this batch twice`)];
  ids.add(id);
  return [];
};

// An empty list says as little as none at all.
const isGiven = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);

const broken = (rule: Rule, values: Values, at: Path): readonly Problem[] => {
  switch (rule.rule) {
    case 'exclusive': {
      const [, second] = rule.of.filter((name) => isGiven(values[name]));
      const message = `only one of ${rule.of.join(', ')} may be given`;
      return second === undefined ? [] : [{ path: [...at, second], kind: 'exclusive', message }];
    }
    case 'atLeastOne': {
      const [first = ''] = rule.of;
      const message = `one of ${rule.of.join(', ')} is required`;
      return rule.of.some((name) => isGiven(values[name]))
        ? []
        : [{ path: [...at, first], kind: 'missing', message }];
    }
    case 'requires': {
      const absent = rule.needs.find((name) => !isGiven(values[name]));
      const message = `${rule.name} needs ${rule.needs.join(' and ')}`;
      return !isGiven(values[rule.name]) || absent === undefined
        ? []
        : [{ path: [...at, rule.name], kind: 'inclusive', message }];
    }
    case 'onlyWhen':
      return outOfPlace(rule, values, at);
    case 'inOrder':
      return disordered(rule, values, at);
    case 'notAbove':
      return above(rule, values, at);
    case 'atMostTogether': {
      const total = rule.of.reduce((sum, name) => sum + lengthOf(values[name]), 0);
      const message = `${rule.of.join(' and ')} hold more than ${rule.max} values together`;
      return total <= rule.max ? [] : [invalid([...at, rule.of[0] ?? ''], message)];
    }
    case 'leaves': {
      const message = `${rule.of} has more than ${rule.max} leaves`;
      return leavesOf(values[rule.of], rule.children) <= rule.max
        ? []
        : [invalid([...at, rule.of], message)];
    }
  }
};

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

const leavesOf = (node: unknown, children: string): number => {
  if (typeof node !== 'object' || node === null) return 0;
  const below = (node as Values)[children];
  return Array.isArray(below) && below.length > 0
    ? below.reduce<number>((sum, child) => sum + leavesOf(child, children), 0)
    : 1;
};

const above = (
  { low, high }: Extract<Rule, { readonly rule: 'notAbove' }>,
  values: Values,
  at: Path,
): readonly Problem[] => {
  const isAmount = (value: unknown): value is string =>
    typeof value === 'string' && /^\d{1,19}$/.test(value);
  const [less, more] = [values[low], values[high]].filter(isAmount);
  return less === undefined || more === undefined || BigInt(less) <= BigInt(more)
    ? []
    : [invalid([...at, low], `${low} is more than ${high}`)];
};

const outOfPlace = (
  rule: Extract<Rule, { readonly rule: 'onlyWhen' }>,
  values: Values,
  at: Path,
): readonly Problem[] => {
  const value = values[rule.name];
  const other = values[rule.other];
  const concerned =
    value !== undefined && value !== null && (rule.values?.includes(String(value)) ?? true);
  const fits =
    other === undefined || other === null ? rule.orAbsent : rule.is.includes(String(other));
  if (!concerned || fits) return [];
  const subject = rule.values === null ? rule.name : `${rule.name} ${value}`;
  return [
    {
      path: [...at, rule.name],
      kind: 'inclusive',
      message: `${subject} needs ${rule.other} ${rule.is.join(' or ')}`,
    },
  ];
};

const disordered = (
  rule: Extract<Rule, { readonly rule: 'inOrder' }>,
  values: Values,
  at: Path,
): readonly Problem[] => {
  const first = msOf(values[rule.first]);
  const isNow = rule.untilNow === true && (values[rule.second] ?? null) === null;
  const second = isNow ? Date.now() : msOf(values[rule.second]);
  if (Number.isNaN(first) || Number.isNaN(second)) return [];
  const [culprit, end] = isNow
    ? [rule.first, `${rule.second}, which is now unless given,`]
    : [rule.second, rule.second];
  if (first >= second) return [invalid([...at, culprit], `${end} is not after ${rule.first}`)];
  return rule.maxDays !== undefined && second - first > rule.maxDays * 86_400_000
    ? [invalid([...at, culprit], `${end} is more than ${rule.maxDays} days after ${rule.first}`)]
    : [];
};

const msOf = (value: unknown): number =>
  typeof value === 'string' ? Date.parse(utc(value) ?? '') : Number.NaN;
