import { describe, expect, test } from 'vitest';
import { statsCalls, statsGateway } from '../support/stats-gateway.ts';
import { berlin, hour, iso, losAngeles, start } from '../support/stats-story.ts';

const { running, moveTo } = statsGateway();

const ask = (range: string, selection: string, account = berlin) =>
  running.ask(
    `{ account(id: "${account}") { campaigns(first: 1) { nodes { stats(range: { ${range} }) { ${selection} } } } } }`,
    {},
    { headers: { 'cache-control': 'no-cache' } },
  );
const statsOf = ({ data }: Awaited<ReturnType<typeof ask>>) =>
  data.account.campaigns.nodes[0].stats;
const sentIn = ({ calls }: Awaited<ReturnType<typeof ask>>) =>
  statsCalls(calls).map(({ query }) => [query['start_time'], query['end_time']]);

describe('a range', () => {
  test.for([
    ['lastDays: 0', 'range.lastDays'],
    ['lastDays: -3', 'range.lastDays'],
    ['lastDays: 93', 'range.lastDays'],
    ['days: { first: "2026-11-02", last: "2026-11-01" }', 'range.days.last'],
    ['days: { first: "2026-08-01", last: "2026-11-01" }', 'range.days.last'],
    ['days: { first: "9999-12-20", last: "9999-12-31" }', 'range.days.last'],
    ['hours: { start: "2026-11-01T10:30:00Z", end: "2026-11-01T12:00:00Z" }', 'range.hours.start'],
    ['hours: { start: "2026-11-01T10:00:00Z", end: "2026-11-01T12:00:01Z" }', 'range.hours.end'],
    ['hours: { start: "2026-11-01T10:00:00Z", end: "2026-11-01T10:00:00Z" }', 'range.hours.end'],
    ['hours: { start: "2026-08-01T00:00:00Z", end: "2026-11-01T01:00:00Z" }', 'range.hours.end'],
  ])('is refused before any call: %s', async ([range = '', argument]) => {
    const { errors = [], calls } = await ask(range, 'total { likes }');
    expect(errors.map(({ extensions }) => [extensions.code, extensions['argument']])).toEqual([
      ['BAD_USER_INPUT', argument],
    ]);
    expect(statsCalls(calls)).toEqual([]);
    const byId = await running.ask(
      `{ account(id: "${berlin}") {
        stats(range: { ${range} }) { start total { likes } }
        campaign(id: "c1") { stats(range: { ${range} }) { start } reach(range: { ${range} }) { averageFrequency } }
      } }`,
    );
    expect(byId.errors?.map(({ extensions }) => extensions['argument'])).toEqual([
      argument,
      argument,
      argument,
    ]);
    expect(byId.calls).toEqual([]);
  });

  test('that is refused does not keep the account beside it from being read', async () => {
    const { data, calls } = await running.ask(
      `{ account(id: "${berlin}") { name stats(range: { lastDays: 0 }) { start } } }`,
    );
    expect(data.account).toEqual({ name: expect.any(String), stats: null });
    expect(calls.map(({ endpoint }) => endpoint)).toEqual(['getAccount']);
  });

  test.for([
    'lastDays: 3, days: { first: "2026-11-02", last: "2026-11-02" }',
    'days: { first: "2026-02-30", last: "2026-03-01" }',
    'days: { first: "2026-11-02T00:00:00Z", last: "2026-11-03" }',
    '',
  ])('is exactly one of three forms, with days of the calendar: %s', async (range) => {
    const { status, calls } = await ask(range, 'total { likes }');
    expect([status, calls]).toEqual([400, []]);
  });

  test('has up to 92 days', async () => {
    const answer = await ask('lastDays: 92', 'days { date }');
    expect(answer.errors).toBeUndefined();
    const { days } = statsOf(answer);
    expect([days.length, days.at(0).date, days.at(-1).date]).toEqual([
      92,
      '2026-08-24',
      '2026-11-23',
    ]);
  });

  test('of hours is sent as times in UTC, converted from offsets', async () => {
    const answer = await ask(
      'hours: { start: "2026-11-20T01:00:00+01:00", end: "2026-11-20T03:00:00Z" }',
      'start end total { likes } hours { start }',
    );
    expect(sentIn(answer)).toEqual([['2026-11-20T00:00:00Z', '2026-11-20T03:00:00Z']]);
    expect(statsOf(answer)).toMatchObject({
      start: '2026-11-20T00:00:00Z',
      end: '2026-11-20T03:00:00Z',
      hours: [0, 1, 2].map((at) => ({ start: `2026-11-20T0${at}:00:00Z` })),
    });
  });
});

