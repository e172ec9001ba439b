import type { Rule } from './params.ts';
import type { Problem } from './problem.ts';
import { invalid } from './problem.ts';
import { utc } from './times.ts';

type Values = Readonly<Record<string, unknown>>;
type Path = Problem['path'];

// An empty list says as little as none at all.
const isGiven = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);

/** What a condition between parameters has against these values; empty where it holds. */
export const broken = (rule: Rule, values: Values, at: Path): readonly Problem[] => {
  switch (rule.rule) {
    case 'exclusive': {
      const [, second] = rule.of.filter((name) => isGiven(values[name]));
      const message = `only one of ${rule.of.join(', ')} may be given`;
      return second === undefined ? [] : [{ path: [...at, second], kind: 'exclusive', message }];
    }
    case 'atLeastOne': {
      const [first = ''] = rule.of;
      const message = `one of ${rule.of.join(', ')} is required`;
      return rule.of.some((name) => isGiven(values[name]) && values[name] !== '')
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
      return rule.within === undefined
        ? outOfPlace(rule, values, at)
        : itemsOf(values, rule.within).flatMap((item, index) =>
            outOfPlace(rule, item, [...at, rule.within ?? '', index]),
          );
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

/** The items of a list; what one leaves out is what stands beside the list. */
const itemsOf = (values: Values, list: string): readonly Values[] => {
  const items = values[list];
  if (!Array.isArray(items)) return [];
  return items.map((item: Values | null) => ({ ...values, ...withoutNothing(item ?? {}) }));
};

const withoutNothing = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null),
  );

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
