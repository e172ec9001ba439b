import type { GraphQLNamedType, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { defaultTypeResolver, isAbstractType, isObjectType } from 'graphql';
import type { Context } from '../context.ts';
import { Flawed } from '../loaders/flawed.ts';
import { failure } from '../loaders/refusals.ts';
import type {
  Args,
  Load,
  Loaded,
  SelectedField,
  Selection,
  Variables,
} from '../resolvers/field.ts';
import { ownNameOf } from '../resolvers/own-name.ts';
import type { Trace } from '../upstream/client/trace.ts';
import { noField } from '../upstream/client/trace.ts';
import type { PreparedField, Shape } from './shape.ts';
import { preparedFields } from './shape.ts';

/** What an operation runs with. */
export interface Run {
  readonly schema: GraphQLSchema;
  readonly context: Context;
  readonly variables: Variables;
}

/** Objects of one type at one level of the answer, and what was resolved for their fields. */
export interface Group {
  readonly fields: readonly PreparedField[];
  readonly objects: readonly object[];
  /** By field: null for leaves that are read from their object when the answer is written. */
  readonly branches: (Branch | null)[];
}

/** The values of one field for the objects of a group, in their order, and the objects that stand below. */
export interface Branch {
  readonly values: readonly unknown[];
  /** The errors that stand beside values, by the index of the value; null where there are none. */
  readonly flaws: ReadonlyMap<number, readonly Error[]> | null;
  /** Of each value: how many objects stand in the values before it. Empty for leaves. */
  readonly starts: readonly number[];
  /** Where the objects in the values are: in their order in one group, or each in that of its type. */
  readonly below: Group | readonly (Place | Error)[] | null;
  /** The object that is written next. */
  at: number;
}

/** Where an object is: its group, and its index there. */
export interface Place {
  readonly group: Group;
  readonly index: number;
}

type Waiting = Promise<void> | null;

const root = Object.freeze({});

/**
 * Resolves everything that a selection asks for, level by level: a field once for all objects of its level, fields side by
 * side, and what is below a field as soon as its own values are there. Failures stand in the place of values.
 */
export const execute = async (selection: Selection, run: Run): Promise<Group> => {
  const group = groupOf(selection, [root]);
  await startGroup(group, run, noField());
  return group;
};

/** The same with the fields of the root one after the other, as mutations want it. */
export const executeSerially = async (selection: Selection, run: Run): Promise<Group> => {
  const group = groupOf(selection, [root]);
  for (const [index, field] of group.fields.entries()) {
    await startField({ group, index, field }, run, noField());
  }
  return group;
};

const groupOf = (selection: Selection, objects: readonly object[]): Group => ({
  fields: preparedFields(selection),
  objects,
  branches: selection.fields.map(() => null),
});

const startGroup = (group: Group, run: Run, trace: Trace): Waiting => {
  const waits: Promise<void>[] = [];
  for (const [index, field] of group.fields.entries()) {
    const wait = startField({ group, index, field }, run, trace);
    if (wait !== null) waits.push(wait);
  }
  return allOf(waits);
};

const allOf = (waits: readonly Promise<void>[]): Waiting => {
  if (waits.length < 2) return waits[0] ?? null;
  return Promise.all(waits).then(() => undefined);
};

/** A field of a group. */
interface Spot {
  readonly group: Group;
  readonly index: number;
  readonly field: PreparedField;
}

const startField = (spot: Spot, run: Run, parent: Trace): Waiting => {
  const { group, field } = spot;
  const { key, facts, below } = field.selected;
  if (facts.load === undefined && below.size === 0) return null;
  const trace = {
    field: parent.field === null ? key : `${parent.field}.${key}`,
    round: parent.round,
  };
  if (facts.load === undefined) {
    const values = group.objects.map((object) => read(field.selected, object, run));
    return descend(spot, values, run, trace);
  }
  const loading = startLoad(facts.load as Load<object, unknown>, spot, run, trace);
  if (!(loading instanceof Promise)) return descend(spot, loading, run, trace);
  return loading
    .catch(failedFor(group))
    .then((values) => descend(spot, values, run, trace) ?? undefined);
};

const failedFor =
  ({ objects }: Group) =>
  (error: unknown): readonly Error[] =>
    objects.map(() => failure(error));

const startLoad = (
  load: Load<object, unknown>,
  { group, field }: Spot,
  { context, variables }: Run,
  trace: Trace,
): Loaded<unknown> => {
  try {
    const { selected } = field;
    return load(group.objects, selected.argumentsFor(variables), context, {
      selected,
      variables,
      trace,
    });
  } catch (error) {
    return failedFor(group)(error);
  }
};

/** What a field that is not loaded answers for its object; an Error where it fails. */
export const read = (
  { definition, argumentsFor }: SelectedField,
  object: object,
  { schema, context, variables }: Run,
): unknown => {
  const { name, resolve } = definition;
  if (resolve === undefined) return (object as Args)[name];
  try {
    // Only what describes the schema asks for more of an operation than its context.
    const info = { schema } as GraphQLResolveInfo;
    return resolve(object, argumentsFor(variables), context, info);
  } catch (error) {
    return failure(error);
  }
};

const descend = (
  { group, index, field }: Spot,
  found: readonly unknown[],
  run: Run,
  trace: Trace,
): Waiting => {
  const { shape, selected } = field;
  const flaws = flawsIn(found);
  const values = flaws === null ? found : found.map(valueIn);
  if (shape.leaf !== null) {
    group.branches[index] = { values, flaws, starts: [], below: null, at: 0 };
    return null;
  }
  const starts: number[] = [];
  const objects: object[] = [];
  for (const value of values) {
    starts.push(objects.length);
    collect(shape, value, objects);
  }
  const [only] = selected.below.values();
  if (isObjectType(shape.type) && only !== undefined) {
    const below = groupOf(only, objects);
    group.branches[index] = { values, flaws, starts, below, at: 0 };
    return objects.length === 0 ? null : startGroup(below, run, trace);
  }
  const { places, groups } = sortByType(field, objects, run);
  group.branches[index] = { values, flaws, starts, below: places, at: 0 };
  const waits = groups.flatMap((below) => startGroup(below, run, { ...trace }) ?? []);
  return allOf(waits);
};

const flawsIn = (found: readonly unknown[]): Branch['flaws'] => {
  let flaws: Map<number, readonly Error[]> | null = null;
  for (const [index, value] of found.entries()) {
    if (value instanceof Flawed) flaws = (flaws ?? new Map()).set(index, value.errors);
  }
  return flaws;
};

const valueIn = (found: unknown): unknown => (found instanceof Flawed ? found.value : found);

// Whatever is no object is no place; what it is instead is told when the answer is written.
const collect = (shape: Shape, value: unknown, objects: object[]): void => {
  if (!isPlace(value)) return;
  if (shape.item === null) objects.push(value);
  else if (Array.isArray(value)) for (const item of value) collect(shape.item, item, objects);
};

/** True for what can hold fields. */
export const isPlace = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Error);

