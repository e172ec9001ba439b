import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { integer } from '../json.ts';
import { invalid, refusal } from '../refusal.ts';
import type { Change } from '../scope.ts';
import type { StoredRow } from '../store.ts';

/** True if the budget of a campaign belongs to its line items. */
export const isByLineItem = (campaign: StoredRow | null): boolean =>
  campaign?.['budget_optimization'] === 'LINE_ITEM';

/** Columns that are null while the line items hold the budget, with their defaults. */
const defaults = { standard_delivery: true, total_budget_amount_local_micro: null } as const;

/** These columns after a change. Their values from before LINE_ITEM are not restored. */
export const shownBudget = ({ before, after, given }: Change): Values => {
  if (isByLineItem(after)) {
    return { standard_delivery: null, total_budget_amount_local_micro: null };
  }
  const previous: StoredRow = (isByLineItem(before) ? null : before) ?? defaults;
  const of = (name: keyof typeof defaults): unknown => {
    const value = given[name];
    if (value === undefined) return previous[name] ?? defaults[name];
    return typeof value === 'string' ? integer(value) : value;
  };
  return {
    standard_delivery: of('standard_delivery'),
    total_budget_amount_local_micro: of('total_budget_amount_local_micro'),
  };
};

/**
 * Throws a 400 for `standard_delivery` with line item budgets, and for a daily budget above the
 * total one.
 */
export const requireBudgets = (change: Change): void => {
  const { after, given } = change;
  if (isByLineItem(after)) {
    if (given['standard_delivery'] == null) return;
    const message = 'standard_delivery needs budget_optimization CAMPAIGN';
    throw refusal(400, 'INCLUSIVE_PARAMETERS', message, { parameter: 'standard_delivery' });
  }
  const parameter = 'daily_budget_amount_local_micro';
  const { total_budget_amount_local_micro: total } = shownBudget(change);
  const daily = after[parameter];
  if (daily === null || total === null || Number(daily) <= Number(total)) return;
  throw invalid(parameter, 'The daily budget is more than the total budget', daily);
};
