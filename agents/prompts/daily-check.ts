import { accountArgument, callText, type Prompt, stepsFor } from './prompt.ts';

/** `daily_check`: the last two days, and what needs attention. */
export const dailyCheck: Prompt = {
  name: 'daily_check',
  title: 'Daily check',
  description: 'What ran in the last two days, what changed, and what needs a look.',
  arguments: [accountArgument],
  needs: ['ads_accounts', 'ads_find', 'ads_results'],
  text: ({ account }) => {
    const id = account ?? 'ACCOUNT';
    const range = { lastDays: 2 };
    const metrics = ['spend', 'impressions', 'clicks', 'costPerClick'];
    return `Check the ads${account === undefined ? ' of each account' : ''}, and change nothing.
${stepsFor(account, [
  callText('ads_results', { level: 'CAMPAIGN', account: id, range, compare: true }),
  callText('ads_results', {
    level: 'LINE_ITEM',
    account: id,
    range,
    metrics,
    sort: '-spend',
    top: 10,
  }),
  callText('ads_find', { kind: 'CAMPAIGN', account: id, state: 'ACTIVE' }),
])}

Tell in this order, with names and amounts with their currency:
- spend and clicks, and how they differ from the two days before;
- campaigns that are ACTIVE, but are not in the results: they did not run;
- line items that spend without clicks, or pay far more for a click than the others;
- which figures are not final. The answers say so; the last 24 hours always change.
Take totals from the answers; do not add up yourself. If nothing needs a look, say that in a line.`;
  },
};
