import type {
  Args,
  FieldCost,
  FieldFacts,
  SelectedField,
  Selection,
  Variables,
} from '../resolvers/field.ts';
import { allFields, readsRow } from '../resolvers/needs.ts';
import {
  argumentsOf,
  isConnection,
  isList,
  isOfAccounts,
  makesCalls,
  objectsOf,
} from './field-cost.ts';
import type { Cost } from './limits.ts';
import { saturated } from './measure.ts';
import type { Plan } from './plan.ts';

/** The objects at one position of the answer, the parents of the fields selected there. */
interface Parents {
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

interface Count {
  objects: number;
  calls: number;
  values: number;
  readonly variables: Variables;
  /** The keys of the asks whose calls are counted. */
  readonly asked: Set<string>;
  /** The ids that are asked for in arguments, by entity and account: fields that ask for some of them share calls. */
  readonly ids: Map<string, Set<string>>;
}

const root: Parents = {
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

/** The cost of a selection with coerced variables, whose units and an example are at `Cost`. Numbers stop at 2^53 - 1. */
export const costOf = (plan: Plan, selection: Selection, variables: Variables): Cost => {
  const count: Count = {
    ...{ objects: 0, calls: 0, values: 0 },
    ...{ variables, asked: new Set(), ids: new Map() },
  };
  for (const field of allFields(selection)) {
    // Equal writes are separate calls, so each has a key of its own.
    countField(count, field, plan.isMutation ? { ...root, at: field.key } : root);
  }
  const { objects, calls, values } = count;
  return { objects, calls, values };
};

const countSelection = (count: Count, selection: Selection, parents: Parents): void => {
  if (parents.count === 0) return;
  for (const field of allFields(selection)) countField(count, field, parents);
};

const countField = (count: Count, field: SelectedField, parents: Parents): void => {
  const { facts } = field;
  count.values = saturated(count.values + parents.count * (facts.columns ?? 1));
  if (facts.omitted !== undefined) countCompletion(count, facts.omitted, parents);
  if (facts.cost === undefined) {
    countBelow(count, field, isList(field) ? (parents.held ?? parents) : parents);
    return;
  }
  const args = argumentsOf(field, count.variables);
  if (args === null) return;
  countAsk(count, field, { cost: facts.cost, args, parents });
};

// The columns that an answer does not contain are all read by the same calls, so they count once for these parents.
const countCompletion = (
  count: Count,
  omitted: NonNullable<FieldFacts['omitted']>,
  { from, at, distinct, accounts }: Parents,
): void => {
  const calls = omitted(from, distinct);
  if (calls === 0 || !isNew(count, `rest of ${at}`)) return;
  count.calls = saturated(count.calls + Math.max(calls, accounts));
};

/** A field with a cost, its arguments and its parents. */
interface Ask {
  readonly cost: FieldCost;
  readonly args: Args;
  readonly parents: Parents;
}

const countAsk = (count: Count, field: SelectedField, ask: Ask): void => {
  const { cost, args, parents } = ask;
  if (cost.globalIds !== undefined) {
    countById(count, field, { cost, ids: cost.globalIds(args, field) });
    return;
  }
  const each = objectsOf(cost.objects, args);
  const rows = rowsOf(field, ask, each);
  count.objects = saturated(count.objects + rows.count);
  if (each > 0 && makesCalls(field, cost) && isNew(count, rows.at)) {
    const shared = sharedReadOf(ask);
    if (shared === null) count.calls = saturated(count.calls + callsOf(ask, each));
    else countIds(count, shared, cost.parentsPerCall);
  }
  countBelow(count, field, isConnection(field, cost) ? { ...parents, held: rows } : rows);
};

/** Ids of one entity in one account, in lower case because the API ignores case. */
interface Ids {
  readonly type: string;
  readonly account: string;
  readonly ids: Iterable<string>;
}

/** The id that a field asks for together with other fields; null where it asks alone or the id is not known. */
const sharedReadOf = ({ cost, args, parents }: Ask): Ids | null => {
  const type = cost.asks;
  if (cost.isLink && cost.by === 'account') {
    return parents.accountId === null ? null : { type, account: '', ids: [parents.accountId] };
  }
  const { id } = args;
  const isAlone = cost.itself?.(args) !== null;
  return isAlone || parents.distinct !== 1 || typeof id !== 'string'
    ? null
    : { type, account: parents.account, ids: [restIdIn(id)] };
};

const restIdIn = (id: string): string => id.slice(id.lastIndexOf(':') + 1).toLowerCase();

// 150 ids and 150 others of the same entity and account are 2 calls of 200.
const countIds = (count: Count, { type, account, ids }: Ids, perCall: number): void => {
  const key = `${type} of ${account}`;
  const known = count.ids.get(key) ?? new Set();
  const before = Math.ceil(known.size / perCall);
  for (const id of ids) known.add(id);
  count.ids.set(key, known);
  count.calls = saturated(count.calls + Math.ceil(known.size / perCall) - before);
};

const isNew = ({ asked }: Count, at: string): boolean => {
  const { size } = asked;
  return asked.add(at).size > size;
};

const countBelow = (count: Count, field: SelectedField, parents: Parents): void => {
  const [only, ...others] = field.below.values();
  if (only === undefined) return;
  if (others.length === 0) {
    countSelection(count, only, parents);
    return;
  }
  // Each object has one of the types, so the largest cost of a type is the bound.
  const costs = [only, ...others].map((selection) => {
    const one = { ...count, objects: 0, calls: 0, values: 0 };
    countSelection(one, selection, parents);
    return one;
  });
  for (const what of ['objects', 'calls', 'values'] as const) {
    count[what] = saturated(count[what] + Math.max(...costs.map((cost) => cost[what])));
  }
};

/** The rows that a field has for all of its parents. */
const rowsOf = (field: SelectedField, { cost, args, parents }: Ask, each: number): Parents => {
  const { asks, by, isLink } = cost;
  const count = saturated(parents.count * each);
  // A link to the account leads to the account in which the row was read.
  if (isLink && by === 'account') {
    const { accounts: distinct, account, accountFrom } = parents;
    return { ...parents, count, distinct, at: account, from: accountFrom, held: null };
  }
  const whose = by === 'parent' ? parents.at : by === 'account' ? parents.account : '';
  const at = `${asks} ${typeof cost.objects === 'string' || 'firstOr' in cost.objects ? JSON.stringify(args) : field.key} of ${whose}`;
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
const callsOf = ({ cost, parents }: Ask, each: number): number => {
  const { by, parentsPerCall, isLink, objects } = cost;
  if (by === 'everyone') return 1;
  const asked = by === 'account' || isLink ? parents.accounts : parents.distinct;
  const isByItem = typeof objects === 'object' && 'perItemOf' in objects;
  const calls = Math.ceil((isByItem ? asked * each : asked) / parentsPerCall);
  return Math.max(calls, by === 'parent' ? parents.accounts : 1);
};

// Global ids are `Type:account:id`. Rows of different types or accounts cannot share a call.
const countById = (
  count: Count,
  field: SelectedField,
  { cost, ids }: Pick<Ask, 'cost'> & { readonly ids: readonly string[] },
): void => {
  const byHome = new Map<string, Set<string>>();
  let [home, found] = ['', new Set<string>()];
  for (const id of ids) {
    const end = id.lastIndexOf(':');
    // Neighbouring ids are mostly of the same type and account.
    if (end !== home.length || !id.startsWith(home)) {
      home = id.slice(0, Math.max(0, end));
      found = byHome.get(home) ?? new Set();
    }
    byHome.set(home, found.add(restIdIn(id)));
  }
  count.objects = saturated(count.objects + ids.length);
  for (const [prefix, found] of byHome) {
    const { size: distinct } = found;
    const [type = '', account = ''] = prefix.split(':');
    const selection = field.below.get(type);
    if (selection === undefined) continue;
    if (readsRow(selection)) {
      countIds(count, { type, account, ids: found }, cost.perCallOf?.(type) ?? 1);
    }
    const isAccount = type === 'Account';
    const [only = null, ...others] = isAccount ? found : account === '' ? [] : [restIdIn(account)];
    const at = `${prefix} by ${field.key}`;
    countSelection(count, selection, {
      count: distinct,
      distinct,
      accounts: isAccount ? distinct : 1,
      at,
      account: account === '' ? at : account,
      from: type,
      accountFrom: isAccount ? type : '',
      accountId: others.length === 0 ? only : null,
      held: null,
    });
  }
};
