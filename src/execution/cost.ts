import type { GraphQLSchema } from 'graphql';
import type { FieldFacts, SelectedField, Selection, Variables } from '../resolvers/field.ts';
import { allFields, deferralsIn, readsEntities } from '../resolvers/needs.ts';
import { descriptionCost } from './description-cost.ts';
import { argumentsOf, isConnection, isList, makesCalls, objectsOf } from './field-cost.ts';
import type { Cost } from './limits.ts';
import { describing, saturated } from './measure.ts';
import type { Ask, Parents } from './parents.ts';
import { callKey, callsOf, restIdIn, root, rowsOf } from './parents.ts';
import type { Plan } from './plan.ts';

interface Count {
  objects: number;
  calls: number;
  values: number;
  readonly schema: GraphQLSchema;
  readonly variables: Variables;
  /** The keys of the asks whose calls are counted. */
  readonly asked: Set<string>;
  /** The ids that are asked for in arguments, by entity and account: fields that ask for some of them share calls. */
  readonly ids: Map<string, Set<string>>;
}

/** The cost of a selection with coerced variables, whose units and an example are at `Cost`. Numbers stop at 2^53 - 1. */
export const costOf = (plan: Plan, selection: Selection, variables: Variables): Cost => {
  const count: Count = {
    objects: 0,
    calls: 0,
    values: deferralsIn(selection),
    schema: plan.schema,
    variables,
    asked: new Set(),
    ids: new Map(),
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
  // What comes later is sent with its place, which is a value more for each object.
  count.values = saturated(count.values + parents.count * deferralsIn(selection));
  for (const field of allFields(selection)) countField(count, field, parents);
};

const countField = (count: Count, field: SelectedField, parents: Parents): void => {
  const { facts } = field;
  if (describing.has(field.definition.name)) {
    const { objects, values } = descriptionCost(field, count.schema, count.variables);
    count.objects = saturated(count.objects + objects);
    count.values = saturated(count.values + values);
    return;
  }
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

const countAsk = (count: Count, field: SelectedField, ask: Ask): void => {
  const { cost, args, parents } = ask;
  if (cost.globalIds !== undefined) {
    countById(count, field, { cost, ids: cost.globalIds(args, field) });
    return;
  }
  const each = objectsOf(cost.objects, args);
  const rows = rowsOf(field, ask, each);
  count.objects = saturated(count.objects + rows.count);
  if (each > 0 && makesCalls(field, cost) && isNewAsk(count, ask, rows.at)) {
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
  /** A set of its own: the count keeps it, and adds to it. */
  readonly ids: Set<string>;
}

/** The id that a field asks for together with other fields; null where it asks alone or the id is not known. */
const sharedReadOf = ({ cost, args, parents }: Ask): Ids | null => {
  const type = cost.asks;
  if (cost.isLink && cost.by === 'account') {
    return parents.accountId === null
      ? null
      : { type, account: '', ids: new Set([parents.accountId]) };
  }
  const { id } = args;
  const isAlone = cost.itself?.(args) !== null;
  return isAlone || parents.distinct !== 1 || typeof id !== 'string'
    ? null
    : { type, account: parents.accountId ?? parents.account, ids: new Set([restIdIn(id)]) };
};

// 150 ids and 150 others of the same entity and account are 2 calls of 200.
const countIds = (count: Count, { type, account, ids }: Ids, perCall: number): void => {
  const key = `${type} of ${account}`;
  const known = count.ids.get(key);
  const before = Math.ceil((known?.size ?? 0) / perCall);
  const all = known ?? ids;
  if (known === undefined) count.ids.set(key, ids);
  else for (const id of ids) known.add(id);
  count.calls = saturated(count.calls + Math.ceil(all.size / perCall) - before);
};

const isNew = ({ asked }: Count, at: string): boolean => {
  const { size } = asked;
  return asked.add(at).size > size;
};

// The key of the rows is noted as well, because links to their accounts look for it.
const isNewAsk = (count: Count, ask: Ask, at: string): boolean => {
  const isNewCall = isNew(count, callKey(ask, at));
  count.asked.add(at);
  return isNewCall;
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

// Global ids are `Type:account:id`. Rows of different types or accounts cannot share a call.
const countById = (
  count: Count,
  field: SelectedField,
  { cost, ids }: Pick<Ask, 'cost'> & { readonly ids: readonly string[] },
): void => {
  const byHome = new Map<string, Set<string>>();
  let home: string | null = null;
  let found = new Set<string>();
  for (const id of ids) {
    const end = id.lastIndexOf(':');
    // Neighbouring ids are mostly of the same type and account.
    if (home === null || end !== home.length || !id.startsWith(home)) {
      home = id.slice(0, Math.max(0, end));
      found = byHome.get(home) ?? new Set();
      byHome.set(home, found);
    }
    found.add(restIdIn(id));
  }
  count.objects = saturated(count.objects + ids.length);
  for (const [prefix, found] of byHome) {
    const { size: distinct } = found;
    const [type = '', account = ''] = prefix.split(':');
    const selection = field.below.get(type);
    if (selection === undefined) continue;
    if (readsEntities(field, selection)) {
      countIds(
        count,
        { type, account: restIdIn(account), ids: found },
        cost.perCallOf?.(type) ?? 1,
      );
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
