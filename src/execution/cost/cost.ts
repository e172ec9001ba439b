import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import type { SelectedField, Selection, VariableValues } from '../../resolvers/field.ts';
import { allFields, deferralsIn, readsEntities } from '../../resolvers/reads/needs.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import { type Cost, describing, saturated } from '../plan/measure.ts';
import type { Plan } from '../plan/plan.ts';
import type { CostedField, Parents } from './field-cost.ts';
import {
  argumentsOf,
  insideOf,
  isConnection,
  makesCalls,
  objectsOf,
  root,
  rowsOf,
} from './field-cost.ts';
import { addCompletion, addIds, addLeastCalls, type LeastCalls, namedRows } from './least-calls.ts';
import { addBesideRows, addMostCalls, addRowsById, type Tally } from './most-calls.ts';

/** The counts of an operation so far. */
interface OperationCount extends LeastCalls {
  objects: number;
  values: number;
  /** The tally of the most calls; null if nothing needs them. */
  readonly tally: Tally | null;
  /** The field with the most objects so far. */
  readonly largest: { name: string | null; objects: number };
  readonly operation: SelectedOperation;
}

/** The selection of a plan with these coerced variables. */
export interface SelectedOperation {
  readonly plan: Plan;
  readonly selection: Selection;
  readonly variables: VariableValues;
}

/**
 * The cost of an operation; `Cost` has its units and an example. Numbers stop at 2^53 - 1. Calls
 * are the least number. With a tally, the same walk also adds the most calls to it.
 */
export const costOf = (operation: SelectedOperation, tally: Tally | null = null): Cost => {
  const { plan, selection } = operation;
  const count: OperationCount = {
    objects: 0,
    calls: 0,
    values: deferralsIn(selection),
    counted: new Set(),
    ids: new Map(),
    tally,
    largest: { name: null, objects: 0 },
    operation,
  };
  const start = tally === null ? root : { ...root, most: { count: 1, accounts: 1 } };
  for (const field of allFields(selection)) {
    // Equal writes are separate calls, so each has a key of its own.
    countField(count, field, plan.isMutation ? { ...start, at: field.key } : start);
  }
  const { objects, calls, values } = count;
  return { objects, calls, values, field: count.largest.name };
};

const countSelection = (count: OperationCount, selection: Selection, parents: Parents): void => {
  if (parents.count === 0) return;
  // A deferred fragment is sent with its path, which counts as one more value for each object.
  count.values = saturated(count.values + parents.count * deferralsIn(selection));
  if (count.tally !== null) addBesideRows(count.tally, selection, parents);
  for (const field of allFields(selection)) countField(count, field, parents);
};

const countField = (count: OperationCount, field: SelectedField, parents: Parents): void => {
  const { facts, definition } = field;
  const { plan, variables } = count.operation;
  if (describing.has(definition.name)) {
    const { objects, values } = descriptionCost(field, plan.schema, variables);
    count.objects = saturated(count.objects + objects);
    count.values = saturated(count.values + values);
    return;
  }
  count.values = saturated(count.values + parents.count * (facts.columns ?? 1));
  if (facts.omitted !== undefined) addCompletion(count, facts.omitted, parents);
  const { cost } = facts;
  if (cost === undefined) {
    if (field.below.size > 0) countInside(count, field, parents);
    return;
  }
  const args = argumentsOf(field, variables);
  if (args === null) return;
  if (cost.globalIds !== undefined) countNamed(count, field, cost.globalIds(args, field));
  else countCosted(count, { field, cost, args, parents, each: objectsOf(cost.objects, args) });
};

const countInside = (count: OperationCount, field: SelectedField, parents: Parents): void => {
  const inside = insideOf(field, parents);
  if (parents.lists?.[field.definition.name] !== undefined) {
    count.objects = saturated(count.objects + inside.count);
  }
  countBelow(count, field, inside);
};

