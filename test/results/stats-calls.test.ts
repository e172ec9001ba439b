import { describe, expect, test } from 'vitest';
import type { Answer } from '../support/gateway.ts';
import { askedIn, idsIn, statsCalls, statsGateway } from '../support/stats-gateway.ts';
import { berlin, day, hour, losAngeles, start } from '../support/stats-story.ts';
import { bearer, signIn } from '../support/visitor.ts';

const { running, moveTo } = statsGateway();

const tokyo = '18ce54gam3j';
const fresh = { headers: { 'cache-control': 'no-cache' } };

/** The requested time spans, without repetitions. */
const spansIn = ({ calls }: Answer): readonly string[] => [
  ...new Set(statsCalls(calls).map(({ query }) => `${query['start_time']} ${query['end_time']}`)),
];
const mostIds = ({ calls }: Answer): number =>
  Math.max(...statsCalls(calls).map((call) => idsIn(call).length));

/** The first campaigns of an account, with this selection. */
const campaigns = (selection: string, { first = 50, account = losAngeles } = {}) =>
  `{ account(id: "${account}") { campaigns(first: ${first}) { nodes { id ${selection} } } } }`;

describe('a table of 43 campaigns with 30 days of figures', () => {
  const selection = `name entityStatus stats(range: { lastDays: 30 }) {
    total { impressions clicks clickRate billedCharge { amount currency } costPerClick { amount } }
    days { date metrics { billedCharge { amount } } }
  }`;
  const table = campaigns(selection);

  test.for([0, 1, 2, 3, 4, 5, 6])(
    'costs a call for each week and twenty, and only the later weeks when it is repeated, %i days after a Monday',
    async (days) => {
      await moveTo(start + days * day);
      const cold = await running.ask(table, {}, fresh);
      expect(cold.errors).toBeUndefined();
      expect(cold.data.account.campaigns.nodes).toHaveLength(43);
      expect([1 + 3 * 5, 1 + 3 * 6]).toContain(cold.calls.length);
      expect(mostIds(cold)).toBe(20);
      const warm = await running.ask(table);
      expect([1 + 3 * 3, 1 + 3 * 4]).toContain(warm.calls.length);
      expect(warm.data).toEqual(cold.data);
      await moveTo(start + days * day + 22 * hour);
      const tomorrow = await running.ask(table);
      expect([1 + 3 * 3, 1 + 3 * 4]).toContain(tomorrow.calls.length);
      const [one] = tomorrow.data.account.campaigns.nodes;
      expect(one.stats.days).toHaveLength(30);
      expect(one.stats.days.slice(0, -1).map(({ date }: { date: string }) => date)).toEqual(
        cold.data.account.campaigns.nodes[0].stats.days
          .slice(1)
          .map(({ date }: { date: string }) => date),
      );
    },
  );

  test('has weeks from Monday to Monday, each entity once in each', async () => {
    const answer = await running.ask(table, {}, fresh);
    const [list, ...others] = answer.calls;
    expect(list?.endpoint).toBe('listCampaigns');
    expect(others).toEqual(statsCalls(answer.calls));
    const pairs = others.flatMap((call) => idsIn(call).map((id) => `${askedIn(call)} ${id}`));
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(pairs).toHaveLength(43 * 6);
    expect(spansIn(answer)).toEqual(
      expect.arrayContaining([
        '2026-10-26 2026-11-02',
        '2026-11-02 2026-11-09',
        '2026-11-09 2026-11-16',
        '2026-11-16 2026-11-23',
      ]),
    );
    for (const call of others) expect(askedIn(call)).toMatch(/ DAY ENGAGEMENT,BILLING$/);
  });

  test('is forgotten a day later', async () => {
    // Other tests read the others at later times.
    const of = campaigns(selection, { account: tokyo });
    await running.ask(of);
    await moveTo(start + day + hour);
    // All of the five weeks; an hour earlier one of them was cached.
    expect((await running.ask(of)).calls).toHaveLength(1 + 3 * 5);
  });

  test('is not kept for another viewer', async () => {
    const [, { userId = '' } = {}] = running.emulator.users;
    running.emulator.grant(userId, losAngeles);
    const session = bearer(await signIn(running, userId));
    await running.ask(table, {}, fresh);
    const first = await running.ask(table, {}, session);
    expect(first.errors).toBeUndefined();
    expect(first.calls).toHaveLength(1 + 3 * 6);
    expect((await running.ask(table, {}, session)).calls).toHaveLength(1 + 3 * 4);
  });
});

