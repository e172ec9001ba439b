import type { Context } from '../context.ts';
import type { Row } from '../upstream/client/row.ts';
import type { Trace } from '../upstream/client/trace.ts';
import type { Field, Load, SelectedField, Selection } from './field.ts';

/** What a selection reads of each entity that a field returns. */
export interface Needs {
  /** False where ids alone are selected, so that no row is read. */
  readonly row: boolean;
  /** The columns that are read. */
  readonly columns: ReadonlySet<string>;
  /** The loaded fields that only need the ids of the entity, so that they can be prefetched. */
  readonly prefetchable: readonly SelectedField[];
}

/** Where the entity is below a field: paths of field names, the empty path for the field itself. */
export type Places = readonly (readonly string[])[];
const itself: Places = [[]];
/** The places of a connection's rows. */
export const inConnection: Places = [['nodes'], ['edges', 'node']];

// Computed once for a plan: a selected field belongs to one plan, and has no conditions.
const known = new WeakMap<SelectedField, Map<string, Needs>>();

/** The needs of the entities of a type at these places below a field. */
export const needsOf = (
  { selected }: Pick<Field, 'selected'>,
  type: string,
  places: Places = itself,
): Needs => {
  const byType = known.get(selected) ?? new Map<string, Needs>();
  known.set(selected, byType);
  const made = byType.get(type) ?? needsIn(selectionsAt(selected, type, places));
  byType.set(type, made);
  return made;
};

const selectionsAt = (
  selected: SelectedField,
  type: string,
  places: Places,
): readonly Selection[] =>
  places
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

/** The fields of a selection with the deferred ones, since what these read of their object is read together with the others. */
export const allFields = ({ fields, deferred }: Selection): readonly SelectedField[] =>
  deferred.length === 0
    ? fields
    : [...fields, ...deferred.flatMap(({ selection }) => allFields(selection))];

/** True where something is selected that ids alone cannot answer, so that a row has to be read. */
export const readsRow = (selection: Selection): boolean =>
  allFields(selection).some(
    ({ facts, definition }) => facts.fromIds !== true && definition.name !== '__typename',
  );

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
    prefetchable: fields.filter(({ facts }) => facts.fromIds === true && facts.load !== undefined),
  };
};

/**
 * Starts the loads that only need the ids of entities, at the same time as their rows are read. In
 *
 *   { account(id: "a") { name campaigns(first: 2) { nodes { id } } } }
 *
 * the call for the campaigns needs the account's id, which is in the document. It starts beside the call for the account's row:
 * one round instead of two. The result is not used here. The loaders keep it, and when the level below asks for the same, it is
 * known or under way. Errors are ignored here, because the field below reports its own; if a row turns out to be null, the
 * prefetched calls were in vain.
 */
export const prefetch = (
  { prefetchable }: Needs,
  references: readonly Row[],
  { context, field }: { readonly context: Context; readonly field: Field },
): void => {
  for (const selected of prefetchable) {
    const { load } = selected.facts;
    if (load === undefined) continue;
    const { variables, trace } = field;
    const child = { selected, variables, trace: traceBelow(trace, selected.key) };
    quietly(() =>
      (load as Load<Row, unknown>)(references, selected.argumentsFor(variables), context, child),
    );
  }
};

/** The trace of a field below another one: its path is `account.campaigns` below `account`, and it starts in the same round. */
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
