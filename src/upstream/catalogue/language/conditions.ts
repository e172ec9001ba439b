import { type InputProblem, problem } from './problem.ts';
import { dayMs, iso, utc } from './times.ts';
import { listIn, type Path, type Values } from './values.ts';

/** The rule `onlyWhen`: a parameter needs another one to have certain values. */
export interface NeededValue {
  readonly name: string;
  /** The values of `name` that the rule applies to; null for any value. */
  readonly values: readonly string[] | null;
  readonly other: string;
  readonly is: readonly string[];
  readonly orAbsent: boolean;
  /** The rule holds only where this parameter has one of these values. */
  readonly where?: { readonly name: string; readonly is: readonly string[] };
  /** The list whose items are checked. What an item omits is read from the list's object. */
  readonly within?: string;
}

/** The problems of values under such a rule. */
export const notApplicable = (
  rule: NeededValue,
  values: Values,
  at: Path,
): readonly InputProblem[] => {
  const { within } = rule;
  if (within === undefined) return notThere(rule, values, at);
  return itemsOf(values, within).flatMap((item, index) =>
    notThere(rule, item, [...at, within, index]),
  );
};

/** The items of a list, each completed by the values of the object that holds the list. */
const itemsOf = (values: Values, list: string): readonly Values[] =>
  listIn(values[list]).map((item) => ({ ...values, ...withoutEmpty((item ?? {}) as Values) }));

const withoutEmpty = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null),
  );

const notThere = (rule: NeededValue, values: Values, at: Path): readonly InputProblem[] => {
  const value = values[rule.name];
  const other = values[rule.other];
  const matching =
    value !== undefined && value !== null && (rule.values?.includes(String(value)) ?? true);
  const fits =
    other === undefined || other === null ? rule.orAbsent : rule.is.includes(String(other));
  if (!matching || fits) return [];
  const { where } = rule;
  if (where !== undefined && !where.is.includes(String(values[where.name]))) return [];
  const filling = { value: String(value), other: rule.other, values: rule.is };
  const path = [...at, rule.name];
  if (where !== undefined)
    return [problem(path, 'wrongHere', { ...filling, others: [where.name] })];
  return [problem(path, rule.values === null ? 'notApplicable' : 'wrongValue', filling)];
};

/** The rule `inOrder`: one time is before another. */
export interface OrderedPair {
  readonly first: string;
  readonly second: string;
  /** The least and the most that is between them. */
  readonly minDays?: number;
  readonly maxDays?: number;
  /** True if `second` is now by default. */
  readonly defaultsToNow?: true;
  /** The parameter without which the rule does not hold. */
  readonly given?: string;
}

/** The problems of values under such a rule. */
export const disordered = (
  rule: OrderedPair,
  values: Values,
  at: Path,
  now: number,
): readonly InputProblem[] => {
  if (rule.given !== undefined && (values[rule.given] ?? null) === null) return [];
  const first = msOf(values[rule.first]);
  const isNow = rule.defaultsToNow === true && (values[rule.second] ?? null) === null;
  const second = isNow ? now : msOf(values[rule.second]);
  if (Number.isNaN(first) || Number.isNaN(second)) return [];
  // A value that is only a default now was not given, so the other one is to blame.
  const [notApplicable, other] = isNow ? [rule.first, rule.second] : [rule.second, rule.first];
  const path = [...at, notApplicable];
  const { minDays = 0, maxDays = Number.POSITIVE_INFINITY } = rule;
  const days = (second - first) / dayMs;
  if (days <= 0) return [problem(path, isNow ? 'tooLate' : 'tooEarly', { other })];
  if (days < minDays) {
    const min = iso(first + minDays * dayMs);
    return [problem(path, 'tooClose', { min, value: inDays(minDays), other })];
  }
  if (days <= maxDays) return [];
  const value = inDays(maxDays);
  return isNow
    ? [problem(path, 'tooLongAgo', { min: iso(second - maxDays * dayMs), value, other })]
    : [problem(path, 'tooFarApart', { max: iso(first + maxDays * dayMs), value, other })];
};

const inDays = (days: number): string => (days === 1 ? 'a day' : `${days} days`);