describe('days', () => {
  test('are sent as days, so the account decides when they begin', async () => {
    const range = 'days: { first: "2026-11-03", last: "2026-11-04" }';
    for (const [account, start] of [
      [berlin, '2026-11-02T23:00:00Z'],
      [losAngeles, '2026-11-03T08:00:00Z'],
    ] as const) {
      const answer = await ask(range, 'start days { date metrics { likes } }', account);
      expect(sentIn(answer)).toEqual([['2026-11-03', '2026-11-05']]);
      expect(statsOf(answer).start).toBe(start);
      // The answer has their beginnings, so nothing else is requested.
      expect(answer.calls).toHaveLength(2);
    }
  });

  test('of hours are those of the account, and hours that are no whole days have none', async () => {
    const whole = 'hours: { start: "2026-11-02T23:00:00Z", end: "2026-11-04T23:00:00Z" }';
    const answer = await ask(whole, 'days { date metrics { likes } }');
    expect(answer.errors).toBeUndefined();
    expect(statsOf(answer).days.map(({ date }: { date: string }) => date)).toEqual([
      '2026-11-03',
      '2026-11-04',
    ]);
    const { errors = [], calls } = await ask(whole, 'days { date }', losAngeles);
    expect(errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'range.hours',
    });
    expect(statsCalls(calls)).toEqual([]);
    // Hours of the same range are still shown.
    const beside = await running.ask(
      `{ account(id: "${losAngeles}") { campaigns(first: 1) { nodes {
        some: stats(range: { ${whole} }) { hours { start metrics { likes } } }
        none: stats(range: { ${whole} }) { days { date } }
      } } } }`,
    );
    const [node] = beside.data.account.campaigns.nodes;
    expect([node.some.hours.length, node.none]).toEqual([48, null]);
    expect(beside.errors?.map(({ path = [] }) => path.at(-1))).toEqual(['none']);
  });

  test.for([
    // A change of the clock by half an hour: days begin with no hour of the day before.
    ['2026-10-04', 'UPSTREAM_BAD_RESPONSE'],
    ['2026-10-05', undefined],
  ])('of half an hour more or less have no hours: %s', async ([date = '', code]) => {
    const { store } = running.emulator;
    const row = store.find('Account', null, berlin) ?? {};
    store.insert('Account', null, { ...row, id: berlin, timezone: 'Australia/Lord_Howe' });
    const { errors = [] } = await ask(
      `days: { first: "${date}", last: "${date}" }`,
      'hours { start metrics { impressions } }',
    );
    expect(errors[0]?.extensions.code).toBe(code);
  });

  test.for([
    // The clock goes back, and 2026-03-29 it goes forward, in Berlin at 01:00 UTC.
    [berlin, '2026-10-25', 25, '2026-10-24T22:00:00Z'],
    [berlin, '2026-03-29', 23, '2026-03-28T23:00:00Z'],
    [losAngeles, '2026-11-01', 25, '2026-11-01T07:00:00Z'],
    [losAngeles, '2026-03-08', 23, '2026-03-08T08:00:00Z'],
  ] as const)(
    'have the hours of their day when the clock changes: %s %s %i',
    async ([account, date, length, begin]) => {
      const range = `days: { first: "${date}", last: "${date}" }`;
      const answer = await ask(
        range,
        'start end total { impressions } days { date metrics { impressions } } hours { start metrics { impressions } }',
        account,
      );
      expect(answer.errors).toBeUndefined();
      const { start: from, end, total, days, hours } = statsOf(answer);
      expect(from).toBe(begin);
      expect(hours.map((one: { start: string }) => one.start)).toEqual(
        Array.from({ length }, (_, index) => iso(Date.parse(begin) + index * hour)),
      );
      expect(end).toBe(iso(Date.parse(begin) + length * hour));
      expect(days).toEqual([{ date, metrics: total }]);
      expect(statsCalls(answer.calls)).toHaveLength(1);
    },
  );

  test('in a row over the change of the clock keep their own hours', async () => {
    const answer = await ask(
      'days: { first: "2026-10-20", last: "2026-10-30" }',
      'days { date metrics { impressions } } hours { start metrics { impressions } }',
    );
    const { days, hours } = statsOf(answer);
    expect([days.length, hours.length]).toEqual([11, 11 * 24 + 1]);
    const sum = (some: readonly { metrics: { impressions: string | null } }[]): number =>
      some.reduce((all, { metrics }) => all + Number(metrics.impressions), 0);
    expect(sum(days)).toBe(sum(hours));
    const shown = days.map((one: { metrics: { impressions: string } }) => sum([one]));
    expect(sum(hours.slice(0, 24))).toBe(shown[0]);
    expect(sum(hours.slice(5 * 24, 5 * 24 + 25))).toBe(shown[5]);
    expect(sum(hours.slice(-24))).toBe(shown[10]);
  });

  test.for([
    // 14:20 UTC is today anywhere but in the far east; 08:20 UTC on Monday is still Monday 00:20 in
    // Los Angeles; 07:20 UTC is Sunday there.
    [losAngeles, '2026-11-23T08:20:00Z', '2026-11-23'],
    [losAngeles, '2026-11-23T07:20:00Z', '2026-11-22'],
    [berlin, '2026-11-22T22:20:00Z', '2026-11-22'],
    [berlin, '2026-11-22T23:20:00Z', '2026-11-23'],
    ['18ce54gam3j', '2026-11-22T15:20:00Z', '2026-11-23'],
  ])(
    'up to today end with the current day of the account: %s at %s',
    async ([account = '', now = '', today]) => {
      await moveTo(Date.parse(now));
      for (const days of [1, 7, 30]) {
        for (const selection of ['end days { date metrics { likes } }', 'end total { likes }']) {
          const answer = await ask(`lastDays: ${days}`, selection, account);
          expect(answer.errors).toBeUndefined();
          const { days: shown, end } = statsOf(answer);
          if (shown !== undefined) {
            expect([shown.length, shown.at(-1).date]).toEqual([days, today]);
          }
          expect(Date.parse(end)).toBeGreaterThan(Date.parse(now));
          expect(Date.parse(end) - Date.parse(now)).toBeLessThanOrEqual(24 * hour);
        }
      }
    },
  );
});

test('the time zone of an account is requested once, and then known for days', async () => {
  const ask = () =>
    running.ask(
      `{ account(id: "18ce54trv4l") { campaigns(first: 1) { nodes { stats(range: { lastDays: 10 }) { total { likes } } } } } }`,
    );
  const accounts = ({ calls }: Awaited<ReturnType<typeof ask>>) =>
    calls.filter(({ endpoint }) => endpoint?.includes('Account') === true);
  expect(accounts(await ask())).toHaveLength(1);
  expect(accounts(await ask())).toHaveLength(0);
  await moveTo(start + 6 * 24 * hour);
  expect(accounts(await ask())).toHaveLength(0);
});
