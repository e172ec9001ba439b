import type {
  DirectiveNode,
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import { getNamedType, isInterfaceType, isObjectType, Kind, parse } from 'graphql';

/** The place of a field in the operation. Positions count characters of the text. */
export interface FieldSpot {
  /** The names from the root, as in `accounts.nodes`. */
  readonly field: string;
  readonly from: number;
  /** The end of the name. */
  readonly to: number;
  /** The end of the field, including its selection. */
  readonly end: number;
  readonly node: FieldNode;
  /** Null if the schema is not known or has no such field. */
  readonly definition: GraphQLField<unknown, unknown> | null;
}

/** The parsed text; null if it is not GraphQL. */
export const documentOf = (text: string): DocumentNode | null => {
  try {
    return parse(text);
  } catch {
    return null;
  }
};

/** The operations of a document in their order. */
export const operationsOf = (document: DocumentNode | null): readonly OperationDefinitionNode[] =>
  document?.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION) ?? [];

/**
 * The operation that would run: the one around the cursor, else the first; null if there is
 * none.
 */
export const operationAt = (
  document: DocumentNode | null,
  cursor: number,
): OperationDefinitionNode | null => {
  const operations = operationsOf(document);
  const here = operations.find(({ loc }) => loc && loc.start <= cursor && cursor <= loc.end);
  return here ?? operations[0] ?? null;
};

// Fragments within fragments may multiply, so the list has an end.
const maxSpots = 20_000;

/** The places of an operation's fields; those of a fragment once for each of its spreads. */
export const spotsOf = (
  document: DocumentNode | null,
  operation: OperationDefinitionNode | null,
  schema: GraphQLSchema | null,
): readonly FieldSpot[] => {
  if (document === null || operation === null) return [];
  const spots: FieldSpot[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>(
    document.definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  );
  const typeNamed = (name: string | undefined) => (name && schema?.getType(name)) || null;
  const visit = (set: SelectionSetNode, at: SelectionContext): void => {
    for (const one of set.selections) {
      if (spots.length > maxSpots) return;
      if (one.kind === Kind.INLINE_FRAGMENT) {
        const type = typeNamed(one.typeCondition?.name.value) ?? at.type;
        visit(one.selectionSet, { ...at, type });
      }
      if (one.kind === Kind.FRAGMENT_SPREAD) {
        const name = one.name.value;
        const fragment = at.fragments.includes(name) ? undefined : fragments.get(name);
        if (fragment === undefined) continue;
        const type = typeNamed(fragment.typeCondition.name.value);
        visit(fragment.selectionSet, { ...at, type, fragments: [...at.fragments, name] });
      }
      if (one.kind === Kind.FIELD) {
        const field = `${at.parent}${(one.alias ?? one.name).value}`;
        const definition = definitionOf(at.type, one.name.value);
        const { start = 0, end = 0 } = one.loc ?? {};
        spots.push({
          field,
          from: start,
          to: one.name.loc?.end ?? end,
          end,
          node: one,
          definition,
        });
        const type = definition === null ? null : getNamedType(definition.type);
        if (one.selectionSet !== undefined)
          visit(one.selectionSet, { ...at, type, parent: `${field}.` });
      }
    }
  };
  const type = schema?.getRootType(operation.operation) ?? null;
  visit(operation.selectionSet, { parent: '', type, fragments: [] });
  return spots;
};

interface SelectionContext {
  /** The names from the root with a dot behind each, as in `accounts.nodes.`. */
  readonly parent: string;
  readonly type: GraphQLNamedType | null;
  readonly fragments: readonly string[];
}

const definitionOf = (type: GraphQLNamedType | null, name: string) =>
  isObjectType(type) || isInterfaceType(type) ? (type.getFields()[name] ?? null) : null;

/**
 * The innermost field around a position; several if it lies in a fragment with several spreads.
 */
export const fieldsAt = (spots: readonly FieldSpot[], position: number): readonly string[] => {
  const around = spots.filter(({ from, end }) => from <= position && position <= end);
  const innermost = Math.max(...around.map(({ from }) => from));
  return around.filter(({ from }) => from === innermost).map(({ field }) => field);
};

/**
 * True if a call was made for one of these fields or for a field below; `caller` is the field that
 * made it.
 */
export const isFor = (fields: readonly string[], caller: string | null): boolean =>
  caller !== null && fields.some((field) => caller === field || caller.startsWith(`${field}.`));

/**
 * For each field the nearest with a call, upwards from itself: `accounts.nodes.name` has the calls
 * of `accounts`.
 */
export const fieldsWithCalls = (
  fields: readonly string[],
  callers: readonly (string | null)[],
): readonly string[] =>
  fields.flatMap((field) => {
    const names = field.split('.');
    const above = names.map((_name, at) => names.slice(0, names.length - at).join('.'));
    return above.find((one) => callers.some((caller) => isFor([one], caller))) ?? [];
  });

/**
 * The `@defer` and `@stream` of an operation: their labels, else the fields that they stand at, as
 * in `accounts.nodes`.
 */
export const laterPartsOf = (
  operation: OperationDefinitionNode | null,
  spots: readonly FieldSpot[],
): readonly string[] => {
  const found = new Set<string>();
  const add = (directives: readonly DirectiveNode[] = [], field: string): void => {
    const one = directives.find(({ name }) => name.value === 'defer' || name.value === 'stream');
    if (one === undefined) return;
    const label = one.arguments?.find(({ name }) => name.value === 'label')?.value;
    found.add(label?.kind === Kind.STRING ? label.value : field);
  };
  const addFragments = (set: SelectionSetNode | undefined, field: string): void => {
    for (const one of set?.selections ?? []) {
      if (one.kind === Kind.FIELD) continue;
      add(one.directives, field);
      if (one.kind === Kind.INLINE_FRAGMENT) addFragments(one.selectionSet, field);
    }
  };
  addFragments(operation?.selectionSet, '');
  for (const { node, field } of spots) {
    add(node.directives, field);
    addFragments(node.selectionSet, field);
  }
  return [...found];
};
