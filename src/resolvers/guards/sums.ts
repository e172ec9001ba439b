import type { GuardRule } from '../../config/guards.ts';
import type { SumAddition } from '../../state/guard-sums.ts';
import { amountName } from '../../upstream/catalogue/language/money.ts';
import { activates, type KnownEffect } from '../effects/known.ts';
import { finding, type GuardFinding, unitsOf } from './findings.ts';
import { raiseOf } from './money.ts';

/** The amounts that effects add to a sum of a rule. */
interface SumIncrease {
  readonly rule: GuardRule;
  readonly limit: 'dailyBudget.raisePerDay' | 'activationsPerDay';
  readonly currency: string | null;
  /** The largest allowed sum; null if the rule has no amount in this currency. */
  readonly most: bigint | null;
  readonly adds: readonly { readonly amount: bigint; readonly effect: KnownEffect }[];
}

/** The amounts that a write adds to the sums of a day in an account. */
export interface DaySums extends Pick<SumAddition, 'accountId' | 'day'> {
  readonly added: readonly SumIncrease[];
}

/** The amounts that effects add to the sums of a rule. */
export const addedTo = (
  rule: GuardRule,
  effects: readonly KnownEffect[],
): readonly SumIncrease[] => {
  const { activationsPerDay, dailyBudget: { raisePerDay } = {} } = rule;
  const activated = activationsPerDay === undefined ? [] : effects.filter(activates);
  const raised = raisePerDay === undefined ? [] : effects.filter((one) => raiseOf(one) > 0n);
  return [
    ...[...Map.groupBy(raised, ({ currency }) => currency)].map(
      ([currency, own]): SumIncrease => ({
        rule,
        limit: 'dailyBudget.raisePerDay',
        currency,
        most: raisePerDay?.[currency ?? ''] ?? null,
        adds: own.map((effect) => ({ amount: raiseOf(effect), effect })),
      }),
    ),
    ...(activated.length === 0
      ? []
      : [
          {
            rule,
            limit: 'activationsPerDay',
            currency: null,
            most: BigInt(activationsPerDay ?? 0),
            adds: activated.map((effect) => ({ amount: 1n, effect })),
          } as const,
        ]),
  ];
};

/** The findings of a rule about a sum that is `before` so far: a refusal for each excess. */
export const sumFound = (
  { rule, limit, currency, most, adds }: SumIncrease,
  before: bigint,
): readonly GuardFinding[] => {
  const isMoney = limit === 'dailyBudget.raisePerDay';
  const textOf = (sum: bigint): string => (isMoney ? unitsOf(sum) : String(sum));
  let sum = before;
  return adds.map(({ amount, effect }) => {
    const next = sum + amount;
    const fits = most !== null && next <= most;
    if (fits) sum = next;
    const over = isMoney ? (most === null ? 'CURRENCY' : 'RAISES') : 'ACTIVATIONS';
    return finding(rule, {
      limit,
      currency,
      effect,
      what: 'Daily budget',
      value: textOf(next),
      max: most === null ? null : textOf(most),
      argument: argumentOf(effect, isMoney),
      refusal: fits ? null : over,
    });
  });
};

const daily = 'daily_budget_amount_local_micro';

const argumentOf = ({ at, given, write: { endpoint } }: KnownEffect, isMoney: boolean): string => {
  if (!isMoney) return at(endpoint.returns.perItemOf ?? 'entity_status');
  return at(given[daily] === undefined ? amountName(daily) : daily);
};

/** The additions by a write in an account on a day, one for each sum. */
export const additionsOf = ({ added, accountId, day }: DaySums): readonly SumAddition[] =>
  added.map(({ rule, limit, currency, most, adds }) => ({
    rule: rule.name,
    limit,
    currency,
    accountId,
    day,
    amount: adds.reduce((sum, { amount }) => sum + amount, 0n),
    most: most ?? 0n,
  }));
