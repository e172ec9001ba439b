import type { GraphQLNamedType, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { defaultTypeResolver, isAbstractType, isObjectType } from 'graphql';
import { Flawed } from '../../loaders/page-query.ts';
import { toError } from '../../loaders/refusals.ts';
import type { Args, Load, Loaded, SelectedField, Selection } from '../../resolvers/field.ts';
import { traceBelow } from '../../resolvers/reads/needs.ts';
import { ownNameOf } from '../../resolvers/selection.ts';
import { memoize } from '../../upstream/catalogue/memoize.ts';
import { noField, type Trace } from '../../upstream/client/trace.ts';
import type { Branch, Later, Level, Location, Run } from './levels.ts';
import { type AnswerShape, type PreparedField, prepared } from './shape.ts';

/** Null if there is nothing to wait for. */
type Waiting = Promise<void> | null;

const root = Object.freeze({});

/**
 * Resolves a selection, level by level: each field once for all objects of its level, the fields of
 * a level concurrently, and the level below a field as soon as the field has values. A failure
 * becomes an Error in place of a value. Rejects only for internal errors.
 */
export const execute = async (selection: Selection, run: Run): Promise<Level> => {
  const level = levelOf(selection, [root]);
  if (!run.isSerial) {
    await startLevel(level, run, noField());
    return level;
  }
  for (const [index, field] of level.fields.entries()) {
    if (!field.isRead) await startField({ level, index, field }, run, noField());
  }
  return level;
};

const levelOf = (selection: Selection, objects: readonly object[]): Level => ({
  ...prepared(selection),
  objects,
  branches: selection.fields.map(() => null),
  deferred: selection.deferred,
  later: [],
});

const startLevel = (level: Level, run: Run, trace: Trace): Waiting => {
  const waits: Promise<void>[] = [];
  for (let index = 0; index < level.fields.length; index += 1) {
    const field = level.fields[index] as PreparedField;
    if (field.isRead) continue;
    const wait = startField({ level, index, field }, run, trace);
    if (wait !== null) waits.push(wait);
  }
  // Deferred fields start with the others, so that they share calls, but nothing waits for them.
  for (const { label, selection } of level.deferred) {
    const below = levelOf(selection, level.objects);
    level.later.push(createLater(label, startLevel(below, run, trace), { level: below }));
  }
  return waitForAll(waits);
};

const alreadyResolved = Promise.resolve();

const createLater = <T extends object>(label: string | null, wait: Waiting, what: T): Later & T => {
  const end = (thrown: unknown): void => {
    later.isResolved = true;
    later.thrown = thrown;
  };
  const resolved = wait === null ? alreadyResolved : wait.then(() => end(null), end);
  const later = { ...what, label, resolved, isResolved: wait === null, thrown: null as unknown };
  return later;
};

const waitForAll = (waits: readonly Promise<void>[]): Waiting => {
  if (waits.length < 2) return waits[0] ?? null;
  return Promise.all(waits).then(() => undefined);
};

/** A field of a level, and its index there. */
interface LevelField {
  readonly level: Level;
  readonly index: number;
  readonly field: PreparedField;
}

const startField = (levelField: LevelField, run: Run, parent: Trace): Waiting => {
  const { level, field } = levelField;
  const { key, facts } = field.selected;
  const trace = traceBelow(parent, key);
  if (facts.load === undefined) {
    const values = level.objects.map((object) => readField(field.selected, object, run));
    return storeValues(levelField, values, run, trace);
  }
  const loading = startLoad(facts.load as Load<object, unknown>, levelField, run, trace);
  if (!(loading instanceof Promise)) return storeValues(levelField, loading, run, trace);
  return loading
    .catch(failAll(level))
    .then((values) => storeValues(levelField, values, run, trace) ?? undefined);
};

const failAll =
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
    return failAll(level)(error);
  }
};

const storeValues = (
  { level, index, field }: LevelField,
  found: readonly unknown[],
  run: Run,
  trace: Trace,
): Waiting => {
  const { shape, selected } = field;
  const flaws = flawsIn(found);
  const values = flaws === null ? found : found.map(valueIn);
  if (shape.leaf !== null) {
    level.branches[index] = { ...leaves, values, flaws };
    return null;
  }
  const from = selected.stream?.initialCount(run.variables) ?? null;
  if (from === null || !values.some((value) => isLongerThan(value, from))) {
    const { branch, wait } = createBranch(field, values, run, trace);
    level.branches[index] = { ...branch, flaws };
    return wait;
  }
  const first = createBranch(field, values.map(itemsIn(0, from)), run, trace);
  const { label = null } = selected.stream ?? {};
  const later = groupsAfter(from, field, values).map(([start, end]) => {
    const others = createBranch(field, values.map(itemsIn(start, end)), run, trace);
    return createLater(label, others.wait, { from: start, field, branch: others.branch, at: 0 });
  });
  level.branches[index] = { ...first.branch, flaws, later };
  return first.wait;
};

/** The members that all branches of leaves share. */
const leaves = { starts: [], below: null, isOneToOne: false, at: 0, later: null } as const;

