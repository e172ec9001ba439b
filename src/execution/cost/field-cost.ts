import { getNamedType, getNullableType, isListType } from 'graphql';
import type { Args, FieldCost, SelectedField, VariableValues } from '../../resolvers/field.ts';
import { readsEntities } from '../../resolvers/reads/needs.ts';
import { ownNameOf } from '../../resolvers/selection.ts';
import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import { saturated } from '../plan/measure.ts';

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
const listsOf = ({ lists }: FieldCost, args: Args): Readonly<Record<string, number>> | null =>
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
const isList = ({ definition }: SelectedField): boolean =>
  isListType(getNullableType(definition.type));

/** True if the rows of a field are in a connection, below its `nodes` and `edges`. */
export const isConnection = (field: SelectedField, { objects }: FieldCost): boolean =>
  typeof objects === 'object' && !isList(field);

/** True if a field has accounts: the fields below are read once in each of them. */
const isOfAccounts = ({ definition }: SelectedField): boolean => {
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

/** The largest number of rows, and the largest number of accounts that they are in. */
export interface Extent {
  readonly count: number;
  readonly accounts: number;
}

/** The objects at one position of the answer, the parents of the fields selected there. */
export interface Parents {
  /** The largest number of objects. A list of unknown length in a row counts as one object. */
  readonly count: number;
  /** The least number of different objects if all lists are full; links can share a target. */
  readonly distinct: number;
  /** The least number of accounts that the objects are in. */
  readonly accounts: number;
  /** A key of these objects: equal requests for parents with the same key are one call. */
  readonly at: string;
  /** A key of the accounts of these objects, like `at`. */
  readonly account: string;
  /** The endpoint or entity that the objects were read from. */
  readonly from: string;
  /** The source of the rows of their accounts; '' if it depends on other accounts that are read. */
  readonly accountFrom: string;
  /** The id of the one account that all objects are in, if the arguments name it; else null. */
  readonly accountId: string | null;
  /** True if the objects are rows of a list that the API can count. */
  readonly isCounted: boolean;
  /** For a connection, the rows in its `nodes` and `edges`; else null. */
  readonly held: Parents | null;
  /** The known lengths of the lists inside these objects, by field name; else null. */
  readonly lists: Readonly<Record<string, number>> | null;
  /**
   * The same objects for the most calls: a list of unknown length in a row counts as 20 objects.
   * Null if the most calls are not counted.
   */
  readonly most: Extent | null;
}

/** The parents of the fields of the root. */
export const root: Parents = {
  count: 1,
  distinct: 1,
  accounts: 1,
  at: '',
  account: '',
  from: '',
  accountFrom: '',
  accountId: null,
  isCounted: false,
  held: null,
  lists: null,
  most: null,
};

// A list in a row has no `first`. In the examples of the API's documentation it has a few items.
const itemsInRow = 20;

/** A field with a cost, its arguments and parents, and its largest number of objects for each. */
export interface CostedField {
  readonly field: SelectedField;
  readonly cost: FieldCost;
  readonly args: Args;
  readonly parents: Parents;
  readonly each: number;
}

/** The upstream id in an id or a global id, in lower case. */
export const restIdIn = (id: string): string => lowerId(id.slice(id.lastIndexOf(':') + 1));

/** The key of the calls of a field for its parents; `what` distinguishes calls of one endpoint. */
export const keyOf = ({ cost: { asks, by }, parents }: CostedField, what: string): string =>
  `${asks} ${what} of ${by === 'parent' ? parents.at : by === 'account' ? parents.account : ''}`;

/** The rows that a field has for all of its parents. */
export const rowsOf = (costed: CostedField): Parents => {
  const { field, cost, args, parents, each } = costed;
  const { asks, by, isLink } = cost;
  const count = saturated(parents.count * each);
  const most = maxRowsOf(costed);
  // A link to the account leads to the account in which the row was read.
  if (isLink && by === 'account') {
    const { accounts: distinct, account: at, accountFrom: from } = parents;
    return { ...parents, count, distinct, at, from, held: null, lists: null, most };
  }
  const at = keyOf(costed, isByItem(cost) ? field.key : JSON.stringify(args));
  const requests = by === 'parent' ? parents.distinct : by === 'account' ? parents.accounts : 1;
  // All links of an account can lead to the same row.
  const distinct = isLink ? Math.min(requests, parents.accounts) : saturated(requests * each);
  const lists = listsOf(cost, args);
  const isCounted = !isFiltered(args);
  const rows = { ...parents, count, distinct, at, from: asks, isCounted, held: null, lists, most };
  if (!isOfAccounts(field)) return rows;
  const accountId = typeof args['id'] === 'string' ? restIdIn(args['id']) : null;
  return { ...rows, accounts: distinct, account: at, accountFrom: asks, accountId };
};

const maxRowsOf = ({ field, cost, parents: { most }, each }: CostedField): Extent | null => {
  if (most === null) return null;
  const count = saturated(most.count * each);
  return { count, accounts: isOfAccounts(field) && cost.by !== 'account' ? count : most.accounts };
};

/** The objects in a field without a cost, which is read from its parents. */
export const insideOf = (field: SelectedField, parents: Parents): Parents => {
  if (!isList(field)) return parents;
  const { count, held, lists, most } = parents;
  if (held !== null) return held;
  const items = lists?.[field.definition.name];
  return {
    ...parents,
    count: saturated(count * (items ?? 1)),
    most: most && { ...most, count: saturated(most.count * (items ?? itemsInRow)) },
  };
};
