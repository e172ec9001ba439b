import {
  lineItems,
  maxLineItems,
  neededByApi,
} from '../../src/upstream/catalogue/areas/line-items.ts';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { goalOf } from '../goals.ts';
import { liveRows } from '../read.ts';
import { invalid, missing, notFound, refusal } from '../refusal.ts';
import { requireRules, requireRulesOfGiven } from '../row-rules.ts';
import type { ChangedRow, EntityRules, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { isByLineItem } from './campaign-budgets.ts';
import { updateServability } from './campaigns.ts';
import { businessesOf, iabCategory } from './iab-categories.ts';

const activePerAccount = 256;

const siblingsOf = (campaignId: unknown, scope: Scope): readonly StoredRow[] =>
  liveRows(scope, { entity: 'LineItem', column: 'campaign_id' }, campaignId);

/** The campaign of a line item or of the values of a new one. */
const campaignOf = (row: Values, { store, accountId }: Scope): StoredRow => {
  const id = String(row['campaign_id']);
  const campaign = store.find('Campaign', accountId, id);
  if (campaign === undefined) throw notFound('Campaign', 'campaign_id', id);
  return campaign;
};

const defaults = (given: Values, scope: Scope): Values => {
  const bid_strategy = given['bid_strategy'] ?? strategyOf(given);
  const goal = given['goal'] ?? goalOf(given['objective']);
  return {
    goal,
    pay_by: payByOf(goal, bid_strategy),
    bid_strategy,
    standard_delivery: isByLineItem(campaignOf(given, scope)) ? true : null,
    creative_source: 'MANUAL',
  };
};

const strategyOf = ({ objective, bid_amount_local_micro: bid }: Values): string => {
  if (bid == null) return 'AUTO';
  return objective === 'REACH' || objective === 'FOLLOWERS' ? 'TARGET' : 'MAX';
};

// TARGET for clicks on links excludes impressions.
const payByOf = (goal: unknown, strategy: unknown): string =>
  goal === 'LINK_CLICKS' && strategy === 'TARGET' ? 'LINK_CLICK' : 'IMPRESSION';

const tooMany = (limit: number, where: string) =>
  refusal(400, 'TOO_MANY_LINE_ITEMS', `${where} has at most ${limit} line items`);

const creating = (made: WrittenRow, scope: Scope): void => {
  const lacking = neededByApi.filter((name) => made.given[name] === undefined);
  if (lacking.length > 0) throw missing(...lacking);
  requireSiblings(made, scope);
  if (isActive(made.after)) requireRoom(scope);
  requireRules(lineItems.createLineItem, made, scope);
  requireCategories(made, scope);
  requirePlacements(made, scope);
  requireDailyBudget(made, scope);
  requireBudgetLevel(made, scope);
};

const changing = (change: ChangedRow, scope: Scope): void => {
  const { before, after, given } = change;
  if (isActive(after) && !isActive(before)) requireRoom(scope);
  requireRulesOfGiven(lineItems.createLineItem, change, scope);
  if (given['categories'] !== undefined) requireCategories(change, scope);
  if (given[daily] !== undefined) requireDailyBudget(change, scope);
  requireBudgetLevel(change, scope);
};

const requireSiblings = ({ after }: WrittenRow, scope: Scope): void => {
  const siblings = siblingsOf(after['campaign_id'], scope);
  if (siblings.length >= maxLineItems) throw tooMany(maxLineItems, 'A campaign');
  const [sibling] = siblings;
  for (const column of ['product_type', 'objective']) {
    if (sibling === undefined || sibling[column] === after[column]) continue;
    const message = `Every line item of a campaign has the same ${column}, here ${sibling[column]}`;
    throw refusal(400, 'INVALID', message, { attribute: column, value: String(after[column]) });
  }
};

const isActive = (row: StoredRow): boolean => row['entity_status'] === 'ACTIVE';

const requireRoom = (scope: Scope): void => {
  const active = liveRows(scope, { entity: 'LineItem', column: 'entity_status' }, 'ACTIVE');
  if (active.length >= activePerAccount) throw tooMany(activePerAccount, 'An account (active)');
};

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [];

/**
 * The ids of a line item's IAB categories, as the categories have them. Throws a 404 for an unknown
 * one.
 */
const categoriesOf = (row: StoredRow, scope: Scope): readonly string[] =>
  textsIn(row['categories']).map((id) => String(iabCategory(id, 'categories', scope)['id']));

// The limit is for business categories; each consists of one or more IAB categories.
const requireCategories = ({ after }: WrittenRow, scope: Scope): void => {
  const parameter = 'categories';
  const categories = categoriesOf(after, scope);
  if (after['objective'] !== 'PREROLL_VIEWS') return;
  const unmatched = categories.find((id) => businessesOf(id, scope).length === 0);
  if (unmatched !== undefined) {
    const message = `${unmatched} belongs to no business category of advertisers`;
    throw invalid(parameter, message, unmatched);
  }
  const { size } = new Set(categories.flatMap((id) => businessesOf(id, scope)));
  if (size === 1 || size === 2) return;
  throw invalid(parameter, 'PREROLL_VIEWS needs one or two business categories of advertisers');
};

const requirePlacements = ({ after }: WrittenRow, { store }: Scope): void => {
  const type = String(after['product_type']);
  const known = store.find('LineItemPlacement', null, type)?.['placements'];
  const possible = new Set(Array.isArray(known) ? known.flat() : []);
  const value = textsIn(after['placements']).find((placement) => !possible.has(placement));
  if (value === undefined) return;
  const message = `${value} is not a placement of ${type}`;
  throw refusal(400, 'INVALID_PLACEMENT_TYPE', message, { parameter: 'placements', value });
};

const daily = 'daily_budget_amount_local_micro';

const requireDailyBudget = ({ after, given }: WrittenRow, scope: Scope): void => {
  if (given[daily] == null && isByLineItem(campaignOf(after, scope))) throw missing(daily);
};

// If the campaign holds the budget, its line items have neither of the two.
const requireBudgetLevel = ({ after, given }: WrittenRow, scope: Scope): void => {
  const wrong = ['standard_delivery', daily].find((name) => given[name] != null);
  if (wrong === undefined || isByLineItem(campaignOf(after, scope))) return;
  const message = `${wrong} needs a campaign with budget_optimization LINE_ITEM`;
  throw refusal(400, 'INCLUSIVE_PARAMETERS', message, { parameter: wrong });
};

const derive = ({ after }: WrittenRow, scope: Scope): Values => {
  const campaign = campaignOf(after, scope);
  return {
    // A bid is ignored with AUTO.
    ...(after['bid_strategy'] === 'AUTO' && { bid_amount_local_micro: null }),
    funding_instrument_id: campaign['funding_instrument_id'],
    currency: campaign['currency'],
    categories: categoriesOf(after, scope),
  };
};

const stores = [
  { column: 'android_app_store_identifier', platform: 'Android', value: '1' },
  { column: 'ios_app_store_identifier', platform: 'iOS', value: '0' },
] as const;

// A line item that promotes an app gets the PLATFORM criterion of its store.
const afterCreating = ({ after }: WrittenRow, scope: Scope): void => {
  for (const { column, platform, value } of stores) {
    if (after[column] === null) continue;
    scope.store.insert('TargetingCriterion', scope.accountId, {
      id: scope.newId('TargetingCriterion'),
      created_at: after['created_at'],
      updated_at: after['created_at'],
      deleted: false,
      line_item_id: after['id'],
      targeting_type: 'PLATFORM',
      targeting_value: value,
      operator_type: 'EQ',
      name: platform,
    });
  }
};

export const rules: Readonly<Record<string, EntityRules>> = {
  LineItem: {
    defaults,
    creating,
    changing,
    derive,
    afterCreating,
    afterwards: ({ after }, scope) => updateServability(after['campaign_id'], scope),
  },
};
