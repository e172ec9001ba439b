import type {
  DefinitionNode,
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import { Kind, visit } from 'graphql';

/** A definition that selects fields. */
export type Executable = OperationDefinitionNode | FragmentDefinitionNode;
/** Fragments by name. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** True for operations and fragments. */
export const isExecutable = (definition: DefinitionNode): definition is Executable =>
  definition.kind === Kind.OPERATION_DEFINITION || definition.kind === Kind.FRAGMENT_DEFINITION;

/** The fragments of a document by name. */
export const fragmentsOf = (document: DocumentNode): Fragments =>
  new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

/** True for the two fields through which a schema describes itself. */
export const isIntrospection = (field: FieldNode): boolean =>
  field.name.value === '__schema' || field.name.value === '__type';

/** The key under which a field answers. */
export const responseKey = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** The definitions that an operation reaches: itself and, once each, the fragments it spreads. */
export const reachedBy = (
  operation: OperationDefinitionNode,
  fragments: Fragments,
): readonly Executable[] => {
  const reached = new Set<Executable>([operation]);
  // A set that grows while it is walked visits what was added.
  for (const definition of reached) {
    visit(definition, {
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value);
        if (fragment !== undefined) reached.add(fragment);
      },
    });
  }
  return [...reached];
};

/** The names of the arguments that were written for the field at a place in the answer. */
export const argumentsAt = (
  operation: OperationDefinitionNode,
  fragments: Fragments,
  path: readonly (string | number)[],
): ReadonlySet<string> => {
  let fields: readonly FieldNode[] = [];
  let sets: readonly SelectionSetNode[] = [operation.selectionSet];
  for (const key of path.filter((step) => typeof step === 'string')) {
    fields = sets
      .flatMap((set) => fieldsIn(set, fragments))
      .filter((field) => responseKey(field) === key);
    sets = fields.flatMap(({ selectionSet }) => selectionSet ?? []);
  }
  return new Set(fields.flatMap((field) => field.arguments?.map(({ name }) => name.value) ?? []));
};

const fieldsIn = (set: SelectionSetNode, fragments: Fragments): readonly FieldNode[] =>
  set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection;
    const inside =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    return inside === undefined ? [] : fieldsIn(inside.selectionSet, fragments);
  });
