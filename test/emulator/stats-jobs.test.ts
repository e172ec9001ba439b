import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { dataOf, errorsOf } from '../support/emulator.ts';
import type { Body, Query } from '../support/signed.ts';
import { berlin, day, hour, losAngeles, statsStory, total } from '../support/stats-story.ts';

const { held, clock, get, send, postQuery, figures, campaign } = statsStory();

const jobs = `stats/jobs/accounts/${berlin}`;
const asked = {
  entity: 'CAMPAIGN',
  entity_ids: 'cjob',
  start_time: '2026-09-01',
  end_time: '2026-10-16',
  granularity: 'DAY',
  metric_groups: 'ENGAGEMENT,BILLING',
  placement: 'ALL_ON_TWITTER',
};

const create = async (more: Query = {}): Promise<Body> => {
  const answer = await postQuery(jobs, { ...asked, ...more });
  if (answer.status !== 201) throw new Error(answer.text);
  return dataOf(answer);
};
const shown = async (id: unknown): Promise<Body | undefined> =>
  (await get(jobs, { job_ids: String(id) })).body['data']?.[0];

/** The file of a job, fetched without a signature. */
const fileOf = async (job: Body | undefined) => {
  const response = await fetch(String(job?.['url']));
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, bytes };
};
const jsonOf = async (job: Body | undefined): Promise<Body> =>
  JSON.parse(gunzipSync((await fileOf(job)).bytes).toString()) as Body;

describe('a job', () => {
  test('is processed, then done, and its file is gone two days later', async () => {
    campaign('job');
    held.emulator.set({ jobSeconds: 60 });
    const job = await create();
    expect(job).toMatchObject({
      id: Number(job['id_str']),
      status: 'PROCESSING',
      url: null,
      expires_at: null,
      entity: 'CAMPAIGN',
      entity_ids: ['cjob'],
      // Midnight in Berlin, in summer.
      start_time: '2026-08-31T22:00:00Z',
      end_time: '2026-10-15T22:00:00Z',
      granularity: 'DAY',
      metric_groups: ['ENGAGEMENT', 'BILLING'],
      segmentation_type: null,
      account_id: berlin,
    });
    clock.now += 59_999;
    expect(await shown(job['id_str'])).toEqual(job);
    clock.now += 1;
    const done = await shown(job['id_str']);
    expect(done).toMatchObject({ status: 'SUCCESS', expires_at: '2026-11-25T14:21:00Z' });
    const file = await jsonOf(done);
    expect(file).toMatchObject({ data_type: 'stats', time_series_length: 45 });
    expect(file['data']?.[0]).toMatchObject({ id: 'cjob', id_data: [{ segment: null }] });
    clock.now += 2 * day - 1;
    expect((await fileOf(done)).status).toBe(200);
    clock.now += 1;
    expect((await fileOf(done)).status).toBe(404);
  });

  test('fails if that is ordered', async () => {
    campaign('job');
    held.emulator.set({ jobSeconds: 0, failJobs: true });
    const job = await create();
    held.emulator.set({ failJobs: false });
    expect(await shown(job['id_str'])).toMatchObject({
      status: 'FAILED',
      url: null,
      expires_at: null,
    });
  });

  test('has the figures of synchronous results, and smaller sums by segment', async () => {
    campaign('job');
    held.emulator.set({ jobSeconds: 0 });
    const week = { start_time: '2026-11-09', end_time: '2026-11-16' };
    const expected = await figures('CAMPAIGN', 'cjob', {
      start: week.start_time,
      end: week.end_time,
      granularity: 'DAY',
      groups: 'ENGAGEMENT,BILLING',
    });
    const whole = await jsonOf(await shown((await create(week))['id_str']));
    expect(whole['data']?.[0]?.['id_data']?.[0]?.['metrics']).toEqual(expected);
    const types: readonly (readonly [string, Query])[] = [
      ['AGE', {}],
      ['GENDER', {}],
      ['PLATFORMS', {}],
      ['METROS', { country: '96683cc9126741d1' }],
    ];
    for (const [type, more] of types) {
      const job = await create({ ...week, ...more, segmentation_type: type });
      const entries = (await jsonOf(await shown(job['id_str'])))['data']?.[0]?.['id_data'] ?? [];
      const segments = [...(entries as unknown as readonly Body[])];
      expect(segments.length).toBeGreaterThan(1);
      expect(new Set(segments.map((one) => one['segment']?.['segment_value'])).size).toBe(
        segments.length,
      );
      const shares = segments.map((one) => total(one['metrics']?.['impressions'] as never));
      for (const share of shares) expect(share).toBeGreaterThan(0);
      expect(total(shares)).toBeLessThan(total(expected['impressions']));
    }
  });

  test('is neither found nor cancelled by another account', async () => {
    campaign('job');
    const job = await create();
    const other = `stats/jobs/accounts/${losAngeles}`;
    expect((await get(other, { job_ids: String(job['id_str']) })).body['data']).toEqual([]);
    expect((await send('del', `${other}/${job['id_str']}`)).status).toBe(404);
  });

  test('is cancelled while it is processed', async () => {
    campaign('job');
    held.emulator.set({ jobSeconds: 60 });
    const job = await create();
    clock.now += 1000;
    const at = `${jobs}/${job['id_str']}`;
    expect(dataOf(await send('del', at))).toMatchObject({
      id_str: job['id_str'],
      status: 'CANCELLED',
    });
    clock.now += hour;
    expect(await shown(job['id_str'])).toMatchObject({
      status: 'CANCELLED',
      url: null,
      updated_at: '2026-11-23T14:20:01Z',
    });
    const refused = { status: 400, errors: [{ code: 'INVALID' }] };
    expect(errorsOf(await send('del', at))).toMatchObject(refused);
  });
});

describe('jobs', () => {
  test('are at most 100 at a time', async () => {
    campaign('job');
    held.emulator.set({ jobSeconds: 60 });
    const first = await create();
    for (let count = 1; count < 100; count += 1) await create();
    const refused = { status: 400, errors: [{ code: 'TOO_MANY_JOBS' }] };
    expect(errorsOf(await postQuery(jobs, asked))).toMatchObject(refused);
    await send('del', `${jobs}/${first['id_str']}`);
    await create();
    expect(errorsOf(await postQuery(jobs, asked))).toMatchObject(refused);
    clock.now += 60_000;
    await create();
  });

  test('are listed in pages, newest first', async () => {
    campaign('job');
    const ids: unknown[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await create())['id_str']);
    const seen: unknown[] = [];
    for (let cursor: Body | string | undefined = ''; ; ) {
      const query: Query = { count: 2, ...(cursor !== '' && { cursor: String(cursor) }) };
      const { body } = await get(jobs, query);
      const page = (body['data'] ?? []) as unknown as readonly Body[];
      seen.push(...page.map((job) => job['id_str']));
      cursor = body['next_cursor'];
      if (cursor === null || cursor === undefined) break;
    }
    expect(seen).toEqual(ids.toReversed());
  });

  test('have gzipped files, and an unknown job has none', async () => {
    campaign('job');
    held.emulator.set({ jobSeconds: 0 });
    const done = await shown((await create())['id_str']);
    const { bytes } = await fileOf(done);
    expect([...bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
    const url = String(done?.['url']);
    expect((await fetch(url.replace(/stats_job_\d+/, 'stats_job_1'))).status).toBe(404);
  });
});
