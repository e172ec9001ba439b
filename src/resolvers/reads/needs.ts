import { isNonNullType } from 'graphql';
import { getOrMake, memoize } from '../../upstream/catalogue/memoize.ts';
import { type Column, columnOf } from '../../upstream/client/bytes/column.ts';
import { type Row, SOURCE } from '../../upstream/client/row.ts';
import type { Trace } from '../../upstream/client/trace.ts';
import type {
  Field,
  IdOrigin,
  Load,
  LoadContext,
  SelectedField,
  Selection,
  VariableValues,
} from '../field.ts';

/** The needs of a selection: what it reads of each entity that a field returns. */
export interface Needs {
  /** False if ids are enough for everything that is selected. */
  readonly row: boolean;
  /** The columns that are read. */
  readonly columns: ReadonlySet<string>;
  /** The columns among them that are shown and that the API always sends. */
  readonly required: readonly Column[];
  /** The loaded fields that only need the ids of the entity, so that they can be prefetched. */
  readonly prefetchable: readonly SelectedField[];
}

/** Paths of field names from a field to its entities; the empty path for the field itself. */
export type EntityPaths = readonly (readonly string[])[];
const itself: EntityPaths = [[]];
/** The paths of a connection's rows. */
export const inConnection: EntityPaths = [['nodes'], ['edges', 'node']];

// A cache for each plan: a selected field belongs to one plan, and has no conditions.
const needsByField = new WeakMap<SelectedField, Map<string, Needs>>();

/** The needs of the entities of a type at these paths below a field. */
export const needsOf = (
  { selected }: Pick<Field, 'selected'>,
  type: string,
  paths: EntityPaths = itself,
): Needs => {
  const byType = getOrMake(needsByField, selected, () => new Map<string, Needs>());
  return getOrMake(byType, type, () => needsIn(selectionsAt(selected, type, paths)));
};

const selectionsAt = (
  selected: SelectedField,
  type: string,
  paths: EntityPaths,
): readonly Selection[] =>
  paths
    .flatMap((path) =>
      path.reduce<readonly SelectedField[]>(
        (fields, name) => fields.flatMap((field) => namedBelow(field, name)),
        [selected],
      ),
    )
    .flatMap((field) => field.below.get(type) ?? []);

const namedBelow = ({ below }: SelectedField, name: string): readonly SelectedField[] =>
  [...below.values()].flatMap((selection) =>
    allFields(selection).filter(({ definition }) => definition.name === name),
  );

/** The fields of a selection and of its deferred fragments, which are read together. */
export const allFields = ({ fields, deferred }: Selection): readonly SelectedField[] =>
  deferred.length === 0
    ? fields
    : [...fields, ...deferred.flatMap(({ selection }) => allFields(selection))];

/** The number of deferred fragments in a selection, including nested ones. */
export const deferralsIn = ({ deferred }: Selection): number =>
  deferred.reduce((sum, { selection }) => sum + 1 + deferralsIn(selection), 0);

/** True if ids are not enough for everything that is selected. */
const readsRow = (selection: Selection): boolean =>
  allFields(selection).some(
    ({ facts, definition }) => facts.fromIds !== true && definition.name !== '__typename',
  );

/**
 * True if the rows of a field's entities are read: a field needs them, or a client sent the ids and
 * no selected field shows that they exist. So `account(id: "a") { id }` is read. `account(id: "a")
 * { campaigns { nodes { id } } }` is not, because the API refuses the list of campaigns if there is
 * no such account.
 */
const isRead = (needs: Needs, { facts: { cost } }: SelectedField): boolean =>
  needs.row || (isVerified(needs, cost?.idsFrom) && !needs.prefetchable.some(provesParent));

/** True if the rows are read, and not every field that needs the ids refuses its arguments. */
export const isReadFor = (needs: Needs, { selected, variables }: Field): boolean =>
  isRead(needs, selected) &&
  (needs.row ||
    needs.prefetchable.length === 0 ||
    !needs.prefetchable.every((one) => isRefused(one, variables)));

const isRefused = ({ facts, argumentsFor }: SelectedField, variables: VariableValues): boolean => {
  try {
    facts.check?.(argumentsFor(variables));
    return false;
  } catch {
    return true;
  }
};

/** True if the entities of one type are read for their selection. */
export const readsEntities = (field: SelectedField, selection: Selection): boolean =>
  isRead(needsBelow(selection), field);

const needsBelow = memoize((selection: Selection): Needs => needsIn([selection]));

const isVerified = ({ prefetchable }: Needs, idsFrom: IdOrigin = 'api'): boolean =>
  idsFrom === 'client' || (idsFrom === 'router' && prefetchable.length > 0);

const provesParent = ({ facts }: SelectedField): boolean => facts.provesParent === true;

/**
 * The column that a field shows and that the API always sends: its type is non-null, and it is not
 * an id that a reference has. Else null.
 */
export const requiredColumn = ({
  type,
  extensions: { facts = {} },
}: Pick<SelectedField['definition'], 'type' | 'extensions'>): string | null =>
  facts.column !== undefined && facts.fromIds !== true && isNonNullType(type) ? facts.column : null;

const needsIn = (selections: readonly Selection[]): Needs => {
  const columns = new Set<string>();
  const fields = selections.flatMap(allFields);
  for (const { facts } of fields) {
    if (facts.column !== undefined) columns.add(facts.column);
    for (const name of facts.needs ?? []) columns.add(name);
  }
  return {
    row: selections.some(readsRow),
    columns,
    required: [
      ...new Set(fields.flatMap(({ definition }) => requiredColumn(definition) ?? [])),
    ].map(columnOf),
    prefetchable: fields.filter(({ facts }) => facts.fromIds === true && facts.load !== undefined),
  };
};

/**
 * Starts the loads that only need the ids of entities, at the same time as their rows are read. In
 *
 *   { account(id: "a") { name campaigns(first: 2) { nodes { id } } } }
 *
 * the call for the campaigns needs the account's id, which is in the document. It starts beside the
 * call for the account's row: one round instead of two. The result is not used here: the loaders
 * keep it for the level below, which shares the call. Errors are ignored here, because the field
 * below reports its own. If a row turns out to be null, the prefetched calls were in vain. If a
 * load returns references at once, the fields below them are prefetched as well.
 */
export const prefetch = (
  { prefetchable }: Needs,
  references: readonly Row[],
  { context, field: { variables, trace } }: LoadContext,
): void => {
  for (const selected of prefetchable) {
    const field = { selected, variables, trace: traceBelow(trace, selected.key) };
    quietly(() => start(references, { context, field }));
  }
};

const start = (parents: readonly Row[], loading: LoadContext): unknown => {
  const { context, field } = loading;
  const { facts, argumentsFor } = field.selected;
  const load = facts.load as Load<Row, unknown>;
  const found = load(parents, argumentsFor(field.variables), context, field);
  return found instanceof Promise ? found : prefetchBelow(found.filter(isReference), loading);
};

const isReference = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && (value as Row)[SOURCE]?.endpoint === null;

const prefetchBelow = (references: readonly Row[], loading: LoadContext): void => {
  const [first] = references;
  if (first === undefined) return;
  prefetch(needsOf(loading.field, first[SOURCE].entity.name), references, loading);
};

/** The trace of a field below another one, such as `account.campaigns`, in the same round. */
export const traceBelow = ({ field, round }: Trace, key: string): Trace => ({
  field: field === null ? key : `${field}.${key}`,
  round,
});

const quietly = (start: () => unknown): void => {
  try {
    Promise.resolve(start()).catch(() => undefined);
  } catch {
    // The field below reports the error.
  }
};
