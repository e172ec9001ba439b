import { liveRows } from '../read.ts';
import { invalid, missing, notFound, refusal } from '../refusal.ts';
import type { Change, EntityRules, Scope, Values } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { updateServability } from './campaigns.ts';
import { businessesOf, iabCategory } from './iab-categories.ts';

const perCampaign = 100;
const activePerAccount = 256;

const siblingsOf = (campaignId: unknown, scope: Scope): readonly StoredRow[] =>
  liveRows(scope, { entity: 'LineItem', column: 'campaign_id' }, campaignId);

const campaignOf = (row: StoredRow, { store, accountId }: Scope): StoredRow => {
  const id = String(row['campaign_id']);
  const campaign = store.find('Campaign', accountId, id);
  if (campaign === undefined) throw notFound('Campaign', 'campaign_id', id);
  return campaign;
};

const goals: Readonly<Record<string, string>> = {
  APP_ENGAGEMENTS: 'APP_CLICKS',
  APP_INSTALLS: 'APP_INSTALLS',
  ENGAGEMENTS: 'ENGAGEMENT',
  FOLLOWERS: 'FOLLOWERS',
  PREROLL_VIEWS: 'PREROLL',
  REACH: 'MAX_REACH',
  VIDEO_VIEWS: 'VIDEO_VIEW',
  WEBSITE_CLICKS: 'LINK_CLICKS',
};

/** The default goal of an objective. */
export const goalOf = (objective: unknown): string => goals[String(objective)] ?? 'ENGAGEMENT';

const defaults = (given: Values, scope: Scope): Values => {
  const [sibling] = siblingsOf(given['campaign_id'], scope);
  const objective = given['objective'] ?? sibling?.['objective'] ?? 'ENGAGEMENTS';
  return {
    product_type: sibling?.['product_type'] ?? 'PROMOTED_TWEETS',
    objective,
    goal: goalOf(objective),
    placements: ['ALL_ON_TWITTER'],
    pay_by: 'IMPRESSION',
    bid_strategy: given['bid_amount_local_micro'] == null ? 'AUTO' : 'MAX',
    start_time: scope.time(),
    standard_delivery: true,
    creative_source: 'MANUAL',
  };
};

const tooMany = (limit: number, where: string) =>
  refusal(400, 'TOO_MANY_LINE_ITEMS', `${where} has at most ${limit} line items`);

const check = ({ before, after }: Change, scope: Scope): void => {
  if (before !== null) return;
  const siblings = siblingsOf(after['campaign_id'], scope);
  if (siblings.length >= perCampaign) throw tooMany(perCampaign, 'A campaign');
  const [sibling] = siblings;
  for (const column of ['product_type', 'objective']) {
    if (sibling === undefined || sibling[column] === after[column]) continue;
    const message = `Every line item of a campaign has the same ${column}, here ${sibling[column]}`;
    throw refusal(400, 'INVALID', message, { attribute: column, value: String(after[column]) });
  }
  requireRoom(after, scope);
  requireSpan(after);
  requireCategories(after, scope);
  requirePlacements(after, scope);
  requireFit(after, scope);
};

const requireRoom = (after: StoredRow, scope: Scope): void => {
  if (after['entity_status'] !== 'ACTIVE') return;
  const active = liveRows(scope, { entity: 'LineItem', column: 'entity_status' }, 'ACTIVE');
  if (active.length >= activePerAccount) throw tooMany(activePerAccount, 'An account (active)');
};

// `start_time` is now unless given, so the rules of the catalogue cannot check this.
const requireSpan = ({ start_time: start, end_time: end }: StoredRow): void => {
  if (Date.parse(String(end)) > Date.parse(String(start))) return;
  throw invalid('end_time', 'end_time is not after start_time, which is now unless given', end);
};

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [];

/** The ids of a line item's IAB categories, as the categories have them. Throws a 404 for an unknown one. */
const categoriesOf = (row: StoredRow, scope: Scope): readonly string[] =>
  textsIn(row['categories']).map((id) => String(iabCategory(id, 'categories', scope)['id']));

// The number of business categories counts, each of which stands for one or more IAB categories.
const requireCategories = (after: StoredRow, scope: Scope): void => {
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

const requirePlacements = (after: StoredRow, { store }: Scope): void => {
  const type = String(after['product_type']);
  const known = store.find('LineItemPlacement', null, type)?.['placements'];
  const possible = new Set(Array.isArray(known) ? known.flat() : []);
  const value = textsIn(after['placements']).find((placement) => !possible.has(placement));
  if (value === undefined) return;
  const message = `${value} is no placement of ${type}`;
  throw refusal(400, 'INVALID_PLACEMENT_TYPE', message, { parameter: 'placements', value });
};

const requireFit = (after: StoredRow, scope: Scope): void => {
  if (after['bid_strategy'] === 'AUTO' && after['bid_amount_local_micro'] !== null) {
    const message = 'A bid amount excludes the bid strategy AUTO';
    const parameter = 'bid_amount_local_micro';
    throw refusal(400, 'EXCLUSIVE_PARAMETERS', message, { parameter });
  }
  const parameter = 'daily_budget_amount_local_micro';
  const byLineItem = campaignOf(after, scope)['budget_optimization'] === 'LINE_ITEM';
  if (byLineItem && after[parameter] === null) throw missing(parameter);
};

const derive = ({ after }: Change, scope: Scope): Values => {
  const campaign = campaignOf(after, scope);
  return {
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
const afterwards = ({ before, after }: Change, scope: Scope): void => {
  if (before !== null) return;
  updateServability(after['campaign_id'], scope);
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
  LineItem: { defaults, check, derive, afterwards },
};
