import { getNamedType, getNullableType, isListType } from 'graphql';
import type {
  Args,
  FieldCost,
  FieldFacts,
  SelectedField,
  Selection,
  Variables,
} from '../resolvers/field.ts';
import { allFields } from '../resolvers/needs.ts';
import { ownNameOf } from '../resolvers/own-name.ts';
import type { Cost } from './limits.ts';
import { saturated } from './measure.ts';
import type { Plan } from './plan.ts';

/** The objects that fields hang on. */
interface Parents {
  /** How many there are at the most. */
  readonly count: number;
  /** How many different ones there are at the least, and in how many accounts, if all lists are full. */
  readonly distinct: number;
  readonly accounts: number;
  /** What tells these objects, and their accounts, from others of the operation: equal asks of the same ones are one call. */
  readonly at: string;
  readonly account: string;
  /** The endpoint or entity that was asked for them. */
  readonly from: string;
  /** The same for the rows of their accounts; '' where what was asked depends on other accounts that are read by id. */
  readonly accountFrom: string;
  /** The rows that a connection holds for its `nodes` and `edges`. */
  readonly held: Parents | null;
}

interface Count {
  objects: number;
  calls: number;
  values: number;
  readonly variables: Variables;
  /** The asks that are counted. */
  readonly asked: Set<string>;
}

const root: Parents = {
  count: 1,
  distinct: 1,
  accounts: 1,
  at: '',
  account: '',
  from: '',
  accountFrom: '',
  held: null,
};

/** The cost of a selection for coerced variables. */
export const costOf = (plan: Plan, selection: Selection, variables: Variables): Cost => {
  const count = { objects: 0, calls: 0, values: 0, variables, asked: new Set<string>() };
  for (const field of allFields(selection)) {
    // Writes that look alike are each their own.
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
  const { facts, definition } = field;
  count.values = saturated(count.values + parents.count * (facts.columns ?? 1));
  if (facts.omitted !== undefined) countCompletion(count, facts.omitted, parents);
  if (facts.cost === undefined) {
    const isHeld = parents.held !== null && isListType(getNullableType(definition.type));
    countBelow(count, field, isHeld ? (parents.held ?? parents) : parents);
    return;
  }
  const args = argumentsOf(field, count.variables);
  if (args === null) return;
  countAsk(count, field, { cost: facts.cost, args, parents });
};

// Columns that one answer leaves out come together, whichever of them are selected.
const countCompletion = (
  count: Count,
  omitted: NonNullable<FieldFacts['omitted']>,
  { from, at, distinct, accounts }: Parents,
): void => {
  const calls = omitted(from, distinct);
  if (calls === 0 || !isNew(count, `rest of ${at}`)) return;
  count.calls = saturated(count.calls + Math.max(calls, accounts));
};

// What cannot stand in an argument is told by the field itself, which asks for nothing then.
export const argumentsOf = (field: SelectedField, variables: Variables): Args | null => {
  try {
    return field.argumentsFor(variables);
  } catch {
    return null;
  }
};

/** A field that asks upstream, in its place. */
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
  if (each > 0 && isAsked(field, cost) && isNew(count, rows.at)) {
    count.calls = saturated(count.calls + callsOf(ask, each));
  }
  const isList = isListType(getNullableType(field.definition.type));
  const isConnection = !isList && typeof cost.objects === 'object';
  countBelow(count, field, isConnection ? { ...parents, held: rows } : rows);
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
  // An object has one of the types: the most that one of them can cost is the bound.
  const costs = [only, ...others].map((selection) => {
    const one = { ...count, objects: 0, calls: 0, values: 0 };
    countSelection(one, selection, parents);
    return one;
  });
  for (const what of ['objects', 'calls', 'values'] as const) {
    count[what] = saturated(count[what] + Math.max(...costs.map((cost) => cost[what])));
  }
};

