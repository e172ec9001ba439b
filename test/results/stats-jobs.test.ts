import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { statsGateway } from '../support/stats-gateway.ts';
import { berlin, day, start } from '../support/stats-story.ts';

const { running, moveTo } = statsGateway();

const range = 'days: { first: "2026-10-01", last: "2026-11-10" }';
const usual = {
  entity: 'CAMPAIGN',
  range: `{ ${range} }`,
  granularity: 'DAY',
  metricGroups: '[ENGAGEMENT, BILLING]',
};

const create = async (
  more: Readonly<Record<string, string>> = {},
  ids = ['cik3s000', 'cik3s001'],
) => {
  const input = Object.entries({ ...usual, entityIds: JSON.stringify(ids), ...more });
  return running.ask(
    `mutation { createStatsJob(input: { accountId: "${berlin}", ${input.map((pair) => pair.join(': ')).join(', ')} }) {
      outcome errors { code reason message argument }
      statsJob { id restId status url expiresAt startTime endTime entity entityIds granularity placement metricGroups segmentationType country }
    } }`,
  );
};
const created = async (...args: Parameters<typeof create>) => {
  const { data } = await create(...args);
  expect(data.createStatsJob).toMatchObject({ outcome: 'APPLIED', errors: [] });
  return data.createStatsJob.statsJob;
};
const show = (id: string, selection: string) =>
  running.ask(`{ account(id: "${berlin}") { statsJob(id: "${id}") { ${selection} } } }`);
const jobIn = ({ data }: Awaited<ReturnType<typeof show>>) => data.account.statsJob;
const fileCalls = ({ calls }: Awaited<ReturnType<typeof show>>) =>
  calls.filter(({ endpoint }) => endpoint === 'readStatsJobFile');

