import { lowerId } from './identifiers.ts';
import { type InputProblem, problem } from './problem.ts';
import type { Path, Values } from './values.ts';

/** A limit on how many items with one value in `by` may have the value `is` in `name`. */
export interface MostAlike {
  readonly max: number;
  readonly name: string;
  readonly is: string;
  readonly by: string;
}

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
