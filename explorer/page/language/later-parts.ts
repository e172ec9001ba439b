import type { DirectiveNode, OperationDefinitionNode, SelectionSetNode } from 'graphql';
import { Kind } from 'graphql';
import type { FieldSpot } from './places.ts';

/**
 * The `@defer` and `@stream` of an operation: their labels, else the fields that they stand at, as
 * in `accounts.nodes`.
 */
export const laterPartsOf = (
  operation: OperationDefinitionNode | null,
  places: readonly FieldSpot[],
): readonly string[] => {
  const found = new Set<string>();
  const note = (directives: readonly DirectiveNode[] = [], field: string): void => {
    const one = directives.find(({ name }) => name.value === 'defer' || name.value === 'stream');
    if (one === undefined) return;
    const label = one.arguments?.find(({ name }) => name.value === 'label')?.value;
    found.add(label?.kind === Kind.STRING ? label.value : field);
  };
  const noteFragments = (set: SelectionSetNode | undefined, field: string): void => {
    for (const one of set?.selections ?? []) {
      if (one.kind === Kind.FIELD) continue;
      note(one.directives, field);
      if (one.kind === Kind.INLINE_FRAGMENT) noteFragments(one.selectionSet, field);
    }
  };
  noteFragments(operation?.selectionSet, '');
  for (const { node, field } of places) {
    note(node.directives, field);
    noteFragments(node.selectionSet, field);
  }
  return [...found];
};
