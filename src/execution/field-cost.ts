import { getNamedType, getNullableType, isListType } from 'graphql';
import type { Args, FieldCost, SelectedField, Variables } from '../resolvers/field.ts';
import { readsEntities } from '../resolvers/needs.ts';
import { ownNameOf } from '../resolvers/own-name.ts';

// What `cost.ts` and `most-calls.ts` both read of a field.

/** The arguments of a field; null where a variable does not fit, for which the field reports an error and asks for nothing. */
export const argumentsOf = (field: SelectedField, variables: Variables): Args | null => {
  try {
    return field.argumentsFor(variables);
  } catch {
    return null;
  }
};

/**
 * True where the field makes calls: always, unless it reads entities by id and references are
 * enough.
 */
export const makesCalls = (field: SelectedField, { idsFrom }: FieldCost): boolean =>
  idsFrom === undefined || [...field.below.values()].some((one) => readsEntities(field, one));

/** True where the value of a field is a list. */
export const isList = ({ definition }: SelectedField): boolean =>
  isListType(getNullableType(definition.type));

/** True where the rows of a field are in a connection, below its `nodes` and `edges`. */
export const isConnection = (field: SelectedField, { objects }: FieldCost): boolean =>
  typeof objects === 'object' && !isList(field);

/** True where the rows of a field are accounts, so that what is selected below is read in as many accounts. */
export const isOfAccounts = ({ definition }: SelectedField): boolean => {
  const name = ownNameOf(getNamedType(definition.type));
  return name === 'Account' || name === 'AccountConnection';
};

// No list accepts a larger `first`. The field itself refuses it, with a better message than that of a cost.
const maxFirst = 1000;

/**
 * The largest number of objects that a field has for one parent. For `campaigns(first: 20)` it is 20, with `campaignIds` of 3
 * ids it is 3, and for a link it is 1.
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
