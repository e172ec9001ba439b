import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql';
import { dayMs, iso } from '../../src/upstream/catalogue/language/times.ts';
import { inputNames, keyName } from '../documents/variables-schema.ts';
import { inputMembers } from './schema-texts.ts';

/**
 * The members of an input that its example has: those that are required, and those that requests
 * usually have. If they are only ids, one more. Of several variants, a change.
 */
export const exampleMembers = (type: GraphQLInputObjectType): readonly GraphQLInputField[] => {
  const members = inputMembers(type).filter(({ name }) => name !== keyName);
  if (type.isOneOf) return [...members.filter(isChange), ...members].slice(0, 1);
  const wanted = members.filter((one) => isRequiredInputField(one) || 'usual' in one.extensions);
  const more = wanted.every(isId) ? members.find((one) => !isId(one)) : undefined;
  return members.filter((one) => wanted.includes(one) || one === more);
};

const isId = ({ type }: GraphQLInputField): boolean => getNamedType(type).name === 'ID';

/** True for an input that requires only ids, and takes more. */
const isChange = ({ type }: GraphQLInputField): boolean => {
  const inner = getNullableType(type);
  if (!isInputObjectType(inner)) return false;
  const members = inputMembers(inner);
  return members.filter(isRequiredInputField).every(isId) && !members.every(isId);
};

/** The variables of a document that has these arguments. */
export const exampleVariables = (
  args: readonly GraphQLArgument[],
  now: number,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(args.map(({ name, type }) => [name, exampleOf(type, name, now)]));

/** A value that a member may have. Ids stand as words to replace: `CAMPAIGN`. */
const exampleOf = (type: GraphQLInputType, name: string, now: number): unknown => {
  const inner = getNullableType(type);
  if (isListType(inner)) return [exampleOf(inner.ofType, name.replace(/s$/, ''), now)];
  if (isInputObjectType(inner)) {
    const members = exampleMembers(inner).map((one) => [
      one.name,
      one.extensions['usual'] ?? exampleOf(one.type, one.name, now),
    ]);
    return Object.fromEntries(members);
  }
  if (isEnumType(inner)) return inputNames(inner)[0];
  return scalars[inner.name]?.(name, now) ?? textOf(name);
};

const week = 7 * dayMs;

/** A time to begin in a week, and one to end a month later. */
const timeOf = (name: string, now: number): string => {
  const day = Math.ceil(now / dayMs) * dayMs + week;
  return iso(/^(end|last|until|to)/i.test(name) ? day + 4 * week : day);
};

const scalars: Readonly<Record<string, (name: string, now: number) => unknown>> = {
  Boolean: () => true,
  Date: (name, now) => timeOf(name, now).slice(0, 10),
  DateTime: timeOf,
  Decimal: () => '50.00',
  Float: () => 1,
  ID: (name) => placeholder(name.replace(/Id$/, '')),
  Int: () => 1,
  Long: () => '1',
};

const textOf = (name: string): string =>
  /url$/i.test(name) ? 'https://example.com/' : placeholder(name);

/** A name as a word to replace: `fundingInstrument` is `FUNDING_INSTRUMENT`. */
const placeholder = (name: string): string =>
  name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toUpperCase();
