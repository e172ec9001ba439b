import type { GraphQLSchema, NamedTypeNode, VariableDefinitionNode } from 'graphql';
import { getNullableType, isInputObjectType, typeFromAST } from 'graphql';

type Values = Readonly<Record<string, unknown>>;

/**
 * Takes items away from lists that their fields refuse whatever the items are, since to coerce them
 * takes long: of 200,001 operations where an endpoint takes 500, 501 are left.
 */
export const createShortened = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): ((raw: Values) => Values) => {
  const lists = definitions.flatMap(({ variable: { name }, type }) => {
    const input = getNullableType(typeFromAST(schema, type as NamedTypeNode));
    if (!isInputObjectType(input)) return [];
    return Object.values(input.getFields()).flatMap(({ name: list, extensions: { mostItems } }) =>
      mostItems === undefined ? [] : [{ variable: name.value, list, mostItems }],
    );
  });
  return (raw) => {
    let values = raw;
    for (const { variable, list, mostItems } of lists) {
      const input = raw[variable] as Values | null | undefined;
      const items = input?.[list];
      if (!Array.isArray(items) || items.length <= mostItems) continue;
      values = { ...values, [variable]: { ...input, [list]: items.slice(0, mostItems + 1) } };
    }
    return values;
  };
};
