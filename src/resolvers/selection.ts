import type {
  FieldNode,
  GraphQLField,
  GraphQLObjectType,
  GraphQLResolveInfo,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import {
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  isObjectType,
} from 'graphql';
import type { Context } from '../context.ts';
import type { Row } from '../upstream/row.ts';

/** Starts a field's call. Its arguments are those of its resolver. */
export type Ahead = (
  parent: Row,
  args: Readonly<Record<string, unknown>>,
  context: Context,
  info: GraphQLResolveInfo,
) => void;

/** What a field's definition says about itself beyond its type; clients never see it. */
export interface FieldFacts {
  /** The row's column that the field shows unchanged: compiled queries read it without a resolver. */
  readonly column?: string;
  /** The columns of the row that the field reads; `column` and `fromIds` say it where they stand. */
  readonly needs?: readonly string[];
  /** True where the ids of a reference are enough to answer, so that no row has to be read for it. */
  readonly fromIds?: true;
  /** Starts the field's upstream call before its parent's row is there. The answer is kept for the resolver. */
  readonly ahead?: Ahead;
  readonly cost?: FieldCost;
}

/** The upstream calls that a field makes at the least, and how many objects it can answer with. */
export interface FieldCost {
  /** How many parents one call serves: 1 where each parent costs a call of its own. */
  readonly parentsPerCall: number;
  /** True where parents of different accounts cannot share a call. */
  readonly perAccount: boolean;
  /** How many objects one parent gets: one; as many as `first` says, or its default, and no more than a filter has ids; or one for each item of a list argument. */
  readonly objects:
    | 'one'
    | { readonly firstOr: number; readonly atMostItemsOf?: string }
    | { readonly perItemOf: string };
  /** True where the call is made only if the selection reads more than `fromIds` fields of the answer. */
  readonly onlyForRow?: true;
}

/** What a selection asks of each entity that a field answers with. */
export interface Needs {
  /** Whether a row has to be read at all. */
  readonly row: boolean;
  /** The columns that are read. */
  readonly columns: ReadonlySet<string>;
  /** The entity's own lists and items, which can start beside its row. */
  readonly lists: readonly { readonly field: Field; readonly node: FieldNode }[];
}

type Field = GraphQLField<unknown, unknown>;
type Chosen = { readonly field: Field; readonly node: FieldNode };

const factsOf = (field: Field): FieldFacts =>
  (field.extensions as { readonly facts?: FieldFacts }).facts ?? {};

// A field's nodes are one array per compiled document or execution, so the array is the key. Selections with @skip or
// @include depend on variables as well and are looked at each time.
const known = new WeakMap<readonly FieldNode[], Map<GraphQLObjectType, Needs>>();

/** Where below a field its entity stands: paths of field names, the empty path for the field itself. */
export type Places = readonly (readonly string[])[];
const itself: Places = [[]];
/** The places of a connection's rows. */
export const inConnection: Places = [['nodes'], ['edges', 'node']];

/** What the selection under a field needs of an entity of this type. */
export const needsOf = (
  info: GraphQLResolveInfo,
  type: GraphQLObjectType,
  places: Places = itself,
): Needs => {
  const cached = known.get(info.fieldNodes)?.get(type);
  if (cached !== undefined) return cached;
  const look = new Look(info);
  const needs = needsIn(look.at(type, look.under(info.fieldNodes, places)));
  if (!look.conditional) {
    const byType = known.get(info.fieldNodes) ?? new Map<GraphQLObjectType, Needs>();
    known.set(info.fieldNodes, byType.set(type, needs));
  }
  return needs;
};

/** Starts the lists of an entity whose row is still on its way. */
export const startLists = (
  needs: Needs,
  row: Row,
  { context, info }: { readonly context: Context; readonly info: GraphQLResolveInfo },
): void => {
  for (const { field, node } of needs.lists) {
    const below = { ...info, fieldName: field.name, fieldNodes: [node], returnType: field.type };
    factsOf(field).ahead?.(
      row,
      getArgumentValues(field, node, info.variableValues),
      context,
      below,
    );
  }
};

/** The object type of that name in the schema that runs. */
export const objectType = (info: GraphQLResolveInfo, name: string): GraphQLObjectType => {
  const type = info.schema.getType(name);
  if (!isObjectType(type)) throw new TypeError(`${name} is no object type of the schema`);
  return type;
};

const needsIn = (chosen: readonly Chosen[]): Needs => {
  const columns = new Set<string>();
  let row = false;
  for (const { field } of chosen) {
    const { column, needs = [], fromIds } = factsOf(field);
    if (column !== undefined) columns.add(column);
    for (const name of needs) columns.add(name);
    row ||= fromIds !== true;
  }
  return { row, columns, lists: chosen.filter(({ field }) => factsOf(field).ahead !== undefined) };
};

/** One look through a selection; remembers whether what it saw depended on variables. */
class Look {
  conditional = false;
  readonly #info: GraphQLResolveInfo;

  constructor(info: GraphQLResolveInfo) {
    this.#info = info;
  }

  /** The selection sets that speak of the entity at these places below the fields. */
  under(fields: readonly FieldNode[], places: Places): readonly SelectionSetNode[] {
    const sets = fields.flatMap((node) => node.selectionSet ?? []);
    return places.flatMap((path) => path.reduce((found, name) => this.#named(found, name), sets));
  }

  /** The fields that a type answers in these selection sets. */
  at(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): readonly Chosen[] {
    const fields = type.getFields();
    return sets.flatMap((set) =>
      this.#fields(set, type).flatMap((node) => {
        const field = fields[node.name.value];
        return field === undefined ? [] : [{ field, node }];
      }),
    );
  }

  #named(sets: readonly SelectionSetNode[], name: string): SelectionSetNode[] {
    return sets
      .flatMap((set) => this.#fields(set, null))
      .flatMap((node) => (node.name.value === name ? (node.selectionSet ?? []) : []));
  }

  #fields(set: SelectionSetNode, type: GraphQLObjectType | null): readonly FieldNode[] {
    return set.selections.flatMap((selection) => {
      if (!this.#isIncluded(selection)) return [];
      if (selection.kind === 'Field') return selection;
      const fragment =
        selection.kind === 'InlineFragment'
          ? selection
          : this.#info.fragments[selection.name.value];
      if (fragment === undefined || !fits(fragment.typeCondition?.name.value, type)) return [];
      return this.#fields(fragment.selectionSet, type);
    });
  }

  #isIncluded(selection: SelectionNode): boolean {
    if (selection.directives === undefined || selection.directives.length === 0) return true;
    this.conditional = true;
    const { variableValues } = this.#info;
    return (
      getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.['if'] !== true &&
      getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.['if'] !== false
    );
  }
}

const fits = (condition: string | undefined, type: GraphQLObjectType | null): boolean =>
  condition === undefined ||
  type === null ||
  condition === type.name ||
  type.getInterfaces().some(({ name }) => name === condition);