/** Groups of items that are sent together: the whole list, or each item if the field says so. */
const groupsAfter = (
  from: number,
  { selected }: PreparedField,
  values: readonly unknown[],
): readonly (readonly [start: number, end?: number])[] => {
  if (selected.facts.isOneByOne !== true) return [[from]];
  const longest = Math.max(...values.map((value) => (Array.isArray(value) ? value.length : 0)));
  return Array.from({ length: longest - from }, (_, index) => [from + index, from + index + 1]);
};

const isLongerThan = (value: unknown, count: number): boolean =>
  Array.isArray(value) && value.length > count;

const itemsIn =
  (start: number, end?: number) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? value.slice(start, end) : value;

/** Finds the objects in the values of a field, and starts the level below the field. */
const createBranch = (
  field: PreparedField,
  values: readonly unknown[],
  run: Run,
  trace: Trace,
): { readonly branch: Branch; readonly wait: Waiting } => {
  const { shape, selected } = field;
  const isOneToOne = shape.item === null && !shape.nullable && values.every(canHaveFields);
  const { starts, objects } = isOneToOne
    ? { starts: [], objects: values }
    : objectsIn(shape, values);
  const branch = { values, flaws: null, starts, isOneToOne, at: 0, later: null };
  const [only] = selected.below.values();
  if (isObjectType(shape.type) && only !== undefined) {
    const below = levelOf(only, objects);
    const wait = objects.length === 0 ? null : startLevel(below, run, trace);
    return { branch: { ...branch, below }, wait };
  }
  const { locations, levels } = sortByType(field, objects, run);
  const waits = levels.flatMap((below) => startLevel(below, run, { ...trace }) ?? []);
  return { branch: { ...branch, below: locations }, wait: waitForAll(waits) };
};

/** The objects in values of this shape, and for each value the number of objects before it. */
const objectsIn = (shape: AnswerShape, values: readonly unknown[]) => {
  const starts: number[] = [];
  const objects: object[] = [];
  for (const value of values) {
    starts.push(objects.length);
    collectObjects(shape, value, objects);
  }
  return { starts, objects };
};

const flawsIn = (found: readonly unknown[]): Branch['flaws'] => {
  let flaws: Map<number, readonly Error[]> | null = null;
  for (let index = 0; index < found.length; index += 1) {
    const value = found[index];
    if (value instanceof Flawed) flaws = (flaws ?? new Map()).set(index, value.errors);
  }
  return flaws;
};

const valueIn = (found: unknown): unknown => (found instanceof Flawed ? found.value : found);

const sortByType = (
  { selected, shape: { type } }: PreparedField,
  objects: readonly object[],
  run: Run,
): { readonly locations: readonly (Location | Error)[]; readonly levels: readonly Level[] } => {
  const byType = new Map<string, { readonly level: Level; readonly objects: object[] }>();
  const sortedAs = (name: string) => {
    const known = byType.get(name);
    const selection = selected.below.get(name);
    if (known !== undefined || selection === undefined) return known;
    const held: object[] = [];
    const sorted = { level: levelOf(selection, held), objects: held };
    byType.set(name, sorted);
    return sorted;
  };
  const locations = objects.map((object) => {
    const name = typeNameOf(type, object, run);
    const sorted = typeof name === 'string' ? sortedAs(name) : undefined;
    if (sorted !== undefined)
      return { level: sorted.level, index: sorted.objects.push(object) - 1 };
    return name instanceof Error ? name : new TypeError(`${type.name} is never ${name}`);
  });
  return { locations, levels: Array.from(byType.values(), ({ level }) => level) };
};

/** True for a value that can have fields. */
export const canHaveFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Error);

// Other values than objects and lists are skipped; the writer reports them.
/** Appends the objects in a value of this shape to `objects`, in the order of the answer. */
const collectObjects = (shape: AnswerShape, value: unknown, objects: object[]): void => {
  if (!canHaveFields(value)) return;
  if (shape.item === null) objects.push(value);
  else if (Array.isArray(value)) {
    for (const item of value) collectObjects(shape.item, item, objects);
  }
};

/** The `info` of resolvers, which has the schema alone. */
export const infoOf = memoize((schema: GraphQLSchema) => ({ schema }) as GraphQLResolveInfo);

/** The value of a field without a load, for one object; an Error if its resolver throws. */
export const readField = (
  { definition, argumentsFor }: SelectedField,
  object: object,
  run: Run,
): unknown => {
  const { name, resolve } = definition;
  if (resolve === undefined) return (object as Args)[name];
  try {
    return resolve(object, argumentsFor(run.variables), run.context, run.info);
  } catch (error) {
    return toError(error);
  }
};

/** The name of an object's type at a position of `type`; an Error if it cannot be resolved. */
const typeNameOf = (type: GraphQLNamedType, object: object, run: Run): unknown => {
  if (!isAbstractType(type)) return ownNameOf(type);
  try {
    return (type.resolveType ?? defaultTypeResolver)(object, run.context, run.info, type);
  } catch (error) {
    return toError(error);
  }
};
