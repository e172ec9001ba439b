import { describe, expect, test } from 'vitest';
import { idsIn, statsCalls, statsGateway } from '../support/stats-gateway.ts';
import { berlin, losAngeles } from '../support/stats-story.ts';

const { running } = statsGateway();

const week = 'range: { days: { first: "2026-11-09", last: "2026-11-15" } }';
const campaigns = (selection: string, { first = 50, account = losAngeles } = {}) =>
  running.ask(
    `{ account(id: "${account}") { campaigns(first: ${first}) { nodes { restId ${selection} } } } }`,
    {},
    { headers: { 'cache-control': 'no-cache' } },
  );
type StatsAnswer = Awaited<ReturnType<typeof campaigns>>;
interface Node {
  readonly restId: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  readonly stats: any;
}
const nodesOf = ({ data }: StatsAnswer): readonly Node[] => data.account.campaigns.nodes;
const failuresIn = ({ errors = [] }: StatsAnswer) =>
  errors.map(({ path = [], extensions }) => [path.at(3), path.at(-1), extensions.code]);

/**
 * An answer about some campaigns, as the API writes it: figures by their names, numbers with all
 * digits.
 */
const answerWithRows = (rows: readonly string[], params = '{}') =>
  running.emulator.fault({
    match: { endpoint: 'getStats' },
    fault: {
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'application/json' },
      text: `{"data_type":"stats","data":[${rows.join()}],"request":{"params":${params}}}`,
    },
  });

const responseWith = (metrics: Readonly<Record<string, string>>, ids: readonly string[]) => {
  const written = Object.entries(metrics).map(([name, figures]) => `"${name}":${figures}`);
  const rows = ids.map(
    (id) => `{"id":"${id}","id_data":[{"segment":null,"metrics":{${written.join()}}}]}`,
  );
  answerWithRows(rows);
};