describe('a chart of 90 days', () => {
  const chart = (ids: readonly string[]) =>
    running.ask(
      `query ($ids: [ID!]) { account(id: "${berlin}") { lineItems(first: 20, lineItemIds: $ids) {
        nodes { stats(range: { lastDays: 90 }) { days { metrics { impressions } } } }
      } } }`,
      { ids },
    );

  test('costs 3 or 4 calls the second time, also tomorrow and with other entities among them', async () => {
    const { data } = await running.ask(
      `{ account(id: "${berlin}") { lineItems(first: 40) { nodes { restId } } } }`,
    );
    const ids: readonly string[] = data.account.lineItems.nodes.map(
      ({ restId }: { restId: string }) => restId,
    );
    const [some, others] = [ids.slice(0, 20), ids.slice(20, 40)];
    for (const twenty of [some, others]) {
      expect([13, 14]).toContain(statsCalls((await chart(twenty)).calls).length);
      expect([3, 4]).toContain(statsCalls((await chart(twenty)).calls).length);
    }
    await moveTo(start + 22 * hour);
    const mixed = [...some.slice(0, 10), ...others.slice(0, 10)];
    expect([3, 4]).toContain(statsCalls((await chart(mixed)).calls).length);
  });
});

describe('the selection decides the calls', () => {
  const asked = async (selection: string, first = 20) => {
    const { calls, errors } = await running.ask(campaigns(selection, { first }), {}, fresh);
    expect(errors).toBeUndefined();
    return statsCalls(calls).map(askedIn);
  };
  const week = 'range: { days: { first: "2026-11-12", last: "2026-11-18" } }';
  const span = '2026-11-12 2026-11-19';

  test('a range of up to 7 days is one window, wherever it begins', async () => {
    expect(await asked(`stats(${week}) { total { impressions } }`)).toEqual([
      `${span} TOTAL ENGAGEMENT`,
    ]);
  });

  test('hours are requested if hours are selected, else days, else the whole', async () => {
    expect(await asked(`stats(${week}) { days { date metrics { likes } } }`)).toEqual([
      `${span} DAY ENGAGEMENT`,
    ]);
    expect(
      await asked(`stats(${week}) {
        total { likes } days { metrics { likes } } hours { start metrics { likes } }
      }`),
    ).toEqual([`${span} HOUR ENGAGEMENT`]);
  });

  test('groups of figures go together, and each kind of conversions apart', async () => {
    expect(
      await asked(`stats(${week}) { total {
        videoViews50 likes billedEngagements
        conversionPurchases { metric } mobileConversionInstalls { postView }
        mobileConversionLifetimeValuePurchases { saleAmount }
      } }`),
    ).toEqual([
      `${span} TOTAL ENGAGEMENT,BILLING,VIDEO`,
      `${span} TOTAL WEB_CONVERSION`,
      `${span} TOTAL MOBILE_CONVERSION`,
      `${span} TOTAL LIFE_TIME_VALUE_MOBILE_CONVERSION`,
    ]);
  });

  test('a rate or a cost requests its operands', async () => {
    expect(await asked(`stats(${week}) { total { costPerVideoView { micros } } }`)).toEqual([
      `${span} TOTAL BILLING,VIDEO`,
    ]);
  });

  test('aliases of one range share a call, with the groups and the granularity of both', async () => {
    expect(
      await asked(`
        one: stats(${week}) { total { impressions } }
        other: stats(${week}) { days { metrics { billedCharge { micros } } } }
      `),
    ).toEqual([`${span} DAY ENGAGEMENT,BILLING`]);
  });

  test('ranges share the weeks that they have in common', async () => {
    const stats = (name: string, first: string, last: string) =>
      `${name}: stats(range: { days: { first: "${first}", last: "${last}" } }) { days { metrics { likes } } }`;
    expect(
      await asked(
        [
          stats('two', '2026-11-09', '2026-11-22'),
          stats('three', '2026-11-02', '2026-11-22'),
          stats('all', '2026-10-26', '2026-11-22'),
        ].join(' '),
      ),
    ).toHaveLength(4);
  });

  test('a total of fewer days is requested by itself, because a total cannot be cut', async () => {
    const stats = (name: string, first: string) =>
      `${name}: stats(range: { days: { first: "${first}", last: "2026-11-18" } }) { total { impressions } }`;
    const asking = (selection: string) =>
      running.ask(campaigns(selection, { first: 20 }), {}, fresh);
    const both = await asking(`${stats('week', '2026-11-12')} ${stats('some', '2026-11-16')}`);
    expect(spansIn(both)).toEqual([span, '2026-11-16 2026-11-19']);
    const alone = await asking(stats('some', '2026-11-16'));
    expect(both.data.account.campaigns.nodes).toEqual(
      alone.data.account.campaigns.nodes.map((node: object) => expect.objectContaining(node)),
    );
  });

  test('a range within another one, and an entity in two of them, are requested once', async () => {
    const days = (name: string, first: string, last: string) =>
      `${name}: stats(range: { days: { first: "${first}", last: "${last}" } }) { days { date metrics { likes } } }`;
    const some = `${days('week', '2026-11-09', '2026-11-15')} ${days('some', '2026-11-11', '2026-11-12')}`;
    expect(await asked(some)).toEqual(['2026-11-09 2026-11-16 DAY ENGAGEMENT']);
    const weeks = `${days('two', '2026-11-09', '2026-11-22')} ${days('three', '2026-11-02', '2026-11-22')}`;
    const { data, calls } = await running.ask(campaigns(weeks, { first: 30 }), {}, fresh);
    const { nodes } = data.account.campaigns;
    const ids = statsCalls(calls).map((call) => [askedIn(call), idsIn(call).length]);
    expect(ids.map(([, count]) => count)).toEqual([20, 20, 20, 10, 10, 10]);
    expect(new Set(ids.map(([asked]) => asked)).size).toBe(3);
    for (const { two, three } of nodes) expect(three.days.slice(7)).toEqual(two.days);
  });

  test('the last days of an unknown zone include fewer of them', async () => {
    expect(
      await asked(`
        four: stats(range: { lastDays: 4 }) { days { metrics { likes } } }
        two: stats(range: { lastDays: 2 }) { days { metrics { likes } } }
      `),
    ).toHaveLength(1);
  });

  test('a placement is a call of its own', async () => {
    const { calls } = await running.ask(
      campaigns(`
        stats(${week}) { placement total { likes } }
        trend: stats(${week}, placement: TREND) { placement total { likes } }
      `),
    );
    const placements = statsCalls(calls).map(({ query }) => query['placement']);
    expect(placements.toSorted()).toEqual(
      ['ALL_ON_TWITTER', 'TREND'].flatMap((one) => [one, one, one]),
    );
  });

  test('a selection without figures requests none', async () => {
    expect(await asked(`stats(${week}) { placement }`)).toEqual([]);
  });
});

