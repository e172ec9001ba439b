import type {
  DirectiveNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
  ValueNode,
} from 'graphql';
import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
  Kind,
  valueFromASTUntyped,
} from 'graphql';
import type { FieldCost } from '../schema/facts.ts';
import { responseKey } from './document.ts';

type Values = Readonly<Record<string, unknown>>;
type Test = (variables: Values) => boolean;
type Count = (variables: Values) => number;

// Ids are unique within an account, so calls for several accounts cannot be one call.
const scopeType = 'Account';
// No list takes a larger `first`; more is refused by the field itself, with a better message than a cost.
const maxFirst = 1000;

/** A field of the merged selection, ready to be counted. */
export interface Counted {
  readonly isIncluded: Test;
  readonly cost: FieldCost | undefined;
  /** How many objects one parent gets by the field's own cost. */
  readonly objects: Count;
  readonly isList: boolean;
  /** True where it, or a field below, is written in several places and not all of them count always. */
  readonly isMixed: boolean;
  /** True where a row has to be read for the field. */
  readonly readsRow: boolean;
  /** The fields below, for each type that can stand there. */
  readonly below: readonly { readonly isScope: boolean; readonly fields: readonly Counted[] }[];
}

/** Where selections are read. */
interface Where {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** The fields that an operation selects, merged and ready to be counted. */
export const selectedFields = (
  where: Where,
  operation: OperationDefinitionNode,
): readonly Counted[] => {
  const root = where.schema.getRootType(operation.operation);
  return root ? countedFields(where, root, [{ set: operation.selectionSet, tests: [] }]) : [];
};

/** A selection set, and what has to hold for it to count. */
interface Entry {
  readonly set: SelectionSetNode;
  readonly tests: readonly Test[];
}
interface Chosen {
  readonly node: FieldNode;
  readonly tests: readonly Test[];
}

const countedFields = (
  where: Where,
  type: GraphQLObjectType,
  entries: readonly Entry[],
): readonly Counted[] => {
  const chosen = new Map<string, Chosen[]>();
  for (const entry of entries) collect(where, type, { entry, chosen });
  return [...chosen.values()].flatMap((nodes) => counted(where, type, nodes) ?? []);
};

const collect = (
  where: Where,
  type: GraphQLObjectType,
  { entry, chosen }: { readonly entry: Entry; readonly chosen: Map<string, Chosen[]> },
): void => {
  for (const selection of entry.set.selections) {
    const tests = [...entry.tests, ...testsOf(selection.directives ?? [])];
    if (selection.kind === Kind.FIELD) {
      const key = responseKey(selection);
      const nodes = chosen.get(key) ?? [];
      nodes.push({ node: selection, tests });
      chosen.set(key, nodes);
      continue;
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? where.fragments.get(selection.name.value)
        : selection;
    if (fragment === undefined || !applies(where, fragment.typeCondition?.name.value, type))
      continue;
    collect(where, type, { entry: { set: fragment.selectionSet, tests }, chosen });
  }
};

const applies = ({ schema }: Where, condition: string | undefined, type: GraphQLObjectType) => {
  const named = condition === undefined ? type : schema.getType(condition);
  return named === type || (isAbstractType(named) && schema.isSubType(named, type));
};

const counted = (
  where: Where,
  parent: GraphQLObjectType,
  chosen: readonly Chosen[],
): Counted | null => {
  const [first] = chosen;
  const field = first && parent.getFields()[first.node.name.value];
  if (first === undefined || field === undefined) return null;
  const { cost, fromIds } = field.extensions.facts ?? {};
  const entries = chosen.flatMap(({ node, tests }) =>
    node.selectionSet === undefined ? [] : [{ set: node.selectionSet, tests }],
  );
  const below = objectTypes(where, getNamedType(field.type)).map((type) => ({
    isScope: type.name === scopeType,
    fields: countedFields(where, type, entries),
  }));
  return {
    isIncluded: anyOf(chosen.map(({ tests }) => tests)),
    cost,
    objects: cost === undefined ? one : objectsOf(cost, first.node),
    isList: isListType(getNullableType(field.type)),
    readsRow: fromIds !== true,
    isMixed:
      (chosen.length > 1 && chosen.some(({ tests }) => tests.length > 0)) ||
      below.some(({ fields }) => fields.some(({ isMixed }) => isMixed)),
    below,
  };
};

const objectTypes = ({ schema }: Where, type: GraphQLNamedType): readonly GraphQLObjectType[] => {
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
};

const anyOf = (choices: readonly (readonly Test[])[]): Test => {
  if (choices.some((tests) => tests.length === 0)) return () => true;
  return (variables) => choices.some((tests) => tests.every((test) => test(variables)));
};

const testsOf = (directives: readonly DirectiveNode[]): readonly Test[] =>
  directives.flatMap(({ name, arguments: given = [] }) => {
    const value = given.find((argument) => argument.name.value === 'if')?.value;
    if (value === undefined || (name.value !== 'skip' && name.value !== 'include')) return [];
    const wanted = name.value === 'include';
    return [(variables: Values) => givenValue(value, variables) === wanted];
  });

const givenValue = (node: ValueNode, variables: Values): unknown =>
  node.kind === Kind.VARIABLE ? variables[node.name.value] : valueFromASTUntyped(node);

const one: Count = () => 1;

const objectsOf = ({ objects }: FieldCost, node: FieldNode): Count => {
  if (objects === 'one') return one;
  if ('perItemOf' in objects) return itemsOf(node, objects.perItemOf);
  const first = argumentOf(node, 'first');
  const named = objects.atMostItemsOf;
  const bound = named === undefined ? null : itemsOf(node, named);
  return (variables) => {
    const asked = first === undefined ? null : givenValue(first, variables);
    const most =
      typeof asked === 'number' ? Math.min(Math.max(0, asked), maxFirst) : objects.firstOr;
    // An empty list of ids is a filter that was left out, or that the field refuses.
    return Math.min(most, bound?.(variables) || most);
  };
};

const argumentOf = (node: FieldNode, name: string): ValueNode | undefined =>
  node.arguments?.find((argument) => argument.name.value === name)?.value;

const itemsOf = (node: FieldNode, name: string): Count => {
  const given = argumentOf(node, name);
  return (variables) => {
    if (given?.kind === Kind.LIST) return given.values.length;
    const items = given === undefined ? null : givenValue(given, variables);
    if (Array.isArray(items)) return items.length;
    return items === null || items === undefined ? 0 : 1;
  };
};
