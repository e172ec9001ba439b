import { liveRows } from '../read.ts';
import { invalid, refusal } from '../refusal.ts';
import type { EntityRules, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { countriesOf, entryOf } from '../targeting-entries.ts';

/** The countries that a line item targets, whole or in part. */
const countriesFor = (lineItemId: unknown, scope: Scope): readonly unknown[] =>
  liveRows(scope, { entity: 'TargetingCriterion', column: 'line_item_id' }, lineItemId)
    .filter((row) => row['targeting_type'] === 'LOCATION' && row['operator_type'] !== 'NE')
    .flatMap((row) => countriesOf(entryOf('LOCATION', String(row['targeting_value']), scope)));

const requireTimeline = ({ after }: WrittenRow, scope: Scope): void => {
  const { line_item_id: lineItemId, curated_category_id: categoryId } = after;
  requireLineItem(lineItemId, scope);
  const category = scope.store.find('CuratedCategory', scope.accountId, String(categoryId));
  if (!isTargeted(category, countriesFor(lineItemId, scope))) {
    const message = 'The line item must first target a country of the curated category';
    throw invalid('curated_category_id', message, categoryId);
  }
  const where = { entity: 'LineItemCuratedCategory', column: 'line_item_id' };
  if (liveRows(scope, where, lineItemId).every((row) => row['id'] === after['id'])) return;
  throw refusal(400, 'INVALID', 'A line item has one curated category at a time');
};

const requireLineItem = (id: unknown, { store, accountId }: Scope): void => {
  const value = String(id);
  if (store.find('LineItem', accountId, value)?.['objective'] === 'PREROLL_VIEWS') return;
  const message = 'Only a line item with the objective PREROLL_VIEWS has a curated category';
  throw refusal(400, 'INCOMPATIBLE_LINE_ITEM', message, { parameter: 'line_item_id', value });
};

const isTargeted = (category: StoredRow | undefined, countries: readonly unknown[]): boolean => {
  const codes = category?.['country_codes'];
  return Array.isArray(codes) && codes.some((code) => countries.includes(code));
};

export const rules: Readonly<Record<string, EntityRules>> = {
  LineItemCuratedCategory: { creating: requireTimeline, changing: requireTimeline },
};
