import { applyBatch } from '../batch.ts';
import { isLive, liveRows, typed } from '../read.ts';
import { invalid, refusal } from '../refusal.ts';
import type { Change, EntityRules, Handler, Scope, Values } from '../scope.ts';
import { optionOf } from '../seed/options.ts';
import type { StoredRow } from '../store.ts';
import { iabCategory } from './iab-categories.ts';

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

const check = ({ before, after }: Change, scope: Scope): void => {
  if (before !== null) return;
  const type = after['targeting_type'];
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

const countryOf = (row: StoredRow): string | undefined =>
  optionOf(row['targeting_type'], targetOf(row))?.country;

// A television show and every LOCATION of its line item must be in one country, whichever is added first.
const requireLocale = (after: StoredRow, scope: Scope): void => {
  const others = targetingOf(after, scope);
  const parameter = 'targeting_value';
  const isShow = after['targeting_type'] === 'TV_SHOW';
  const places = ofType('LOCATION', others);
  if (isShow && countryOf(after) === undefined) {
    throw invalid(parameter, `The show ${targetOf(after)} is not known`, targetOf(after));
  }
  if (isShow && places.length === 0) {
    throw invalid('targeting_type', 'TV_SHOW needs a LOCATION criterion first', 'TV_SHOW');
  }
  const rows = isShow ? places : ofType('TV_SHOW', others);
  if (rows.every((row) => countryOf(row) === countryOf(after))) return;
  const message = 'A television show and every place of its line item are of one locale';
  throw invalid(parameter, message, targetOf(after));
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

/** The value as the API has it, and its name: that of the audience, category or option; a keyword is its own name. */
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
  const option = optionOf(type, value);
  return [option?.value ?? value, option?.name ?? value];
};

const derive = ({ before, after }: Change, scope: Scope): Values => {
  if (before !== null) return {};
  const isPlace = after['targeting_type'] === 'LOCATION';
  const [targeting_value, name] = canonicalTarget(after, scope);
  return {
    operator_type: after['operator_type'] ?? 'EQ',
    targeting_value,
    name,
    // Answers have these two only with `lang`, and for a LOCATION.
    localized_name: undefined,
    location_type: isPlace
      ? (optionOf('LOCATION', targetOf(after))?.locationType ?? null)
      : undefined,
  };
};

const shows = (row: StoredRow, { input }: Scope): StoredRow => {
  const lang = input['lang'];
  if (typeof lang !== 'string') return row;
  const option = optionOf(row['targeting_type'], targetOf(row));
  const localized = option?.localized?.[lang];
  return localized === undefined ? row : { ...row, localized_name: localized };
};

export const rules: Readonly<Record<string, EntityRules>> = {
  TargetingCriterion: { check, derive, shows },
};

export const handlers: Readonly<Record<string, Handler>> = {
  batchTargetingCriteria: typed(applyBatch),
};
