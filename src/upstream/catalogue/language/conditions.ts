import type { Problem } from './problem.ts';
import { invalid } from './problem.ts';
import { utc } from './times.ts';

type Values = Readonly<Record<string, unknown>>;
type Path = Problem['path'];

/** That one parameter needs a value of another. */
export interface Placed {
  readonly name: string;
  /** The values of `name` that it is about; null for any. */
  readonly values: readonly string[] | null;
  readonly other: string;
  readonly is: readonly string[];
  readonly orAbsent: boolean;
  /** The list whose items it is about; what an item leaves out is what stands beside the list. */
  readonly within?: string;
}

/** What is against it; within a list, against each of its items. */
export const misplaced = (rule: Placed, values: Values, at: Path): readonly Problem[] => {
  const { within } = rule;
  if (within === undefined) return outOfPlace(rule, values, at);
  return itemsOf(values, within).flatMap((item, index) =>
    outOfPlace(rule, item, [...at, within, index]),
  );
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

/** That one time lies before another. */
export interface Ordered {
  readonly first: string;
  readonly second: string;
  readonly maxDays?: number;
  /** Whether `second` is now where it is left out. */
  readonly untilNow?: true;
}

/** What is against it. */
export const disordered = (rule: Ordered, values: Values, at: Path): readonly Problem[] => {
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
