import { escaped, htmlPage } from '../../sign-in/html.ts';
import { type PlanItem, stateOf, type WritePlan } from '../plans/write-plan.ts';
import {
  askerHtml,
  type Looking,
  mayApprove,
  moneyHtml,
  sentencesHtml,
  stateBadge,
  timeHtml,
} from './plan-words.ts';

/** The page of one plan: what it does, who asks, and how it ended; while it is open, the choice. */
export const planPage = (plan: WritePlan, { screenName, now }: Looking): string =>
  htmlPage(
    'A plan of an agent',
    `<div class="wide">
<p>${stateBadge(plan, now)} <small>prepared ${timeHtml(plan.preparedAt)}${untilHtml(plan, now)}</small></p>
${sentencesHtml(plan)}
${moneyHtml(plan)}
${askerHtml(plan)}
${duplicateHtml(plan)}
${decisionHtml(plan)}
${formsHtml(plan, now)}
${endHtml(plan)}
${changesHtml(plan)}
${documentHtml(plan)}
<p><small>Signed in as @${escaped(screenName)}.</small> <a href="../../agents">All plans</a></p>
</div>`,
  );

const untilHtml = (plan: WritePlan, now: number): string =>
  stateOf(plan, now) === 'OPEN' ? `, open until ${timeHtml(plan.expiresAt)}` : '';

const duplicateHtml = ({ duplicateOf }: WritePlan): string =>
  duplicateOf === null
    ? ''
    : `<p class="note">The same was applied in the last 24 hours: <a href="${encodeURIComponent(duplicateOf)}">that plan</a>.</p>`;

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
  if (stateOf(plan, now) !== 'OPEN') return '';
  const form = (verb: string, words: string, kind: string): string =>
    `<form method="post" action="${plan.id}/${verb}"><button${kind}>${words}</button></form>`;
  const approve = mayApprove(plan, now) ? form('approve', 'Approve', ' class="first"') : '';
  return `<div class="choice">${approve}${form('decline', 'Decline', '')}</div>
<p><small>Your approval sends nothing: the agent does, once. If you decline, that is final.</small></p>`;
};

const endHtml = ({ end }: WritePlan): string =>
  end === null
    ? ''
    : `<h2>How it ended, ${timeHtml(end.at)}</h2><ul>${end.items.map(itemHtml).join('')}</ul>`;

const itemHtml = ({ field, outcome, ids, errors }: PlanItem): string => {
  const told = [...errors.map(({ message }) => message), ...ids].map(escaped).join('; ');
  return `<li><code>${escaped(field)}</code>: ${outcome ?? 'not sent'}${told === '' ? '' : `. ${told}`}</li>`;
};

/** The values before and after, as the dry run shows them. */
const changesHtml = ({ writes }: WritePlan): string => {
  const rows = writes.flatMap(({ changes }) =>
    changes.map(({ type, name, id, field, before, after }) => {
      const what = [type, name ?? id].filter(Boolean).join(' ');
      const head = field === null ? what : `${what}: ${field}`;
      return `<tr><th scope="row">${escaped(head)}</th>${cell(before)}${cell(after)}</tr>`;
    }),
  );
  if (rows.length === 0) return '';
  return `<details><summary>Each value</summary><table>
<tr><th scope="col">What</th><th scope="col">Now</th><th scope="col">Then</th></tr>
${rows.join('\n')}</table></details>`;
};

const cell = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return `<td>${escaped(text === 'null' ? '–' : text)}</td>`;
};

const documentHtml = ({ document, variables }: WritePlan): string =>
  `<details><summary>The document</summary><pre tabindex="0">${escaped(document)}

${escaped(JSON.stringify(variables, null, 2))}</pre></details>`;
