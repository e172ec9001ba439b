import { type FieldNode, valueFromASTUntyped } from 'graphql';
import type { Values } from '../json.ts';
import type { FieldSpot } from '../language/spots.ts';

/** A field, and the number of objects that it can return. */
interface Weight {
  readonly field: string;
  readonly objects: number;
}

/** Reads typed variables; empty if they are not JSON. */
export const variablesIn = (text: string): Values => {
  try {
    return JSON.parse(text || '{}') as Values;
  } catch {
    return {};
  }
};

const lengthOf = ({ node, definition }: FieldSpot, variables: Values): number => {
  const first = definition?.args.find(({ name }) => name === 'first');
  if (first === undefined) return 1;
  const given = argumentOf(node, 'first', variables) ?? first.defaultValue;
  return typeof given === 'number' ? given : usualLength;
};

/** The length of a list without `first`. */
const usualLength = 50;

/** The value of an argument, with the values of its variables; undefined if it is left out. */
export const argumentOf = (
  { arguments: args = [] }: FieldNode,
  name: string,
  variables: Values,
): unknown => {
  const written = args.find((one) => one.name.value === name);
  return written === undefined ? undefined : valueFromASTUntyped(written.value, variables);
};

/**
 * The field that returns most objects if all lists are full; null if there is no list. In
 * `accounts(first: 10) { nodes { campaigns(first: 20) … } }` it is `campaigns` with 200.
 */
export const heaviest = (spots: readonly FieldSpot[], variables: string): Weight | null => {
  const values = variablesIn(variables);
  const counts = new Map<string, number>();
  let most: Weight | null = null;
  for (const spot of spots) {
    const { field } = spot;
    const above = counts.get(field.slice(0, Math.max(0, field.lastIndexOf('.')))) ?? 1;
    const length = lengthOf(spot, values);
    const objects = above * length;
    counts.set(field, objects);
    if (length > 1 && objects > (most?.objects ?? 1)) most = { field, objects };
  }
  return most;
};
