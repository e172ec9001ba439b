import type { Ordered, Placed } from './conditions.ts';
import { disordered, misplaced } from './conditions.ts';
import type { Problem } from './problem.ts';
import { invalid } from './problem.ts';

type Values = Readonly<Record<string, unknown>>;
type Path = Problem['path'];
type Names = readonly string[];

/** A kind of rule between parameters: the names that a rule of it mentions, and how it is checked. */
interface Kind<F> {
  readonly names: (facts: F) => Names;
  readonly problems: (facts: F, values: Values, at: Path) => readonly Problem[];
}
const kind = <F>(names: Kind<F>['names'], problems: Kind<F>['problems']): Kind<F> => ({
  names,
  problems,
});

// An empty list and false count as not given.
const isGiven = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);

const kinds = {
  exclusive: kind<{ readonly of: Names }>(
    ({ of }) => of,
    ({ of }, values, at) => {
      const [, second] = of.filter((name) => isGiven(values[name]));
      const message = `only one of ${of.join(', ')} may be given`;
      return second === undefined ? [] : [{ path: [...at, second], kind: 'exclusive', message }];
    },
  ),
  atLeastOne: kind<{ readonly of: Names }>(
    ({ of }) => of,
    ({ of }, values, at) => {
      if (of.some((name) => isGiven(values[name]) && values[name] !== '')) return [];
      const message = `one of ${of.join(', ')} is required`;
      return [{ path: [...at, of[0] ?? ''], kind: 'missing', message }];
    },
  ),
  requires: kind<{ readonly name: string; readonly needs: Names }>(
    ({ name, needs }) => [name, ...needs],
    ({ name, needs }, values, at) => {
      if (!isGiven(values[name]) || needs.every((other) => isGiven(values[other]))) return [];
      const message = `${name} needs ${needs.join(' and ')}`;
      return [{ path: [...at, name], kind: 'inclusive', message }];
    },
  ),
  requiredWith: kind<{ readonly name: string; readonly other: string; readonly is: Names }>(
    ({ name, other }) => [name, other],
    ({ name, other, is }, values, at) => {
      const found = String(values[other]);
      if (isGiven(values[name]) || !is.includes(found)) return [];
      const message = `${name} is required with ${other} ${found}`;
      return [{ path: [...at, name], kind: 'missing', message }];
    },
  ),
  onlyWhen: kind<Placed>(
    ({ name, other, within }) => (within === undefined ? [name, other] : [name, other, within]),
    misplaced,
  ),
  inOrder: kind<Ordered>(({ first, second }) => [first, second], disordered),
  notAbove: kind<{ readonly low: string; readonly high: string }>(
    ({ low, high }) => [low, high],
    ({ low, high }, values, at) => {
      const [less, more] = [values[low], values[high]].filter(isAmount);
      return less === undefined || more === undefined || BigInt(less) <= BigInt(more)
        ? []
        : [invalid([...at, low], `${low} is more than ${high}`)];
    },
  ),
  atMostTogether: kind<{ readonly max: number; readonly of: Names }>(
    ({ of }) => of,
    ({ max, of }, values, at) => {
      const total = of.reduce((sum, name) => sum + lengthOf(values[name]), 0);
      const message = `${of.join(' and ')} hold more than ${max} values together`;
      return total <= max ? [] : [invalid([...at, of[0] ?? ''], message)];
    },
  ),
  leaves: kind<{ readonly of: string; readonly children: string; readonly max: number }>(
    ({ of }) => [of],
    ({ of, children, max }, values, at) =>
      leavesOf(values[of], children) <= max
        ? []
        : [invalid([...at, of], `${of} has more than ${max} leaves`)],
  ),
};

type Facts = {
  readonly [K in keyof typeof kinds]: (typeof kinds)[K] extends Kind<infer F> ? F : never;
};
type RuleOf<K extends keyof Facts> = { [N in K]: { readonly rule: N } & Facts[N] }[K];
/** A rule between parameters, as data. */
export type Rule = RuleOf<keyof Facts>;

const byKind: { readonly [K in keyof Facts]: Kind<RuleOf<K>> } = kinds;

/** The problems of these values under a rule; empty where it holds. */
export const broken = <K extends keyof Facts>(rule: RuleOf<K>, values: Values, at: Path) =>
  byKind[rule.rule].problems(rule, values, at);

/** The names of the parameters in a rule. */
export const namesIn = <K extends keyof Facts>(rule: RuleOf<K>): Names =>
  byKind[rule.rule].names(rule);

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,19}$/.test(value);

const leavesOf = (node: unknown, children: string): number => {
  if (typeof node !== 'object' || node === null) return 0;
  const below = (node as Values)[children];
  return Array.isArray(below) && below.length > 0
    ? below.reduce<number>((sum, child) => sum + leavesOf(child, children), 0)
    : 1;
};

/** At most one of these parameters may be given. */
export const exclusive = (...of: Names): Rule => Object.freeze({ rule: 'exclusive', of });

/** At least one of these parameters must be given; an empty text does not count. */
export const atLeastOne = (...of: Names): Rule => Object.freeze({ rule: 'atLeastOne', of });

/** `name` may only be given together with all of `needs`. */
export const requires = (name: string, ...needs: Names): Rule =>
  Object.freeze({ rule: 'requires', name, needs });

/** `name` must be given when `other` has one of the values `is`. */
export const requiredWith = (name: string, other: string, is: Names): Rule =>
  Object.freeze({ rule: 'requiredWith', name, other, is });

/**
 * `name` may only be given when `other` has one of the values `is`, or with `orAbsent` also when `other` is left out. With
 * `values`, the rule applies to these values of `name` alone. `within` is a list whose items are checked instead.
 */
export const onlyWhen = (
  name: string,
  other: string,
  is: Names,
  facts: {
    readonly values?: Names;
    readonly orAbsent?: true;
    readonly within?: string;
  } = {},
): Rule =>
  Object.freeze({
    rule: 'onlyWhen',
    name,
    values: facts.values ?? null,
    other,
    is,
    orAbsent: facts.orAbsent ?? false,
    ...(facts.within !== undefined && { within: facts.within }),
  });

/** The time `first` must be before `second`, by at most `maxDays`. */
export const inOrder = (first: string, second: string, maxDays?: number): Rule =>
  Object.freeze({ rule: 'inOrder', first, second, ...(maxDays !== undefined && { maxDays }) });

/** The same, with now as the default of `second`. */
export const inOrderUntilNow = (first: string, second: string, maxDays: number): Rule =>
  Object.freeze({ rule: 'inOrder', first, second, maxDays, untilNow: true });

/** The amount `low` must not exceed the amount `high`, where both are given. */
export const notAbove = (low: string, high: string): Rule =>
  Object.freeze({ rule: 'notAbove', low, high });

/** These lists may hold at most `max` values together. */
export const atMostTogether = (max: number, ...of: Names): Rule =>
  Object.freeze({ rule: 'atMostTogether', max, of });

/** The tree in the parameter `of` may have at most `max` leaves; `children` is the member with the child nodes. */
export const atMostLeaves = (max: number, of: string, children: string): Rule =>
  Object.freeze({ rule: 'leaves', of, children, max });
