import { escaped, htmlPage } from '../../src/shared/sign-in/html.ts';
import { stateOf, type WritePlan } from '../plans/write-plan.ts';
import { type ConnectedClient, clientsHtml, connectHtml } from './connected-clients.ts';
import {
  agentHtml,
  mayApprove,
  moneyHtml,
  type PageView,
  sentencesHtml,
  stateBadge,
  timeHtml,
  topHtml,
  zoneHtml,
} from './plan-words.ts';

interface ClientsOfPage {
  readonly clients: readonly ConnectedClient[];
  /** The URL where agents connect. */
  readonly address: string;
}

/**
 * The page of a user's plans: first those that are open, then the others with their outcomes, and
 * the clients that the user let in, or the commands that connect one.
 */
export const plansPage = (
  plans: readonly WritePlan[],
  { clients, address }: ClientsOfPage,
  looking: PageView,
): string => {
  const isOpen = (plan: WritePlan): boolean => stateOf(plan, looking.now) === 'OPEN';
  const open = plans.filter(isOpen);
  const others = plans.filter((plan) => !isOpen(plan));
  return htmlPage(
    'Agents’ plans',
    `<div class="wide">
${topHtml(looking, '')}
<p>Agents prepare changes as plans. Nothing is sent until an agent applies its plan.</p>
<h2>Open plans</h2>
${cardsOf(open, looking) || '<p>No open plans.</p>'}
<h2>Last 24 hours</h2>
${cardsOf(others, looking) || '<p>No plans.</p>'}
<h2>Connected clients</h2>
${clients.length === 0 ? connectHtml(address) : clientsHtml(clients)}
</div>`,
  );
};

const cardsOf = (plans: readonly WritePlan[], looking: PageView): string =>
  plans.map((plan) => cardOf(plan, looking)).join('\n');

const cardOf = (plan: WritePlan, looking: PageView): string => {
  const { id, preparedAt, endedAt, decision, timeZone: zone } = plan;
  const isWanted = mayApprove(plan, looking.now);
  const by = decision?.by ? ` by @${escaped(decision.by.screenName)}` : '';
  const decided =
    decision === null
      ? ''
      : ` · ${decision.verdict === 'APPROVED' ? 'approved' : 'declined'}${by} ${timeHtml(decision.at, zone)}`;
  const ended = endedAt === null ? '' : ` · ended ${timeHtml(endedAt, zone)}`;
  return `<article>
<p>${stateBadge(plan, looking.now)} <small>Prepared ${timeHtml(preparedAt, zone)}${decided}${ended} · ${zoneHtml(zone)}</small></p>
${sentencesHtml(plan)}
${moneyHtml(plan)}
${agentHtml(plan)}
<p><a class="button${isWanted ? ' first' : ''}" href="agents/plans/${id}">${isWanted ? 'Review' : 'View'}</a></p>
</article>`;
};
