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

/** The rule that types have the selected fields. At the root it names the way to rows of an account. */
export const fieldsRule = (context: ValidationContext): ASTVisitor => {
  const reportError = (error: GraphQLError): void => {
    const node = error.nodes?.find(({ kind }) => kind === Kind.FIELD);
    const isAtRoot = context.getParentType() === context.getSchema().getQueryType();
    const ways =
      isAtRoot && node?.kind === Kind.FIELD ? waysTo(node.name.value, context.getSchema()) : [];
    const [told = ''] = error.message.split(' Did you mean');
    const message = `${told} Did you mean ${ways.map((way) => `"${way}"`).join(' or ')}?`;
    context.reportError(
      ways.length === 0 ? error : new GraphQLError(message, { nodes: error.nodes ?? null }),
    );
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
