import type { GraphQLField, GraphQLInputField, GraphQLNamedType, GraphQLSchema } from 'graphql';
import { isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

/** A type of the schema, or a field of it. */
export interface Entry {
  readonly type: string;
  readonly field: string | null;
}

export type AnyField = GraphQLField<unknown, unknown> | GraphQLInputField;

/** The fields of a type; empty for types without fields. */
export const fieldsOf = (type: GraphQLNamedType): readonly AnyField[] =>
  isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.values(type.getFields())
    : [];

const most = 60;

/** Up to 60 entries that contain all words: those with all in their names first, then by length of the name. */
export const searched = (schema: GraphQLSchema, text: string): readonly Entry[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: { readonly entry: Entry; readonly rank: number }[] = [];
  const look = (entry: Entry, name: string, description: string): void => {
    const lower = name.toLowerCase();
    const inName = words.every((word) => lower.includes(word));
    const inText =
      inName || words.every((word) => `${lower} ${description.toLowerCase()}`.includes(word));
    if (inText) found.push({ entry, rank: inName ? name.length : 1000 + name.length });
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    look({ type: type.name, field: null }, type.name, type.description ?? '');
    for (const field of fieldsOf(type)) {
      const args = 'args' in field ? field.args.map(({ name }) => name).join(' ') : '';
      look(
        { type: type.name, field: field.name },
        field.name,
        `${field.description ?? ''} ${args}`,
      );
    }
  }
  return found
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ entry }) => entry);
};
