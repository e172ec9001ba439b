import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';

/** The most characters of a description of the schema. */
const longest = 8000;

/** The first sentence of a description. */
const brief = (text: string | null | undefined): string =>
  (/^[\s\S]*?[.:](?=\s|$)/.exec(text ?? '')?.[0] ?? text ?? '').replace(/\s+/g, ' ').trim();

const comment = (text: string | null | undefined): string => (text ? `  # ${brief(text)}` : '');

const argsOf = (args: readonly GraphQLArgument[]): string =>
  args.length === 0 ? '' : `(${args.map(({ name, type }) => `${name}: ${type}`).join(', ')})`;

const fieldLine = (
  field: GraphQLField<unknown, unknown> | GraphQLInputField,
  isBrief: boolean,
): string => {
  const args = 'args' in field ? argsOf(field.args) : '';
  return `  ${field.name}${args}: ${field.type}${isBrief ? '' : comment(field.description)}`;
};

/** A type with its members; without descriptions where they would not fit. */
export const typeText = (type: GraphQLNamedType): string => {
  const whole = printed(type, false);
  return whole.length <= longest ? whole : within(printed(type, true));
};

const printed = (type: GraphQLNamedType, isBrief: boolean): string => {
  const about = type.description ? `# ${type.description.replace(/\s+/g, ' ')}\n` : '';
  if (isEnumType(type)) {
    const values = type
      .getValues()
      .map(({ name, description }) => `  ${name}${comment(description)}`);
    return `${about}enum ${type.name} {\n${values.join('\n')}\n}`;
  }
  if (isUnionType(type)) {
    return `${about}union ${type.name} = ${type.getTypes().join(' | ')}`;
  }
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) {
    const keyword = isInputObjectType(type) ? 'input' : 'type';
    const members: readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[] = Object.values(
      type.getFields(),
    );
    const lines = members.map((field) => fieldLine(field, isBrief));
    return `${about}${keyword} ${type.name} {\n${lines.join('\n')}\n}`;
  }
  return `${about}scalar ${type.name}`;
};

/** The text, cut at a line if it is too long. */
const within = (text: string): string => {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf('\n', longest - 80);
  return `${text.slice(0, end)}\n# There is more: search for words, or show another type.`;
};

interface RootField {
  readonly isMutation: boolean;
  readonly field: GraphQLField<unknown, unknown>;
}

/** A field of Query or Mutation: an example, its arguments, and the types of input and answer. */
export const operationText = ({ isMutation, field }: RootField): string => {
  const inputs = inputTypesOf(field.args.map(({ type }) => getNamedType(type)));
  const parts = [
    `# ${(field.description ?? '').replace(/\s+/g, ' ')}`,
    `${field.name}${argsOf(field.args)}: ${field.type}`,
    exampleOf({ isMutation, field }),
    ...inputs.map(typeText),
    typeText(getNamedType(field.type)),
  ];
  return within(parts.join('\n\n'));
};

/** These input types and those in them, each once. */
const inputTypesOf = (types: readonly GraphQLNamedType[]): readonly GraphQLNamedType[] => {
  const found = new Set(types.filter((type) => isInputObjectType(type) || isEnumType(type)));
  // Iteration over a Set also visits what is added meanwhile.
  for (const type of found) {
    if (!isInputObjectType(type)) continue;
    for (const { type: inner } of Object.values(type.getFields())) {
      const named = getNamedType(inner);
      if (isInputObjectType(named) || isEnumType(named)) found.add(named);
    }
  }
  return [...found];
};

const exampleOf = ({ isMutation, field }: RootField): string => {
  const args = field.args.filter((arg) => isRequiredArgument(arg) || arg.name === 'input');
  const variables = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const given = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const operation = `${isMutation ? 'mutation' : 'query'} Example${variables === '' ? '' : `(${variables})`}`;
  const call = `${field.name}${given === '' ? '' : `(${given})`}`;
  return `${operation} { ${call}${selectionOf(field)} }`;
};

/** Some fields of an answer, down to rows: `{ nodes { id name } }`. */
const selectionOf = (field: GraphQLField<unknown, unknown>, depth = 0): string => {
  const type = getNamedType(field.type);
  if (isLeafType(type) || isUnionType(type)) return isLeafType(type) ? '' : ' { __typename }';
  const fields = Object.values(type.getFields() as Record<string, GraphQLField<unknown, unknown>>);
  const rows = fields.find(({ name }) => name === 'nodes');
  if (rows !== undefined) return ` { nodes${selectionOf(rows, depth)} }`;
  const plain = fields.filter(
    (one) => isLeafType(getNamedType(one.type)) && one.name !== 'raw' && one.args.length === 0,
  );
  const wanted = ['id', 'name', 'outcome', 'entityStatus'];
  const known = plain.filter(({ name }) => wanted.includes(name));
  const names = (known.length > 0 ? known : plain.slice(0, 3)).map(({ name }) => name);
  const errors = fields.some(({ name }) => name === 'errors') && depth === 0;
  const more = errors ? ['errors { message argument }'] : [];
  return ` { ${[...names, ...more].join(' ') || '__typename'} }`;
};

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
  if (!isObjectType(type) && !isInputObjectType(type)) return [own];
  const fields: readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[] = Object.values(
    type.getFields(),
  );
  return [
    own,
    ...fields.map((field) => ({
      line: `${type.name}.${fieldLine(field, false).trimStart()}`,
      name: `${type.name}.${field.name}`,
      about: field.description ?? '',
    })),
  ];
};
