import { MIN_COUNT } from '../loaders/page.ts';
import type { Args, FieldCost, SelectedField } from '../resolvers/field.ts';
import { isOfAccounts } from './field-cost.ts';
import { saturated } from './measure.ts';

/** The objects at one position of the answer, the parents of the fields selected there. */
export interface Parents {
  /** The largest number of objects. */
  readonly count: number;
  /** The least number of different objects if all lists are full. Links can lead many parents to the same object. */
  readonly distinct: number;
  /** The least number of accounts that they are in. */
  readonly accounts: number;
  /** A key of these objects: equal asks for parents with the same key are one call. */
  readonly at: string;
  /** The same key for their accounts. */
  readonly account: string;
  /** The endpoint or entity that the objects were read from. */
  readonly from: string;
  /** The same for the rows of their accounts; '' where it depends on other accounts that are read by id. */
  readonly accountFrom: string;
  /** The id of the one account that all of them are in, where the arguments name it; else null. */
  readonly accountId: string | null;
  /** For a connection, the rows in its `nodes` and `edges`; else null. */
  readonly held: Parents | null;
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
  held: null,
};

/** A field with a cost, its arguments and its parents. */
export interface Ask {
  readonly cost: FieldCost;
  readonly args: Args;
  readonly parents: Parents;
}

/** The upstream id in an id or a global id, in lower case because the API ignores case. */
export const restIdIn = (id: string): string => id.slice(id.lastIndexOf(':') + 1).toLowerCase();

/**
 * The key of the calls for an ask, of which `at` is the key of its rows. No list is asked for fewer than 20 rows, so that
 * shorter ones are one call whatever their `first`.
 */
export const callKey = ({ cost, args, parents }: Ask, at: string): string => {
  const { first, after } = args;
  const isShort = typeof first === 'number' && first < MIN_COUNT && typeof after !== 'string';
  return isShort ? atOf({ cost, parents }, JSON.stringify({ ...args, first: MIN_COUNT })) : at;
};

/** The key of what is asked for parents, where `what` says what of the endpoint. */
const atOf = ({ cost: { asks, by }, parents }: Omit<Ask, 'args'>, what: string): string =>
  `${asks} ${what} of ${by === 'parent' ? parents.at : by === 'account' ? parents.account : ''}`;

/** The rows that a field has for all of its parents. */
export const rowsOf = (
  field: SelectedField,
  { cost, args, parents }: Ask,
  each: number,
): Parents => {
  const { asks, by, isLink } = cost;
  const count = saturated(parents.count * each);
  // A link to the account leads to the account in which the row was read.
  if (isLink && by === 'account') {
    const { accounts: distinct, account, accountFrom } = parents;
    return { ...parents, count, distinct, at: account, from: accountFrom, held: null };
  }
  const isTold = typeof cost.objects === 'string' || 'firstOr' in cost.objects;
  const at = atOf({ cost, parents }, isTold ? JSON.stringify(args) : field.key);
  const asked = by === 'parent' ? parents.distinct : by === 'account' ? parents.accounts : 1;
  // Links can lead all rows of an account to the same row.
  const distinct = isLink ? Math.min(asked, parents.accounts) : saturated(asked * each);
  const rows = { ...parents, count, distinct, at, from: asks, held: null };
  if (!isOfAccounts(field)) return rows;
  const accountId = typeof args['id'] === 'string' ? restIdIn(args['id']) : null;
  return { ...rows, accounts: distinct, account: at, accountFrom: asks, accountId };
};

/**
 * The least number of calls for an ask. Where a call serves 200 parents, 450 parents in one account cost 3 calls, and in 5
 * accounts 5 calls. A link may cost one call for each account only, because all rows of an account can have the same target.
 */
export const callsOf = ({ cost, parents }: Ask, each: number): number => {
  const { by, parentsPerCall, isLink, objects } = cost;
  if (by === 'everyone') return 1;
  const asked = by === 'account' || isLink ? parents.accounts : parents.distinct;
  const isByItem = typeof objects === 'object' && 'perItemOf' in objects;
  const calls = Math.ceil((isByItem ? asked * each : asked) / parentsPerCall);
  return Math.max(calls, by === 'parent' ? parents.accounts : 1);
};
