import { describe, expect, test } from 'vitest';
import { statsCalls, statsGateway } from '../support/stats-gateway.ts';
import { berlin, losAngeles } from '../support/stats-story.ts';

const { running } = statsGateway({ emulator: { rateWindows: true } });

const traced = { headers: { 'cache-control': 'no-cache', 'x-ads-trace': '1' } };

/**
 * Results of the first campaigns of an account in this many whole weeks, with one kind of figures
 * or three.
 */
const question = (weeks: number, { first = 50, figures = 'impressions' } = {}) =>
  `{ account(id: "${losAngeles}") { campaigns(first: ${first}) { nodes { name stats(range: { days: {
    first: "${new Date(Date.parse('2026-11-23') - weeks * 7 * 86_400_000).toISOString().slice(0, 10)}", last: "2026-11-22"
  } }) { total { ${figures} } } } } } }`;
const allFigures =
  'impressions conversionPurchases { metric } mobileConversionInstalls { postView } mobileConversionLifetimeValuePurchases { metric: postView }';

type StatsAnswer = Awaited<ReturnType<typeof running.ask>>;
const budgetOf = ({ extensions }: StatsAnswer) =>
  ((extensions?.['adsBudget'] ?? []) as readonly { readonly scope: string }[]).find(
    ({ scope }) => scope === 'user:stats',
  );
const resetAt = expect.stringMatching(/^20.*Z$/);

describe('the 250 calls of a quarter of an hour', () => {
  test('are shown with the number that is left', async () => {
    const answer = await running.ask(question(2, { first: 20 }), {}, traced);
    expect(statsCalls(answer.calls)).toHaveLength(2);
    expect(budgetOf(answer)).toEqual({ scope: 'user:stats', limit: 250, remaining: 248, resetAt });
  });

  test('are known before the first call of all', async () => {
    // 3 twenties, 13 weeks and 4 kinds of figures each: two of these are more than 250.
    const most = question(13, { figures: allFigures });
    const first = await running.ask(most, {}, traced);
    expect(first.errors).toBeUndefined();
    expect(statsCalls(first.calls)).toHaveLength(3 * 13 * 4);
    const second = await running.ask(most, {}, traced);
    expect(statsCalls(second.calls)).toEqual([]);
    expect(second.data.account.campaigns.nodes[0]).toEqual({
      name: expect.any(String),
      stats: null,
    });
    const { errors = [] } = second;
    expect(errors).toHaveLength(43);
    expect(errors[0]?.message).toContain('156 calls are needed');
    expect(errors[0]?.extensions).toMatchObject({
      code: 'UPSTREAM_RATE_LIMITED',
      retryable: true,
      scope: 'user',
      callsNeeded: 156,
      callsLeft: 94,
      retryAfterSeconds: expect.any(Number),
      resetAt,
    });
    const seconds = Number(errors[0]?.extensions['retryAfterSeconds']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(900);
    // A question that fits the rest of the window is answered.
    const fitting = await running.ask(question(13), {}, traced);
    expect(fitting.errors).toBeUndefined();
    expect(statsCalls(fitting.calls)).toHaveLength(39);
    expect(budgetOf(fitting)).toMatchObject({ limit: 250, remaining: 55 });
  });

  test('are fewer if the API reports fewer', async () => {
    running.emulator.set({ rateLimits: { stats: 10 } });
    expect((await running.ask(question(4, { first: 20 }), {}, traced)).errors).toBeUndefined();
    const { errors = [], calls } = await running.ask(question(7, { first: 20 }), {}, traced);
    expect(statsCalls(calls)).toEqual([]);
    expect(errors[0]?.extensions).toMatchObject({ callsNeeded: 7, callsLeft: 6 });
    expect(
      statsCalls((await running.ask(question(6, { first: 20 }), {}, traced)).calls),
    ).toHaveLength(6);
  });

  test('are shared by results, reach and active entities', async () => {
    running.emulator.set({ rateLimits: { stats: 4 } });
    const range = 'range: { days: { first: "2026-11-09", last: "2026-11-15" } }';
    const answer = await running.ask(
      `{ account(id: "${berlin}") {
        activeEntities(entity: CAMPAIGN, start: "2026-11-20T00:00:00Z", end: "2026-11-21T00:00:00Z") { entityId }
        campaigns(first: 20) { nodes { stats(${range}) { total { likes } } reach(${range}) { totalAudienceReach } } }
      } }`,
      {},
      traced,
    );
    expect(answer.errors).toBeUndefined();
    expect(budgetOf(answer)).toMatchObject({ limit: 4, remaining: 1 });
  });

  test('are not spent in part by simultaneous queries', async () => {
    const before = running.emulator.calls().length;
    const answers = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const response = await fetch(running.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
          body: JSON.stringify({ query: question(13, { figures: allFigures }) }),
        });
        return (await response.json()) as StatsAnswer;
      }),
    );
    expect(answers.map(({ errors = [] }) => errors.length).toSorted((a, b) => a - b)).toEqual([
      0, 43, 43,
    ]);
    expect(statsCalls(running.emulator.calls().slice(before))).toHaveLength(156);
  });
});

test('kept weeks cost none', async () => {
  const weeks = `{ account(id: "${losAngeles}") { campaigns(first: 20) { nodes { stats(range: { days: { first: "2026-08-31", last: "2026-11-22" } }) { days { metrics { replies } } } } } } }`;
  const { 'cache-control': _, ...headers } = traced.headers;
  expect(budgetOf(await running.ask(weeks, {}, { headers }))).toMatchObject({ remaining: 238 });
  expect(budgetOf(await running.ask(weeks, {}, { headers }))).toMatchObject({ remaining: 235 });
});
