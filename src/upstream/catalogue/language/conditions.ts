import type { Problem } from './problem.ts';
import { invalid } from './problem.ts';
import { utc } from './times.ts';

type Values = Readonly<Record<string, unknown>>;
type Path = Problem['path'];

/** The rule `onlyWhen`: a parameter needs another one to have certain values. */
export interface Placed {
  readonly name: string;
  /** The values of `name` that the rule applies to; null for any value. */
  readonly values: readonly string[] | null;
  readonly other: string;
  readonly is: readonly string[];
  readonly orAbsent: boolean;
  /** The list whose items are checked. A parameter that an item leaves out is read from beside the list. */
  readonly within?: string;
}

/** The problems of values under such a rule. */
export const misplaced = (rule: Placed, values: Values, at: Path): readonly Problem[] => {
  const { within } = rule;
  if (within === undefined) return outOfPlace(rule, values, at);
  return itemsOf(values, within).flatMap((item, index) =>
    outOfPlace(rule, item, [...at, within, index]),
  );
};

/** The items of a list, each completed by the values beside the list. */
const itemsOf = (values: Values, list: string): readonly Values[] => {
  const items = values[list];
  if (!Array.isArray(items)) return [];
  return items.map((item: Values | null) => ({ ...values, ...withoutNothing(item ?? {}) }));
};

const withoutNothing = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null),
  );

const outOfPlace = (rule: Placed, values: Values, at: Path): readonly Problem[] => {
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

/** The rule `inOrder`: one time is before another. */
export interface Ordered {
  readonly first: string;
  readonly second: string;
  readonly maxDays?: number;
  /** True where `second` is now by default. */
  readonly untilNow?: true;
}

/** The problems of values under such a rule. */
export const disordered = (rule: Ordered, values: Values, at: Path): readonly Problem[] => {
  const first = msOf(values[rule.first]);
  const isNow = rule.untilNow === true && (values[rule.second] ?? null) === null;
  const second = isNow ? Date.now() : msOf(values[rule.second]);
  if (Number.isNaN(first) || Number.isNaN(second)) return [];
  const [blamed, end] = isNow
    ? [rule.first, `${rule.second}, which is now unless given,`]
    : [rule.second, rule.second];
  if (first >= second) return [invalid([...at, blamed], `${end} is not after ${rule.first}`)];
  return rule.maxDays !== undefined && second - first > rule.maxDays * 86_400_000
    ? [invalid([...at, blamed], `${end} is more than ${rule.maxDays} days after ${rule.first}`)]
    : [];
};

const msOf = (value: unknown): number =>
  typeof value === 'string' ? Date.parse(utc(value) ?? '') : Number.NaN;
