import type { GraphQLNamedType, GraphQLResolveInfo } from 'graphql';
import { defaultTypeResolver, isAbstractType, isObjectType } from 'graphql';
import { Flawed } from '../loaders/flawed.ts';
import { toError } from '../loaders/refusals.ts';
import type { Args, Load, Loaded, SelectedField, Selection } from '../resolvers/field.ts';
import { ownNameOf } from '../resolvers/own-name.ts';
import type { Trace } from '../upstream/client/trace.ts';
import { noField } from '../upstream/client/trace.ts';
import type { Branch, Later, Level, Location, Run } from './levels.ts';
import type { PreparedField, Shape } from './shape.ts';
import { preparedFields } from './shape.ts';

type Waiting = Promise<void> | null;

const root = Object.freeze({});

/**
 * Resolves everything that a selection asks for, level by level: a field once for all objects of its level, fields side by
 * side, and what is below a field as soon as its own values are there. Failures stand in the place of values.
 */
export const execute = async (selection: Selection, run: Run): Promise<Level> => {
  const level = levelOf(selection, [root]);
  await startLevel(level, run, noField());
  return level;
};

/** The same with the fields of the root one after the other, as mutations want it. */
export const executeSerially = async (selection: Selection, run: Run): Promise<Level> => {
  const level = levelOf(selection, [root]);
  for (const [index, field] of level.fields.entries()) {
    await startField({ level, index, field }, run, noField());
  }
  return level;
};

const levelOf = (selection: Selection, objects: readonly object[]): Level => ({
  fields: preparedFields(selection),
  objects,
  branches: selection.fields.map(() => null),
  deferred: selection.deferred,
  later: [],
});

const startLevel = (level: Level, run: Run, trace: Trace): Waiting => {
  const waits: Promise<void>[] = [];
  for (const [index, field] of level.fields.entries()) {
    const wait = startField({ level, index, field }, run, trace);
    if (wait !== null) waits.push(wait);
  }
  // What comes later starts with the rest, so that it shares its calls, but nothing waits for it.
  for (const { label, selection } of level.deferred) {
    const below = levelOf(selection, level.objects);
    level.later.push(laterOf(label, startLevel(below, run, trace), { level: below }));
  }
  return allOf(waits);
};

const settled = Promise.resolve();

const laterOf = <T extends object>(label: string | null, wait: Waiting, what: T): Later & T => {
  const end = (fault: unknown): void => {
    later.isResolved = true;
    later.fault = fault;
  };
  const resolved = wait === null ? settled : wait.then(() => end(null), end);
  const later = { ...what, label, resolved, isResolved: wait === null, fault: null as unknown };
  return later;
};

const allOf = (waits: readonly Promise<void>[]): Waiting => {
  if (waits.length < 2) return waits[0] ?? null;
  return Promise.all(waits).then(() => undefined);
};

/** A field of a level. */
interface LevelField {
  readonly level: Level;
  readonly index: number;
  readonly field: PreparedField;
}

const startField = (spot: LevelField, run: Run, parent: Trace): Waiting => {
  const { level, field } = spot;
  const { key, facts, below } = field.selected;
  if (facts.load === undefined && below.size === 0) return null;
  const trace = {
    field: parent.field === null ? key : `${parent.field}.${key}`,
    round: parent.round,
  };
  if (facts.load === undefined) {
    const values = level.objects.map((object) => readField(field.selected, object, run));
    return descend(spot, values, run, trace);
  }
  const loading = startLoad(facts.load as Load<object, unknown>, spot, run, trace);
  if (!(loading instanceof Promise)) return descend(spot, loading, run, trace);
  return loading
    .catch(failedFor(level))
    .then((values) => descend(spot, values, run, trace) ?? undefined);
};

const failedFor =
  ({ objects }: Level) =>
  (error: unknown): readonly Error[] =>
    objects.map(() => toError(error));

const startLoad = (
  load: Load<object, unknown>,
  { level, field }: LevelField,
  { context, variables }: Run,
  trace: Trace,
): Loaded<unknown> => {
  try {
    const { selected } = field;
    return load(level.objects, selected.argumentsFor(variables), context, {
      selected,
      variables,
      trace,
    });
  } catch (error) {
    return failedFor(level)(error);
  }
};

