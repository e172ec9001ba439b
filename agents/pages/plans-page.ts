import { escaped, htmlPage } from '../../src/shared/sign-in/html.ts';
import { stateOf, type WritePlan } from '../plans/write-plan.ts';
import { type ConnectedClient, clientsHtml } from './connected-clients.ts';
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
 * The page of a user's plans: first those that are open, then what became of the others, and the
 * clients that the user let in.
 */
export const plansPage = (
  plans: readonly WritePlan[],
  clients: readonly ConnectedClient[],
  looking: PageView,
): string => {
  const isOpen = (plan: WritePlan): boolean => stateOf(plan, looking.now) === 'OPEN';
  const open = plans.filter(isOpen);
  const others = plans.filter((plan) => !isOpen(plan));
  return htmlPage(
    'What agents ask',
    `<div class="wide">
<p><small>Signed in as @${escaped(looking.screenName)}. Nothing here is sent before its agent applies it.</small></p>
<h2>Open</h2>
${cardsOf(open, looking) || '<p>No plan is open.</p>'}
<h2>The last 24 hours</h2>
${cardsOf(others, looking) || '<p>Nothing was applied or declined.</p>'}
<h2>Connected clients</h2>
${clientsHtml(clients)}
</div>`,
  );
};

const cardsOf = (plans: readonly WritePlan[], looking: PageView): string =>
  plans.map((plan) => cardOf(plan, looking)).join('\n');

const cardOf = (plan: WritePlan, looking: PageView): string => {
  const { id, preparedAt, endedAt, decision } = plan;
  const isWanted = mayApprove(plan, looking.now);
  const by = decision?.by ? ` by @${escaped(decision.by.screenName)}` : '';
  const decided =
    decision === null
      ? ''
      : `; ${decision.verdict === 'APPROVED' ? 'approved' : 'declined'}${by} ${timeHtml(decision.at)}`;
  const ended = endedAt === null ? '' : `; ended ${timeHtml(endedAt)}`;
  return `<article>
<p>${stateBadge(plan, looking.now)} <small>prepared ${timeHtml(preparedAt)}${decided}${ended}</small></p>
${sentencesHtml(plan)}
${moneyHtml(plan)}
${askerHtml(plan)}
<p><a class="button${isWanted ? ' first' : ''}" href="agents/plans/${id}">${isWanted ? 'Look and decide' : 'Look'}</a></p>
</article>`;
};