const sortByType = (
  { selected, shape: { type } }: PreparedField,
  objects: readonly object[],
  run: Run,
): { readonly places: readonly (Place | Error)[]; readonly groups: readonly Group[] } => {
  const byType = new Map<string, { readonly group: Group; readonly objects: object[] }>();
  const places = objects.map((object) => {
    const name = typeNameOf(type, object, run);
    const selection = typeof name === 'string' ? selected.below.get(name) : undefined;
    if (selection === undefined) {
      return name instanceof Error ? name : new TypeError(`${type.name} is never ${name}`);
    }
    const held: object[] = [];
    const sorted = byType.get(selection.type.name) ?? {
      group: groupOf(selection, held),
      objects: held,
    };
    byType.set(selection.type.name, sorted);
    return { group: sorted.group, index: sorted.objects.push(object) - 1 };
  });
  return { places, groups: Array.from(byType.values(), ({ group }) => group) };
};

const typeNameOf = (type: GraphQLNamedType, object: object, run: Run): unknown => {
  if (!isAbstractType(type)) return ownNameOf(type);
  const info = { schema: run.schema } as GraphQLResolveInfo;
  try {
    return (type.resolveType ?? defaultTypeResolver)(object, run.context, info, type);
  } catch (error) {
    return failure(error);
  }
};
