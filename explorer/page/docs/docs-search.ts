import type {
  GraphQLField,
  GraphQLInputField,
  GraphQLNamedType,
  GraphQLSchema,
  GraphQLType,
} from 'graphql';
import { isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { tradeWords } from './trade-words.ts';

/** A type of the schema, or a field of it. */
export interface DocsEntry {
  readonly type: string;
  readonly field: string | null;
}

export type AnyField = GraphQLField<unknown, unknown> | GraphQLInputField;

/**
 * The fields of a type, those that begin with an underscore last; empty for types without fields.
 */
export const fieldsOf = (type: GraphQLNamedType): readonly AnyField[] =>
  isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.values<AnyField>(type.getFields()).toSorted(
        (one, other) => Number(one.name.startsWith('_')) - Number(other.name.startsWith('_')),
      )
    : [];

/** The type of the field of an entry; null if it is a type itself. */
export const typeOf = (schema: GraphQLSchema, { type, field }: DocsEntry): GraphQLType | null => {
  const owner = schema.getType(type);
  if (owner === undefined || field === null) return null;
  return fieldsOf(owner).find(({ name }) => name === field)?.type ?? null;
};

/** The first sentence of an entry's description. */
export const aboutOf = (schema: GraphQLSchema, { type, field }: DocsEntry): string => {
  const owner = schema.getType(type);
  const own = owner && field !== null && fieldsOf(owner).find(({ name }) => name === field);
  return ((own || owner)?.description ?? '').split(/(?<=\.)\s/)[0] ?? '';
};

/** Ten entries for a text, with their first sentences; none for less than three letters. */
export const docsFor = (schema: GraphQLSchema, text: string) =>
  (text.trim().length < 3 ? [] : searched(schema, text))
    .slice(0, 10)
    .map((entry) => ({ entry, about: aboutOf(schema, entry) }));

const most = 60;

/**
 * Up to 60 entries that contain all words: the meanings of trade words first, then those with all
 * words in their names, then by length of the name.
 */
export const searched = (schema: GraphQLSchema, text: string): readonly DocsEntry[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const meant = words.flatMap((word) => tradeWords[word] ?? []);
  const found: { readonly entry: DocsEntry; readonly rank: number }[] = [];
  const look = (entry: DocsEntry, name: string, description: string): void => {
    const lower = name.toLowerCase();
    const place = meant.indexOf(name);
    if (place >= 0) {
      const matching = words.filter((word) => lower.includes(word)).length;
      found.push({ entry, rank: place - meant.length * (1 + matching) });
      return;
    }
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
    .toSorted(
      (one, other) => one.rank - other.rank || one.entry.type.length - other.entry.type.length,
    )
    .slice(0, most)
    .map(({ entry }) => entry);
};
