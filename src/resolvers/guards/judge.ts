import type { GuardRule } from '../../config/guards.ts';
import type { CountedWrite } from '../../state/guard-sums.ts';
import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import type { Guards, StoppedWrite } from '../context.ts';
import { activates, mayActivate } from '../effects/activations.ts';
import type { Effect } from '../effects/effects.ts';
import type { KnownEffect } from '../effects/known.ts';
import type { LoadContext } from '../field.ts';
import { approvalFound } from './approval.ts';
import { deedsOf, namesFound, type PlaceDeed } from './deeds.ts';
import { finding, type GuardFinding } from './findings.ts';
import { isAboutMoney, moneyFound, raiseOf } from './money.ts';
import { addedTo, additionsOf, type DaySums, sumFound } from './sums.ts';

/** What is judged: a write, or all writes of a launch, with what is there now. */
export interface JudgedWrites {
  /** The name of the mutation. */
  readonly own: string;
  readonly writes: readonly StoppedWrite[];
  readonly effects: readonly KnownEffect[];
  /** The argument of what is about the whole input, and of the number of its items. */
  readonly whole: string;
  readonly items: string;
  /** The arguments of what a launch does; without it, of the items of a batch. */
  readonly place?: PlaceDeed;
}

/** The rules that fit a write in an account, or in none. */
export const rulesFor = ({ rules }: Guards, accountId: string | null): readonly GuardRule[] =>
  rules.filter(
    ({ accounts }) =>
      accounts === undefined || (accountId !== null && accounts.includes(accountId)),
  );

/** The account that a write is in, in lower case; null if it is in none. */
export const accountOf = ({ input }: Pick<StoppedWrite, 'input'>): string | null =>
  typeof input['account_id'] === 'string' ? lowerId(input['account_id']) : null;

/** Whether the rules need to know what is there before an effect. */
export const needsKnowledge = (rules: readonly GuardRule[], effect: Effect): boolean =>
  rules.some(
    ({ dailyBudget, totalBudget, bid, activationsPerDay }) =>
      ((dailyBudget ?? totalBudget ?? bid) !== undefined && isAboutMoney(effect)) ||
      (activationsPerDay !== undefined && mayActivate(effect)),
  );

/** What the rules say of a write by itself, whatever was written before on the same day. */
export const judge = (
  rules: readonly GuardRule[],
  { own, writes, effects, whole, items: at, place = placeIn(whole) }: JudgedWrites,
  { items }: Pick<Guards, 'items'>,
): readonly GuardFinding[] => {
  const deeds = writes.flatMap((write) => deedsOf(write, place));
  return rules.flatMap((rule) => [
    ...namesFound(rule, { own, deeds, argument: whole }),
    ...itemsFound(rule, items, at),
    ...effects.flatMap((effect) => moneyFound(rule, effect)),
    ...approvalFound(rule, { effects, deeds, argument: whole }),
  ]);
};

const placeIn =
  (whole: string): PlaceDeed =>
  (_write, item) =>
    item === null ? whole : `${whole}.operations[${item}]`;

const itemsFound = (
  rule: GuardRule,
  byAccount: Guards['items'],
  argument: string,
): readonly GuardFinding[] => {
  const { items: most, accounts } = rule;
  if (most === undefined) return [];
  const all = [...byAccount].filter(([id]) => accounts?.includes(id) ?? true);
  const value = all.reduce((sum, [, count]) => sum + count, 0);
  if (value === 0) return [];
  const refusal = value > most ? 'ITEMS' : null;
  return [
    finding(rule, { limit: 'items', value: String(value), max: String(most), argument, refusal }),
  ];
};

/** What the guards say of writes that are not sent now, and which nothing counts. */
export const findingsOf = async (
  judged: JudgedWrites,
  asking: LoadContext,
): Promise<readonly GuardFinding[]> => {
  const { guards } = asking.context;
  const [first] = judged.writes;
  const rules = guards === null || first === undefined ? [] : rulesFor(guards, accountOf(first));
  if (guards === null || rules.length === 0) return [];
  const found = judge(rules, judged, guards);
  const sums = await daySums(rules, judged, asking);
  return sums === null ? found : [...found, ...(await judgeSums(sums, guards, null))];
};

/** What a write adds to sums of today in the time zone of its account; null if nothing. */
export const daySums = async (
  rules: readonly GuardRule[],
  { writes: [write], effects }: Pick<JudgedWrites, 'writes' | 'effects'>,
  { context: { guards, loaders }, field }: LoadContext,
): Promise<DaySums | null> => {
  const accountId = write === undefined ? null : accountOf(write);
  const isCounted = effects.some((effect) => activates(effect) || raiseOf(effect) > 0n);
  if (guards === null || accountId === null || !isCounted) return null;
  const added = rules.flatMap((rule) => addedTo(rule, effects));
  if (added.length === 0) return null;
  const zone = await loaders.timeZones.read(accountId, field.trace);
  return { added, accountId, day: zone.dayAt(guards.sums.now()) };
};

/** What the rules say of the sums of a day with a write, which counts once. */
export const judgeSums = async (
  additions: DaySums,
  { sums }: Guards,
  write: CountedWrite | null,
): Promise<readonly GuardFinding[]> => {
  const before = await sums.read(additionsOf(additions), write);
  return additions.added.flatMap((one, index) => sumFound(one, before[index] ?? 0n));
};
