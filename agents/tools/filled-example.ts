import {
  type GraphQLEnumType,
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

/** Optional members that most inputs of a type have, by the end of the type's name. */
const usual: Readonly<Record<string, readonly string[]>> = {
  LaunchCampaignCampaign: ['dailyBudget'],
  LaunchCampaignLineItem: ['targeting', 'promotedTweetIds'],
  LaunchCampaignTargeting: ['operatorType'],
  CreateCampaignInput: ['dailyBudget', 'entityStatus'],
  CreateLineItemInput: ['name', 'entityStatus'],
};

/** Members to change in the example of an input that requires only ids: the first that it has. */
const changes = ['dailyBudget', 'entityStatus', 'name'];

/** Values of enumerations that go together. */
const chosen = new Set([
  'ALL_ON_TWITTER',
  'BROAD_KEYWORD',
  'ENGAGEMENTS',
  'PAUSED',
  'PROMOTED_TWEETS',
]);

/** The members of an input that its example has: those required, and few others. */
export const exampleMembers = (type: GraphQLInputObjectType): readonly GraphQLInputField[] => {
  const members = inputMembers(type).filter(({ name }) => name !== keyName);
  if (type.isOneOf) {
    return [members.find(({ name }) => name === 'update') ?? members[0]].flatMap(
      (one) => one ?? [],
    );
  }
  const required = members.filter(isRequiredInputField);
  const names = Object.entries(usual).find(([end]) => type.name.endsWith(end))?.[1] ?? [];
  const account = members.filter(({ name }) => name === 'accountId');
  const more = names.map((name) => members.find((one) => one.name === name));
  const change = required.every(isId) ? [changeOf(members)] : [];
  const wanted = new Set([...account, ...required, ...more, ...change].flatMap((one) => one ?? []));
  return members.filter((one) => wanted.has(one));
};

const isId = ({ type }: GraphQLInputField): boolean => getNamedType(type).name === 'ID';

const changeOf = (members: readonly GraphQLInputField[]): GraphQLInputField | undefined =>
  changes.flatMap((name) => members.find((one) => one.name === name) ?? [])[0] ??
  members.find((one) => !isId(one));

/** A value that a member may have. Ids stand as words to replace: `CAMPAIGN`. */
export const exampleOf = (type: GraphQLInputType, name: string, now: number): unknown => {
  const inner = getNullableType(type);
  if (isListType(inner)) return [exampleOf(inner.ofType, name.replace(/s$/, ''), now)];
  if (isInputObjectType(inner)) {
    const members = exampleMembers(inner);
    return Object.fromEntries(
      members.map((one) => [one.name, exampleOf(one.type, one.name, now)] as const),
    );
  }
  if (isEnumType(inner)) return choiceOf(inner);
  return scalars[inner.name]?.(name, now) ?? textOf(name);
};

const choiceOf = (type: GraphQLEnumType): string | undefined => {
  const names = inputNames(type);
  return names.find((name) => chosen.has(name)) ?? names[0];
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

const texts: Readonly<Record<string, string>> = {
  name: 'Spring',
  targetingValue: 'gravel bike',
};

const textOf = (name: string): string =>
  texts[name] ?? (/url$/i.test(name) ? 'https://example.com/' : placeholder(name));

/** A name as a word to replace: `fundingInstrument` is `FUNDING_INSTRUMENT`. */
const placeholder = (name: string): string =>
  name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toUpperCase();
