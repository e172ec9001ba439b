import {
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { getOrMake } from '../upstream/catalogue/memoize.ts';
import type { Args, VariableValues } from './field.ts';
import { deferDirective } from './incremental-directives.ts';

/** The document that contains the selections, and the variables of its conditions. */
export interface SelectionSource {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variables: VariableValues;
  /** True if `@defer` and `@stream` apply. */
  readonly isIncremental: boolean;
}

/** The fields and deferred fragments of selection sets. */
interface CollectedFields {
  /** The fields by response key. */
  readonly merged: ReadonlyMap<string, readonly FieldNode[]>;
  /** The deferred fragments. */
  readonly later: readonly { readonly label: string | null; readonly set: SelectionSetNode }[];
}

/** The fields of a type in these selection sets. A fragment is entered once. */
export const collect = (
  source: SelectionSource,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): CollectedFields => {
  const merged = new Map<string, FieldNode[]>();
  const later: { label: string | null; set: SelectionSetNode }[] = [];
  const postpone = (label: string | null, set: SelectionSetNode): void => {
    if (!later.some((one) => one.label === label && one.set === set)) later.push({ label, set });
  };
  const entered = new Set<string>();
  const enter = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (!isIncluded(source, selection)) continue;
      if (selection.kind === Kind.FIELD) {
        getOrMake(merged, responseKey(selection), () => []).push(selection);
        continue;
      }
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
      const fragment = isSpread ? source.fragments[selection.name.value] : selection;
      if (fragment === undefined || !applies(source, fragment.typeCondition, type)) continue;
      const deferral = deferralOf(source, selection);
      if (deferral !== null) {
        postpone(labelIn(deferral), fragment.selectionSet);
        continue;
      }
      if (isSpread) {
        if (entered.has(selection.name.value)) continue;
        entered.add(selection.name.value);
      }
      enter(fragment.selectionSet);
    }
  };
  for (const set of sets) enter(set);
  return { merged, later };
};

const deferralOf = (
  { isIncremental, variables }: SelectionSource,
  fragment: FragmentSpreadNode | InlineFragmentNode,
): Args | null => {
  if (!isIncremental) return null;
  const given = getDirectiveValues(deferDirective, fragment, variables);
  return given?.['if'] === true ? given : null;
};

const isIncluded = (
  { variables }: SelectionSource,
  selection: SelectionSetNode['selections'][number],
): boolean => {
  if (selection.directives === undefined || selection.directives.length === 0) return true;
  return (
    getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false
  );
};

const applies = (
  { schema }: SelectionSource,
  condition: NamedTypeNode | undefined,
  type: GraphQLObjectType,
): boolean => {
  const named = condition === undefined ? type : schema.getType(condition.name.value);
  return named === type || (isAbstractType(named) && schema.isSubType(named, type));
};

/** The key of a field in the answer. */
export const responseKey = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** The label among the arguments of `@defer` or `@stream`. */
export const labelIn = (given: Args | undefined): string | null =>
  typeof given?.['label'] === 'string' ? given['label'] : null;
