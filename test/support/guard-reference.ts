/** An amount in micros; null if it is sent empty, undefined if it is not sent. */
type Amount = bigint | null | undefined;

/** A campaign or a line item as the emulator has it. */
export interface HeldRow {
  readonly daily: bigint | null;
  readonly total: bigint | null;
  readonly bid: bigint | null;
  readonly isActive: boolean;
  readonly isByLineItem: boolean;
}

/** One change that a write makes. */
export interface RowChange {
  readonly does: 'create' | 'update' | 'delete';
  readonly what: 'Campaign' | 'LineItem' | 'PromotedTweets';
  /** The row before the change; null for a creation. */
  readonly before: HeldRow | null;
  /** The parent of a new line item or post. */
  readonly parent: HeldRow | null;
  readonly daily?: Amount;
  readonly total?: Amount;
  readonly bid?: Amount;
  readonly strategy?: 'AUTO' | 'MAX';
  readonly status?: 'ACTIVE' | 'PAUSED';
  readonly mode?: 'CAMPAIGN' | 'LINE_ITEM';
}

/** A write: the name of its mutation, and its changes; `items` for a batch or a launch. */
export interface GuardedWrite {
  readonly name: string;
  readonly doings: readonly RowChange[];
  readonly items: number;
}

/** A rule, with amounts in micros of the one currency of the test. */
export interface PlainRule {
  readonly name: string;
  readonly only?: readonly string[];
  readonly never?: readonly string[];
  readonly dailyMax?: bigint | 'other';
  readonly totalMax?: bigint | 'other';
  readonly bidMax?: bigint | 'other';
  readonly raisePercent?: bigint;
  readonly raisePerDay?: bigint | 'other';
  readonly activationsPerDay?: bigint;
  readonly items?: number;
}

/** The amounts that each rule has counted, by `rule kind day`. */
export type CountedAmounts = Map<string, bigint>;

const fits = (name: string, patterns: readonly string[]): boolean =>
  patterns.some((one) => one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1))));

const nameOf = ({ does, what }: RowChange): string => `${does}${what}`;

const refusesAmount = (max: bigint | 'other' | undefined, after: bigint, before: bigint | null) => {
  if (max === undefined) return false;
  return max === 'other' ? before === null || after > before : after > max;
};

const refusesBudget = (rule: PlainRule, one: RowChange, kind: 'daily' | 'total'): boolean => {
  const max = kind === 'daily' ? rule.dailyMax : rule.totalMax;
  const isLimited =
    max !== undefined ||
    (kind === 'daily' && (rule.raisePercent !== undefined || rule.raisePerDay !== undefined));
  if (!isLimited || one.does === 'delete' || one.what === 'PromotedTweets') return false;
  const after = one[kind];
  const before = one.before?.[kind] ?? null;
  if (one.before !== null) {
    if (after === null && before !== null) return true;
    if (one.what === 'Campaign' && one.mode !== undefined) {
      const wasByLineItem = one.before.isByLineItem;
      if (one.mode === 'LINE_ITEM' && !wasByLineItem && before !== null) return true;
      if (one.mode === 'CAMPAIGN' && wasByLineItem && kind === 'daily') return true;
    }
  }
  if (after === undefined || after === null) {
    if (one.does !== 'create' || max === undefined) return false;
    if (one.what === 'Campaign') return one.mode !== 'LINE_ITEM';
    return kind === 'daily' && one.parent?.isByLineItem === true;
  }
  if (refusesAmount(max, after, before)) return true;
  const percent = kind === 'daily' ? rule.raisePercent : undefined;
  if (percent !== undefined && after === 0n) return true;
  if (percent === undefined || before === null || before === 0n || after <= before) return false;
  return (after - before) * 100n > before * percent;
};

const refusesBid = ({ bidMax }: PlainRule, one: RowChange): boolean => {
  if (bidMax === undefined || one.what !== 'LineItem' || one.does === 'delete') return false;
  if (one.strategy === 'AUTO') return true;
  if (one.bid === undefined || one.bid === null) return one.does === 'create';
  return refusesAmount(bidMax, one.bid, one.before?.bid ?? null);
};

const refusesName = ({ only, never }: PlainRule, { name, doings }: GuardedWrite): boolean => {
  const inside = doings.map(nameOf);
  if (never !== undefined) return [name, ...inside].some((one) => fits(one, never));
  if (only === undefined || fits(name, only)) return false;
  return inside.length === 0 || !inside.every((one) => fits(one, only));
};

const isActivated = ({ does, what, status, before, parent }: RowChange): boolean => {
  if (does === 'delete') return false;
  if (what === 'PromotedTweets') return parent?.isActive === true;
  if (does === 'create') return status !== 'PAUSED';
  return status === 'ACTIVE' && before?.isActive === false;
};

const raiseIn = ({ does, what, daily, before }: RowChange): bigint => {
  if (does === 'delete' || what === 'PromotedTweets' || daily === undefined || daily === null)
    return 0n;
  const raise = daily - (before?.daily ?? 0n);
  return raise > 0n ? raise : 0n;
};

const sumIn = (doings: readonly RowChange[]) => ({
  raises: doings.reduce((sum, one) => sum + raiseIn(one), 0n),
  activations: BigInt(doings.filter(isActivated).length),
});

const refusesSum = (
  rule: PlainRule,
  { doings }: GuardedWrite,
  { counted, day }: { readonly counted: CountedAmounts; readonly day: string },
): boolean => {
  const { raises, activations } = sumIn(doings);
  const isOver = (most: bigint | 'other' | undefined, kind: string, more: bigint): boolean =>
    most !== undefined &&
    more > 0n &&
    (most === 'other' || (counted.get(`${rule.name} ${kind} ${day}`) ?? 0n) + more > most);
  return (
    isOver(rule.raisePerDay, 'raises', raises) ||
    isOver(rule.activationsPerDay, 'activations', activations)
  );
};

/** The rules that refuse a write: by itself, or because of the amounts counted on its day. */
export const refusedByReference = (
  rules: readonly PlainRule[],
  write: GuardedWrite,
  sums: { readonly counted: CountedAmounts; readonly day: string },
): readonly string[] => {
  const refusing = rules.filter(
    (rule) =>
      refusesName(rule, write) ||
      (rule.items !== undefined && write.items > rule.items) ||
      write.doings.some(
        (one) =>
          refusesBudget(rule, one, 'daily') ||
          refusesBudget(rule, one, 'total') ||
          refusesBid(rule, one),
      ) ||
      refusesSum(rule, write, sums),
  );
  return refusing.map(({ name }) => name).sort();
};

/** Counts a write that was applied, or whose outcome is unknown. */
export const countInReference = (
  rules: readonly PlainRule[],
  { doings }: GuardedWrite,
  { counted, day }: { readonly counted: CountedAmounts; readonly day: string },
): void => {
  const { raises, activations } = sumIn(doings);
  for (const { name } of rules) {
    for (const [kind, more] of Object.entries({ raises, activations })) {
      const key = `${name} ${kind} ${day}`;
      counted.set(key, (counted.get(key) ?? 0n) + more);
    }
  }
};
