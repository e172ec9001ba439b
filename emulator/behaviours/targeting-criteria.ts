import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { applyBatch } from '../batch.ts';
import { liveRows, typed } from '../read.ts';
import type { EntityRules, Handler, Scope, WrittenRow } from '../scope.ts';
import { optionOf } from '../seed/options.ts';
import type { StoredRow } from '../store.ts';
import { entryOf } from '../targeting-entries.ts';
import { iabCategory } from './iab-categories.ts';
import { localizedName } from './targeting-options.ts';
import { requireTarget, targetOf } from './targeting-rules.ts';

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

const creating = ({ after }: WrittenRow, scope: Scope): void =>
  requireTarget({ after, others: targetingOf(after, scope) }, scope);

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
    // Responses have these two only with `lang`, and for a LOCATION.
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
