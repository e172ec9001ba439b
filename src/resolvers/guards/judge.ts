import { type GuardRule, isNamed, type MaxAmounts } from '../../config/guards.ts';
import type { CountedWrite } from '../../state/guard-sums.ts';
import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import type { Guards, StoppedWrite } from '../context.ts';
import { changesOf, type Effect } from '../effects/effects.ts';
import { activates, type KnownEffect, mayActivate } from '../effects/known.ts';
import type { LoadContext } from '../field.ts';
import { type FindingParts, finding, type GuardFinding, unitsOf } from './findings.ts';
import { amountsSet, isAboutMoney, moneyFound, raiseOf } from './money.ts';
import { addedTo, additionsOf, type DaySums, sumFound } from './sums.ts';

/** The subject of a judgement: a write, or all writes of a launch, with the current rows. */
export interface JudgedWrites {
  /** The name of the mutation. */
  readonly own: string;
  readonly writes: readonly StoppedWrite[];
  readonly effects: readonly KnownEffect[];
  /** The argument for findings about the whole input, and that about the number of its items. */
  readonly whole: string;
  readonly items: string;
  /** Returns the arguments of the deeds of a launch; by default those of the items of a batch. */
  readonly place?: PlaceDeed;
}

/** The rules for a write in an account, or in none. */
export const rulesFor = ({ rules }: Guards, accountId: string | null): readonly GuardRule[] =>
  rules.filter(
    ({ accounts }) =>
      accounts === undefined || (accountId !== null && accounts.includes(accountId)),
  );

/** The id of a write's account, in lower case; null if it has none. */
export const accountOf = ({ input }: Pick<StoppedWrite, 'input'>): string | null =>
  typeof input['account_id'] === 'string' ? lowerId(input['account_id']) : null;

/** True if the rules need the current row to judge an effect. */
export const needsKnowledge = (rules: readonly GuardRule[], effect: Effect): boolean =>
  rules.some(
    ({ dailyBudget, totalBudget, bid, activationsPerDay }) =>
      ((dailyBudget ?? totalBudget ?? bid) !== undefined && isAboutMoney(effect)) ||
      (activationsPerDay !== undefined && mayActivate(effect)),
  );

/** The findings of the rules about a write by itself, without the sums of its day. */
export const judge = (
  rules: readonly GuardRule[],
  { own, writes, effects, whole, items: at, place = placeIn(whole) }: JudgedWrites,
  { items }: Pick<Guards, 'items'>,
): readonly GuardFinding[] => {
  const deeds = writes.flatMap((write) => deedsOf(write, place));
  return rules.flatMap((rule) => [
    ...namesFound(rule, own, deeds, whole),
    ...itemsFound(rule, items, at),
    ...effects.flatMap((effect) => moneyFound(rule, effect)),
    ...approvalFound(rule, effects, deeds, whole),
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

/** The findings of the guards about writes that are neither sent nor counted. */
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

/** The sums that a write adds to today, in the time zone of its account; null if it adds none. */
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

/** The findings of the rules about the sums of a day. A repeated write counts once. */
export const judgeSums = async (
  additions: DaySums,
  { sums }: Guards,
  write: CountedWrite | null,
): Promise<readonly GuardFinding[]> => {
  const before = await sums.read(additionsOf(additions), write);
  return additions.added.flatMap((one, index) => sumFound(one, before[index] ?? 0n));
};

/** The findings of a rule that need a person's consent before an agent may write. */
const approvalFound = (
  rule: GuardRule,
  effects: readonly KnownEffect[],
  deeds: readonly Deed[],
  argument: string,
): readonly GuardFinding[] => {
  const { above, activate, delete: deletes } = rule.approval ?? {};
  const needed = (limit: string, value: string, about: Pick<FindingParts, 'effect' | 'item'>) =>
    finding(rule, {
      limit: `approval.${limit}`,
      value,
      refusal: null,
      needsApproval: true,
      argument,
      ...about,
    });
  const raising = above === undefined ? [] : effects;
  const activated = activate === true ? effects.filter(activates) : [];
  const deleted = deletes === true ? deeds.filter(({ name }) => isDeletion(name)) : [];
  return [
    ...raising.flatMap((effect) =>
      amountsAbove(above, effect).map((value) => needed('above', value, { effect })),
    ),
    ...activated.map((effect) => needed('activate', effect.entity.name, { effect })),
    ...deleted.map(({ name, item }) => needed('delete', name, { item })),
  ];
};

/** The budgets and bids that are set above a limit, as text; 'none' for a cleared one. */
const amountsAbove = (above: MaxAmounts = {}, effect: KnownEffect): readonly string[] => {
  const most = above[effect.currency ?? ''];
  return amountsSet(effect)
    .filter((amount) => amount === null || most === undefined || amount > most)
    .map((amount) => (amount === null ? 'none' : unitsOf(amount)));
};

/** One deed of a mutation, under the name of the mutation that does only this. */
interface Deed {
  readonly name: string;
  readonly item: number | null;
  readonly argument: string;
}

/** Returns the argument of an item of a write; `item` is null for the whole write. */
type PlaceDeed = (write: StoppedWrite, item: number | null) => string;

/** True if a mutation deletes something, by its name: `deleteCampaign`. */
export const isDeletion = (name: string): boolean => /^delete[A-Z]/.test(name);

/** The deeds of a call, such as `createCampaign` and `deleteCampaign` of `batchCampaigns`. */
const deedsOf = (write: StoppedWrite, place: PlaceDeed): readonly Deed[] => {
  const { endpoint, input } = write;
  const { operations, returns, name } = endpoint;
  if (operations === null || returns.as !== 'batch' || returns.of === null)
    return [{ name, item: null, argument: place(write, null) }];
  const { name: entity } = returns.of;
  return changesOf(endpoint, input).map(({ kind }, item) => ({
    name: `${kind.toLowerCase()}${entity}`,
    item,
    argument: place(write, item),
  }));
};

/** The findings of a rule about the names of a mutation and of its deeds. */
const namesFound = (
  rule: GuardRule,
  own: string,
  deeds: readonly Deed[],
  argument: string,
): readonly GuardFinding[] => {
  const { only, never } = rule.mutations ?? {};
  const names = only ?? never;
  if (names === undefined) return [];
  const limit = `mutations.${only === undefined ? 'never' : 'only'}`;
  const isOwn = isNamed(own, names);
  const refused = (deed: Deed): GuardFinding =>
    finding(rule, { limit, value: deed.name, refusal: 'NAME', ...deed });
  const refusedDeeds = deeds.filter(({ name }) => isNamed(name, names) === (only === undefined));
  if (isOwn && only === undefined) return [refused({ name: own, item: null, argument })];
  if (!isOwn && refusedDeeds.length > 0) {
    const each = new Map(refusedDeeds.map((deed) => [`${deed.name} ${deed.argument}`, deed]));
    return [...each.values()].map(refused);
  }
  return [finding(rule, { limit, value: own, refusal: null, argument })];
};
