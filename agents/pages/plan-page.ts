import { escaped, htmlPage } from '../../src/shared/sign-in/html.ts';
import {
  cleaned,
  cleanedLines,
  isolated,
} from '../../src/upstream/catalogue/language/foreign-text.ts';
import { capitalised, labelOf, wordWithin } from '../../src/upstream/catalogue/language/labels.ts';
import { moneyText } from '../../src/upstream/catalogue/language/money.ts';
import { utc } from '../../src/upstream/catalogue/language/times.ts';
import { isObject } from '../../src/upstream/catalogue/language/values.ts';
import { momentText } from '../../src/upstream/catalogue/language/zones.ts';
import type { DryEntry } from '../gateway.ts';
import { mayDecide } from '../plans/plan-next.ts';
import { costliestFirst } from '../plans/plan-sentences.ts';
import { type PlanItem, type PlanText, stateOf, type WritePlan } from '../plans/write-plan.ts';
import {
  agentHtml,
  mayApprove,
  moneyHtml,
  outcomeWords,
  type PageView,
  sentencesHtml,
  stateBadge,
  timeHtml,
  topHtml,
  zoneHtml,
} from './plan-words.ts';

/**
 * The page of one plan: what it does, who asks, and how it ended; while it is open, the choice.
 * `text` is null once the plan has ended.
 */
export const planPage = (plan: WritePlan, text: PlanText | null, view: PageView): string => {
  const { now } = view;
  const { preparedAt, timeZone: zone } = plan;
  return htmlPage(
    mayDecide(plan, now) ? 'Review a plan' : 'Plan',
    `<div class="wide">
${topHtml(view, '../../')}
<p>${stateBadge(plan, now)} <small>Prepared ${timeHtml(preparedAt, zone)}${untilHtml(plan, now)} · ${zoneHtml(zone)}</small></p>
${sentencesHtml(text === null ? plan : wholeOf(text))}
${moneyHtml(plan)}
${duplicateHtml(plan)}
${agentHtml(plan)}
${decisionHtml(plan)}
${formsHtml(plan, now)}
${endHtml(plan)}
${text === null ? '' : changesHtml(text, zone)}
${text === null ? '' : documentHtml(text)}
<p><a href="../../agents">All plans</a></p>
</div>`,
  );
};

const wholeOf = (text: PlanText) => {
  const sentences = costliestFirst(text);
  return { sentences, sentenceCount: sentences.length };
};

const untilHtml = (plan: WritePlan, now: number): string =>
  stateOf(plan, now) === 'OPEN' ? ` · open until ${timeHtml(plan.expiresAt, plan.timeZone)}` : '';

const duplicateHtml = ({ duplicateOf, id }: WritePlan): string => {
  if (duplicateOf === null) return '';
  return duplicateOf === id
    ? '<p class="note">This plan creates or raises the same thing twice.</p>'
    : `<p class="note">The same change was applied in the last 24 hours: <a href="${encodeURIComponent(duplicateOf)}">see that plan</a>.</p>`;
};

const decisionHtml = ({ decision, replacedBy, timeZone }: WritePlan): string => {
  const newer =
    replacedBy === null
      ? ''
      : `<p class="note">A value has changed since, so there is <a href="${encodeURIComponent(replacedBy)}">a new plan</a>.</p>`;
  if (decision === null) return newer;
  const verb = decision.verdict === 'APPROVED' ? 'Approved' : 'Declined';
  const by = decision.by === null ? 'in the client' : `by @${escaped(decision.by.screenName)}`;
  return `<p>${verb} ${by}, ${timeHtml(decision.at, timeZone)}.</p>${newer}`;
};

const formsHtml = (plan: WritePlan, now: number): string => {
  if (!mayDecide(plan, now)) return '';
  const form = (verb: string, words: string, kind: string): string =>
    `<form method="post" action="${plan.id}/${verb}"><button${kind}>${words}</button></form>`;
  const approve = mayApprove(plan, now) ? form('approve', 'Approve', ' class="first"') : '';
  return `<div class="choice">${approve}${form('decline', 'Decline', '')}</div>
<p><small>Approving sends nothing yet: the agent then applies the plan, once. Declining is final.</small></p>`;
};

const endHtml = ({ endedAt, writes, timeZone }: WritePlan): string => {
  if (endedAt === null) return '';
  const none = { outcome: null, ids: [], errors: [], parts: [] };
  const items = writes.map(({ item, ...write }) => itemHtml(item ?? { ...write, ...none }));
  return `<h2>Result, ${timeHtml(endedAt, timeZone)}</h2><ul>${items.join('')}</ul>`;
};

const itemHtml = ({ field, outcome, ids, errors }: PlanItem): string => {
  const details = [...errors.map(({ message }) => cleaned(message)), ...ids.map(idText)].map(
    escaped,
  );
  const [words] = outcome === null ? ['Not sent'] : outcomeWords[outcome];
  return `<li><strong>${escaped(labelOf(field))}</strong>: ${[words, ...details].join('; ')}</li>`;
};

/** A global id in words: `Campaign cik3s000`. */
const idText = (id: string): string => {
  const [type = '', ...rest] = id.split(':');
  return `${labelOf(type)} ${rest.at(-1) ?? ''}`;
};

const documentHtml = ({ document, variables }: PlanText): string =>
  `<details><summary>GraphQL document and variables</summary><pre tabindex="0">${escaped(cleanedLines(document))}

${escaped(cleanedLines(JSON.stringify(variables, null, 2)))}</pre></details>`;

type Change = DryEntry['changes'][number];

type Zone = WritePlan['timeZone'];

/** The fields that writes change, a table for each thing, with their values before and after. */
const changesHtml = ({ writes }: PlanText, zone: Zone): string => {
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
