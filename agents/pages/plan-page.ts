import type { GraphQLSchema } from 'graphql';
import { escaped, htmlPage } from '../../src/shared/sign-in/html.ts';
import { cleaned, cleanedLines } from '../../src/upstream/catalogue/language/foreign-text.ts';
import { labelOf } from '../../src/upstream/catalogue/language/labels.ts';
import { mayDecide } from '../plans/plan-next.ts';
import { costliestFirst } from '../plans/plan-sentences.ts';
import { type PlanItem, type PlanText, stateOf, type WritePlan } from '../plans/write-plan.ts';
import { changesHtml } from './changed-values.ts';
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
import { sentValuesHtml } from './sent-values.ts';

interface PlanView extends PageView {
  readonly schema: GraphQLSchema;
}

/**
 * The page of one plan: what it does, who asks, and how it ended; while it is open, the choice.
 * `text` is null once the plan has ended.
 */
export const planPage = (plan: WritePlan, text: PlanText | null, view: PlanView): string => {
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
${text === null ? '' : detailsHtml(text, { zone, schema: view.schema })}
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
  const meaning =
    approve === '' ? '' : 'Approving sends nothing yet: the agent then applies the plan, once. ';
  return `<div class="choice">${approve}${form('decline', 'Decline', '')}</div>
<p><small>${meaning}Declining is final.</small></p>`;
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

const detailsHtml = (
  text: PlanText,
  { zone, schema }: Parameters<typeof sentValuesHtml>[1],
): string => {
  const { document, variables } = text;
  const json = Object.keys(variables).length === 0 ? '' : JSON.stringify(variables, null, 2);
  return `${changesHtml(text, { zone, schema })}
${sentValuesHtml(text, { zone, schema })}
${codeHtml('GraphQL document', document)}
${json === '' ? '' : codeHtml('Variables as JSON', json)}`;
};

const codeHtml = (summary: string, code: string): string =>
  `<details><summary><small>${summary}</small></summary><pre tabindex="0">${escaped(cleanedLines(code))}</pre></details>`;