describe('lost results', () => {
  test('a failed week loses its twenty entities, and nothing of their other weeks is shown', async () => {
    const list = nodesOf(await campaigns(''));
    const twenty = list.slice(0, 20).map(({ restId }) => restId);
    running.emulator.fault({
      match: {
        endpoint: 'getStats',
        path: `entity_ids=*${twenty[0]}*start_time=2026-11-09`,
      },
      fault: { kind: 'answer', status: 403 },
    });
    const answer = await campaigns(
      'stats(range: { days: { first: "2026-11-01", last: "2026-11-22" } }) { total { impressions } days { date } }',
    );
    const lost = nodesOf(answer).filter(({ stats }) => stats === null);
    expect(lost.map(({ restId }) => restId)).toEqual(twenty);
    expect(failuresIn(answer)).toEqual(twenty.map((_, index) => [index, 'stats', 'FORBIDDEN']));
    expect(statsCalls(answer.calls)).toHaveLength(3 * 4);
  });

  test('figures with errors beside them are lost, and are not kept', async () => {
    const beside = { code: 'INTERNAL', message: 'some hours could not be read' };
    running.emulator.fault({
      match: { endpoint: 'getStats' },
      times: 1,
      fault: { kind: 'merge', set: { errors: [beside] } },
    });
    const settled = 'stats(range: { days: { first: "2026-09-07", last: "2026-09-13" } })';
    const ask = () =>
      running.ask(
        `{ account(id: "${losAngeles}") { campaigns(first: 2) { nodes { ${settled} { total { impressions } } } } } }`,
      );
    const answer = await ask();
    expect(nodesOf(answer)).toEqual([{ stats: null }, { stats: null }]);
    expect(failuresIn(answer)).toEqual([
      [0, 'stats', 'UPSTREAM_REJECTED'],
      [1, 'stats', 'UPSTREAM_REJECTED'],
    ]);
    expect(answer.errors?.[0]?.message).toBe(beside.message);
    const again = await ask();
    expect(again.errors).toBeUndefined();
    expect(statsCalls(again.calls)).toHaveLength(1);
    expect(statsCalls((await ask()).calls)).toEqual([]);
  });

  test('an entity that the answer lacks is lost alone', async () => {
    running.emulator.fault({
      match: { endpoint: 'getStats' },
      fault: { kind: 'edit', edit: 'dropRow' },
    });
    const answer = await campaigns(`stats(${week}) { total { impressions } }`, { first: 10 });
    const lost = nodesOf(answer).flatMap(({ stats }, index) => (stats === null ? [index] : []));
    expect(lost).toHaveLength(1);
    expect(failuresIn(answer)).toEqual([[lost[0], 'stats', 'UPSTREAM_BAD_RESPONSE']]);
  });

  test('an answer in another order is read by its ids', async () => {
    const asked = `stats(${week}) { total { impressions billedChargeLocalMicro } }`;
    const right = nodesOf(await campaigns(asked, { first: 10 }));
    running.emulator.fault({
      match: { endpoint: 'getStats' },
      fault: { kind: 'edit', edit: 'reverseRows' },
    });
    expect(nodesOf(await campaigns(asked, { first: 10 }))).toEqual(right);
  });

  test.for([
    ['too short', '[1,2,3,4,5,6]'],
    ['too long', '[1,2,3,4,5,6,7,8]'],
    ['no array', '7'],
    ['with a fraction', '[1,2,3,4,5,6,7.5]'],
    ['with text', '[1,2,3,4,5,6,"x"]'],
    ['with a number of more than 64 bits', '[1,2,3,4,5,6,9223372036854775808]'],
  ])('a series that is %s is a bad answer, and is not used', async ([, series = '']) => {
    const [node] = nodesOf(await campaigns('', { first: 1 }));
    responseWith({ impressions: series }, [node?.restId ?? '']);
    const answer = await campaigns(`stats(${week}) { days { metrics { impressions } } }`, {
      first: 1,
    });
    expect(nodesOf(answer)[0]?.stats).toBeNull();
    expect(failuresIn(answer)).toEqual([[0, 'stats', 'UPSTREAM_BAD_RESPONSE']]);
  });

  const part = (impressions: number, segment = 'null') =>
    `{"segment":${segment},"metrics":{"impressions":[${impressions}]}}`;
  const entry = (id: string, ...parts: readonly string[]) =>
    `{"id":"${id}","id_data":[${parts.join()}]}`;

  test.for<[string, (id: string) => readonly string[], string?]>([
    ['says two things', (id) => [entry(id, part(1)), entry(id, part(2))]],
    [
      'says two things, and one of them again',
      (id) => [entry(id, part(1)), entry(id.toUpperCase(), part(2)), entry(id, part(1))],
    ],
    ['has two parts', (id) => [entry(id, part(1), part(2))]],
    ['is about a segment', (id) => [entry(id, part(1, '{"segment_name":"x"}'))]],
    ['has no part', (id) => [entry(id)]],
    [
      'is about another week',
      (id) => [entry(id, part(1))],
      '{"start_time":"2026-11-01T08:00:00Z","end_time":"2026-11-08T08:00:00Z"}',
    ],
    [
      'is about fewer days',
      (id) => [entry(id, part(1))],
      '{"start_time":"2026-11-09T08:00:00Z","end_time":"2026-11-15T18:00:00Z"}',
    ],
  ])('an answer that %s is a bad one, and is not shown', async ([, rows, params]) => {
    const [node] = nodesOf(await campaigns('', { first: 1 }));
    answerWithRows(rows(node?.restId ?? ''), params);
    const answer = await campaigns(`stats(${week}) { total { impressions } }`, { first: 1 });
    expect(nodesOf(answer)[0]?.stats).toBeNull();
    expect(failuresIn(answer)).toEqual([[0, 'stats', 'UPSTREAM_BAD_RESPONSE']]);
  });

  test('hours other than the requested ones are a bad answer', async () => {
    const [node] = nodesOf(await campaigns('', { first: 1 }));
    const rows = [entry(node?.restId ?? '', part(1))];
    answerWithRows(rows, '{"start_time":"2026-11-09T09:00:00Z","end_time":"2026-11-09T10:00:00Z"}');
    const hours = 'hours: { start: "2026-11-09T08:00:00Z", end: "2026-11-09T09:00:00Z" }';
    const answer = await campaigns(`stats(range: { ${hours} }) { total { impressions } }`, {
      first: 1,
    });
    expect(failuresIn(answer)).toEqual([[0, 'stats', 'UPSTREAM_BAD_RESPONSE']]);
  });

  test('a repeated row is read once', async () => {
    const [node] = nodesOf(await campaigns('', { first: 1 }));
    const row = entry(node?.restId ?? '', part(7));
    answerWithRows([row, row]);
    const answer = await campaigns(`stats(${week}) { total { impressions } }`, { first: 1 });
    expect(nodesOf(answer)[0]?.stats).toEqual({ total: { impressions: '7' } });
  });

  test('a bad series that is not selected does no harm', async () => {
    const [node] = nodesOf(await campaigns('', { first: 1 }));
    responseWith({ impressions: '[5]', clicks: '[1,2]' }, [node?.restId ?? '']);
    const answer = await campaigns(`stats(${week}) { total { impressions } }`, { first: 1 });
    expect(answer.errors).toBeUndefined();
    expect(nodesOf(answer)[0]?.stats).toEqual({ total: { impressions: '5' } });
  });

  test('a 429 in the middle of five weeks leaves no partial sums, and says when to retry', async () => {
    const reset = Math.floor(Date.now() / 1000) + 24 * 3600;
    running.emulator.fault({
      match: { endpoint: 'getStats', path: 'start_time=2026-11-02' },
      fault: {
        kind: 'answer',
        status: 429,
        headers: { 'x-rate-limit-reset': String(reset) },
        json: { errors: [{ code: 'TOO_MANY_REQUESTS', message: 'Too many' }] },
      },
    });
    const answer = await campaigns(
      'entityStatus stats(range: { days: { first: "2026-10-21", last: "2026-11-19" } }) { total { impressions } days { date } }',
      { first: 20 },
    );
    expect(nodesOf(answer)).toHaveLength(20);
    for (const { stats } of nodesOf(answer)) expect(stats).toBeNull();
    const [error] = answer.errors ?? [];
    expect(failuresIn(answer)).toHaveLength(20);
    expect(error?.extensions).toMatchObject({
      code: 'UPSTREAM_RATE_LIMITED',
      retryable: true,
      scope: 'user',
      retryAfterSeconds: expect.any(Number),
      resetAt: expect.stringMatching(/^20.*Z$/),
    });
    // The window stays closed.
    const again = await campaigns(`stats(${week}) { total { impressions } }`, { first: 5 });
    expect(statsCalls(again.calls)).toEqual([]);
  });

  test('an id that the API refuses is found by bisection, and the others are shown', async () => {
    const { restId = '' } = nodesOf(await campaigns('', { first: 8 })).at(5) ?? {};
    running.emulator.fault({
      match: { endpoint: 'getStats', path: `entity_ids=*${restId}` },
      fault: {
        kind: 'answer',
        status: 400,
        json: {
          errors: [{ code: 'INVALID_PARAMETER', message: 'no such id', parameter: 'entity_ids' }],
        },
      },
    });
    const answer = await campaigns(`stats(${week}) { total { impressions } }`, { first: 8 });
    expect(nodesOf(answer).flatMap(({ stats }, index) => (stats === null ? [index] : []))).toEqual([
      5,
    ]);
    expect(statsCalls(answer.calls).map((call) => idsIn(call).length)).toEqual(
      expect.arrayContaining([8, 4, 4, 2, 2, 1, 1]),
    );
  });

  test('an account whose time zone cannot be read is lost alone', async () => {
    for (const endpoint of ['getAccount', 'listAccounts'] as const) {
      running.emulator.fault({
        match: { endpoint, path: berlin },
        fault: { kind: 'answer', status: 403 },
      });
    }
    const { data, errors = [] } = await running.ask(
      `{ ${[berlin, losAngeles]
        .map(
          (id, index) =>
            `a${index}: account(id: "${id}") { campaigns(first: 2) { nodes { stats(range: { lastDays: 9 }) { total { likes } } } } }`,
        )
        .join(' ')} }`,
      {},
      { headers: { 'cache-control': 'no-cache' } },
    );
    expect(data.a0.campaigns.nodes).toEqual([{ stats: null }, { stats: null }]);
    expect(data.a1.campaigns.nodes.every(({ stats }: Node) => stats !== null)).toBe(true);
    expect(errors.map(({ path = [] }) => path[0])).toEqual(['a0', 'a0']);
  });
});

