import { type GraphQLType, getNamedType, isEnumType } from 'graphql';
import { ownNameOf } from '../../src/resolvers/selection.ts';
import { isolated } from '../../src/upstream/catalogue/language/foreign-text.ts';
import { capitalised, labelOf, wordWithin } from '../../src/upstream/catalogue/language/labels.ts';
import {
  decimalOf,
  isMicros,
  microsOf,
  moneyText,
} from '../../src/upstream/catalogue/language/money.ts';
import { isDay, utc } from '../../src/upstream/catalogue/language/times.ts';
import { isObject } from '../../src/upstream/catalogue/language/values.ts';
import { momentText } from '../../src/upstream/catalogue/language/zones.ts';
import { snakeCase } from '../../src/upstream/catalogue/names.ts';
import type { WritePlan } from '../plans/write-plan.ts';

/** The time zone in which times are shown, and the currency of amounts that name none. */
export interface ValueSetting {
  readonly zone: WritePlan['timeZone'];
  readonly currency?: string | undefined;
}

/** A value of a field or an argument, and its type in the schema; null if that is not known. */
export interface NamedValue {
  readonly name: string;
  readonly value: unknown;
  readonly type: GraphQLType | null;
}

/** True for an amount with its currency, which is one value for people. */
export const isMoney = (value: unknown): boolean =>
  isObject(value) && typeof value['amount'] === 'string';

/** The members of an object, with their types. */
export const membersOf = (
  value: Readonly<Record<string, unknown>>,
  type: GraphQLType | null,
): readonly NamedValue[] => {
  const named = type === null ? null : getNamedType(type);
  const fields = named !== null && 'getFields' in named ? named.getFields() : {};
  return Object.entries(value).map(([name, one]) => ({
    name,
    value: one,
    type: fields[name]?.type ?? null,
  }));
};

/** A value as a person reads it: an amount with its currency, a time in the zone. */
export const valueText = (given: NamedValue, setting: ValueSetting): string => {
  const { name, value, type } = given;
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    return value.map((one) => valueText({ name, value: one, type }, setting)).join(', ') || '–';
  }
  if (!isObject(value)) return leafText(String(value), given, setting);
  const { amount, currency } = value;
  if (typeof amount === 'string') return moneyText(amount, currency);
  return membersOf(value, type)
    .map((member) => `${labelOf(member.name)}: ${valueText(member, setting)}`)
    .join('; ');
};

const leafText = (
  text: string,
  { name, type }: NamedValue,
  { zone, currency }: ValueSetting,
): string => {
  const named = type === null ? null : getNamedType(type);
  if (isEnumType(named)) return capitalised(wordWithin(text));
  const scalar = named === null ? '' : ownNameOf(named);
  if (scalar === 'DateTime' && utc(text) !== null)
    return momentText(Date.parse(text), zone ?? null);
  if (scalar === 'Date' && isDay(text)) return dayText(text);
  if (scalar === 'Decimal' && microsOf(text) !== null) return moneyText(text, currency);
  const isAmount = scalar === 'Long' && isMicros(snakeCase(name)) && /^\d+$/.test(text);
  return isAmount ? moneyText(decimalOf(text), currency) : isolated(text);
};

const dayText = (day: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day));