/** The rows that a field gives its parents. */
const rowsOf = (field: SelectedField, { cost, args, parents }: Ask, each: number): Parents => {
  const { asks, by, isLink } = cost;
  const count = saturated(parents.count * each);
  const type = ownNameOf(getNamedType(field.definition.type));
  // The account of a row is the one that the row was asked of, whatever the way to it.
  if (isLink && by === 'account') {
    const { accounts: distinct, account, accountFrom } = parents;
    return { ...parents, count, distinct, at: account, from: accountFrom, held: null };
  }
  const whose = by === 'parent' ? parents.at : by === 'account' ? parents.account : '';
  const at = `${asks} ${typeof cost.objects === 'string' || 'firstOr' in cost.objects ? JSON.stringify(args) : field.key} of ${whose}`;
  const asked = by === 'parent' ? parents.distinct : by === 'account' ? parents.accounts : 1;
  // Links may lead all rows of an account to the same one.
  const distinct = isLink ? Math.min(asked, parents.accounts) : saturated(asked * each);
  const isAccounts = type === 'Account' || type === 'AccountConnection';
  const rows = { ...parents, count, distinct, at, from: asks, held: null };
  return isAccounts ? { ...rows, accounts: distinct, account: at, accountFrom: asks } : rows;
};

const callsOf = ({ cost, parents }: Ask, each: number): number => {
  const { by, parentsPerCall, isLink, objects } = cost;
  if (by === 'everyone') return 1;
  const asked = by === 'account' || isLink ? parents.accounts : parents.distinct;
  const isByItem = typeof objects === 'object' && 'perItemOf' in objects;
  const calls = Math.ceil((isByItem ? asked * each : asked) / parentsPerCall);
  return Math.max(calls, by === 'parent' ? parents.accounts : 1);
};

// Ids are unique within an account, so calls for several accounts cannot be one call.
const countById = (
  count: Count,
  field: SelectedField,
  { cost, ids }: Pick<Ask, 'cost'> & { readonly ids: readonly string[] },
): void => {
  const byHome = new Map<string, Set<string>>();
  let [home, found] = ['', new Set<string>()];
  for (const id of ids) {
    const end = id.lastIndexOf(':');
    // Ids mostly come account by account.
    if (end !== home.length || !id.startsWith(home)) {
      home = id.slice(0, Math.max(0, end));
      found = byHome.get(home) ?? new Set();
    }
    byHome.set(home, found.add(id));
  }
  count.objects = saturated(count.objects + ids.length);
  for (const [prefix, { size: distinct }] of byHome) {
    const [type = '', account = ''] = prefix.split(':');
    const selection = field.below.get(type);
    if (selection === undefined) continue;
    if (readsRow(selection)) {
      count.calls += Math.ceil(distinct / (cost.perCallOf?.(type) ?? 1));
    }
    const accounts = type === 'Account' ? distinct : 1;
    const at = `${prefix} by ${field.key}`;
    const whose = account === '' ? at : account;
    const accountFrom = type === 'Account' ? type : '';
    const here = { distinct, accounts, at, account: whose, from: type, accountFrom, held: null };
    countSelection(count, selection, { count: distinct, ...here });
  }
};

export const isAsked = ({ below }: SelectedField, { onlyForRow }: FieldCost): boolean =>
  onlyForRow !== true || [...below.values()].some(readsRow);

export const readsRow = (selection: Selection): boolean =>
  allFields(selection).some(
    ({ facts, definition }) => facts.fromIds !== true && definition.name !== '__typename',
  );

// No list takes a larger `first`; more is refused by the field itself, with a better message than a cost.
const maxFirst = 1000;

export const objectsOf = (objects: FieldCost['objects'], args: Args): number => {
  if (objects === 'one') return 1;
  if ('perItemOf' in objects) return itemsIn(args[objects.perItemOf]);
  const { first } = args;
  const most = typeof first === 'number' ? Math.min(Math.max(0, first), maxFirst) : objects.firstOr;
  // An empty list of ids is a filter that was left out, or that the field refuses.
  const bound = objects.atMostItemsOf === undefined ? 0 : itemsIn(args[objects.atMostItemsOf]);
  return bound === 0 ? most : Math.min(most, bound);
};

const itemsIn = (value: unknown): number =>
  Array.isArray(value) ? value.length : value === null || value === undefined ? 0 : 1;