describe('sums and quotients', () => {
  const of = async (
    range: string,
    selection: string,
    metrics: Readonly<Record<string, string>>,
  ) => {
    const [node] = nodesOf(await campaigns('', { first: 1, account: berlin }));
    responseWith(metrics, [node?.restId ?? '']);
    const answer = await campaigns(`stats(${range}) { total { ${selection} } }`, {
      first: 1,
      account: berlin,
    });
    expect(answer.errors).toBeUndefined();
    return nodesOf(answer)[0]?.stats.total;
  };

  test('are exact beyond 2^53', async () => {
    const twoWeeks = 'range: { days: { first: "2026-11-09", last: "2026-11-22" } }';
    const total = await of(
      twoWeeks,
      'billedChargeLocalMicro billedCharge { micros amount currency } clicks costPerClick { micros } conversionPurchases { saleAmount metric }',
      {
        billed_charge_local_micro: '[9007199254740993]',
        clicks: '[1]',
        conversion_purchases: '{"sale_amount":[4611686018427387903],"metric":null}',
      },
    );
    expect(total).toEqual({
      billedChargeLocalMicro: '18014398509481986',
      billedCharge: {
        micros: '18014398509481986',
        amount: '18014398509.481986',
        currency: 'EUR',
      },
      clicks: '2',
      costPerClick: { micros: '9007199254740993' },
      conversionPurchases: { saleAmount: '9223372036854775806', metric: null },
    });
  });

  test('beyond 64 bits are null, with an error that names their entity', async () => {
    const [node] = nodesOf(await campaigns('', { first: 1, account: berlin }));
    responseWith(
      {
        impressions: '[9223372036854775807]',
        billed_charge_local_micro: '[9223372036854775807]',
        conversion_purchases: '{"sale_amount":[9223372036854775807],"metric":[1]}',
        clicks: '[1]',
      },
      [node?.restId ?? ''],
    );
    const answer = await campaigns(
      'stats(range: { days: { first: "2026-11-09", last: "2026-11-22" } }) { total { impressions clicks billedCharge { micros } costPerClick { micros } costPerThousandImpressions { micros } conversionPurchases { saleAmount metric } } }',
      { first: 1, account: berlin },
    );
    expect(nodesOf(answer)[0]?.stats.total).toEqual({
      impressions: null,
      clicks: '2',
      billedCharge: null,
      costPerClick: { micros: '9223372036854775807' },
      costPerThousandImpressions: { micros: '1000' },
      conversionPurchases: { saleAmount: null, metric: '2' },
    });
    const told = (answer.errors ?? []).map(({ message, path, extensions: { code } }) => [
      path?.at(-1),
      message,
      code,
    ]);
    const why = (name: string) => `The computed value of ${name} does not fit into 64 bits.`;
    expect(told.toSorted()).toEqual([
      ['billedCharge', why('billedCharge'), 'UPSTREAM_BAD_RESPONSE'],
      ['impressions', why('impressions'), 'UPSTREAM_BAD_RESPONSE'],
      ['saleAmount', why('saleAmount'), 'UPSTREAM_BAD_RESPONSE'],
    ]);
  });

  test('are rounded half up to a micro', async () => {
    const costs =
      'costPerClick { micros } costPerThousandImpressions { micros amount } costPerLinkClick { micros } costPerFollow { micros }';
    expect(
      await of(week, costs, {
        billed_charge_local_micro: '[5]',
        clicks: '[2]',
        impressions: '[3000]',
        url_clicks: '[3]',
        follows: '[4]',
      }),
    ).toEqual({
      costPerClick: { micros: '3' },
      costPerThousandImpressions: { micros: '2', amount: '0.000002' },
      costPerLinkClick: { micros: '2' },
      costPerFollow: { micros: '1' },
    });
  });

  test('are null if the divisor is null or 0, or if the dividend is null', async () => {
    const selection =
      'clickRate engagementRate followRate videoRate costPerClick { micros } costPerEngagement { micros } costPerAppClick { micros } impressions clicks';
    expect(
      await of(week, selection, {
        impressions: '[0]',
        clicks: 'null',
        engagements: '[10]',
        follows: 'null',
        billed_charge_local_micro: 'null',
      }),
    ).toEqual({
      clickRate: null,
      engagementRate: null,
      followRate: null,
      videoRate: null,
      costPerClick: null,
      costPerEngagement: null,
      costPerAppClick: null,
      impressions: '0',
      clicks: null,
    });
  });

  test('match the console', async () => {
    expect(
      await of(week, 'clickRate engagementRate followRate videoRate', {
        impressions: '[400]',
        clicks: '[10]',
        engagements: '[25]',
        follows: '[1]',
        video_total_views: '[300]',
      }),
    ).toEqual({ clickRate: 0.025, engagementRate: 0.0625, followRate: 0.0025, videoRate: 0.75 });
  });
});

