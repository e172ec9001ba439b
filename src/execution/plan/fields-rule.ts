import type { ASTVisitor, GraphQLSchema, ValidationContext } from 'graphql';
import {
  FieldsOnCorrectTypeRule,
  GraphQLError,
  getNamedType,
  isAbstractType,
  isObjectType,
  isRequiredArgument,
  Kind,
} from 'graphql';

/**
 * The rule that types have the selected fields. At the root its error names the ways to a field of
 * an account.
 */
export const fieldsRule = (context: ValidationContext): ASTVisitor => {
  const root = context.getSchema().getQueryType();
  const reportError = (error: GraphQLError): void => {
    const [node] = error.nodes ?? [];
    const name =
      node?.kind === Kind.FIELD && context.getParentType() === root ? node.name.value : '';
    const ways = waysTo(name, context.getSchema()).map((way) => `"${way}"`);
    if (ways.length === 0) return void context.reportError(error);
    const message = `Cannot query field "${name}" on type "${root}". Did you mean ${ways.join(' or ')}?`;
    context.reportError(new GraphQLError(message, { nodes: error.nodes ?? null }));
  };
  return FieldsOnCorrectTypeRule(Object.create(context, { reportError: { value: reportError } }));
};

/** The selections that lead from the root to a field of an account. */
const waysTo = (name: string, schema: GraphQLSchema): readonly string[] => {
  const { account, node } = schema.getQueryType()?.getFields() ?? {};
  const type = getNamedType(account?.type);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  if (field === undefined) return [];
  const required = field.args.filter(isRequiredArgument).map((argument) => `${argument.name}:`);
  const ofAccount = `account(id:) { ${name}${required.length > 0 ? `(${required.join(', ')})` : ''} }`;
  const [row, anyNode] = [getNamedType(field.type), getNamedType(node?.type)];
  const isNode = isAbstractType(anyNode) && isObjectType(row) && schema.isSubType(anyNode, row);
  return isNode ? ['node(id:)', ofAccount] : [ofAccount];
};
