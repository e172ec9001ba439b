import { getNamedType, getNullableType, isListType } from 'graphql';
import type { Args, FieldCost, SelectedField, VariableValues } from '../../resolvers/field.ts';
import { readsEntities } from '../../resolvers/reads/needs.ts';
import { ownNameOf } from '../../resolvers/selection.ts';

const unlessRefused = <Value, Refused>(read: () => Value, refused: Refused): Value | Refused => {
  try {
    return read();
  } catch {
    // The field itself reports the faults of its arguments, and makes no call.
    return refused;
  }
};

/** The arguments of a field; null if a variable does not fit. */
export const argumentsOf = (field: SelectedField, variables: VariableValues): Args | null =>
  unlessRefused(() => field.argumentsFor(variables), null);

/** The lengths of the lists that are read from the object of a field; null if unknown. */
export const listsOf = (
  { lists }: FieldCost,
  args: Args,
): Readonly<Record<string, number>> | null =>
  lists === undefined ? null : unlessRefused(() => lists(args), null);

/** The number of times that a field makes its calls: by default 1; 0 for refused arguments. */
export const timesOf = ({ times }: FieldCost, args: Args, field: SelectedField) =>
  times === undefined
    ? { least: 1, most: 1 }
    : unlessRefused(() => times(args, field), { least: 0, most: 0 });

/** True if the field makes calls: always, unless references to its entities are enough. */
export const makesCalls = (field: SelectedField, { idsFrom }: FieldCost): boolean =>
  idsFrom === undefined || [...field.below.values()].some((one) => readsEntities(field, one));

/** True if the value of a field is a list. */
export const isList = ({ definition }: SelectedField): boolean =>
  isListType(getNullableType(definition.type));

/** True if the rows of a field are in a connection, below its `nodes` and `edges`. */
export const isConnection = (field: SelectedField, { objects }: FieldCost): boolean =>
  typeof objects === 'object' && !isList(field);

/** True if a field has accounts: the fields below are read once in each of them. */
export const isOfAccounts = ({ definition }: SelectedField): boolean => {
  const name = ownNameOf(getNamedType(definition.type));
  return name === 'Account' || name === 'AccountConnection';
};

// No list accepts a larger `first`. The field itself refuses it, with a better message.
const maxFirst = 1000;

/**
 * The largest number of objects that a field has for one parent. For `campaigns(first: 20)` it is
 * 20, with `campaignIds` of 3 ids it is 3, and for a link it is 1.
 */
export const objectsOf = (objects: FieldCost['objects'], args: Args): number => {
  if (objects === 'one') return 1;
  if ('perItemOf' in objects) return itemsIn(args[objects.perItemOf]);
  const { first } = args;
  const wanted =
    typeof first === 'number' ? Math.min(Math.max(0, first), maxFirst) : objects.firstOr;
  // An empty list of ids does not filter, or the field refuses it.
  const bound = objects.atMostItemsOf === undefined ? 0 : itemsIn(args[objects.atMostItemsOf]);
  return bound === 0 ? wanted : Math.min(wanted, bound);
};

const itemsIn = (value: unknown): number =>
  Array.isArray(value) ? value.length : value === null || value === undefined ? 0 : 1;

/** True if a field has an object for each item of a list argument. */
export const isByItem = ({ objects }: FieldCost): boolean =>
  typeof objects === 'object' && 'perItemOf' in objects;

/** True if the gateway filters the list of a field, and so may read many of its pages. */
export const isFiltered = (args: Args): boolean => (args['where'] ?? null) !== null;
