import { isolated } from '../../upstream/catalogue/language/foreign-text.ts';
import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import { labelOf, labelWithin, wordWithin } from '../../upstream/catalogue/language/labels.ts';
import { moneyText } from '../../upstream/catalogue/language/money.ts';
import { momentText } from '../../upstream/catalogue/language/zones.ts';
import { snakeCase } from '../../upstream/catalogue/names.ts';
import type { Activation, Change } from './changes.ts';
import type { RowsShown } from './shown.ts';

/**
 * The sentences about changes, for a person who has never seen the API.
 * - `{thing}`: the row, such as "Campaign “Winter” of Nordlicht Bikes"
 * - `{field}`, `{before}`, `{after}`: a value that changes; `{percent}` by how much an amount does
 * - `{values}`: the values of a new row
 */
const templates = {
  CREATE: 'New: {thing}, with {values}.',
  CREATE_EMPTY: 'New: {thing}.',
  UPDATE: '{thing}: {field} {before} → {after}{percent}.',
  DELETE: '{thing} is deleted.',
  ACTIVATE: '{thing} becomes active.',
  NOTHING: 'No changes: everything already has these values.',
  UNSEEN_ROW: '{thing} cannot be looked up in advance.',
  UNSEEN: '{field}. The API does not show its effect in advance.',
} as const;

type TemplateName = keyof typeof templates;

const filled = (name: TemplateName, values: Readonly<Record<string, string>>): string =>
  templates[name].replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');

/** The name of an account, and its time zone if it is known. */
export interface NamedAccount {
  readonly name: string;
  readonly timeZone: string | null;
}

/** Accounts by their ids in lower case. */
export type NamedAccounts = ReadonlyMap<string, NamedAccount>;

/** The names and kinds of values that sentences need. */
export interface SentenceContext extends Pick<RowsShown, 'kindOf'> {
  readonly accounts: NamedAccounts;
}

/** A change as a sentence. */
export const sentenceOf = (change: Change, { accounts, kindOf }: SentenceContext): string => {
  const thing = thingOf(change, accounts);
  const zone = accounts.get(lowerId(change.accountId ?? ''))?.timeZone ?? null;
  const written = {
    word: wordWithin,
    time: (text: string) => momentText(Date.parse(text), zone),
    other: isolated,
  };
  const said = (field: string, value: unknown): string =>
    textOf(value, written[kindOf(change.type, field)]);
  if (change.action === 'DELETE') return filled('DELETE', { thing });
  if (change.action === 'CREATE') {
    const values = valuesOf(change.after, said);
    return filled(values === '' ? 'CREATE_EMPTY' : 'CREATE', { thing, values });
  }
  const { before, after, field } = change;
  return filled('UPDATE', {
    thing,
    field: labelWithin(snakeCase(field ?? '')),
    before: said(field ?? '', before),
    after: said(field ?? '', after),
    percent: percentOf(before, after),
  });
};

/** The sentence about a row that becomes ACTIVE. */
export const activationSentence = (
  activation: Activation & Pick<Change, 'accountId'>,
  { accounts }: Pick<SentenceContext, 'accounts'>,
): string => filled('ACTIVATE', { thing: thingOf(activation, accounts) });

/** The sentence about a row that may or may not exist. */
export const unseenRow = (
  row: Pick<Change, 'type' | 'name' | 'id' | 'accountId'>,
  { accounts }: Pick<SentenceContext, 'accounts'>,
): string => filled('UNSEEN_ROW', { thing: thingOf(row, accounts) });

/** The sentence about a write without changes. */
export const nothingChanges = templates.NOTHING;

/** The sentence about a write whose effect no read of the API shows beforehand. */
export const unseen = (doc: string): string => filled('UNSEEN', { field: doc });

const thingOf = (
  { type, name, id, accountId }: Pick<Change, 'type' | 'name' | 'id' | 'accountId'>,
  accounts: NamedAccounts,
): string => {
  const own = name === null ? (id?.split(':').at(-1) ?? null) : `“${isolated(name)}”`;
  const account = accountId === null ? undefined : accounts.get(lowerId(accountId));
  const of = account === undefined || type === 'Account' ? '' : ` of ${isolated(account.name)}`;
  return `${labelOf(snakeCase(type))}${own === null ? '' : ` ${own}`}${of}`;
};

const maxValues = 12;

const valuesOf = (row: unknown, said: (field: string, value: unknown) => string): string => {
  const all = Object.entries((row ?? {}) as Readonly<Record<string, unknown>>).filter(
    ([field]) => field !== 'name' && field !== 'currency',
  );
  const shown = all
    .slice(0, maxValues)
    .map(([field, value]) => `${labelWithin(snakeCase(field))} ${said(field, value)}`);
  const more = all.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
};

const textOf = (value: unknown, written: (text: string) => string): string => {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) {
    return value.length === 0 ? 'nothing' : value.map((item) => textOf(item, written)).join(', ');
  }
  const { amount, currency } = value as { readonly amount?: unknown; readonly currency?: unknown };
  if (typeof amount === 'string') return moneyText(amount, currency);
  return typeof value === 'object' ? isolated(JSON.stringify(value)) : written(String(value));
};

/** The change of an amount in percent, such as ` (+900 %)`; empty for other values, and from 0. */
const percentOf = (before: unknown, after: unknown): string => {
  const [from, to] = [before, after].map((value) =>
    Number((value as { readonly amount?: unknown } | null)?.amount ?? Number.NaN),
  ) as [number, number];
  if (!(from > 0) || !(to >= 0)) return '';
  const percent = Math.round(((to - from) / from) * 100);
  return ` (${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %)`;
};
