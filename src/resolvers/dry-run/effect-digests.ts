import { digest } from '../../state/ledger-entry.ts';
import { microsOf } from '../../upstream/catalogue/language/money.ts';
import { columnOf } from '../../upstream/catalogue/language/stored-values.ts';
import { isObject, type Values } from '../../upstream/catalogue/language/values.ts';
import type { KnownEffect } from '../effects/known.ts';
import { textOf } from '../writes/write-record.ts';
import { type Change, changesIn } from './changes.ts';
import type { DryEntry } from './entry.ts';
import type { ShowColumn } from './shown.ts';

/**
 * Digests of the rows that effects create and of the amounts that they raise. Equal effects have
 * equal digests. With `isWhole`, all created rows have one digest, as those of a launch.
 */
export const effectDigests = (
  effects: readonly KnownEffect[],
  show: ShowColumn,
  isWhole: boolean,
): readonly string[] => {
  const made: string[] = [];
  const raised: string[] = [];
  for (const effect of effects) {
    for (const change of changesIn(effect, show)) {
      const { action, id, field, before, after } = change;
      if (action === 'CREATE') made.push(creationOf(change, givenFields(effect, show)));
      const isRaise = action === 'UPDATE' && raisesAmount(before, after);
      if (isRaise) raised.push(digest(textOf({ id, field, after })));
    }
  }
  const whole = isWhole && made.length > 0 ? [digest(...made.sort())] : made;
  return [...whole, ...raised];
};

const creationOf = ({ type, accountId, after }: Change, given: ReadonlySet<string>): string => {
  const values = Object.entries((after ?? {}) as Values).filter(([field]) => given.has(field));
  return digest(textOf({ type, accountId, after: trimmed(Object.fromEntries(values)) as Values }));
};

/** The fields of a new row that differ from their defaults. */
const givenFields = ({ entity, fields, sent, row }: KnownEffect, show: ShowColumn) => {
  const columns = new Set(Object.keys(entity.columns));
  for (const named of Object.entries(fields)) {
    const [name, param] = named;
    const usual = 'default' in param ? param.default : param.fills;
    if (usual === undefined || String(sent[name]) !== String(usual)) continue;
    columns.delete(columnOf(entity, named) ?? '');
  }
  return new Set([...columns].map((column) => show(row, column, entity).field));
};

/** A value whose texts are trimmed. */
const trimmed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimmed);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, trimmed(one)]));
};

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
const raisesAmount = (before: unknown, after: unknown): boolean => {
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
