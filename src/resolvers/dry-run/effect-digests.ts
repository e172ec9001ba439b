import { digest } from '../../state/ledger-room.ts';
import { columnOf } from '../../upstream/catalogue/language/stored-values.ts';
import { isObject, type Values } from '../../upstream/catalogue/language/values.ts';
import type { KnownEffect } from '../effects/known.ts';
import { textOf } from '../writes/keys.ts';
import { type Change, changesIn } from './changes.ts';
import type { ShowColumn } from './shown.ts';
import { raisesAmount } from './spending.ts';

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