test('kinds of entities are requested at once, in one round, each in calls of its own', async () => {
  const range = 'range: { lastDays: 7 }';
  const { calls, errors, extensions } = await running.ask(
    `{ account(id: "${berlin}") { timezone stats(${range}) { total { impressions } }
      campaigns(first: 5) { nodes { stats(${range}) { total { impressions } } } }
      lineItems(first: 5) { nodes { stats(${range}) { total { impressions } } } }
      promotedTweets(first: 5) { nodes { stats(${range}) { total { impressions } } } }
      fundingInstruments(first: 5) { nodes { stats(${range}) { total { impressions billedCharge { amount } } } } }
    } }`,
    {},
    { headers: { 'x-ads-trace': '1' } },
  );
  expect(errors).toBeUndefined();
  const kinds = statsCalls(calls).map(({ query }) => query['entity']);
  expect(kinds.toSorted()).toEqual([
    'ACCOUNT',
    'CAMPAIGN',
    'FUNDING_INSTRUMENT',
    'LINE_ITEM',
    'PROMOTED_TWEET',
  ]);
  const upstream = extensions?.['upstream'] as
    | { readonly calls: readonly { readonly endpoint: string; readonly round: number }[] }
    | undefined;
  const rounds = (upstream?.calls ?? [])
    .filter(({ endpoint }) => endpoint === 'getStats')
    .map(({ round }) => round);
  expect(rounds).toHaveLength(5);
  expect(Math.max(...rounds)).toBe(2);
});

test('the entities of nested levels share calls, however many parents they have', async () => {
  const { calls, data } = await running.ask(
    campaigns(
      'lineItems(first: 2) { nodes { stats(range: { lastDays: 5 }) { days { date } total { likes } } } }',
      {
        first: 20,
      },
    ),
  );
  const ids = statsCalls(calls).flatMap(idsIn);
  const items = data.account.campaigns.nodes.flatMap(
    ({ lineItems }: { lineItems: { nodes: readonly unknown[] } }) => lineItems.nodes,
  );
  expect(ids).toHaveLength(items.length);
  expect(statsCalls(calls)).toHaveLength(Math.ceil(items.length / 20));
});