const msOf = (value: unknown): number =>
  typeof value === 'string' ? Date.parse(utc(value) ?? '') : Number.NaN;

const objectsIn = (values: Values, list: string): readonly Values[] =>
  listIn(values[list]).map((item) => (item ?? {}) as Values);

/** The rule `neverAlone`: some members of the objects in a list must not be the only ones. */
export interface Companions {
  readonly list: string;
  readonly of: readonly string[];
}

/** The problems of values under such a rule. */
export const aloneProblems = (
  { list, of }: Companions,
  values: Values,
  at: Path,
): readonly InputProblem[] => {
  const given = objectsIn(values, list).flatMap((item, index) =>
    Object.entries(item)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name]) => ({ name, index })),
  );
  const [first] = given;
  if (first === undefined || given.some(({ name }) => name !== first.name)) return [];
  if (!of.includes(first.name)) return [];
  return [problem([...at, list, first.index, first.name], 'lonely')];
};

/** The rule `accompanied`: a list that holds a value holds others too. */
export interface Accompanied {
  readonly name: string;
  readonly value: string;
}

/** The problems of values under such a rule. */
export const unaccompanied = (
  { name, value }: Accompanied,
  values: Values,
  at: Path,
): readonly InputProblem[] => {
  const items = listIn(values[name]);
  const isAlone = items.length > 0 && items.every((item) => item === value);
  return isAlone ? [problem([...at, name, 0], 'lonely')] : [];
};

/** The rule `holding`: a list needs one of some values where a parameter has a value. */
export interface Holding {
  readonly name: string;
  readonly oneOf: readonly string[];
  readonly other: string;
  readonly is: readonly string[];
}

/** The problems of values under such a rule. */
export const lacking = (
  { name, oneOf, other, is }: Holding,
  values: Values,
  at: Path,
): readonly InputProblem[] => {
  const [items, value] = [listIn(values[name]), String(values[other])];
  const holds = items.some((item) => oneOf.includes(String(item)));
  if (items.length === 0 || holds || !is.includes(value)) return [];
  return [problem([...at, name], 'lacking', { values: oneOf, other, value })];
};

/** The rule `shares`: percentages add up to 100. */
export interface Shares {
  readonly list: string;
  /** The member that has the percentage, as text. */
  readonly share: string;
}

// Whole hundredths, because 33.33 + 33.33 + 33.34 is not 100 in floating point.
const hundredths = (value: unknown): number => Math.round(Number(value) * 100);

/** The problems of values under such a rule. */
export const missharing = (
  { list, share }: Shares,
  values: Values,
  at: Path,
): readonly InputProblem[] => {
  const items = objectsIn(values, list);
  const total = items.reduce((sum, item) => sum + hundredths(item[share]), 0);
  // Without a number in every item, that item is what is wrong.
  if (items.length === 0 || Number.isNaN(total) || total === 10_000) return [];
  return [problem([...at, list], 'notWhole', { value: (total / 100).toFixed(2), other: share })];
};

/** The rule `evenSplit`: objects of a list are few and alike where a parameter has a value. */
export interface EvenSplit {
  readonly list: string;
  readonly other: string;
  readonly is: readonly string[];
  /** The most objects. */
  readonly max: number;
  /** The member that has equal percentages; they may differ by 0.01, for thirds. */
  readonly share: string;
  /** The member that holds a list with one item. */
  readonly single: string;
}

/** The problems of values under such a rule. */
export const uneven = (rule: EvenSplit, values: Values, at: Path): readonly InputProblem[] => {
  const { list, other, is, max, share, single } = rule;
  if (!is.includes(String(values[other]))) return [];
  const items = objectsIn(values, list);
  const seen = { other, value: String(values[other]) };
  const found: InputProblem[] = [];
  const path = [...at, list];
  if (items.length > max) found.push(problem(path, 'tooManyWith', { ...seen, max: `${max}` }));
  const shares = items.map((item) => hundredths(item[share]));
  if (Math.max(...shares) - Math.min(...shares) > 1) found.push(problem(path, 'uneven', seen));
  for (const [index, item] of items.entries()) {
    if (listIn(item[single]).length <= 1) continue;
    found.push(problem([...path, index, single], 'tooManyWith', { ...seen, max: '1' }));
  }
  return found;
};
