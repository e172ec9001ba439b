import type { Param } from '../../upstream/catalogue/language/kinds.ts';
import { decimalOf } from '../../upstream/catalogue/language/money.ts';
import {
  columnOf,
  isChangeShown,
  isKeptEmpty,
  storedText,
} from '../../upstream/catalogue/language/stored-values.ts';
import type { Values } from '../../upstream/catalogue/language/values.ts';
import { argumentOf } from '../../upstream/catalogue/names.ts';
import { idOf, type Row, SOURCE, tagRow } from '../../upstream/client/row.ts';
import type { StoppedWrite } from '../context.ts';
import { changesOf, isUnmade } from '../effects/effects.ts';
import { activates, type KnownEffect } from '../effects/known.ts';
import { globalIdOf } from '../ids.ts';
import type { ShowColumn } from './shown.ts';

/** A change by a write: of a field of a row, or of a whole row that it creates or deletes. */
export interface Change {
  readonly action: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly type: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly accountId: string | null;
  readonly field: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** A row that becomes ACTIVE. */
export type Activation = Pick<Change, 'type' | 'id' | 'name'>;

/** The sums of the changed budgets of one currency, before and after, as decimals. */
export interface BudgetChange {
  readonly currency: string;
  readonly dailyBefore: string;
  readonly dailyAfter: string;
  readonly totalBefore: string;
  readonly totalAfter: string;
}

/** The row that an effect is about. */
export const identityOf = ({ entity, kind, row, before, accountId, sent }: KnownEffect) => {
  const name = before?.['name'] ?? sent['name'];
  const isNew = kind === 'Create' || entity.key === null || isUnmade(idOf(row));
  return {
    type: entity.name,
    id: isNew ? null : globalIdOf(before ?? row),
    name: typeof name === 'string' ? name : null,
    accountId,
  };
};

/** The changes by an effect, with values as the graph shows them. */
export const changesIn = (known: KnownEffect, show: ShowColumn): readonly Change[] => {
  const effect = asKept(known);
  const { kind, entity, before } = effect;
  const what = identityOf(effect);
  if (kind === 'Delete') {
    const gone = before === null ? null : objectOf(before, Object.keys(entity.columns), show);
    return [{ action: 'DELETE', ...what, field: null, before: gone, after: null }];
  }
  if (kind === 'Create') {
    const row = rowAfter(effect);
    const given = Object.keys(entity.columns).filter((column) => Object.hasOwn(row, column));
    const after = objectOf(row, given, show);
    return [{ action: 'CREATE', ...what, field: null, before: null, after }];
  }
  return fieldsInOrder(effect).flatMap((named): readonly Change[] => {
    const [name, param] = named;
    if (!isChanged(effect, name, param)) return [];
    const column = columnOf(entity, named);
    // The value before the write is not shown anywhere.
    const hidden = { field: argumentOf(name, param), value: effect.sent[name] };
    const now = column === null ? hidden : show(rowAfter(effect), column, entity);
    const then = column === null ? null : show(before, column, entity).value;
    return [{ action: 'UPDATE', ...what, field: now.field, before: then, after: now.value }];
  });
};

/** The fields of an effect in the order of the columns of its entity, as a form has them. */
const fieldsInOrder = ({ entity, fields }: Pick<KnownEffect, 'entity' | 'fields'>) => {
  const columns = Object.keys(entity.columns);
  const placeOf = (named: [string, Param]): number => {
    const at = columns.indexOf(columnOf(entity, named) ?? '');
    return at < 0 ? columns.length : at;
  };
  return Object.entries(fields).toSorted((one, other) => placeOf(one) - placeOf(other));
};

/** An effect with nothing in place of what the API does not keep. */
const asKept = <E extends Pick<KnownEffect, 'before' | 'sent' | 'fields'>>(effect: E): E => {
  const { before, sent, fields } = effect;
  const empty = Object.entries(fields).filter(
    ([name, param]) => sent[name] !== undefined && isKeptEmpty(param, sent, before),
  );
  const nothing = Object.fromEntries(empty.map(([name]) => [name, null]));
  return { ...effect, sent: { ...sent, ...nothing } };
};

const isChanged = ({ entity, sent, before }: KnownEffect, name: string, param: Param): boolean =>
  sent[name] !== undefined &&
  (before === null ||
    columnOf(entity, [name, param]) === null ||
    !isChangeShown({ [name]: param }, { entity, sent, row: before }));

const objectOf = (row: Row, columns: readonly string[], show: ShowColumn): Values => {
  const { entity } = row[SOURCE];
  const known = columns.filter((column) => column in entity.columns && column !== entity.key);
  return Object.fromEntries(
    known
      .map((column) => show(row, column, entity))
      .flatMap(({ field, value }) => (value === null ? [] : [[field, value]])),
  );
};

/** The sent values of a row, in the columns that show them, and its currency. */
const rowAfter = ({ entity, fields, sent, currency, row }: KnownEffect): Row => {
  const columns: Record<string, unknown> = currency === null ? {} : { currency };
  for (const named of Object.entries(fields)) {
    const [name, param] = named;
    const value = sent[name];
    if (value === undefined || isUnmade(value) || columnOf(entity, named) === null) continue;
    const [column = name, ...inside] = (param.shownAs ?? name).split('.');
    const kept = param.kind === 'time' ? (storedText(named, value) ?? value) : value;
    columns[column] = inside.reduceRight<unknown>((held, step) => ({ [step]: held }), kept);
  }
  return tagRow(columns, row[SOURCE]);
};

/** The activations by an effect: one or none. */
export const activationsIn = (effect: KnownEffect): readonly Activation[] => {
  if (!activates(effect)) return [];
  const { type, id, name } = identityOf(effect);
  return [{ type, id, name }];
};

const budgets = {
  daily: 'daily_budget_amount_local_micro',
  total: 'total_budget_amount_local_micro',
} as const;

/** The changes of budgets by effects, one for each currency. */
export const budgetsIn = (effects: readonly KnownEffect[]): readonly BudgetChange[] => {
  const changed = effects
    .map(asKept)
    .filter((effect) => effect.currency !== null && Object.values(budgets).some(changes(effect)));
  return [...Map.groupBy(changed, ({ currency }) => currency as string)].map(([currency, own]) => {
    const sum = (when: 'before' | 'after', column: string): string =>
      decimalOf(String(own.reduce((all, one) => all + microsOf(one, when, column), 0n)));
    return {
      currency,
      dailyBefore: sum('before', budgets.daily),
      dailyAfter: sum('after', budgets.daily),
      totalBefore: sum('before', budgets.total),
      totalAfter: sum('after', budgets.total),
    };
  });
};

const changes = (effect: KnownEffect) => (column: string) =>
  microsOf(effect, 'before', column) !== microsOf(effect, 'after', column);

const microsOf = (effect: KnownEffect, when: 'before' | 'after', column: string): bigint => {
  const { kind, before, sent } = effect;
  const value = when === 'after' && sent[column] !== undefined ? sent[column] : before?.[column];
  const isNothing = when === 'after' && kind === 'Delete';
  return isNothing || !/^\d+$/.test(`${value}`) ? 0n : BigInt(`${value}`);
};

/** The entities of a launch that count as items. */
const launched: readonly string[] = ['LineItem', 'TargetingCriterion', 'PromotedTweet'];

/** The number of items that guards count: those of a batch, and the rows that a launch creates. */
export const itemsIn = ({ endpoint, input }: StoppedWrite, isOfLaunch: boolean): number => {
  const { operations } = input;
  if (!isOfLaunch) return Array.isArray(operations) ? operations.length : 0;
  if (!launched.includes(endpoint.returns.of?.name ?? '')) return 0;
  return changesOf(endpoint, input).filter(({ kind }) => kind === 'Create').length;
};
