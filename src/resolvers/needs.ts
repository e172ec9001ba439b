import type { Context } from '../context.ts';
import type { Row } from '../upstream/client/row.ts';
import type { Field, Load, SelectedField, Selection } from './field.ts';

/** What a selection asks of each entity that a field answers with. */
export interface Needs {
  /** Whether a row has to be read at all. */
  readonly row: boolean;
  /** The columns that are read. */
  readonly columns: ReadonlySet<string>;
  /** What is loaded for the entity by its ids alone, and so can start beside its row. */
  readonly early: readonly SelectedField[];
}

/** Where below a field its entity stands: paths of field names, the empty path for the field itself. */
export type Places = readonly (readonly string[])[];
const itself: Places = [[]];
/** The places of a connection's rows. */
export const inConnection: Places = [['nodes'], ['edges', 'node']];

// Worked out once for a plan: a selected field knows its conditions and belongs to one plan.
const known = new WeakMap<SelectedField, Map<string, Needs>>();

/** What is selected of an entity of this type at these places below a field. */
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

/** The fields of a selection with those that come later: what they read of their object itself is read with it. */
export const allFields = ({ fields, deferred }: Selection): readonly SelectedField[] =>
  deferred.length === 0
    ? fields
    : [...fields, ...deferred.flatMap(({ selection }) => allFields(selection))];

const needsIn = (selections: readonly Selection[]): Needs => {
  const columns = new Set<string>();
  const fields = selections.flatMap(allFields);
  for (const { facts } of fields) {
    if (facts.column !== undefined) columns.add(facts.column);
    for (const name of facts.needs ?? []) columns.add(name);
  }
  return {
    // Every type can tell its own name.
    row: fields.some(({ facts, definition }) => !facts.fromIds && definition.name !== '__typename'),
    columns,
    early: fields.filter(({ facts }) => facts.fromIds === true && facts.load !== undefined),
  };
};

/**
 * Starts what an entity's ids are enough for while its row is still on its way, so that both are one round. Loaders keep
 * what comes; the fields themselves ask again and find it, and they tell of failures.
 */
export const startEarly = (
  { early }: Needs,
  references: readonly Row[],
  { context, field }: { readonly context: Context; readonly field: Field },
): void => {
  for (const selected of early) {
    const { load } = selected.facts;
    if (load === undefined) continue;
    const { variables, trace } = field;
    const place = trace.field === null ? selected.key : `${trace.field}.${selected.key}`;
    const child = { selected, variables, trace: { field: place, round: trace.round } };
    quietly(() =>
      (load as Load<Row, unknown>)(references, selected.argumentsFor(variables), context, child),
    );
  }
};

const quietly = (start: () => unknown): void => {
  try {
    Promise.resolve(start()).catch(() => undefined);
  } catch {
    // What cannot work is told by the field itself.
  }
};