describe('a job', () => {
  test('has no results until it has succeeded, and no call for them', async () => {
    running.emulator.set({ jobSeconds: 3600 });
    const job = await created();
    expect(job).toMatchObject({
      id: `StatsJob:${berlin}:${job.restId}`,
      status: 'PROCESSING',
      url: null,
      expiresAt: null,
      // Midnight in Berlin, in summer and in winter.
      startTime: '2026-09-30T22:00:00Z',
      endTime: '2026-11-10T23:00:00Z',
      entity: 'CAMPAIGN',
      entityIds: ['cik3s000', 'cik3s001'],
      granularity: 'DAY',
      placement: 'ALL_ON_TWITTER',
      metricGroups: ['ENGAGEMENT', 'BILLING'],
      segmentationType: null,
    });
    const answer = await show(job.restId, 'status results { entityId }');
    expect(jobIn(answer)).toEqual({ status: 'PROCESSING', results: null });
    expect(answer.calls).toHaveLength(1);
  });

  test('then has the same figures as results, read from its file without a signature', async () => {
    running.emulator.set({ jobSeconds: 0 });
    const metrics = 'impressions clickRate billedCharge { amount currency }';
    const selection = `total { ${metrics} } days { date metrics { ${metrics} } }`;
    const { restId } = await created();
    const answer = await show(
      restId,
      `status expiresAt results { entityId entity { ... on Campaign { restId } } segment { name } ${selection} hours { start } }`,
    );
    expect(answer.errors).toBeUndefined();
    const { status, expiresAt, results } = jobIn(answer);
    expect(status).toBe('SUCCESS');
    expect(Date.parse(expiresAt)).toBeGreaterThan(start + 2 * day - 60_000);
    const [file] = fileCalls(answer);
    expect(file?.headers['authorization']).toBeUndefined();
    expect(fileCalls(answer)).toHaveLength(1);
    const { data } = await running.ask(
      `{ account(id: "${berlin}") { campaigns(campaignIds: ["cik3s000", "cik3s001"], withDeleted: true, withDraft: true) { nodes { restId stats(range: { ${range} }) { ${selection} } } } } }`,
    );
    for (const { restId: id, stats } of data.account.campaigns.nodes) {
      const found = results.find(({ entityId }: { entityId: string }) => entityId === id);
      expect(found).toEqual({
        entityId: id,
        entity: { restId: id },
        segment: null,
        hours: null,
        ...stats,
      });
    }
    expect(results).toHaveLength(2);
  });

  test.for([
    [{ range: '{ hours: { start: "2026-10-31T23:00:00Z", end: "2026-11-01T23:00:00Z" } }' }],
    [
      {
        range: '{ lastDays: 7 }',
        metricGroups: '[WEB_CONVERSION]',
        segmentation: '{ type: PLATFORMS }',
      },
    ],
    [
      {
        range: '{ lastDays: 7 }',
        metricGroups: '[MOBILE_CONVERSION]',
        segmentation: '{ type: AGE }',
      },
    ],
  ])('can be %j', async ([more]) => {
    expect(await created(more)).toMatchObject({ granularity: 'DAY' });
  });

  test('of hours has hours, and days if they are whole days', async () => {
    running.emulator.set({ jobSeconds: 0 });
    const { restId } = await created({
      granularity: 'HOUR',
      range: '{ days: { first: "2026-10-25", last: "2026-10-26" } }',
    });
    const answer = await show(
      restId,
      'results { total { impressions } hours { start } days { date metrics { impressions } } }',
    );
    const [{ hours, days, total }] = jobIn(answer).results;
    expect([hours.length, hours[0].start]).toEqual([25 + 24, '2026-10-24T22:00:00Z']);
    expect(days.map(({ date }: { date: string }) => date)).toEqual(['2026-10-25', '2026-10-26']);
    const sum = days.reduce(
      (all: number, { metrics }: { metrics: { impressions: string | null } }) =>
        all + Number(metrics.impressions),
      0,
    );
    expect(sum).toBe(Number(total.impressions));
  });

  test('has segments on request', async () => {
    running.emulator.set({ jobSeconds: 0 });
    const { restId } = await created({ granularity: 'TOTAL', segmentation: '{ type: GENDER }' }, [
      'cik3s001',
    ]);
    const answer = await show(
      restId,
      'results { entityId segment { name value } total { impressions } days { date } hours { start } }',
    );
    const { results } = jobIn(answer);
    expect(results.length).toBeGreaterThan(1);
    const values = results.map(({ segment }: { segment: { value: string } }) => segment.value);
    expect(new Set(values).size).toBe(values.length);
    for (const { entityId, segment, days, hours } of results) {
      expect([entityId, days, hours]).toEqual(['cik3s001', null, null]);
      expect(segment.name).toEqual(expect.any(String));
    }
  });

  test('that failed or was cancelled has no results', async () => {
    running.emulator.set({ jobSeconds: 0, failJobs: true });
    const failed = await created();
    expect(jobIn(await show(failed.restId, 'status results { entityId }'))).toEqual({
      status: 'FAILED',
      results: null,
    });
    running.emulator.set({ jobSeconds: 3600, failJobs: false });
    const { id } = await created();
    const { data } = await running.ask(
      `mutation { cancelStatsJob(input: { accountId: "${berlin}", jobId: "${id}" }) { outcome errors { message } statsJob { id status results { entityId } } } }`,
    );
    expect(data.cancelStatsJob).toEqual({
      outcome: 'APPLIED',
      errors: [],
      statsJob: { id, status: 'CANCELLED', results: null },
    });
  });

  test('whose file is gone reports that, and shows the rest', async () => {
    running.emulator.set({ jobSeconds: 0 });
    const { restId } = await created();
    await moveTo(start + 2 * day + 3_600_000);
    const { data, errors = [] } = await show(restId, 'status results { entityId }');
    expect(data.account.statsJob).toEqual({ status: 'SUCCESS', results: null });
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toContain('two days after its job, so create the job again.');
    expect(errors[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is listed page by page, and a node', async () => {
    running.emulator.set({ jobSeconds: 3600 });
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.unshift((await created()).id);
    const list = (after: string | null) =>
      running.ask(
        'query ($after: String) { account(id: "18ce54bik3s") { statsJobs(first: 2, after: $after) { nodes { id status } pageInfo { hasNextPage endCursor } } } }',
        { after },
      );
    const first = (await list(null)).data.account.statsJobs;
    expect(first.pageInfo.hasNextPage).toBe(true);
    const second = (await list(first.pageInfo.endCursor)).data.account.statsJobs;
    expect([...first.nodes, ...second.nodes].map(({ id }: { id: string }) => id)).toEqual(ids);
    const { data, calls } = await running.ask(
      `{ nodes(ids: ${JSON.stringify(ids)}) { ... on StatsJob { id status } } some: account(id: "${berlin}") { statsJobs(jobIds: ["${ids[1]}"]) { nodes { id } } } }`,
    );
    expect(data.nodes.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(data.some.statsJobs.nodes).toEqual([{ id: ids[1] }]);
    expect(calls).toHaveLength(2);
  });
});

describe('many jobs', () => {
  test('are created in one operation, and their files are read in one', async () => {
    running.emulator.set({ jobSeconds: 0 });
    const input = `accountId: "${berlin}", entity: CAMPAIGN, range: { ${range} }, granularity: DAY, metricGroups: [ENGAGEMENT]`;
    const jobs = Array.from(
      { length: 10 },
      (_, index) =>
        `j${index}: createStatsJob(input: { ${input}, entityIds: ["cik3s00${index % 3}"] }) { outcome statsJob { restId } }`,
    );
    const made = await running.ask(`mutation { ${jobs.join(' ')} }`);
    expect(Object.values(made.data)).toHaveLength(10);
    const { data, calls, errors } = await running.ask(
      `{ account(id: "${berlin}") { statsJobs(first: 50) { nodes { results { entityId total { impressions } } } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.account.statsJobs.nodes).toHaveLength(10);
    expect(calls.map(({ endpoint }) => endpoint)).toEqual([
      'listStatsJobs',
      ...Array(10).fill('readStatsJobFile'),
    ]);
  });

  test('beyond a hundred in hand are rejected by the API', async () => {
    running.emulator.set({ jobSeconds: 3600 });
    const { restId } = await created();
    const { store } = running.emulator;
    const row = store.find('StatsJob', berlin, restId);
    for (let index = 0; index < 99; index += 1) {
      store.insert('StatsJob', berlin, { ...row, id: `7${index}`, id_str: `7${index}` });
    }
    const { data } = await create();
    expect(data.createStatsJob).toMatchObject({
      outcome: 'REJECTED',
      statsJob: null,
      errors: [{ code: 'TOO_MANY_JOBS' }],
    });
  });
});

describe('an impossible job', () => {
  const ninety = '{ days: { first: "2026-08-01", last: "2026-11-20" } }';
  const fifty = '{ lastDays: 50 }';
  test.for([
    ['of more than 90 days', { range: '{ lastDays: 91 }' }, 'input.range'],
    ['of a longer range than any', { range: ninety }, 'input.range.days.last'],
    [
      'of more than 45 days with segments',
      { range: fifty, segmentation: '{ type: AGE }' },
      'input.range',
    ],
    [
      'of places without a country',
      { range: '{ lastDays: 7 }', segmentation: '{ type: METROS }' },
      'input.segmentation.country',
    ],
    [
      'of tags with other groups',
      { range: '{ lastDays: 7 }', segmentation: '{ type: CONVERSION_TAGS }' },
      'input.metricGroups',
    ],
    ...['AGE', 'GENDER'].map(
      (type) =>
        [
          `of web conversions by ${type}`,
          {
            range: '{ lastDays: 7 }',
            metricGroups: '[ENGAGEMENT, WEB_CONVERSION]',
            segmentation: `{ type: ${type} }`,
          },
          'input.metricGroups',
        ] as const,
    ),
    [
      'of conversions of a lifetime by platform',
      {
        range: '{ lastDays: 7 }',
        metricGroups: '[LIFE_TIME_VALUE_MOBILE_CONVERSION]',
        segmentation: '{ type: PLATFORMS }',
      },
      'input.metricGroups',
    ],
    [
      'of apps and something else',
      { metricGroups: '[MOBILE_CONVERSION, BILLING]' },
      'input.metricGroups',
    ],
    ['without groups', { metricGroups: '[]' }, 'input.metricGroups'],
    [
      'of half hours',
      {
        granularity: 'TOTAL',
        range: '{ hours: { start: "2026-11-01T00:30:00Z", end: "2026-11-02T00:00:00Z" } }',
      },
      'input.range.hours.start',
    ],
  ] as const)('%s is refused before any call', async ([, more, argument]) => {
    const { data, calls } = await create(more);
    expect(data.createStatsJob.outcome).toBe('REJECTED');
    const { errors } = data.createStatsJob;
    expect(errors[0]).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(errors[0].argument.startsWith(argument), errors[0].argument).toBe(true);
    expect(calls).toEqual([]);
  });

  test.for([
    ['ends at midnight in Berlin', '2026-10-31T22:00:00Z', '2026-11-01T23:00:00Z'],
    ['begins at midnight in Berlin', '2026-10-31T23:00:00Z', '2026-11-01T22:00:00Z'],
    ['has midnights of UTC', '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'],
  ] as const)('by day in a range that only %s is not sent', async ([, from, to]) => {
    const range = `{ hours: { start: "${from}", end: "${to}" } }`;
    const { data, calls } = await create({ range });
    expect(data.createStatsJob).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'BAD_USER_INPUT', reason: 'MALFORMED', argument: 'input.range.hours' }],
    });
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
    const byHour = await create({ range, granularity: 'HOUR' });
    expect(byHour.data.createStatsJob.outcome).toBe('APPLIED');
  });

  test('of more than 20 entities, or of another account, is refused as well', async () => {
    const many = Array.from({ length: 21 }, (_, index) => `c${index}`);
    for (const ids of [many, ['Campaign:18ce54cf3e2:cf3e2000'], ['LineItem:18ce54bik3s:l1']]) {
      const { data, calls } = await create({}, ids);
      expect(data.createStatsJob.outcome).toBe('REJECTED');
      expect(data.createStatsJob.errors[0].argument).toMatch(/^input\.entityIds/);
      expect(calls).toEqual([]);
    }
  });
});

describe('a job with a key', () => {
  // Read-back looks for rows created since the write began, by the clock of the machine.
  const present = useGateway();

  test('is created once, also after a lost answer', async () => {
    const create = (days: number) =>
      present.ask(
        `mutation { createStatsJob(input: { accountId: "${berlin}", entity: CAMPAIGN, entityIds: ["cik3s000"], range: { lastDays: ${days} }, granularity: DAY, metricGroups: [BILLING], idempotencyKey: "job-1" }) { outcome statsJob { restId } } }`,
      );
    present.emulator.fault({
      match: { endpoint: 'createStatsJob' },
      times: 1,
      fault: { kind: 'cut', at: 'headers' },
    });
    const first = await create(9);
    expect(first.data.createStatsJob.outcome).toBe('UNKNOWN');
    const second = await create(9);
    expect(second.data.createStatsJob).toEqual({
      outcome: 'APPLIED',
      statsJob: { restId: expect.any(String) },
    });
    expect((await create(9)).data).toEqual(second.data);
    const posts = present.emulator.calls().filter(({ method }) => method === 'POST');
    expect(posts).toHaveLength(1);
    expect((await create(10)).errors?.[0]?.extensions.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  const jobOf = (
    key: string,
    ids: { readonly account?: string; readonly campaign?: string } = {},
  ) =>
    present.ask(
      'mutation ($input: CreateStatsJobInput!) { createStatsJob(input: $input) { outcome statsJob { restId } } }',
      {
        input: {
          accountId: ids.account ?? berlin,
          entity: 'CAMPAIGN',
          entityIds: [ids.campaign ?? 'cik3s002'],
          range: { days: { first: '2026-10-01', last: '2026-10-02' } },
          granularity: 'DAY',
          metricGroups: ['BILLING'],
          idempotencyKey: key,
        },
      },
    );
  const drop = (apply: boolean): void => {
    const match = { endpoint: 'createStatsJob' } as const;
    present.emulator.fault({ match, times: 1, fault: { kind: 'drop', apply } });
  };

  test('never answers for another open key with the same input', async () => {
    drop(true);
    await jobOf('own');
    drop(false);
    await jobOf('other');
    expect((await jobOf('other')).data.createStatsJob.outcome).toBe('UNKNOWN');
    expect((await jobOf('own')).data.createStatsJob.outcome).toBe('UNKNOWN');
  });

  test('is the same however its ids are written', async () => {
    const first = await jobOf('spelled');
    const again = await jobOf('spelled', {
      account: `Account:${berlin.toUpperCase()}`,
      campaign: `Campaign:${berlin}:CIK3S002`,
    });
    expect(again.data).toEqual(first.data);
    expect(again.calls).toEqual([]);
  });
});

describe('a file', () => {
  const answered = async (fault: object) => {
    running.emulator.set({ jobSeconds: 0 });
    const { restId } = await created();
    running.emulator.fault({ match: { endpoint: 'readStatsJobFile' }, fault: fault as never });
    const answer = await show(restId, 'status results { entityId total { impressions } }');
    return { answer, codes: (answer.errors ?? []).map(({ extensions }) => extensions.code) };
  };

  test.for([
    ['is no gzip', { kind: 'answer', status: 200, text: '{"data":[]}' }, 'UPSTREAM_BAD_RESPONSE'],
    ['is cut off', { kind: 'truncate' }, 'UPSTREAM_BAD_RESPONSE'],
    [
      'leads elsewhere',
      { kind: 'redirect', location: 'http://127.0.0.1:1/' },
      'UPSTREAM_BAD_RESPONSE',
    ],
  ] as const)(
    'that %s is an error at the job, and nothing of it is shown',
    async ([, fault, code]) => {
      const { answer, codes } = await answered(fault);
      expect(jobIn(answer)).toEqual({ status: 'SUCCESS', results: null });
      expect(codes).toEqual([code]);
    },
  );

  test.for([404, 403, 426])(
    'that is missing at first is read a second later (%i)',
    async (status) => {
      running.emulator.set({ jobSeconds: 0 });
      const { restId } = await created();
      running.emulator.fault({
        match: { endpoint: 'readStatsJobFile' },
        times: 1,
        fault: { kind: 'answer', status },
      });
      const answer = await show(restId, 'status results { entityId }');
      expect(answer.errors).toBeUndefined();
      expect(jobIn(answer).results).toHaveLength(2);
      expect(fileCalls(answer).map((call) => call.status)).toEqual([status, 200]);
    },
  );

  test('that is missing while its job is new may be requested again', async () => {
    const { answer } = await answered({ kind: 'answer', status: 404 });
    expect(jobIn(answer)).toEqual({ status: 'SUCCESS', results: null });
    expect(answer.errors?.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'UPSTREAM_UNAVAILABLE', retryable: true },
    ]);
    expect(answer.errors?.[0]?.message).toBe(
      'The file is not available yet (its host responded with status 404); try again in a few seconds.',
    );
    expect(fileCalls(answer)).toHaveLength(4);
  }, 20_000);

  test('is read once more if the connection was lost', async () => {
    running.emulator.set({ jobSeconds: 0 });
    const { restId } = await created();
    running.emulator.fault({
      match: { endpoint: 'readStatsJobFile' },
      times: 1,
      fault: { kind: 'drop' },
    });
    const answer = await show(restId, 'results { entityId }');
    expect(answer.errors).toBeUndefined();
    expect(fileCalls(answer)).toHaveLength(2);
  });
});

describe('the content of a file', async () => {
  const held = { text: '' };
  const files = createServer((_req, res) => void res.end(gzipSync(held.text)));
  await once(files.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => void files.close());
  const { port } = files.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const { running: here } = statsGateway({ env: { STATS_RESULT_HOSTS: host } });

  const job = {
    id: '1900000000000000009',
    id_str: '1900000000000000009',
    status: 'SUCCESS',
    url: `http://${host}/x.json.gz`,
    entity: 'CAMPAIGN',
    entity_ids: ['cik3s000', 'cik3s001'],
    metric_groups: ['ENGAGEMENT'],
    granularity: 'TOTAL',
    start_time: '2026-10-01T22:00:00Z',
    end_time: '2026-10-02T22:00:00Z',
  };
  const entry = (id: string, impressions: readonly number[], name?: string) => ({
    id,
    id_data: [
      {
        segment: name === undefined ? null : { segment_name: name, segment_value: name },
        metrics: { impressions },
      },
    ],
  });
  const usualSelection = 'entityId total { impressions }';
  const read = async (
    data: readonly unknown[] | undefined,
    more: object = {},
    selection = usualSelection,
    text = JSON.stringify({ data_type: 'stats', data, request: { params: {} } }),
  ) => {
    held.text = text;
    here.emulator.fault({
      match: { endpoint: 'listStatsJobs' },
      fault: {
        kind: 'answer',
        status: 200,
        headers: { 'content-type': 'application/json' },
        json: { request: { params: {} }, data: [{ ...job, ...more }], next_cursor: null },
      },
    });
    const answer = await here.ask(
      `{ account(id: "${berlin}") { statsJob(id: "${job.id}") { results { ${selection} } } } }`,
    );
    here.emulator.reset();
    const { errors = [], extensions } = answer;
    return {
      results: answer.data.account.statsJob.results,
      codes: errors.map(({ extensions: { code } }) => code),
      messages: errors.map(({ message }) => message),
      notes: extensions?.['notes'],
    };
  };
  const first = { entityId: 'cik3s000', total: { impressions: '1' } };

  test('of fewer entities than the job has is shown, beside an error', async () => {
    for (const data of [[entry('CIK3S000', [1])], [entry('cik3s000', [1]), entry('x', [2])]]) {
      const { results, codes } = await read(data);
      expect(results.map(({ total }: typeof first) => total)).toEqual([first.total]);
      expect(codes).toEqual(['UPSTREAM_BAD_RESPONSE']);
    }
    for (const nothing of [[], undefined]) {
      expect(await read(nothing)).toMatchObject({ results: [], codes: ['UPSTREAM_BAD_RESPONSE'] });
    }
  });

  test('may have entities without segments', async () => {
    const segments = [entry('cik3s000', [1], 'Women'), { id: 'cik3s001', id_data: [] }];
    expect(await read(segments)).toMatchObject({ results: [first], codes: [], notes: undefined });
  });

  test.for([
    ['of another length', { impressions: [1, 2] }],
    ['that is none', { impressions: [true] }],
    ['of a fraction', { impressions: [1.5] }],
    ['of objects', { impressions: [{}] }],
  ] as const)('with a series %s loses only its entity', async ([, metrics]) => {
    const bad = { id: 'cik3s001', id_data: [{ segment: null, metrics }] };
    for (const data of [
      [entry('cik3s000', [1]), bad],
      [bad, entry('cik3s000', [1])],
    ]) {
      const { results, codes, messages } = await read(data);
      expect([results, codes]).toEqual([[first], ['UPSTREAM_BAD_RESPONSE']]);
      expect(messages[0]).toContain('cik3s001, impressions is not a row of 1 numbers');
    }
  });

  test('with a number that is too large loses only its entity', async () => {
    const text = JSON.stringify({ data: [entry('cik3s000', [1]), entry('cik3s001', [400])] });
    const { results, codes } = await read(
      undefined,
      {},
      usualSelection,
      text.replace('400', '1e400'),
    );
    expect([results, codes]).toEqual([[first], ['UPSTREAM_BAD_RESPONSE']]);
  });

  test('with a fault in one segment loses all segments of its entity', async () => {
    const parts = (id: string, ...figures: unknown[]) => ({
      id,
      id_data: figures.map((impressions, index) => ({
        segment: { segment_name: `${index}`, segment_value: `${index}` },
        metrics: { impressions },
      })),
    });
    const data = [parts('cik3s001', [1], 'x', [3]), parts('cik3s000', [1])];
    const { results, codes } = await read(data);
    expect([results, codes]).toEqual([[first], ['UPSTREAM_BAD_RESPONSE']]);
  });

  test.for([
    ['without an id', { id_data: [{ segment: null, metrics: { impressions: [2] } }] }],
    ['with an id that is none', { ...entry('x', [2]), id: { a: 1 } }],
    ['without figures', { id: 'cik3s001', id_data: [{ segment: null, metrics: null }] }],
    ['with no object for figures', { id: 'cik3s001', id_data: [7] }],
  ] as const)('with an entity %s loses only that', async ([, bad]) => {
    for (const data of [
      [entry('cik3s000', [1]), bad],
      [bad, entry('cik3s000', [1])],
    ]) {
      const { results, codes } = await read(data);
      expect(results).toEqual([first]);
      expect(new Set(codes)).toEqual(new Set(['UPSTREAM_BAD_RESPONSE']));
    }
  });

  test.for([{ url: null }, { url: 7 }, { url: undefined }, { url: '' }])(
    'without an address is an error of a job that has succeeded: %o',
    async (more) => {
      const { results, codes } = await read([entry('cik3s000', [1])], more);
      expect([results, codes]).toEqual([null, ['UPSTREAM_BAD_RESPONSE']]);
    },
  );

  test('is not shown if it has an entity twice', async () => {
    const twice = [entry('cik3s000', [1]), entry('cik3s001', [2]), entry('cik3s001', [3])];
    expect(await read(twice)).toMatchObject({ results: [first], codes: ['UPSTREAM_BAD_RESPONSE'] });
  });

  test('has null for figures that the job did not request, with a note', async () => {
    const data = [entry('cik3s000', [1]), entry('cik3s001', [2])];
    const selection = 'total { impressions billedChargeLocalMicro }';
    const { results, codes, notes } = await read(data, {}, selection);
    expect(results[0]).toEqual({ total: { impressions: '1', billedChargeLocalMicro: null } });
    expect(codes).toEqual([]);
    expect(JSON.stringify(notes)).toContain('BILLING');
  });

  test.for([
    [{ granularity: null }, [1]],
    [{ granularity: 'WEEK' }, [1]],
    [{ granularity: 'HOUR', end_time: '2026-10-01T23:30:00Z' }, [1, 2]],
    [{ granularity: 'DAY', start_time: '2026-10-01', end_time: '2026-10-02' }, [1]],
    // Midnight elsewhere.
    [
      { granularity: 'DAY', start_time: '2026-10-01T07:00:00Z', end_time: '2026-10-02T07:00:00Z' },
      [1],
    ],
  ] as const)('is not shown in unknown time spans: %o', async ([more, figures]) => {
    const data = job.entity_ids.map((id) => entry(id, figures));
    const { results, codes } = await read(data, more, 'days { date metrics { impressions } }');
    expect([results, codes]).toEqual([null, ['UPSTREAM_BAD_RESPONSE']]);
  });
});

describe('the addresses and sizes of files', () => {
  const elsewhere = statsGateway({ env: { LIMIT_RESULT_BYTES: '2000' } });

  test('a file that is longer than the limit unzipped is not read to its end', async () => {
    const { emulator, ask } = elsewhere.running;
    emulator.set({ jobSeconds: 0 });
    const { data } = await ask(
      `mutation { createStatsJob(input: { accountId: "${berlin}", entity: CAMPAIGN, entityIds: ["cik3s001"], range: { ${range} }, granularity: HOUR, metricGroups: [ENGAGEMENT] }) { statsJob { restId } } }`,
    );
    const { restId } = data.createStatsJob.statsJob;
    const { data: shown, errors = [] } = await ask(
      `{ account(id: "${berlin}") { statsJob(id: "${restId}") { results { entityId } } } }`,
    );
    expect(shown.account.statsJob.results).toBeNull();
    expect(errors[0]?.extensions.code).toBe('UPSTREAM_BAD_RESPONSE');
    expect(errors[0]?.message).toContain('LIMIT_RESULT_BYTES');
  });

  test.for([
    'https://example.com/results/x.json.gz',
    'http://ton.twimg.com/x.json.gz',
    'file:///etc/passwd',
    'https://ton.twimg.com.example.com/x.json.gz',
    'https://ton.twimg.com@127.0.0.1/x.json.gz',
  ])('an address that is not allowed is not requested: %s', async (url) => {
    const row = {
      id: '1900000000000000009',
      id_str: '1900000000000000009',
      status: 'SUCCESS',
      url,
      entity: 'CAMPAIGN',
      entity_ids: ['cik3s001'],
      granularity: 'TOTAL',
      start_time: '2026-10-01T00:00:00Z',
      end_time: '2026-10-02T00:00:00Z',
    };
    const { emulator, ask } = elsewhere.running;
    emulator.fault({
      match: { endpoint: 'listStatsJobs' },
      fault: {
        kind: 'answer',
        status: 200,
        headers: { 'content-type': 'application/json' },
        json: { request: { params: {} }, data: [row], next_cursor: null },
      },
    });
    const { data, errors = [] } = await ask(
      `{ account(id: "${berlin}") { statsJob(id: "${row.id}") { status results { entityId } } } }`,
    );
    expect(data.account.statsJob).toEqual({ status: 'SUCCESS', results: null });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['UPSTREAM_BAD_RESPONSE']);
    expect(errors[0]?.message).toContain('STATS_RESULT_HOSTS');
  });
});
