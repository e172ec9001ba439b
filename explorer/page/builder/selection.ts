import type {
  FieldNode,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLSchema,
  InlineFragmentNode,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import { getNamedType, isAbstractType, isCompositeType, Kind } from 'graphql';

/** A step in the tree of fields: a field of a type, or a type of an interface or a union. */
export type TreeStep =
  | { readonly kind: 'field'; readonly field: GraphQLField<unknown, unknown> }
  | { readonly kind: 'type'; readonly type: GraphQLCompositeType };

export type SelectedNode = FieldNode | InlineFragmentNode;

/** The name of a step as written: `campaigns`, `... on Card`. */
export const nameOf = (step: TreeStep): string =>
  step.kind === 'field' ? step.field.name : `... on ${step.type.name}`;

/** The type that a step leads to; null if it is a leaf. */
export const typeBehind = (step: TreeStep): GraphQLCompositeType | null => {
  if (step.kind === 'type') return step.type;
  const type = getNamedType(step.field.type);
  return isCompositeType(type) ? type : null;
};

/** The steps from a type: its fields, those with a leading underscore last, then its types. */
export const stepsFrom = (
  type: GraphQLCompositeType,
  schema: GraphQLSchema,
): readonly TreeStep[] => {
  const fields = 'getFields' in type ? Object.values(type.getFields()) : [];
  const isHidden = ({ name }: { readonly name: string }): number => Number(name.startsWith('_'));
  const types = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  return [
    ...fields
      .toSorted((one, other) => isHidden(one) - isHidden(other))
      .map((field) => ({ kind: 'field', field }) as const),
    ...types.map((one) => ({ kind: 'type', type: one }) as const),
  ];
};

/** The selection of a step; null if it is not selected. */
export const selected = (
  set: SelectionSetNode | undefined,
  step: TreeStep,
): SelectedNode | null => {
  for (const node of set?.selections ?? []) {
    if (node.kind === Kind.FIELD) {
      if (step.kind === 'field' && node.name.value === step.field.name) return node;
    } else if (node.kind === Kind.INLINE_FRAGMENT) {
      const condition = node.typeCondition?.name.value;
      if (step.kind === 'type' && condition === step.type.name) return node;
      // A fragment on no other type is a part of the selection itself.
      const inside = condition === undefined ? selected(node.selectionSet, step) : null;
      if (inside !== null) return inside;
    }
  }
  return null;
};

/** The node at the end of a path from the root; null if a step of it is not selected. */
export const nodeAt = (
  operation: OperationDefinitionNode | null,
  path: readonly TreeStep[],
): SelectedNode | OperationDefinitionNode | null => {
  let node: SelectedNode | OperationDefinitionNode | null = operation;
  for (const step of path) {
    if (node === null) return null;
    node = selected(node.selectionSet, step);
  }
  return node;
};

/**
 * The first fields to select of a type: the outcome and errors of a write, else a name or an id,
 * else the first without arguments.
 */
export const firstBelow = (type: GraphQLCompositeType): readonly TreeStep[] => {
  const fields = 'getFields' in type ? type.getFields() : {};
  const named = beginnings.find((names) => names.every((name) => fields[name] !== undefined));
  const plain = Object.values(fields).find(
    (one) => one.args.length === 0 && !isCompositeType(getNamedType(one.type)),
  );
  const first = named?.map((name) => fields[name]) ?? [plain];
  return first.flatMap((field) => (field === undefined ? [] : [{ kind: 'field', field } as const]));
};

/** The most telling fields of a type, the best first: of payloads, of their errors, of others. */
const beginnings = [
  ['outcome', 'errors'],
  ['code', 'message', 'argument'],
  ['nodes'],
  ['name'],
  ['id'],
] as const;
