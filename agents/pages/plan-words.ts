import { escaped } from '../../src/shared/sign-in/html.ts';
import { isolated } from '../../src/upstream/catalogue/language/foreign-text.ts';
import { moneyText } from '../../src/upstream/catalogue/language/money.ts';
import { shownZone } from '../../src/upstream/catalogue/language/zones.ts';
import { mayDecide } from '../plans/plan-next.ts';
import { isApprovedByPerson, outcomeOf, stateOf, type WritePlan } from '../plans/write-plan.ts';

/** The viewer of a page, and the time of the view in milliseconds since 1970. */
export interface PageView {
  readonly screenName: string;
  readonly now: number;
}

/** A time as people read it in a zone that the page names: `Nov 26, 2026, 22:25`. */
export const timeHtml = (ms: number, zone: string | null | undefined): string => {
  const timeZone = shownZone(zone);
  const format = { timeZone, dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const;
  const text = new Intl.DateTimeFormat('en', format).format(ms);
  return `<time datetime="${new Date(ms).toISOString()}">${text}</time>`;
};

/** The zone that times are shown in, as text for HTML. */
export const zoneHtml = (zone: string | null | undefined): string =>
  `times in ${escaped(shownZone(zone))}`;

/**
 * The name of the signed-in user, the way to the explorer, and *Sign out*; `root` leads to the
 * gateway.
 */
export const topHtml = ({ screenName }: PageView, root: string): string =>
  `<div class="choice"><small>Signed in as @${escaped(screenName)}</small>
<a class="button" href="${root}graphql">Explorer</a>
<form method="post" action="${root}auth/logout"><button>Sign out</button></form></div>`;

/** True if a person can still approve it here. */
export const mayApprove = (plan: WritePlan, now: number): boolean =>
  mayDecide(plan, now) && plan.approval !== 'NONE' && !isApprovedByPerson(plan);

/** The state of a plan in a few words, with their colour. */
export const stateBadge = (plan: WritePlan, now: number): string => {
  const [words, tone] = stateWords(plan, now);
  return `<span class="badge ${tone}">${words}</span>`;
};

const stateWords = (plan: WritePlan, now: number): readonly [string, string] => {
  const state = stateOf(plan, now);
  const outcome = outcomeOf(plan);
  if (outcome !== null && (state === 'ENDED' || state === 'BEGUN')) return outcomeWords[outcome];
  if (state === 'OPEN') {
    if (mayApprove(plan, now)) {
      const where = plan.approval === 'PAGE' ? 'your approval' : 'approval in your client';
      return [`Waiting for ${where}`, 'warn'];
    }
    return plan.decision === null ? ['No approval needed', ''] : ['Approved', 'good'];
  }
  return otherWords[state === 'ENDED' ? 'BEGUN' : state];
};

/** The outcome of a plan or of one of its mutations, and its colour. */
export const outcomeWords = {
  APPLIED: ['Applied', 'good'],
  REJECTED: ['Rejected by the API', 'bad'],
  NOT_APPLIED: ['Not applied', 'bad'],
  UNKNOWN: ['Outcome unknown', 'warn'],
} as const;

const otherWords = {
  DECLINED: ['Declined', 'bad'],
  STALE: ['Replaced', ''],
  EXPIRED: ['Expired', ''],
  BEGUN: ['In progress', 'warn'],
} as const;

/** The effects of the plan, a sentence an item. */
export const sentencesHtml = ({
  sentences,
  sentenceCount,
}: Pick<WritePlan, 'sentences' | 'sentenceCount'>): string => {
  const more = sentenceCount - sentences.length;
  const all = [...sentences, ...(more > 0 ? [`and ${more} more.`] : [])];
  return `<ul>${all.map((one) => `<li>${escaped(one)}</li>`).join('')}</ul>`;
};

/** The budgets that it changes; empty if it changes none. */
export const moneyHtml = ({ money }: WritePlan): string => {
  const rows = money.flatMap(moneyRows);
  if (rows.length === 0) return '';
  return `<table><caption>Budgets</caption>
<tr><th scope="col">Budget</th><th scope="col">Before</th><th scope="col">After</th></tr>
${rows.join('\n')}</table>`;
};

const moneyRows = ({ currency, ...sums }: WritePlan['money'][number]): readonly string[] =>
  [
    ['Daily', sums.dailyBefore, sums.dailyAfter],
    ['Total', sums.totalBefore, sums.totalAfter],
  ].flatMap(([name, before = '', after = '']) =>
    before === after
      ? []
      : [moneyRow(name, moneyText(before, currency), moneyText(after, currency))],
  );

const moneyRow = (name = '', before: string, after: string): string =>
  `<tr><th scope="row">${name}</th><td>${escaped(before)}</td><td>${escaped(after)}</td></tr>`;

/** The agent and its reason, in words that are the agent's alone. */
export const agentHtml = ({ key, agent, why }: WritePlan): string => {
  const local = key === null ? 'An agent on this machine' : `The agent with the key ${key}`;
  const agentName = agent == null ? local : `The client ${agent.name}`;
  return `<p>${escaped(isolated(agentName))} prepared this. Its reason, in its own words: <q>${escaped(isolated(why))}</q></p>`;
};
