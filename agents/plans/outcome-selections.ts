import type { FieldNode, GraphQLOutputType, SelectionNode } from 'graphql';
import { getNamedType, isLeafType, isListType, isNonNullType, isObjectType, Kind } from 'graphql';

/** The response names of the outcome of a write, beside the fields that its document selects. */
export const ownName = (field: string): string => `mcp_${field}`;

/** The fields of a payload that tell the outcome: outcomes, errors and ids, of its parts too. */
export const outcomeSelections = (payload: GraphQLOutputType): readonly SelectionNode[] => {
  const type = getNamedType(payload);
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => selectionOf(field.name, field.type));
};

const selectionOf = (name: string, type: GraphQLOutputType): readonly SelectionNode[] => {
  const inner = getNamedType(type);
  if (isLeafType(inner)) return known.has(name) ? [selected(name, null)] : [];
  if (!isObjectType(inner)) return [];
  if (name === 'errors') return [selected(name, errorMembers)];
  if (partNames.has(name) && !('id' in inner.getFields()))
    return [selected(name, outcomeSelections(type))];
  const isRow = 'id' in inner.getFields() && !name.endsWith('Edge');
  return isRow && depthOf(type) < 2 ? [selected(name, [plain('id')])] : [];
};

/** The items of a batch, and the steps and line items of a launch. */
const partNames: ReadonlySet<string> = new Set(['results', 'steps', 'lineItems']);

const known: ReadonlySet<string> = new Set(['outcome', 'index', 'step']);

/** The number of lists around a type. */
const depthOf = (type: GraphQLOutputType): number => {
  if (isNonNullType(type)) return depthOf(type.ofType);
  return isListType(type) ? 1 + depthOf(type.ofType) : 0;
};

const nameNode = (value: string) => ({ kind: Kind.NAME, value }) as const;

const plain = (name: string): FieldNode => ({ kind: Kind.FIELD, name: nameNode(name) });

const errorMembers = ['code', 'message', 'argument'].map(plain);

const selected = (name: string, selections: readonly SelectionNode[] | null): FieldNode => ({
  ...plain(name),
  alias: nameNode(ownName(name)),
  ...(selections !== null && { selectionSet: { kind: Kind.SELECTION_SET, selections } }),
});
