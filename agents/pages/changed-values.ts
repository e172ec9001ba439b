import { escaped } from '../../src/shared/sign-in/html.ts';
import { isolated } from '../../src/upstream/catalogue/language/foreign-text.ts';
import { capitalised, labelOf, wordWithin } from '../../src/upstream/catalogue/language/labels.ts';
import { moneyText } from '../../src/upstream/catalogue/language/money.ts';
import { utc } from '../../src/upstream/catalogue/language/times.ts';
import { isObject } from '../../src/upstream/catalogue/language/values.ts';
import { momentText } from '../../src/upstream/catalogue/language/zones.ts';
import type { DryEntry } from '../gateway.ts';
import type { PlanText, WritePlan } from '../plans/write-plan.ts';

type Change = DryEntry['changes'][number];

type Zone = WritePlan['timeZone'];

/** The fields that writes change, a table for each thing, with their values before and after. */
export const changesHtml = ({ writes }: PlanText, zone: Zone): string => {
  const changes = writes.flatMap((write) => write.changes);
  if (changes.length === 0) return '';
  const things = Map.groupBy(changes, (change) => change.id ?? change);
  const tables = [...things.values()].map((own) => tableOf(own, zone));
  return `<details><summary>All fields</summary>${tables.join('\n')}</details>`;
};

const actions = { CREATE: ' (new)', UPDATE: '', DELETE: ' (deleted)' } as const;

const tableOf = (changes: readonly Change[], zone: Zone): string => {
  const [first] = changes;
  if (first === undefined) return '';
  const { type, name, id, action } = first;
  const own = name === null ? id?.split(':').at(-1) : `“${isolated(name)}”`;
  const title = `${labelOf(type)} ${own ?? ''}${actions[action]}`;
  const heads = action === 'UPDATE' ? ['Field', 'Before', 'After'] : ['Field', 'Value'];
  const rows = changes.flatMap(valuesOf).map(([field, ...values]) => {
    const cells = values.map((value) => `<td>${escaped(textOf(field, value, zone))}</td>`);
    return `<tr><th scope="row">${escaped(labelOf(field))}</th>${cells.join('')}</tr>`;
  });
  return `<table class="fields"><caption>${escaped(title)}</caption>
<tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr>
${rows.join('\n')}</table>`;
};

/** The fields of a change: with their values before and after, or those of a whole row. */
const valuesOf = (change: Change): readonly (readonly [field: string, ...unknown[]])[] => {
  const { field, before, after } = change;
  if (field !== null) return [[field, before, after]];
  const row = after ?? before;
  return isObject(row) ? Object.entries(row) : [];
};

/** Fields whose values are the words of people, even where they look like an enumeration. */
const written = /(name|text|title|description|number|ids?|value|tag|domain|url|currency)$/i;

/** A value as a person reads it: an amount with its currency, a time in the zone. */
const textOf = (field: string, value: unknown, zone: Zone): string => {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((one) => textOf(field, one, zone)).join(', ') || '–';
  if (isObject(value)) return objectText(value, zone);
  const text = String(value);
  if (written.test(field)) return isolated(text);
  if (text.includes('T') && utc(text) !== null) return momentText(Date.parse(text), zone ?? null);
  const isWord = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$|^[A-Z]{4,}$/.test(text);
  return isWord ? capitalised(wordWithin(text)) : isolated(text);
};

const objectText = (value: Readonly<Record<string, unknown>>, zone: Zone): string => {
  const { amount, currency } = value;
  if (typeof amount === 'string') return moneyText(amount, currency);
  const members = Object.entries(value).map(([name, one]) => [
    labelOf(name),
    textOf(name, one, zone),
  ]);
  return members.map((member) => member.join(': ')).join('; ');
};
