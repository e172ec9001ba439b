import type { GraphQLField, GraphQLInputField, GraphQLNamedType, GraphQLSchema } from 'graphql';
import { isInputObjectType, isObjectType } from 'graphql';
import { comment, inputMembers, signature, within } from './schema-texts.ts';

const maxFound = 60;

/** The fields and types that have all the words in their names or descriptions, best first. */
export const searchText = (schema: GraphQLSchema, search: string): string => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('_'))
    .flatMap(entriesOf)
    .flatMap(({ line, name, about }) => {
      const all = `${name} ${about}`.toLowerCase();
      if (!words.every((word) => all.includes(word))) return [];
      const score = words.filter((word) => name.toLowerCase().includes(word)).length;
      return [{ line, score, length: name.length }];
    })
    .toSorted((one, other) => other.score - one.score || one.length - other.length);
  if (found.length === 0) return `# Nothing has all of the words: ${words.join(', ')}`;
  const lines = found.slice(0, maxFound).map(({ line }) => line);
  const more = found.length - lines.length;
  return within([...lines, ...(more > 0 ? [`# and ${more} more`] : [])].join('\n'));
};

interface SearchEntry {
  readonly line: string;
  readonly name: string;
  readonly about: string;
}

const entriesOf = (type: GraphQLNamedType): readonly SearchEntry[] => {
  const about = type.description ?? '';
  const own = { line: `${type.name}${comment(about)}`, name: type.name, about };
  return [
    own,
    ...membersOf(type).map((member) => ({
      line: `${type.name}.${signature(member)}${comment(member.description)}`,
      name: `${type.name}.${member.name}`,
      about: member.description ?? '',
    })),
  ];
};

const membersOf = (
  type: GraphQLNamedType,
): readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[] => {
  if (isInputObjectType(type)) return inputMembers(type);
  return isObjectType(type) ? Object.values(type.getFields()) : [];
};
