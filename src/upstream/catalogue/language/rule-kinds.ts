import {
  type Accompanied,
  aloneProblems,
  type Companions,
  disordered,
  type EvenSplit,
  type Holding,
  lacking,
  missharing,
  type NeededValue,
  notApplicable,
  type OrderedPair,
  type Shares,
  unaccompanied,
  uneven,
} from './conditions.ts';
import { type InputProblem, problem } from './problem.ts';
import { listIn, type Path, Unread, type Values } from './values.ts';

export type ParamNames = readonly string[];
export type Choices = Readonly<Record<string, ParamNames>>;
/** Amounts by the names of parameters, or by values of one. */
export type Amounts = Readonly<Record<string, number>>;

/** A kind of rule between parameters: the names that a rule of it mentions, and its check. */
interface RuleKind<F> {
  readonly names: (facts: F) => ParamNames;
  readonly problems: (facts: F, values: Values, at: Path, now: number) => readonly InputProblem[];
}
const kind = <F>(names: RuleKind<F>['names'], problems: RuleKind<F>['problems']): RuleKind<F> => ({
  names,
  problems,
});

/** True if a parameter is given: an empty list and false count as not given. */
const isGiven = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);

const kinds = {
  exclusive: kind<{ readonly of: ParamNames }>(
    ({ of }) => of,
    ({ of }, values, at) => {
      const [first = '', second] = of.filter((name) => isGiven(values[name]));
      return second === undefined ? [] : [problem([...at, second], 'together', { other: first })];
    },
  ),
  atLeastOne: kind<{ readonly of: ParamNames }>(
    ({ of }) => of,
    ({ of }, values, at) => {
      if (of.some((name) => isGiven(values[name]) && values[name] !== '')) return [];
      const [first = '', ...others] = of;
      return [problem([...at, first], 'oneMissing', { others })];
    },
  ),
  requires: kind<{ readonly name: string; readonly needs: ParamNames }>(
    ({ name, needs }) => [name, ...needs],
    ({ name, needs }, values, at) =>
      !isGiven(values[name]) || needs.every((other) => isGiven(values[other]))
        ? []
        : [problem([...at, name], 'withoutNeeded', { others: needs })],
  ),
  requiredWith: kind<{ readonly of: ParamNames; readonly other: string; readonly is: ParamNames }>(
    ({ of, other }) => [...of, other],
    ({ of, other, is }, values, at) => {
      const value = [values[other]]
        .flat()
        .map(String)
        .find((one) => is.includes(one));
      if (value === undefined || of.some((name) => isGiven(values[name]))) return [];
      const [first = '', ...others] = of;
      const says = others.length === 0 ? 'missingWith' : 'oneMissingWith';
      return [problem([...at, first], says, { others, other, value })];
    },
  ),
  maxWhen: kind<{ readonly name: string; readonly other: string; readonly most: Amounts }>(
    ({ name, other }) => [name, other],
    ({ name, other, most }, values, at) => {
      const [value, max] = [values[name], most[String(values[other])]];
      if (typeof value !== 'number' || max === undefined || value <= max) return [];
      const filling = { max: `${max}`, other, value: String(values[other]) };
      return [problem([...at, name], 'aboveWith', filling)];
    },
  ),
  onlyWhen: kind<NeededValue>(
    ({ name, other, where, within }) => [
      name,
      other,
      ...[where?.name, within].filter((one) => one !== undefined),
    ],
    notApplicable,
  ),
  inOrder: kind<OrderedPair>(
    ({ first, second, given }) => [first, second, ...(given === undefined ? [] : [given])],
    disordered,
  ),
  alone: kind<{ readonly name: string; readonly value: string }>(
    ({ name }) => [name],
    ({ name, value }, values, at) => {
      const items = listIn(values[name]);
      if (items.length < 2 || !items.includes(value)) return [];
      return [problem([...at, name], 'notAlone', { value })];
    },
  ),
  accompanied: kind<Accompanied>(({ name }) => [name], unaccompanied),
  holding: kind<Holding>(({ name, other }) => [name, other], lacking),
  among: kind<{ readonly name: string; readonly other: string; readonly by: Choices }>(
    ({ name, other }) => [name, other],
    ({ name, other, by }, values, at) => {
      const found = String(values[other]);
      const allowed = Object.hasOwn(by, found) ? by[found] : undefined;
      const stray = listIn(values[name]).find((item) => allowed?.includes(String(item)) === false);
      if (stray === undefined) return [];
      return [problem([...at, name], 'unlisted', { value: String(stray), other, values: [found] })];
    },
  ),
  notAbove: kind<{ readonly low: string; readonly high: string; readonly defaults: Amounts }>(
    ({ low, high }) => [low, high],
    ({ low, high, defaults }, values, at) => {
      const [less, more] = [low, high].map((name) => String(values[name] ?? defaults[name] ?? ''));
      if (!isAmount(less) || !isAmount(more) || BigInt(less) <= BigInt(more)) return [];
      return (values[low] ?? null) === null
        ? [problem([...at, high], 'tooLow', { min: less, other: low })]
        : [problem([...at, low], 'tooHigh', { max: more, other: high })];
    },
  ),
  cheaper: kind<{ readonly low: string; readonly high: string }>(
    ({ low, high }) => [low, high],
    ({ low, high }, values, at) => {
      const [less, more] = [values[low], values[high]].map(priceOf);
      if (less == null || more == null) return [];
      const path = [...at, low];
      if (less.currency !== more.currency) return [problem(path, 'otherCurrency', { other: high })];
      return less.amount < more.amount
        ? []
        : [problem(path, 'notLess', { max: String(values[high]), other: high })];
    },
  ),
  distinct: kind<{ readonly of: string; readonly by: string | null }>(
    ({ of }) => [of],
    ({ of, by }, values, at) => {
      const seen = new Set<unknown>();
      return listIn(values[of]).flatMap((item, index): readonly InputProblem[] => {
        const value = by === null ? item : (item as Values | null)?.[by];
        const isNew = value === undefined || value === null || !seen.has(value);
        seen.add(value);
        const path = [...at, of, index, ...(by === null ? [] : [by])];
        return isNew ? [] : [problem(path, 'repeated')];
      });
    },
  ),
  atMostTogether: kind<{ readonly max: number; readonly of: ParamNames }>(
    ({ of }) => of,
    ({ max, of }, values, at) => {
      const total = of.reduce((sum, name) => sum + listIn(values[name]).length, 0);
      const [first = '', ...others] = of;
      if (total <= max) return [];
      return [problem([...at, first], 'tooManyTogether', { max: `${max}`, others })];
    },
  ),
  neverAlone: kind<Companions>(({ list, of }) => [list, ...of], aloneProblems),
  shares: kind<Shares>(({ list, share }) => [list, share], missharing),
  evenSplit: kind<EvenSplit>(
    ({ list, other, share, single }) => [list, other, share, single],
    uneven,
  ),
  leaves: kind<{ readonly of: string; readonly children: string; readonly max: number }>(
    ({ of }) => [of],
    ({ of, children, max }, values, at) =>
      leavesOf(values[of], children) <= max
        ? []
        : [problem([...at, of], 'tooManyLeaves', { max: `${max}` })],
  ),
};

