import { Kind, type ValueNode } from 'graphql';
import type { FieldSpot } from './spots.ts';

type Path = readonly (string | number)[];

/** The place of an argument's value: a position in the text, or a path in the variables. */
export type ArgumentPlace = { readonly position: number } | { readonly variablePath: Path };

/** `input.operations[3].name` as `['input', 'operations', 3, 'name']`. */
const stepsOf = (argument: string): Path =>
  [...argument.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) =>
    index === undefined ? name : Number(index),
  );

/**
 * The place of an argument of a field, such as `input.operations[3].name`; if it is left out, that
 * of the nearest value around it.
 */
export const placeOfArgument = ({ node, from }: FieldSpot, argument: string): ArgumentPlace => {
  const [name, ...steps] = stepsOf(argument);
  const value = node.arguments?.find((one) => one.name.value === name)?.value;
  return value === undefined ? { position: from } : placeIn(value, steps);
};

const placeIn = (value: ValueNode, steps: Path): ArgumentPlace => {
  if (value.kind === Kind.VARIABLE) return { variablePath: [value.name.value, ...steps] };
  const [step, ...rest] = steps;
  const below = step === undefined ? undefined : memberOf(value, step);
  return below === undefined ? { position: value.loc?.start ?? 0 } : placeIn(below, rest);
};

const memberOf = (value: ValueNode, step: string | number): ValueNode | undefined => {
  if (value.kind === Kind.LIST && typeof step === 'number') return value.values[step];
  if (value.kind !== Kind.OBJECT) return undefined;
  return value.fields.find(({ name }) => name.value === step)?.value;
};
