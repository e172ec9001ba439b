import { readList, withoutCursor } from '../list.ts';
import { responseWith, withEnvelope } from '../read.ts';
import { invalid } from '../refusal.ts';
import type { EntityRules, Handler } from '../scope.ts';
import { platformNameIn } from '../seed/targeting/plain.ts';
import type { StoredRow } from '../store.ts';
import { relatedTo } from './related-keywords.ts';

/** The name of an entry in a language; undefined if it is not known. */
export const localizedName = (entry: StoredRow, lang: string): string | undefined => {
  const value = String(entry['targeting_value']);
  switch (entry['targeting_type']) {
    case 'LOCATION':
      return entry['location_type'] === 'COUNTRIES'
        ? new Intl.DisplayNames([lang], { type: 'region' }).of(String(entry['country_code']))
        : undefined;
    case 'LANGUAGE':
      return new Intl.DisplayNames([lang], { type: 'language' }).of(value);
    case 'PLATFORM':
      return platformNameIn(lang, value);
    default:
      return undefined;
  }
};

const ofCountry: EntityRules['admits'] = (row, { input }) =>
  row['country_code'] === (input['country_code'] ?? 'US');

// A global event is in every country.
const inTime: EntityRules['admits'] = (row, { input, time }) => {
  const countries = input['country_codes'] as readonly unknown[] | null | undefined;
  const [from, until] = [input['start_time'] ?? time(), input['end_time'] ?? '9999'];
  return (
    (countries == null || row['is_global'] === true || countries.includes(row['country_code'])) &&
    String(row['end_time']) > String(from) &&
    String(row['start_time']) < String(until)
  );
};

const inMarket: EntityRules['admits'] = (row, { input }) => {
  const locales = row['locales'] as readonly Readonly<Record<string, string>>[];
  return locales.some(({ language, country }) => `${language}-${country}` === input['locale']);
};

const inLanguage: EntityRules['shows'] = (row, { input }) => {
  const lang = input['lang'];
  const localized_name = typeof lang === 'string' ? localizedName(row, lang) : undefined;
  return localized_name === undefined ? row : { ...row, localized_name };
};

const listTargetingTvShows: Handler = (scope) => {
  const locale = String(scope.input['locale']);
  if (scope.store.find('TargetingTvMarket', null, locale) === undefined) {
    throw invalid('locale', `${locale} is not a market of tv_markets`, locale);
  }
  return readList(scope);
};

/** Invented users; always the same for the same input. */
const usersLike = (ids: readonly string[]): readonly string[] =>
  Array.from({ length: most }, (_, index) => {
    const id = BigInt(ids[index % ids.length] ?? 0);
    return String((id % 900_000_000_000_000_000n) + BigInt(index + 1) * 7_919n);
  });

const most = 50;

const listTargetingSuggestions: Handler = (scope) => {
  const { input } = scope;
  const type = input['suggestion_type'];
  const values = input['targeting_values'] as readonly string[];
  const invalidId = type === 'USER_ID' ? values.find((value) => !/^\d+$/.test(value)) : undefined;
  if (invalidId !== undefined) {
    throw invalid('targeting_values', `${invalidId} is not a user id`, invalidId);
  }
  const made = type === 'USER_ID' ? usersLike(values) : relatedTo(values, [], most);
  const rows = made
    .slice(0, Number(input['count'] ?? 30))
    .map((suggestion_value) => ({ suggestion_type: type, suggestion_value }));
  const { envelope, ...response } = responseWith(scope, 200, {});
  return { ...response, envelope: { ...envelope, data: rows } };
};

export const rules: Readonly<Record<string, EntityRules>> = {
  TargetingDevice: { orderedBy: 'name' },
  TargetingEvent: { orderedBy: 'start_time', admits: inTime },
  TargetingLanguage: { orderedBy: 'name' },
  TargetingLocation: { orderedBy: 'name' },
  TargetingNetworkOperator: { orderedBy: 'name', admits: ofCountry },
  TargetingPlatform: { shows: inLanguage },
  TargetingTvShow: { orderedBy: 'name', admits: inMarket },
};

const whole = withoutCursor(readList);

export const handlers: Readonly<Record<string, Handler>> = {
  listTargetingAppStoreCategories: whole,
  listTargetingDevices: whole,
  listTargetingEvents: withEnvelope(readList, (envelope) => ({ ...envelope, data_type: 'events' })),
  listTargetingPlatformVersions: withEnvelope(whole, (envelope) => ({
    ...envelope,
    data_type: 'targeting_criterion',
  })),
  listTargetingPlatforms: whole,
  listTargetingTvMarkets: whole,
  listTargetingTvShows,
  listTargetingSuggestions,
};
