import type { ASTVisitor, ValidationContext } from 'graphql';
import { GraphQLError, getNullableType, isListType, Kind } from 'graphql';
import { deferDirective, streamDirective } from '../../resolvers/incremental-directives.ts';

/**
 * The validation rule for `@defer` and `@stream`: only lists are streamed, and labels are literals
 * that differ from each other.
 */
export const incrementalRule = (context: ValidationContext): ASTVisitor => {
  const labels = new Set<string>();
  return {
    Directive: (node) => {
      const { value: name } = node.name;
      if (name !== deferDirective.name && name !== streamDirective.name) return;
      const refuse = (message: string) =>
        context.reportError(new GraphQLError(message, { nodes: node }));
      const type = context.getFieldDef()?.type;
      if (name === streamDirective.name && type && !isListType(getNullableType(type))) {
        refuse('Directive "@stream" is for lists.');
      }
      const label = node.arguments?.find((argument) => argument.name.value === 'label')?.value;
      if (label === undefined || label.kind === Kind.NULL) return;
      if (label.kind !== Kind.STRING) {
        refuse(`The label of "@${name}" must be written out.`);
        return;
      }
      if (labels.has(label.value)) refuse('Two labels of "@defer" and "@stream" are equal.');
      labels.add(label.value);
    },
  };
};
