import { microsOf } from '../../upstream/catalogue/language/money.ts';
import type { Change } from './changes.ts';
import type { DryEntry } from './entry.ts';

/**
 * True if a write may raise what is spent: something becomes active, a budget or a bid is set,
 * raised or cleared, or something ends later.
 */
export const maySpend = ({
  activates,
  changes,
}: Pick<DryEntry, 'activates' | 'changes'>): boolean =>
  activates.length > 0 ||
  changes.some(({ action, field, before, after }) => {
    if (action === 'DELETE') return false;
    if (action === 'CREATE') return Object.values((after ?? {}) as object).some(isMoney);
    return raisesAmount(before, after) || opens(field, before, after);
  });

/**
 * The micros by which a change raises an amount; for a new row its largest amount; `endless` if an
 * amount is cleared. Null if nothing is raised.
 */
export const raiseIn = ({ action, before, after }: Change): bigint | null => {
  if (action === 'CREATE') {
    const amounts = Object.values((after ?? {}) as object)
      .filter(isMoney)
      .map(microsIn);
    return amounts.reduce<bigint | null>((most, one) => (one > (most ?? -1n) ? one : most), null);
  }
  if (action === 'DELETE' || !raisesAmount(before, after)) return null;
  if (!isMoney(after)) return endless;
  return microsIn(after) - (isMoney(before) ? microsIn(before) : 0n);
};

const endless = 2n ** 64n;

/** True if an amount is set, raised or cleared; false if it is lowered or unchanged. */
export const raisesAmount = (before: unknown, after: unknown): boolean => {
  if (isMoney(after)) return !isMoney(before) || microsIn(after) > microsIn(before);
  return isMoney(before);
};

const microsIn = ({ amount }: ShownAmount): bigint => BigInt(microsOf(amount) ?? 0);

/** An amount in the form that changes have. */
interface ShownAmount {
  readonly amount: string;
}

const isMoney = (value: unknown): value is ShownAmount =>
  typeof value === 'object' &&
  value !== null &&
  'amount' in value &&
  typeof value.amount === 'string';

/** True if a change lets something run longer, or removes a limit of its spending. */
const opens = (field: string | null, before: unknown, after: unknown): boolean => {
  if (field === 'endTime')
    return before !== null && (after === null || timeIn(after) > timeIn(before));
  return field === 'budgetOptimization' || (field === 'bidStrategy' && after === 'AUTO');
};

const timeIn = (value: unknown): number => Date.parse(String(value));
