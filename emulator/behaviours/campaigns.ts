import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { isLive, liveRows } from '../read.ts';
import { missing, refusal } from '../refusal.ts';
import type { Change, ChangedRow, EntityRules, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { isByLineItem, requireBudgets, shownBudget } from './campaign-budgets.ts';
import { campaignNow, fundingOf } from './serving.ts';

const activeLimit = 200;
/** The limit that an account manager can raise it to. */
const raisedLimit = 8000;

// All kinds of funding except insertion orders require a daily budget.
const needsDailyBudget = (campaign: StoredRow, scope: Scope): boolean =>
  !isByLineItem(campaign) && fundingOf(campaign, scope)?.['type'] !== 'INSERTION_ORDER';

const isActive = (row: StoredRow): boolean => row['entity_status'] === 'ACTIVE' && isLive(row);

const requireRoom = (scope: Scope): void => {
  const where = { entity: 'Campaign', column: 'entity_status' };
  const active = liveRows(scope, where, 'ACTIVE').length;
  // An account with more active campaigns than the default limit must have the raised one.
  const limit = active > activeLimit ? raisedLimit : activeLimit;
  if (active < limit) return;
  throw refusal(400, 'TOO_MANY_CAMPAIGNS', `An account has at most ${limit} active campaigns`, {
    parameter: 'entity_status',
  });
};

const creating = (made: WrittenRow, scope: Scope): void => {
  const { after } = made;
  const parameter = 'daily_budget_amount_local_micro';
  if (after[parameter] === null && needsDailyBudget(after, scope)) throw missing(parameter);
  requireBudgets({ ...made, before: null });
  if (isActive(after)) requireRoom(scope);
};

const changing = (change: ChangedRow, scope: Scope): void => {
  requireBudgets(change);
  if (isActive(change.after) && !isActive(change.before)) requireRoom(scope);
};

/** The reasons not to serve that the states of the campaign and its line items cause. */
const reasonsNotToServe = (row: StoredRow, scope: Scope): readonly string[] => {
  const [first] = liveRows(scope, { entity: 'LineItem', column: 'campaign_id' }, row['id']);
  return [
    ...(row['entity_status'] === 'PAUSED' ? ['PAUSED_BY_ADVERTISER'] : []),
    ...(row['entity_status'] === 'DRAFT' || first === undefined ? ['INCOMPLETE'] : []),
  ];
};

const derive = (change: Change, scope: Scope): Values => {
  const { after } = change;
  if (after['deleted'] === true) return { servable: null, reasons_not_servable: [] };
  const reasons = reasonsNotToServe(after, scope);
  return campaignNow(
    {
      ...after,
      currency: fundingOf(after, scope)?.['currency'] ?? after['currency'],
      servable: reasons.length === 0,
      reasons_not_servable: reasons,
      ...shownBudget(change),
    },
    scope,
  );
};

/** Recomputes whether a campaign can serve after a line item was created or deleted. */
export const updateServability = (campaignId: unknown, scope: Scope): void => {
  const before = scope.store.find('Campaign', scope.accountId, String(campaignId));
  if (before === undefined) return;
  const change = { before, after: before, given: {} };
  scope.store.insert('Campaign', scope.accountId, { ...before, ...derive(change, scope) });
};

export const rules: Readonly<Record<string, EntityRules>> = {
  Campaign: {
    defaults: () => ({
      budget_optimization: 'CAMPAIGN',
      standard_delivery: true,
    }),
    creating,
    changing,
    derive,
    shows: campaignNow,
  },
};
