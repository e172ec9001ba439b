import type { Change } from '../../src/resolvers/dry-run/changes.ts';
import { moneyText } from '../../src/resolvers/dry-run/sentences.ts';
import { escaped } from '../../src/sign-in/html.ts';
import { isolated } from '../../src/upstream/catalogue/language/foreign-text.ts';
import { capitalised, labelOf, wordWithin } from '../../src/upstream/catalogue/language/labels.ts';
import { utc } from '../../src/upstream/catalogue/language/times.ts';
import { isObject } from '../../src/upstream/catalogue/language/values.ts';
import { momentText } from '../../src/upstream/catalogue/language/zones.ts';
import type { PlanText, WritePlan } from '../plans/write-plan.ts';

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
  const rows = changes.flatMap(valuesOf).map(([field, before, after]) => {
    const cells = [before, after].map((value) => `<td>${escaped(textOf(field, value, zone))}</td>`);
    return `<tr><th scope="row">${escaped(labelOf(field))}</th>${cells.join('')}</tr>`;
  });
  return `<table class="fields"><caption>${escaped(title)}</caption>
<tr><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr>
${rows.join('\n')}</table>`;
};

type ChangedValue = readonly [field: string, before: unknown, after: unknown];

const valuesOf = ({ field, before, after }: Change): readonly ChangedValue[] => {
  if (field !== null) return [[field, before, after]];
  const [from, to] = [before, after].map((value) => (isObject(value) ? value : {}));
  return Object.keys({ ...from, ...to }).map((name) => [name, from?.[name], to?.[name]]);
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
