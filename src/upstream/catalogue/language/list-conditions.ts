import { type InputProblem, problem } from './problem.ts';
import { listIn, type Path, type Values } from './values.ts';

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
