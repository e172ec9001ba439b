import type { FieldNode } from 'graphql';
import { valueFromASTUntyped } from 'graphql';
import type { Place } from './places.ts';

/** A field, and how many objects it can answer with. */
export interface Weight {
  readonly field: string;
  readonly objects: number;
}

const variablesIn = (text: string): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(text || '{}') as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
};

const lengthOf = (
  { node, definition }: Place,
  variables: Readonly<Record<string, unknown>>,
): number => {
  const first = definition?.args.find(({ name }) => name === 'first');
  if (first === undefined) return 1;
  const given = argumentOf(node, 'first', variables) ?? first.defaultValue;
  return typeof given === 'number' ? given : usualLength;
};

/** What a list answers with unless `first` says. */
const usualLength = 50;

/** The value of an argument as it was written; undefined where it is left out. */
export const argumentOf = (
  { arguments: args = [] }: FieldNode,
  name: string,
  variables: Readonly<Record<string, unknown>>,
): unknown => {
  const written = args.find((one) => one.name.value === name);
  return written === undefined ? undefined : valueFromASTUntyped(written.value, variables);
};

/** The field that can answer with most objects if all lists are full; null where nothing is a list. */
export const heaviest = (places: readonly Place[], variables: string): Weight | null => {
  const values = variablesIn(variables);
  const counts = new Map<string, number>();
  let most: Weight | null = null;
  for (const place of places) {
    const { field } = place;
    const above = counts.get(field.slice(0, Math.max(0, field.lastIndexOf('.')))) ?? 1;
    const length = lengthOf(place, values);
    const objects = above * length;
    counts.set(field, objects);
    if (length > 1 && objects > (most?.objects ?? 1)) most = { field, objects };
  }
  return most;
};
