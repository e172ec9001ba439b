import type { Values } from '../../upstream/catalogue/language/values.ts';
import { applyBatch } from '../batch.ts';
import { isLive, liveRows, typed } from '../read.ts';
import { invalid, refusal } from '../refusal.ts';
import type { EntityRules, Handler, Scope, WrittenRow } from '../scope.ts';
import { optionOf } from '../seed/options.ts';
import type { StoredRow } from '../store.ts';
import { iabCategory } from './iab-categories.ts';
import { countriesOf, entryOf, localizedName, requireEntry } from './targeting-options.ts';

const targetingOf = (row: StoredRow, scope: Scope): readonly StoredRow[] =>
  liveRows(
    scope,
    { entity: 'TargetingCriterion', column: 'line_item_id' },
    row['line_item_id'],
  ).filter((other) => other['id'] !== row['id']);

const audienceTypes: ReadonlySet<unknown> = new Set([
  'CUSTOM_AUDIENCE',
  'CUSTOM_AUDIENCE_EXPANDED',
]);

const creating = ({ after }: WrittenRow, scope: Scope): void => {
  const type = after['targeting_type'];
  requireEntry(type, targetOf(after), scope);
  if (audienceTypes.has(type)) requireAudience(after, scope);
  if (type === 'IAB_CATEGORY') iabCategory(targetOf(after), 'targeting_value', scope);
  if (type === 'TV_SHOW' || type === 'LOCATION') requireLocale(after, scope);
  if (type === 'AGE' && ofType('AGE', targetingOf(after, scope)).length > 0) {
    throw invalid('targeting_type', 'A line item has one AGE bucket at most', 'AGE');
  }
};

const targetOf = (row: StoredRow): string => String(row['targeting_value']);

const ofType = (type: string, rows: readonly StoredRow[]): readonly StoredRow[] =>
  rows.filter((row) => row['targeting_type'] === type);

const isIn = (place: StoredRow, show: StoredRow, scope: Scope): boolean => {
  const [country, broadcast] = [place, show].map((row) =>
    countriesOf(entryOf(row['targeting_type'], targetOf(row), scope)),
  );
  return broadcast?.includes(country?.[0]) === true;
};

// A show and every LOCATION of its line item are in one country, whichever is added first.
const requireLocale = (after: StoredRow, scope: Scope): void => {
  const others = targetingOf(after, scope);
  const isShow = after['targeting_type'] === 'TV_SHOW';
  const places = ofType('LOCATION', others);
  if (isShow && places.length === 0) {
    throw invalid('targeting_type', 'TV_SHOW needs a LOCATION criterion first', 'TV_SHOW');
  }
  const fits = isShow
    ? places.every((place) => isIn(place, after, scope))
    : ofType('TV_SHOW', others).every((show) => isIn(after, show, scope));
  if (fits) return;
  const message = 'A television show and every place of its line item are of one locale';
  throw invalid('targeting_value', message, targetOf(after));
};

const requireAudience = (after: StoredRow, { store, accountId }: Scope): void => {
  const value = targetOf(after);
  const audience = store.find('CustomAudience', accountId, value);
  const parameter = 'targeting_value';
  if (!isLive(audience)) {
    const message = `The custom audience ${value} does not exist`;
    throw refusal(404, 'NOT_FOUND', message, { parameter, value });
  }
  if (audience['targetable'] !== true) {
    throw invalid(parameter, `The custom audience ${value} is not targetable`, value);
  }
};

/**
 * The value as the API stores it, and its name: that of the audience, category, entry or option.
 * For a keyword both are the same.
 */
const canonicalTarget = (
  row: StoredRow,
  scope: Scope,
): readonly [value: unknown, name: unknown] => {
  const [type, value] = [row['targeting_type'], targetOf(row)];
  if (audienceTypes.has(type)) {
    const audience = scope.store.find('CustomAudience', scope.accountId, value);
    return [audience?.['id'], audience?.['name']];
  }
  if (type === 'IAB_CATEGORY') {
    const category = iabCategory(value, 'targeting_value', scope);
    return [category['id'], category['name']];
  }
  const entry = entryOf(type, value, scope);
  if (entry !== undefined) return [String(entry['targeting_value']), entry['name']];
  const option = optionOf(type, value);
  return [option?.value ?? value, option?.name ?? value];
};

/** The type of a city is CITY in criteria; other places have the type of the list. */
const kindOfPlace = (row: StoredRow, scope: Scope): unknown => {
  if (row['targeting_type'] !== 'LOCATION') return undefined;
  const kind = entryOf('LOCATION', targetOf(row), scope)?.['location_type'];
  return kind === 'CITIES' ? 'CITY' : kind;
};

const deriveOnce = ({ after }: WrittenRow, scope: Scope): Values => {
  const [targeting_value, name] = canonicalTarget(after, scope);
  return {
    operator_type: after['operator_type'] ?? 'EQ',
    targeting_value,
    name,
    // Answers have these two only with `lang`, and for a LOCATION.
    localized_name: undefined,
    location_type: kindOfPlace(after, scope),
  };
};

const shows = (row: StoredRow, scope: Scope): StoredRow => {
  const lang = scope.input['lang'];
  const entry = entryOf(row['targeting_type'], targetOf(row), scope);
  if (typeof lang !== 'string' || entry === undefined) return row;
  const localized_name = localizedName(entry, lang);
  return localized_name === undefined ? row : { ...row, localized_name };
};

export const rules: Readonly<Record<string, EntityRules>> = {
  TargetingCriterion: { creating, deriveOnce, shows },
};

export const handlers: Readonly<Record<string, Handler>> = {
  batchTargetingCriteria: typed(applyBatch),
};