/** What a field that is not loaded answers for its object; an Error where it fails. */
export const readField = (
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
    return toError(error);
  }
};

const descend = (
  { level, index, field }: LevelField,
  found: readonly unknown[],
  run: Run,
  trace: Trace,
): Waiting => {
  const { shape, selected } = field;
  const flaws = flawsIn(found);
  const values = flaws === null ? found : found.map(valueIn);
  if (shape.leaf !== null) {
    level.branches[index] = { values, flaws, starts: [], below: null, at: 0, later: null };
    return null;
  }
  const from = selected.stream?.initialCount(run.variables) ?? null;
  if (from === null || !values.some((value) => isLongerThan(value, from))) {
    const { branch, wait } = branchOf(field, values, run, trace);
    level.branches[index] = { ...branch, flaws };
    return wait;
  }
  const first = branchOf(field, values.map(itemsIn(0, from)), run, trace);
  const others = branchOf(field, values.map(itemsIn(from)), run, trace);
  const { label = null } = selected.stream ?? {};
  const later = laterOf(label, others.wait, { from, field, branch: others.branch, at: 0 });
  level.branches[index] = { ...first.branch, flaws, later };
  return first.wait;
};

const isLongerThan = (value: unknown, count: number): boolean =>
  Array.isArray(value) && value.length > count;

const itemsIn =
  (start: number, end?: number) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? value.slice(start, end) : value;

/** Finds the objects in the values of a field, and starts the level below them. */
const branchOf = (
  field: PreparedField,
  values: readonly unknown[],
  run: Run,
  trace: Trace,
): { readonly branch: Branch; readonly wait: Waiting } => {
  const { shape, selected } = field;
  const starts: number[] = [];
  const objects: object[] = [];
  for (const value of values) {
    starts.push(objects.length);
    collect(shape, value, objects);
  }
  const branch = { values, flaws: null, starts, at: 0, later: null };
  const [only] = selected.below.values();
  if (isObjectType(shape.type) && only !== undefined) {
    const below = levelOf(only, objects);
    const wait = objects.length === 0 ? null : startLevel(below, run, trace);
    return { branch: { ...branch, below }, wait };
  }
  const { places, levels } = sortByType(field, objects, run);
  const waits = levels.flatMap((below) => startLevel(below, run, { ...trace }) ?? []);
  return { branch: { ...branch, below: places }, wait: allOf(waits) };
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
  if (!isObject(value)) return;
  if (shape.item === null) objects.push(value);
  else if (Array.isArray(value)) for (const item of value) collect(shape.item, item, objects);
};

/** True for what can hold fields. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Error);

const sortByType = (
  { selected, shape: { type } }: PreparedField,
  objects: readonly object[],
  run: Run,
): { readonly places: readonly (Location | Error)[]; readonly levels: readonly Level[] } => {
  const byType = new Map<string, { readonly level: Level; readonly objects: object[] }>();
  const places = objects.map((object) => {
    const name = typeNameOf(type, object, run);
    const selection = typeof name === 'string' ? selected.below.get(name) : undefined;
    if (selection === undefined) {
      return name instanceof Error ? name : new TypeError(`${type.name} is never ${name}`);
    }
    const held: object[] = [];
    const sorted = byType.get(selection.type.name) ?? {
      level: levelOf(selection, held),
      objects: held,
    };
    byType.set(selection.type.name, sorted);
    return { level: sorted.level, index: sorted.objects.push(object) - 1 };
  });
  return { places, levels: Array.from(byType.values(), ({ level }) => level) };
};

const typeNameOf = (type: GraphQLNamedType, object: object, run: Run): unknown => {
  if (!isAbstractType(type)) return ownNameOf(type);
  const info = { schema: run.schema } as GraphQLResolveInfo;
  try {
    return (type.resolveType ?? defaultTypeResolver)(object, run.context, info, type);
  } catch (error) {
    return toError(error);
  }
};
