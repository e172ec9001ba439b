import { refusal } from '../refusal.ts';
import type { Change, EntityRules, Scope, Values } from '../scope.ts';
import { optionOf } from '../seed-options.ts';
import type { StoredRow } from '../store.ts';

const targetingOf = (row: StoredRow, { store, accountId }: Scope): readonly StoredRow[] =>
  [
    ...store.by(
      { entity: 'TargetingCriterion', accountId, column: 'line_item_id' },
      row['line_item_id'],
    ),
  ].filter((other) => other['deleted'] !== true && other['id'] !== row['id']);

const audienceTypes: ReadonlySet<unknown> = new Set([
  'CUSTOM_AUDIENCE',
  'CUSTOM_AUDIENCE_EXPANDED',
]);

const check = ({ before, after }: Change, scope: Scope): void => {
  if (before !== null) return;
  const type = after['targeting_type'];
  if (audienceTypes.has(type)) requireAudience(after, scope);
  if (type !== 'AGE' && type !== 'TV_SHOW') return;
  const others = targetingOf(after, scope);
  if (type === 'AGE' && others.some((other) => other['targeting_type'] === 'AGE')) {
    throw refused('A line item has one AGE bucket at most', 'targeting_type', 'AGE');
  }
  if (type === 'TV_SHOW' && !others.some((other) => other['targeting_type'] === 'LOCATION')) {
    throw refused('TV_SHOW needs a LOCATION criterion first', 'targeting_type', 'TV_SHOW');
  }
};

const refused = (message: string, parameter: string, value: string) =>
  refusal(400, 'INVALID_PARAMETER', message, { parameter, value });

const requireAudience = (after: StoredRow, { store, accountId }: Scope): void => {
  const value = String(after['targeting_value']);
  const audience = store.find('CustomAudience', accountId, value);
  const parameter = 'targeting_value';
  if (audience === undefined || audience['deleted'] === true) {
    const message = `The custom audience ${value} does not exist`;
    throw refusal(404, 'NOT_FOUND', message, { parameter, value });
  }
  if (audience['targetable'] !== true) {
    throw refused(`The custom audience ${value} is not targetable`, parameter, value);
  }
};

/** What a person would call the value: an audience's name, an option's, or a keyword itself. */
const nameOf = (row: StoredRow, { store, accountId }: Scope): unknown => {
  const value = String(row['targeting_value']);
  return audienceTypes.has(row['targeting_type'])
    ? store.find('CustomAudience', accountId, value)?.['name']
    : (optionOf(row['targeting_type'], value)?.name ?? value);
};

const derive = ({ before, after }: Change, scope: Scope): Values => {
  if (before !== null) return {};
  const isPlace = after['targeting_type'] === 'LOCATION';
  const option = optionOf(after['targeting_type'], String(after['targeting_value']));
  return {
    operator_type: after['operator_type'] ?? 'EQ',
    name: nameOf(after, scope),
    // These two stand only where they mean something.
    localized_name: undefined,
    location_type: isPlace ? (option?.locationType ?? null) : undefined,
  };
};

const shows = (row: StoredRow, { input }: Scope): StoredRow => {
  const lang = input['lang'];
  if (typeof lang !== 'string') return row;
  const option = optionOf(row['targeting_type'], String(row['targeting_value']));
  const localized = option?.localized?.[lang];
  return localized === undefined ? row : { ...row, localized_name: localized };
};

export const rules: Readonly<Record<string, EntityRules>> = {
  TargetingCriterion: { check, derive, shows },
};
