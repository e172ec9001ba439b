import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  print,
} from 'graphql';
import { inputNames } from '../documents/variables-schema.ts';

/** The most characters of a description of the schema. */
const longest = 8000;

/** The most characters of an input of which the descriptions of members are whole. */
const longestWhole = 5000;

/** A member of a type. */
type Member = GraphQLField<unknown, unknown> | GraphQLInputField;

/** The part of each member's description that is shown. */
type Detail = 'whole' | 'sentence' | 'none';

/** A text in one line. */
export const oneLine = (text: string | null | undefined): string =>
  (text ?? '').replace(/\s+/g, ' ').trim();

/** The first sentence of a description. */
const brief = (text: string): string => /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;

/** A description behind a member: `  # Name.` Empty if there is none. */
export const comment = (
  text: string | null | undefined,
  detail: Exclude<Detail, 'none'> = 'sentence',
): string => {
  const line = oneLine(text);
  return line === '' ? '' : `  # ${detail === 'whole' ? line : brief(line)}`;
};

/** Arguments with their types and defaults: `(first: Int = 50)`. */
export const argsOf = (args: readonly GraphQLArgument[]): string =>
  args.length === 0 ? '' : `(${args.map(signature).join(', ')})`;

/** A member with its arguments, type and default: `activate: Boolean = false`. */
export const signature = (member: Member | GraphQLArgument): string => {
  const args = 'args' in member ? argsOf(member.args) : '';
  return `${member.name}${args}: ${member.type}${'args' in member ? '' : defaultOf(member)}`;
};

const defaultOf = ({ defaultValue, type }: GraphQLArgument | GraphQLInputField): string => {
  const value = defaultValue === undefined ? null : astFromValue(defaultValue, type);
  return value ? ` = ${print(value)}` : '';
};

/** The members of an input, without those in micros of which the amount is a member too. */
export const inputMembers = (type: GraphQLInputObjectType): readonly GraphQLInputField[] => {
  const fields = type.getFields();
  return Object.values(fields).filter(({ name }) => {
    const amount = name.replace(/(Amount)?LocalMicro$/, '');
    return amount === name || !Object.hasOwn(fields, amount);
  });
};

/** The values that an input takes, in one line: `enum OperatorType { EQ GTE LT NE }`. */
export const enumLine = (type: GraphQLEnumType): string =>
  `enum ${type.name} { ${inputNames(type).join(' ')} }`;

/** The enumerations of these members, each once, in one line each. */
export const enumLines = (members: readonly GraphQLInputField[]): readonly string[] => [
  ...new Set(
    members
      .map(({ type }) => getNamedType(type))
      .filter(isEnumType)
      .map(enumLine),
  ),
];

/** A type with its members. The longer it is, the less of their descriptions is shown. */
export const typeText = (type: GraphQLNamedType): string => {
  const whole = isInputObjectType(type) ? printed(type, 'whole') : '';
  if (whole !== '' && whole.length <= longestWhole) return whole;
  const sentences = printed(type, 'sentence');
  return sentences.length <= longest ? sentences : within(printed(type, 'none'));
};

const printed = (type: GraphQLNamedType, detail: Detail): string => {
  const about = type.description ? `# ${oneLine(type.description)}\n` : '';
  const line = (text: string, description: string | null | undefined): string =>
    `  ${text}${detail === 'none' ? '' : comment(description, detail)}`;
  if (isEnumType(type)) {
    const values = type.getValues().map(({ name, description }) => line(name, description));
    return `${about}enum ${type.name} {\n${values.join('\n')}\n}`;
  }
  if (isUnionType(type)) {
    return `${about}union ${type.name} = ${type.getTypes().join(' | ')}`;
  }
  if (isInputObjectType(type)) {
    const members = inputMembers(type);
    const lines = members.map((member) => line(signature(member), member.description));
    const enums = enumLines(members).map((one) => `\n${one}`);
    return `${about}input ${type.name} {\n${lines.join('\n')}\n}${enums.join('')}`;
  }
  if (isObjectType(type) || isInterfaceType(type)) {
    const members = Object.values(type.getFields());
    const lines = members.map((member) => line(signature(member), member.description));
    return `${about}type ${type.name} {\n${lines.join('\n')}\n}`;
  }
  return `${about}scalar ${type.name}`;
};

/** The text, cut at a line if it is too long. */
export const within = (text: string): string => {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf('\n', longest - 80);
  return `${text.slice(0, end)}\n# There is more: search for words, or show another type.`;
};
