import { escaped } from '../../src/shared/sign-in/html.ts';
import { isolated } from '../../src/upstream/catalogue/language/foreign-text.ts';
import { mayDecide } from '../plans/plan-next.ts';
import { isApprovedByPerson, outcomeOf, stateOf, type WritePlan } from '../plans/write-plan.ts';

/** Who looks at a page, and when, in milliseconds since 1970. */
export interface PageView {
  readonly screenName: string;
  readonly now: number;
}

/** A time as people read it: `2026-11-26 22:25 UTC`. */
export const timeHtml = (ms: number): string => {
  const text = new Date(ms).toISOString();
  return `<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 16)} UTC</time>`;
};

/** Whether a person can still approve it here. */
export const mayApprove = (plan: WritePlan, now: number): boolean =>
  mayDecide(plan, now) && plan.approval !== 'NONE' && !isApprovedByPerson(plan);

/** Where a plan is, in a few words, and their colour. */
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
      return plan.approval === 'PAGE' ? ['Waits for you', 'warn'] : ['Your client asks', 'warn'];
    }
    return plan.decision === null ? ['Needs no approval', ''] : ['Approved', 'good'];
  }
  return otherWords[state === 'ENDED' ? 'BEGUN' : state];
};

const outcomeWords = {
  APPLIED: ['Applied', 'good'],
  REJECTED: ['Rejected by the API', 'bad'],
  NOT_APPLIED: ['Not applied', 'bad'],
  UNKNOWN: ['Outcome unknown', 'warn'],
} as const;

const otherWords = {
  DECLINED: ['Declined', 'bad'],
  STALE: ['Replaced', ''],
  EXPIRED: ['Expired', ''],
  BEGUN: ['Being sent', 'warn'],
} as const;

/** What the plan would do, a sentence an item. */
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
<tr><th scope="col">Budget</th><th scope="col">Now</th><th scope="col">Then</th></tr>
${rows.join('\n')}</table>`;
};

const moneyRows = ({ currency, ...sums }: WritePlan['money'][number]): readonly string[] =>
  [
    ['A day', sums.dailyBefore, sums.dailyAfter],
    ['In total', sums.totalBefore, sums.totalAfter],
  ].flatMap(([name, before = '', after = '']) =>
    before === after ? [] : [moneyRow(name, `${before} ${currency}`, `${after} ${currency}`)],
  );

const moneyRow = (name = '', before: string, after: string): string =>
  `<tr><th scope="row">${name}</th><td>${escaped(before)}</td><td>${escaped(after)}</td></tr>`;

/** Who asks, and why, in words that are the agent's alone. */
export const askerHtml = ({ key, agent, why }: WritePlan): string => {
  const local = key === null ? 'An agent of this machine' : `The agent with the key ${key}`;
  const asker = agent == null ? local : `The client ${agent.name}`;
  return `<p>${escaped(isolated(asker))}. Why, in the words of the agent: <q>${escaped(isolated(why))}</q></p>`;
};
