import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { keyName } from '../documents/variables-schema.ts';
import { exampleMembers, exampleVariables } from './filled-example.ts';
import {
  argsOf,
  comment,
  enumLine,
  enumLines,
  inputMembers,
  oneLine,
  signature,
  typeText,
  within,
} from './schema-texts.ts';

/** The most characters of a mutation that shows more than its example needs. */
const longestWhole = 3000;

/** A field of Query or Mutation. */
interface RootField {
  readonly isMutation: boolean;
  readonly field: GraphQLField<unknown, unknown>;
}

/**
 * A field of Query or Mutation: an example with its variables, and what it takes and gives. The
 * longer a mutation is, the less is shown of the members that its example does not have.
 */
export const operationText = (root: RootField, now: number): string => {
  const { field } = root;
  const about = `# ${oneLine(field.description).replace(/ REST: .*/, '')}`;
  const example = documentOf(root, now);
  const result = root.isMutation ? payloadOf(field) : typeText(getNamedType(field.type));
  const typed = `${field.name}${argsOf(field.args)}: ${field.type}`;
  const all = [about, typed, example, ...inputsOf(field, allMembers, explained), result];
  if (!root.isMutation) return within(all.join('\n\n'));
  const least = (text: InputText): string =>
    [about, example, ...inputsOf(field, exampleMembers, text), leastNote].join('\n');
  const shorter = [all.join('\n\n'), least(explained)];
  return shorter.find(({ length }) => length <= longestWhole) ?? within(least(listed));
};

const leastNote = '# Give type to see what a member means.';

const documentOf = ({ isMutation, field }: RootField, now: number): string => {
  const args = field.args.filter((arg) => isRequiredArgument(arg) || arg.name === 'input');
  const names = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const given = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const operation = `${isMutation ? 'mutation' : 'query'} Example${names === '' ? '' : `(${names})`}`;
  const call = `${field.name}${given === '' ? '' : `(${given})`}`;
  const document = `${operation} { ${call}${selectionOf(field)} }`;
  if (args.length === 0) return document;
  return `${document}\n# variables: ${JSON.stringify(exampleVariables(args, now))}`;
};

/** Chooses the members of an input that are shown with their descriptions. */
type ShownMembers = (type: GraphQLInputObjectType) => readonly GraphQLInputField[];

const allMembers: ShownMembers = (type) => inputMembers(type).filter(isShown);

const isShown = ({ name }: GraphQLInputField): boolean => name !== keyName;

/** The input types of a field, and the enumerations of their members. */
const inputsOf = (
  { args }: GraphQLField<unknown, unknown>,
  shown: ShownMembers,
  text: InputText,
): readonly string[] => {
  const named = args.map(({ type }) => getNamedType(type));
  const types = inputTypesOf(named, shown);
  const enums = [...named.filter(isEnumType).map(enumLine), ...enumLines(types.flatMap(shown))];
  const texts = types.map((type) => text(type, shown(type)));
  return [...texts, ...(enums.length > 0 ? [enums.join('\n')] : [])];
};

/** These input types and those of their members that are shown, each once. */
const inputTypesOf = (
  types: readonly GraphQLNamedType[],
  shown: ShownMembers,
): readonly GraphQLInputObjectType[] => {
  const found = new Set(types.filter(isInputObjectType));
  // Iteration over a Set also visits what is added meanwhile.
  for (const type of found) {
    for (const { type: inner } of shown(type)) {
      const named = getNamedType(inner);
      if (isInputObjectType(named)) found.add(named);
    }
  }
  return [...found];
};

/** An input with some of its members; the others are only named. */
type InputText = (type: GraphQLInputObjectType, members: readonly GraphQLInputField[]) => string;

const explained: InputText = (type, members) => {
  const lines = members.map((one) => `  ${signature(one)}${comment(one.description)}\n`);
  const others = othersOf(type, members);
  return `input ${type.name} {\n${lines.join('')}${others && `  ${others}\n`}}`;
};

const listed: InputText = (type, members) => {
  const others = othersOf(type, members);
  return `input ${type.name} { ${members.map(signature).join(' ')} }${others && ` ${others}`}`;
};

const othersOf = (type: GraphQLInputObjectType, members: readonly GraphQLInputField[]): string => {
  const names = allMembers(type).flatMap((one) => (members.includes(one) ? [] : [one.name]));
  return names.length === 0 ? '' : `# also: ${names.join(', ')}`;
};

const payloadOf = ({ type }: GraphQLField<unknown, unknown>): string => {
  const payload = getNamedType(type);
  if (!isObjectType(payload)) return typeText(payload);
  return `type ${payload.name} { ${Object.values(payload.getFields()).map(signature).join(' ')} }`;
};

/** Some fields of a result, down to rows: `{ nodes { id name } }`. */
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
