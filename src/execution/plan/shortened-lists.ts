import type { GraphQLSchema, NamedTypeNode, VariableDefinitionNode } from 'graphql';
import { getNullableType, isInputObjectType, typeFromAST } from 'graphql';
import type { Values } from '../../upstream/catalogue/language/values.ts';

/**
 * Shortens lists that are too long for their endpoint. They will be refused anyway, and coercing
 * them whole takes long. If an endpoint takes 500 operations, 501 of 200,001 are kept.
 */
export const createShortened = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): ((raw: Values) => Values) => {
  const lists = definitions.flatMap(({ variable: { name }, type }) => {
    const input = getNullableType(typeFromAST(schema, type as NamedTypeNode));
    if (!isInputObjectType(input)) return [];
    return Object.values(input.getFields()).flatMap(({ name: list, extensions: { maxItems } }) =>
      maxItems === undefined ? [] : [{ variable: name.value, list, maxItems }],
    );
  });
  return (raw) => {
    let values = raw;
    for (const { variable, list, maxItems } of lists) {
      const input = raw[variable] as Values | null | undefined;
      const items = input?.[list];
      if (!Array.isArray(items) || items.length <= maxItems) continue;
      values = { ...values, [variable]: { ...input, [list]: items.slice(0, maxItems + 1) } };
    }
    return values;
  };
};
