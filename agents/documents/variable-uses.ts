import type { ASTNode, DocumentNode, GraphQLSchema } from 'graphql';
import { isInputObjectType, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/** An argument, or a member of an input, that a variable is given to. */
interface VariableUse {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** The first argument that takes each variable, by the variable's name. */
export const variableUses = (
  schema: GraphQLSchema,
  document: DocumentNode,
): ReadonlyMap<string, VariableUse> => {
  const uses = new Map<string, VariableUse>();
  const info = new TypeInfo(schema);
  const note = (value: ASTNode, use: VariableUse | null | undefined): void => {
    if (value.kind !== Kind.VARIABLE || !use || uses.has(value.name.value)) return;
    uses.set(value.name.value, use);
  };
  visit(
    document,
    visitWithTypeInfo(info, {
      Argument: ({ value }) => note(value, info.getArgument()),
      ObjectField: ({ name, value }) => {
        const parent = info.getParentInputType();
        if (isInputObjectType(parent)) note(value, parent.getFields()[name.value]);
      },
    }),
  );
  return uses;
};