const countCosted = (count: OperationCount, costed: CostedField): void => {
  const { field, cost, parents, each } = costed;
  const rows = rowsOf(costed);
  count.objects = saturated(count.objects + rows.count);
  if (rows.count > count.largest.objects) {
    count.largest.name = field.key;
    count.largest.objects = rows.count;
  }
  if (each > 0 && makesCalls(field, cost)) {
    addLeastCalls(count, costed, rows.at);
    if (count.tally !== null) addMostCalls(count.tally, costed);
  }
  countBelow(count, field, isConnection(field, cost) ? { ...parents, held: rows } : rows);
};

/** Counts the rows that global ids in the arguments name. */
const countNamed = (
  count: OperationCount,
  field: SelectedField,
  globalIds: readonly string[],
): void => {
  const { tally } = count;
  count.objects = saturated(count.objects + globalIds.length);
  for (const named of namedRows(globalIds, field.key, tally !== null)) {
    const { type, rows } = named;
    const selection = field.below.get(type);
    if (selection === undefined) continue;
    if (readsEntities(field, selection)) {
      addIds(count, named, field.facts.cost?.perCallOf?.(type) ?? 1);
      if (tally !== null && rows.most !== null) addRowsById(tally, type, rows.most);
    }
    countSelection(count, selection, rows);
  }
};

const countBelow = (count: OperationCount, { below }: SelectedField, parents: Parents): void => {
  if (below.size < 2) {
    for (const selection of below.values()) countSelection(count, selection, parents);
    return;
  }
  // Each object has one of the types, so the largest cost of a type is the bound. The tally gets
  // the calls of all types, because the objects of a list can have any of them.
  const costs = Array.from(below.values(), (selection) => {
    const one = { ...count, objects: 0, calls: 0, values: 0 };
    countSelection(one, selection, parents);
    return one;
  });
  for (const what of ['objects', 'calls', 'values'] as const) {
    count[what] = saturated(count[what] + Math.max(...costs.map((cost) => cost[what])));
  }
};

type DescribedCount = Pick<Cost, 'objects' | 'values'>;

const nothing: DescribedCount = { objects: 0, values: 0 };

const sum = (one: DescribedCount, other: DescribedCount): DescribedCount => ({
  objects: saturated(one.objects + other.objects),
  values: saturated(one.values + other.values),
});

// A cache of counts without variables. A selected field belongs to one plan, so to one schema.
const counted = new WeakMap<SelectedField, DescribedCount>();

/**
 * The number of values that a root field about the schema (`__schema`, `__type`) writes. The count
 * is exact, because the description is in memory: each selection counts once for each type, field
 * or argument that it meets, even if that is written several times.
 */
const descriptionCost = (
  field: SelectedField,
  schema: GraphQLSchema,
  variables: VariableValues,
): DescribedCount => {
  const before = counted.get(field);
  if (before !== undefined) return before;
  const count = countDescription(field, schema, variables);
  if (Object.keys(variables).length === 0) counted.set(field, count);
  return count;
};

const countDescription = (
  field: SelectedField,
  schema: GraphQLSchema,
  variables: VariableValues,
): DescribedCount => {
  const counts = new Map<Selection, Map<object, DescribedCount>>();
  const ofField = (one: SelectedField, object: unknown): DescribedCount => {
    const own = { objects: 0, values: 1 };
    const [below] = one.below.values();
    if (below === undefined) return own;
    const args = argumentsOf(one, variables);
    // The fields of introspection read nothing else of `info`.
    const info = { schema } as GraphQLResolveInfo;
    const value: unknown = args && one.definition.resolve?.(object, args, undefined, info);
    return [value]
      .flat()
      .reduce<DescribedCount>((all, item) => sum(all, ofObject(below, item)), own);
  };
  const ofObject = (selection: Selection, object: unknown): DescribedCount => {
    if (typeof object !== 'object' || object === null) return nothing;
    const byObject = getOrMake(counts, selection, () => new Map<object, DescribedCount>());
    return getOrMake(byObject, object, () =>
      allFields(selection).reduce((all, one) => sum(all, ofField(one, object)), {
        objects: 1,
        values: deferralsIn(selection),
      }),
    );
  };
  return ofField(field, {});
};