describe('the figures of a past week', () => {
  const settled = 'range: { days: { first: "2026-10-05", last: "2026-10-11" } }';
  const ask = (metrics: string, headers: Readonly<Record<string, string>> = {}) =>
    running.ask(
      `{ account(id: "${losAngeles}") { campaigns(first: 1) { nodes { restId stats(${settled}) { total { ${metrics} } } } } } }`,
      {},
      { headers },
    );
  const fresh = { 'cache-control': 'no-cache' };

  test('are not kept if they are no series', async () => {
    const right = await ask('clicks impressions', fresh);
    const [node] = nodesOf(right);
    responseWith({ impressions: '[5]', clicks: '[1,2]' }, [node?.restId ?? '']);
    expect(failuresIn(await ask('clicks', fresh))).toEqual([[0, 'stats', 'UPSTREAM_BAD_RESPONSE']]);
    running.emulator.reset();
    const again = await ask('clicks impressions');
    expect(again.errors).toBeUndefined();
    expect(statsCalls(again.calls)).toHaveLength(0);
    expect(nodesOf(again)).toEqual(nodesOf(right));
  });

  test('are read again if they were kept beside such ones', async () => {
    const right = await ask('clicks impressions', fresh);
    const [node] = nodesOf(right);
    responseWith({ impressions: '[5]', clicks: '[1,2]' }, [node?.restId ?? '']);
    expect(nodesOf(await ask('impressions', fresh))[0]?.stats.total.impressions).toBe('5');
    running.emulator.reset();
    const kept = await ask('impressions');
    expect(statsCalls(kept.calls)).toHaveLength(0);
    expect(nodesOf(kept)[0]?.stats.total.impressions).toBe('5');
    const again = await ask('clicks impressions');
    expect(statsCalls(again.calls)).toHaveLength(1);
    expect(nodesOf(again)).toEqual(nodesOf(right));
  });

  test('are read once for each group, even if others were selected before', async () => {
    const callsOf = async (metrics: string, headers = {}) =>
      statsCalls((await ask(metrics, headers)).calls).map(({ query }) => query['metric_groups']);
    expect(await callsOf('impressions', fresh)).toEqual(['ENGAGEMENT']);
    expect(await callsOf('billedChargeLocalMicro')).toEqual(['ENGAGEMENT,BILLING']);
    expect(await callsOf('impressions billedChargeLocalMicro')).toEqual([]);
    expect(await callsOf('impressions')).toEqual([]);
    expect(await callsOf('clicks conversionPurchases { saleAmount }')).toEqual(['WEB_CONVERSION']);
  });
});
