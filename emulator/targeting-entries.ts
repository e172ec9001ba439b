import { invalid } from './refusal.ts';
import type { Scope } from './scope.ts';
import type { StoredRow } from './store.ts';

/** The entity with the values of each type of criterion that has a list. */
const entities: ReadonlyMap<unknown, string> = new Map([
  ['APP_STORE_CATEGORY', 'TargetingAppStoreCategory'],
  ['APP_STORE_CATEGORY_LOOKALIKE', 'TargetingAppStoreCategory'],
  ['CONVERSATION', 'TargetingConversation'],
  ['DEVICE', 'TargetingDevice'],
  ['EVENT', 'TargetingEvent'],
  ['INTEREST', 'TargetingInterest'],
  ['LANGUAGE', 'TargetingLanguage'],
  ['LOCATION', 'TargetingLocation'],
  ['NETWORK_OPERATOR', 'TargetingNetworkOperator'],
  ['PLATFORM', 'TargetingPlatform'],
  ['PLATFORM_VERSION', 'TargetingPlatformVersion'],
  ['TV_SHOW', 'TargetingTvShow'],
]);

/** The entry of a list for a value, ignoring case; undefined for types without a list. */
export const entryOf = (
  type: unknown,
  value: string,
  { store }: Pick<Scope, 'store'>,
): StoredRow | undefined => {
  const entity = entities.get(type);
  return entity === undefined ? undefined : store.find(entity, null, value);
};

/** Throws a 400 if a type has a list that does not hold the value. */
export const requireEntry = (type: unknown, value: string, scope: Scope): void => {
  if (!entities.has(type) || entryOf(type, value, scope) !== undefined) return;
  throw invalid('targeting_value', `${value} is not a value of ${type}`, value);
};

/** Throws a 400 if a parameter is given, and is not the value of a country. */
export const requireCountry = (parameter: string, scope: Scope): void => {
  const value = scope.input[parameter];
  if (value === undefined || value === null) return;
  const entry = entryOf('LOCATION', String(value), scope);
  if (entry?.['location_type'] === 'COUNTRIES') return;
  throw invalid(parameter, `${value} is not the value of a country`, value);
};

/** The countries that a place is in, or that a show is broadcast in. */
export const countriesOf = (entry: StoredRow | undefined): readonly unknown[] => {
  const locales = entry?.['locales'] as readonly { readonly country: string }[] | undefined;
  return locales?.map(({ country }) => country) ?? [entry?.['country_code']];
};
