import type { FieldCost } from '../schema/facts.ts';
import type { Counted } from './cost-fields.ts';
import { saturated } from './limits.ts';

type Values = Readonly<Record<string, unknown>>;

/** What an operation costs at the least: rows it can answer with, and upstream calls if lists are full and batching is perfect. */
export interface Cost {
  readonly objects: number;
  readonly calls: number;
}

/** The cost of an operation for coerced variables. */
export type CostOf = (variables: Values) => Cost;

/** The objects that a field hangs on, the most accounts they can be in, and the rows that each still holds one level down. */
interface Parents {
  readonly count: number;
  readonly accounts: number;
  readonly held: number;
}

/** The cost of an operation that selects these fields. */
export const costOf =
  (fields: readonly Counted[]): CostOf =>
  (variables) =>
    sumOf(fields, { count: 1, accounts: 1, held: 1 }, variables);

const sumOf = (fields: readonly Counted[], parents: Parents, variables: Values): Cost => {
  let [objects, calls] = [0, 0];
  if (parents.count === 0) return { objects, calls };
  for (const field of fields) {
    if (!field.isIncluded(variables)) continue;
    const cost = costOfField(field, parents, variables);
    objects = saturated(objects + cost.objects);
    calls = saturated(calls + cost.calls);
  }
  return { objects, calls };
};

const costOfField = (field: Counted, parents: Parents, variables: Values): Cost => {
  const { cost, isList } = field;
  const each = cost === undefined ? parents.held : field.objects(variables);
  const here = isList ? each : 1;
  const count = saturated(parents.count * here);
  // A connection holds its rows one level further down, in `nodes` and `edges`.
  const held = isList || cost === undefined ? 1 : each;
  // A list that passes rows on has a different account in each; a link may lead to the same one many times.
  const scopes = cost === undefined ? count : saturated(parents.accounts * here);
  const below = field.below.map(({ isScope, fields }) => {
    const accounts = Math.min(count, isScope ? scopes : parents.accounts);
    return sumOf(fields, { count, accounts, held }, variables);
  });
  const deepest = (of: keyof Cost): number => Math.max(0, ...below.map((one) => one[of]));
  const own = cost === undefined ? free : ownCost(field, cost, { parents, each, variables });
  return {
    objects: saturated(own.objects + deepest('objects')),
    calls: saturated(own.calls + deepest('calls')),
  };
};

const free: Cost = { objects: 0, calls: 0 };

interface Place {
  readonly parents: Parents;
  readonly each: number;
  readonly variables: Values;
}

const ownCost = (field: Counted, cost: FieldCost, { parents, each, variables }: Place): Cost => {
  const objects = saturated(parents.count * each);
  const isAsked = cost.onlyForRow !== true || readsRow(field, variables);
  if (each === 0 || !isAsked) return { objects, calls: 0 };
  const isByItem = typeof cost.objects === 'object' && 'perItemOf' in cost.objects;
  const asks = isByItem ? objects : parents.count;
  const calls = Math.ceil(asks / cost.parentsPerCall);
  return { objects, calls: cost.perAccount ? Math.max(calls, parents.accounts) : calls };
};

const readsRow = ({ below }: Counted, variables: Values): boolean =>
  below.some(({ fields }) => fields.some((field) => field.readsRow && field.isIncluded(variables)));
