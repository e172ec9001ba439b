import type { GuardRule, MaxAmounts } from '../../config/guards.ts';
import { labelOf } from '../../upstream/catalogue/language/labels.ts';
import { amountName } from '../../upstream/catalogue/language/money.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { KnownEffect } from '../effects/known.ts';
import { type FindingParts, finding, type GuardFinding, unitsOf } from './findings.ts';

/** The limited amounts: the member of the rule, and the column. */
const budgets = [
  { member: 'dailyBudget', column: 'daily_budget_amount_local_micro' },
  { member: 'totalBudget', column: 'total_budget_amount_local_micro' },
] as const;
const bid = { member: 'bid', column: 'bid_amount_local_micro' } as const;
type LimitedColumn = (typeof budgets)[number] | typeof bid;

/** The parameters on which a budget or a bid depends. */
const deciding: readonly string[] = [
  ...[...budgets, bid].map(({ column }) => column),
  'budget_optimization',
  'bid_strategy',
];

/** True if an effect may set a budget or a bid, or remove its limit. */
export const isAboutMoney = ({
  kind,
  entity,
  sent,
}: Pick<KnownEffect, 'kind' | 'entity' | 'sent'>): boolean => {
  if (kind === 'Delete' || !(entity.name === 'Campaign' || entity.name === 'LineItem')) {
    return false;
  }
  return kind === 'Create' || deciding.some((name) => sent[name] !== undefined);
};

/** The findings of a rule about budgets and the bid that an effect sets, clears or leaves open. */
export const moneyFound = (rule: GuardRule, effect: KnownEffect): readonly GuardFinding[] =>
  isAboutMoney(effect)
    ? [...budgets.flatMap((budget) => budgetFound(rule, effect, budget)), ...bidFound(rule, effect)]
    : [];

/** An amount that a write sets, and the amount before; null if there was none. */
interface SetAmount {
  readonly before: bigint | null;
  readonly after: bigint;
}

const amountIn = (values: Readonly<Record<string, unknown>> | null, column: string) => {
  const text = String(values?.[column]);
  return /^\d+$/.test(text) ? BigInt(text) : null;
};

const setAmount = ({ before, sent }: KnownEffect, column: string): SetAmount | null => {
  const after = amountIn(sent, column);
  return after === null ? null : { before: amountIn(before, column), after };
};

/** The budgets and the bid that an effect sets; null among them if it removes one. */
export const amountsSet = (effect: KnownEffect): readonly (bigint | null)[] => {
  if (!isAboutMoney(effect)) return [];
  const isOpen = budgets.some((one) => clears(effect, one)) || isBidOpen(effect);
  const set = [...budgets, bid].flatMap(({ column }) => setAmount(effect, column)?.after ?? []);
  return isOpen ? [...set, null] : set;
};

const isBidOpen = ({ sent, before, entity }: KnownEffect): boolean =>
  entity.name === 'LineItem' &&
  (sent['bid_strategy'] === 'AUTO' ||
    (sent[bid.column] === null && amountIn(before, bid.column) !== null));

/** The micros by which an effect raises a daily budget. A first budget is raised from 0. */
export const raiseOf = (effect: KnownEffect): bigint => {
  if (!isAboutMoney(effect)) return 0n;
  const set = setAmount(effect, budgets[0].column);
  const raise = set === null ? 0n : set.after - (set.before ?? 0n);
  return raise > 0n ? raise : 0n;
};

const raises = ({ before, after }: SetAmount): boolean => before === null || after > before;

/** The parts of every finding about an amount. */
const about = (effect: KnownEffect, { member, column }: LimitedColumn) => {
  const isGiven = effect.given[column] !== undefined;
  return {
    what: labelOf(amountName(column)),
    limit: `${member}.max`,
    currency: effect.currency,
    effect,
    argument: isGiven ? effect.at(column) : effect.at(amountName(column)),
  };
};

const amountFor = (amounts: MaxAmounts | undefined, { currency }: KnownEffect): bigint | null =>
  amounts?.[currency ?? ''] ?? null;

const maxText = (amounts: MaxAmounts | undefined, effect: KnownEffect): string | null => {
  const max = amountFor(amounts, effect);
  return max === null ? null : unitsOf(max);
};

/** The finding of a `max` about an amount that is set. */
const mostFound = (
  amounts: MaxAmounts,
  effect: KnownEffect,
  set: SetAmount,
): Pick<FindingParts, 'value' | 'refusal' | 'max'> => {
  const max = amountFor(amounts, effect);
  const refusal = max === null ? (raises(set) ? 'CURRENCY' : null) : set.after > max ? 'MAX' : null;
  return { value: unitsOf(set.after), refusal, max: max === null ? null : unitsOf(max) };
};

