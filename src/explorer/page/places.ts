import type {
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

/** Where a field of the answer is written: its names from the root, its name in the text, and its whole extent. */
export interface Place {
  readonly field: string;
  readonly from: number;
  readonly to: number;
  readonly end: number;
  readonly node: FieldNode;
  /** What the schema says of it, where both are known. */
  readonly definition: GraphQLField<unknown, unknown> | null;
}

/** The document of a text; null where it cannot be read. */
export const documentOf = (text: string): DocumentNode | null => {
  try {
    return parse(text);
  } catch {
    return null;
  }
};

/** The operations of a document, in their order. */
export const operationsOf = (document: DocumentNode): readonly OperationDefinitionNode[] =>
  document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);

/** The operation that runs: the one in which the cursor stands, else the first. */
export const operationAt = (
  document: DocumentNode,
  cursor: number,
): OperationDefinitionNode | null => {
  const operations = operationsOf(document);
  const here = operations.find(({ loc }) => loc && loc.start <= cursor && cursor <= loc.end);
  return here ?? operations[0] ?? null;
};

// Fragments within fragments may multiply; a page needs no more marks than this.
const mostPlaces = 20_000;

/** Where the fields of an operation are written, those of fragments once for each place where they are spread. */
export const placesOf = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  schema: GraphQLSchema | null,
): readonly Place[] => {
  const places: Place[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>(
    document.definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  );
  const typeNamed = (name: string | undefined) => (name && schema?.getType(name)) || null;
  const visit = (set: SelectionSetNode, at: Inside): void => {
    for (const one of set.selections) {
      if (places.length > mostPlaces) return;
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
        places.push({
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
  return places;
};

interface Inside {
  /** The names down to here, each with its dot. */
  readonly parent: string;
  readonly type: GraphQLNamedType | null;
  readonly fragments: readonly string[];
}

const definitionOf = (type: GraphQLNamedType | null, name: string) =>
  isObjectType(type) || isInterfaceType(type) ? (type.getFields()[name] ?? null) : null;

/** The fields in which a position lies, innermost ones only; several where it lies in a fragment. */
export const fieldsAt = (places: readonly Place[], position: number): readonly string[] => {
  const around = places.filter(({ from, end }) => from <= position && position <= end);
  const innermost = Math.max(...around.map(({ from }) => from));
  return around.filter(({ from }) => from === innermost).map(({ field }) => field);
};

/** Whether a call was made for one of these fields or for something below it. */
export const isFor = (fields: readonly string[], asker: string | null): boolean =>
  asker !== null && fields.some((field) => asker === field || asker.startsWith(`${field}.`));

/** The fields with which calls are found: those given or, where no call is theirs, the nearest above that have one. */
export const askersOf = (
  fields: readonly string[],
  askers: readonly (string | null)[],
): readonly string[] =>
  fields.flatMap((field) => {
    const names = field.split('.');
    const above = names.map((_name, at) => names.slice(0, names.length - at).join('.'));
    return above.find((one) => askers.some((asker) => isFor([one], asker))) ?? [];
  });