type RuleFacts = {
  readonly [K in keyof typeof kinds]: (typeof kinds)[K] extends RuleKind<infer F> ? F : never;
};
type RuleOf<K extends keyof RuleFacts> = { [N in K]: { readonly rule: N } & RuleFacts[N] }[K];
/** A rule as data. With `whereGiven` it counts if all that it names is given, even as null. */
export type Rule = RuleOf<keyof RuleFacts> & { readonly whereGiven?: true };

const byKind: { readonly [K in keyof RuleFacts]: RuleKind<RuleOf<K>> } = kinds;

/** Problems under a rule; none if a value could not be read. `now` is in ms since 1970. */
export const broken = (
  rule: Rule,
  values: Values,
  at: Path,
  now: number,
): readonly InputProblem[] => {
  const names = namesIn(rule);
  if (names.some((name) => values[name] instanceof Unread)) return [];
  return rule.whereGiven === true && names.some((name) => values[name] === undefined)
    ? []
    : problemsUnder(rule, values, at, now);
};

const problemsUnder = <K extends keyof RuleFacts>(
  rule: RuleOf<K>,
  values: Values,
  at: Path,
  now: number,
) => byKind[rule.rule].problems(rule, values, at, now);

/** The names of the parameters in a rule. */
export const namesIn = <K extends keyof RuleFacts>(rule: RuleOf<K>): ParamNames =>
  byKind[rule.rule].names(rule);

/** The parts of a price such as `20.00 USD`; null for other text. Its amount counts millionths. */
const priceOf = (value: unknown) => {
  const found = /^(\d+)(?:\.(\d{1,6}))? ([A-Z]{3})$/.exec(String(value));
  if (found === null) return null;
  const [, whole = '', fraction = '', currency = ''] = found;
  return { amount: BigInt(whole + fraction.padEnd(6, '0')), currency };
};

const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,19}$/.test(value);

const leavesOf = (node: unknown, children: string): number => {
  if (typeof node !== 'object' || node === null) return 0;
  const below = listIn((node as Values)[children]);
  return below.length > 0
    ? below.reduce<number>((sum, child) => sum + leavesOf(child, children), 0)
    : 1;
};
