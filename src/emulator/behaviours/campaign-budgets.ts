import { integer } from '../json.ts';
import { invalid, refusal } from '../refusal.ts';
import type { Change, Scope, Values } from '../scope.ts';
import type { StoredRow } from '../store.ts';

/** Whether the line items of a campaign hold its budget. */
export const isByLineItem = (campaign: StoredRow | null): boolean =>
  campaign?.['budget_optimization'] === 'LINE_ITEM';

/** Columns that a campaign does not show while its line items hold the budget. */
const usual = { standard_delivery: true, total_budget_amount_local_micro: null } as const;
type Own = Readonly<Record<keyof typeof usual, unknown>>;

// While they are not shown, they are kept beside the campaign.
const hidden = 'CampaignBudget';

/** Delivery and total of a campaign after a change, whether it shows them or not. */
export const ownBudget = ({ before, after, given }: Change, scope: Scope): Own => {
  const kept = scope.store.find(hidden, scope.accountId, String(after['id']));
  const stood: StoredRow = (isByLineItem(before) ? kept : before) ?? usual;
  const of = (name: keyof Own): unknown => {
    const value = given[name];
    if (value === undefined) return stood[name] ?? usual[name];
    return typeof value === 'string' ? integer(value) : value;
  };
  return {
    standard_delivery: of('standard_delivery'),
    total_budget_amount_local_micro: of('total_budget_amount_local_micro'),
  };
};

/** What a campaign shows of them. */
export const shownBudget = (change: Change, scope: Scope): Values =>
  isByLineItem(change.after)
    ? { standard_delivery: null, total_budget_amount_local_micro: null }
    : ownBudget(change, scope);

/** Keeps what a campaign does not show. */
export const keepBudget = (change: Change, scope: Scope): void => {
  if (!isByLineItem(change.after)) return;
  const row = { id: change.after['id'], ...ownBudget(change, scope) };
  scope.store.insert(hidden, scope.accountId, row);
};

/** Refuses a delivery beside line item budgets, and a daily budget above the total one. */
export const requireBudgets = (change: Change, scope: Scope): void => {
  const { after, given } = change;
  if (isByLineItem(after)) {
    if (given['standard_delivery'] == null) return;
    const message = 'standard_delivery needs budget_optimization CAMPAIGN';
    throw refusal(400, 'INCLUSIVE_PARAMETERS', message, { parameter: 'standard_delivery' });
  }
  const parameter = 'daily_budget_amount_local_micro';
  const { total_budget_amount_local_micro: total } = ownBudget(change, scope);
  const daily = after[parameter];
  if (daily === null || total === null || Number(daily) <= Number(total)) return;
  throw invalid(parameter, 'The daily budget is more than the total budget', daily);
};
