import { escaped, htmlPage } from '../../src/shared/sign-in/html.ts';
import {
  cleaned,
  cleanedLines,
  isolated,
} from '../../src/upstream/catalogue/language/foreign-text.ts';
import { mayDecide } from '../plans/plan-next.ts';
import { costliestFirst } from '../plans/told-sentences.ts';
import { type PlanItem, type PlanText, stateOf, type WritePlan } from '../plans/write-plan.ts';
import {
  askerHtml,
  mayApprove,
  moneyHtml,
  type PageView,
  sentencesHtml,
  stateBadge,
  timeHtml,
} from './plan-words.ts';

/**
 * The page of one plan: what it does, who asks, and how it ended; while it is open, the choice.
 * `text` is null once the plan has ended.
 */
export const planPage = (
  plan: WritePlan,
  text: PlanText | null,
  { screenName, now }: PageView,
): string =>
  htmlPage(
    'A plan of an agent',
    `<div class="wide">
<p>${stateBadge(plan, now)} <small>prepared ${timeHtml(plan.preparedAt)}${untilHtml(plan, now)}</small></p>
${sentencesHtml(text === null ? plan : wholeOf(text))}
${moneyHtml(plan)}
${duplicateHtml(plan)}
${askerHtml(plan)}
${decisionHtml(plan)}
${formsHtml(plan, now)}
${endHtml(plan)}
${text === null ? '' : changesHtml(text)}
${text === null ? '' : documentHtml(text)}
<p><small>Signed in as @${escaped(screenName)}.</small> <a href="../../agents">All plans</a></p>
</div>`,
  );

const wholeOf = (text: PlanText) => {
  const sentences = costliestFirst(text);
  return { sentences, sentenceCount: sentences.length };
};

const untilHtml = (plan: WritePlan, now: number): string =>
  stateOf(plan, now) === 'OPEN' ? `, open until ${timeHtml(plan.expiresAt)}` : '';

const duplicateHtml = ({ duplicateOf, id }: WritePlan): string => {
  if (duplicateOf === null) return '';
  return duplicateOf === id
    ? '<p class="note">It makes or raises the same thing twice.</p>'
    : `<p class="note">The same was applied in the last 24 hours: <a href="${encodeURIComponent(duplicateOf)}">that plan</a>.</p>`;
};

const decisionHtml = ({ decision, replacedBy }: WritePlan): string => {
  const newer =
    replacedBy === null
      ? ''
      : `<p class="note">A value has changed since: <a href="${encodeURIComponent(replacedBy)}">the new plan</a>.</p>`;
  if (decision === null) return newer;
  const verb = decision.verdict === 'APPROVED' ? 'Approved' : 'Declined';
  const by = decision.by === null ? 'by the client' : `by @${escaped(decision.by.screenName)}`;
  return `<p>${verb} ${by}, ${timeHtml(decision.at)}.</p>${newer}`;
};

const formsHtml = (plan: WritePlan, now: number): string => {
  if (!mayDecide(plan, now)) return '';
  const form = (verb: string, words: string, kind: string): string =>
    `<form method="post" action="${plan.id}/${verb}"><button${kind}>${words}</button></form>`;
  const approve = mayApprove(plan, now) ? form('approve', 'Approve', ' class="first"') : '';
  return `<div class="choice">${approve}${form('decline', 'Decline', '')}</div>
<p><small>Your approval sends nothing: the agent does, once. If you decline, that is final.</small></p>`;
};

const endHtml = ({ endedAt, writes }: WritePlan): string => {
  if (endedAt === null) return '';
  const none = { outcome: null, ids: [], errors: [], parts: [] };
  const items = writes.map(({ item, ...write }) => itemHtml(item ?? { ...write, ...none }));
  return `<h2>How it ended, ${timeHtml(endedAt)}</h2><ul>${items.join('')}</ul>`;
};

const itemHtml = ({ field, outcome, ids, errors }: PlanItem): string => {
  const told = [...errors.map(({ message }) => cleaned(message)), ...ids].map(escaped).join('; ');
  return `<li><code>${escaped(field)}</code>: ${outcome ?? 'not sent'}${told === '' ? '' : `. ${told}`}</li>`;
};

/** The values before and after, as the dry run shows them. */
const changesHtml = ({ writes }: PlanText): string => {
  const rows = writes.flatMap(({ changes }) =>
    changes.map(({ type, name, id, field, before, after }) => {
      const what = [type, name ?? id].filter(Boolean).join(' ');
      const head = field === null ? what : `${what}: ${field}`;
      return `<tr><th scope="row">${escaped(isolated(head))}</th>${cell(before)}${cell(after)}</tr>`;
    }),
  );
  if (rows.length === 0) return '';
  return `<details><summary>Each value</summary><table>
<tr><th scope="col">What</th><th scope="col">Now</th><th scope="col">Then</th></tr>
${rows.join('\n')}</table></details>`;
};

const cell = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return `<td>${escaped(isolated(text === 'null' ? '–' : text))}</td>`;
};

const documentHtml = ({ document, variables }: PlanText): string =>
  `<details><summary>The document</summary><pre tabindex="0">${escaped(cleanedLines(document))}

${escaped(cleanedLines(JSON.stringify(variables, null, 2)))}</pre></details>`;