const budgetFound = (
  rule: GuardRule,
  effect: KnownEffect,
  budget: (typeof budgets)[number],
): readonly GuardFinding[] => {
  const limits: GuardRule['dailyBudget'] = rule[budget.member];
  if (limits === undefined) return [];
  const { max, raisePercent } = limits;
  const own = about(effect, budget);
  const open = { value: 'none', max: maxText(max, effect) };
  if (clears(effect, budget)) {
    const [member = 'max'] = Object.keys(limits);
    const limit = `${budget.member}.${member}`;
    return [finding(rule, { ...own, ...open, limit, refusal: 'CLEARED' })];
  }
  const set = setAmount(effect, budget.column);
  // A later raise from 0 has no percentage, so setting 0 counts as clearing.
  if (raisePercent !== undefined && set?.after === 0n) {
    const limit = `${budget.member}.raisePercent`;
    return [finding(rule, { ...own, limit, value: '0', refusal: 'CLEARED' })];
  }
  if (set === null) {
    const isMissing = max !== undefined && effect.kind === 'Create' && holds(effect, budget);
    return isMissing ? [finding(rule, { ...own, ...open, refusal: 'MISSING' })] : [];
  }
  return [
    ...(max === undefined ? [] : [finding(rule, { ...own, ...mostFound(max, effect, set) })]),
    ...(raisePercent === undefined ? [] : percentFound(rule, own, set, raisePercent)),
  ];
};

/** Percentages are in millionths, so that every comparison is exact. */
const percentFound = (
  rule: GuardRule,
  own: ReturnType<typeof about>,
  { before, after }: SetAmount,
  raisePercent: bigint,
): readonly GuardFinding[] => {
  if (before === null || before === 0n) return [];
  const raise = after > before ? after - before : 0n;
  const isOver = raise * 100_000_000n > before * raisePercent;
  const value = unitsOf((raise * 100_000_000n) / before);
  const refusal = isOver ? 'PERCENT' : null;
  const limit = 'dailyBudget.raisePercent';
  return [finding(rule, { ...own, limit, value, refusal, max: unitsOf(raisePercent) })];
};

const isByLineItem = (row: Readonly<Record<string, unknown>> | null): boolean =>
  row?.['budget_optimization'] === 'LINE_ITEM';

/** True if a new campaign or line item holds a budget: without one its spending has no limit. */
const holds = ({ entity, sent, parent }: KnownEffect, { member }: LimitedColumn): boolean =>
  entity.name === 'Campaign'
    ? !isByLineItem(sent)
    : member === 'dailyBudget' && isByLineItem(parent);

/**
 * True if a change removes a budget: it is sent empty, or is held elsewhere from now on. A campaign
 * that takes the daily budget back removes it from its line items.
 */
const clears = (
  { before, sent, entity }: KnownEffect,
  { member, column }: LimitedColumn,
): boolean => {
  if (before === null) return false;
  if (sent[column] === null && amountIn(before, column) !== null) return true;
  const { budget_optimization: mode = null } = sent;
  if (entity.name !== 'Campaign' || mode === null) return false;
  if (mode === 'LINE_ITEM') return !isByLineItem(before) && amountIn(before, column) !== null;
  return member === 'dailyBudget' && isByLineItem(before);
};

const bidFound = (rule: GuardRule, effect: KnownEffect): readonly GuardFinding[] => {
  const { sent, before, kind, entity } = effect;
  if (rule.bid === undefined || entity.name !== 'LineItem') return [];
  const { max } = rule.bid;
  const own = about(effect, bid);
  const open = { value: 'none', max: maxText(max, effect) };
  if (sent['bid_strategy'] === 'AUTO') {
    const argument = effect.at('bid_strategy');
    return [finding(rule, { ...own, ...open, value: 'AUTO', argument, refusal: 'AUTO' })];
  }
  const set = setAmount(effect, bid.column);
  if (set !== null) return [finding(rule, { ...own, ...mostFound(max, effect, set) })];
  if (kind === 'Create') return [finding(rule, { ...own, ...open, refusal: 'MISSING' })];
  const isCleared = sent[bid.column] === null && amountIn(before as Row, bid.column) !== null;
  return isCleared ? [finding(rule, { ...own, ...open, refusal: 'CLEARED' })] : [];
};
