import { beforeEach, describe, expect, test } from 'vitest';
import { errorsOf } from '../support/emulator.ts';
import type { Query } from '../support/signed.ts';
import { berlin, losAngeles, statsStory } from '../support/stats-story.ts';

const { held, clock, get, send, postQuery, campaign } = statsStory();

const path = `stats/accounts/${berlin}`;
const jobs = `stats/jobs/accounts/${berlin}`;

/** The parameters of a correct call; undefined leaves one out. */
type Change = Readonly<Record<string, string | undefined>>;
const queryOf = (right: Query, change: Change): Query =>
  Object.fromEntries(
    Object.entries({ ...right, ...change }).filter(([, value]) => value !== undefined),
  ) as Query;

const synchronous = {
  entity: 'CAMPAIGN',
  entity_ids: 'crule',
  start_time: '2026-11-09',
  end_time: '2026-11-16',
  granularity: 'TOTAL',
  metric_groups: 'ENGAGEMENT,BILLING,VIDEO',
  placement: 'ALL_ON_TWITTER',
};
const segmented = { ...synchronous, segmentation_type: 'AGE' };

const refusal = (status: number, code: string, parameter?: string) => ({
  status,
  errors: [{ code, ...(parameter !== undefined && { parameter }) }],
});
const invalid = (parameter: string) => refusal(400, 'INVALID_PARAMETER', parameter);
const needing = (parameter: string) => refusal(400, 'INCLUSIVE_PARAMETERS', parameter);
const missing = (parameter: string) => refusal(400, 'MISSING_PARAMETER', parameter);
const ids = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',');

beforeEach(() => void campaign('rule'));

describe('results', () => {
  test('are returned for a correct call', async () => {
    expect((await get(path, synchronous)).status).toBe(200);
    expect((await postQuery(jobs, synchronous)).status).toBe(201);
    expect((await postQuery(jobs, segmented)).status).toBe(201);
  });

  test.each(Object.keys(synchronous))('are refused without %s', async (name) => {
    const query = queryOf(synchronous, { [name]: undefined });
    expect(errorsOf(await get(path, query))).toMatchObject(missing(name));
    expect(errorsOf(await postQuery(jobs, query))).toMatchObject(missing(name));
  });

  test.each<[what: string, change: Change, expected: ReturnType<typeof refusal>]>([
    ['21 entities', { entity_ids: ids(21) }, invalid('entity_ids')],
    ['a kind that has none', { entity: 'CARD' }, invalid('entity')],
    [
      'an entity that is not there',
      { entity_ids: 'crule,nowhere' },
      refusal(404, 'CAMPAIGN_NOT_FOUND', 'entity_ids'),
    ],
    [
      'another account than the one of the path',
      { entity: 'ACCOUNT', entity_ids: losAngeles, metric_groups: 'ENGAGEMENT' },
      refusal(404, 'NOT_FOUND', 'entity_ids'),
    ],
    ['half an hour at the start', { start_time: '2026-11-09T00:30:00Z' }, invalid('start_time')],
    ['seconds at the end', { end_time: '2026-11-14T00:00:01Z' }, invalid('end_time')],
    ['an end that is the start', { end_time: '2026-11-09' }, invalid('end_time')],
    [
      'days that begin at midnight elsewhere',
      { granularity: 'DAY', start_time: '2026-11-09T00:00:00Z' },
      invalid('start_time'),
    ],
    [
      'days that end at midnight elsewhere',
      { granularity: 'DAY', end_time: '2026-11-15T00:00:00Z' },
      invalid('end_time'),
    ],
    ['a granularity that there is not', { granularity: 'WEEK' }, invalid('granularity')],
    ['two placements', { placement: 'SPOTLIGHT,TREND' }, invalid('placement')],
    ['a placement that is no more', { placement: 'PUBLISHER_NETWORK' }, invalid('placement')],
    ['a group that there is not', { metric_groups: 'ENGAGEMENT,MEDIA' }, invalid('metric_groups')],
    [
      'MOBILE_CONVERSION beside another group',
      { metric_groups: 'MOBILE_CONVERSION,BILLING' },
      refusal(400, 'EXCLUSIVE_PARAMETERS'),
    ],
    [
      'BILLING of an account',
      { entity: 'ACCOUNT', entity_ids: berlin, metric_groups: 'ENGAGEMENT,BILLING' },
      needing('metric_groups'),
    ],
    [
      'VIDEO of funding',
      { entity: 'FUNDING_INSTRUMENT', entity_ids: 'frule', metric_groups: 'VIDEO' },
      needing('metric_groups'),
    ],
  ])('are refused for %s, by jobs as well', async (_, change, expected) => {
    const query = queryOf(synchronous, change);
    expect(errorsOf(await get(path, query))).toMatchObject(expected);
    expect(errorsOf(await postQuery(jobs, query))).toMatchObject(expected);
  });

  test.each<[what: string, change: Change, expected: ReturnType<typeof refusal>]>([
    ['more than 7 days', { end_time: '2026-11-17' }, invalid('end_time')],
    [
      '7 days and an hour',
      { start_time: '2026-11-09T00:00:00Z', end_time: '2026-11-16T01:00:00Z' },
      invalid('end_time'),
    ],
    ['a media creative', { entity: 'MEDIA_CREATIVE' }, invalid('entity')],
  ])('are refused for %s, but for jobs', async (_, change, expected) => {
    const query = queryOf(synchronous, change);
    expect(errorsOf(await get(path, query))).toMatchObject(expected);
  });

  test('are returned for a week in which the clock is set back, which has an hour more', async () => {
    const week = { start_time: '2026-10-19', end_time: '2026-10-26' };
    expect((await get(path, { ...synchronous, ...week })).status).toBe(200);
  });

  test('are returned for deleted entities, and to users who may only read', async () => {
    expect((await send('del', `accounts/${berlin}/campaigns/crule`)).status).toBe(200);
    expect((await get(path, synchronous)).status).toBe(200);
    const user = held.emulator.addUser('reader');
    held.emulator.grant(user.userId, berlin, ['CAMPAIGN_ANALYST']);
    const deviation = { credentials: user, timestamp: Math.floor(clock.now / 1000) };
    expect((await held.client.get(`/12/${path}`, synchronous, deviation)).status).toBe(200);
    const posted = { query: synchronous, ...deviation };
    expect((await held.client.send('POST', `/12/${jobs}`, posted)).status).toBe(201);
  });
});

describe('jobs', () => {
  test.each<[what: string, change: Change, expected: ReturnType<typeof refusal> | null]>([
    [
      '90 days',
      { start_time: '2026-08-01', end_time: '2026-10-30', segmentation_type: undefined },
      null,
    ],
    [
      '91 days',
      { start_time: '2026-08-01', end_time: '2026-10-31', segmentation_type: undefined },
      invalid('end_time'),
    ],
    ['45 days with segments', { start_time: '2026-09-01', end_time: '2026-10-16' }, null],
    [
      '46 days with segments',
      { start_time: '2026-09-01', end_time: '2026-10-17' },
      invalid('end_time'),
    ],
    ['segments that there are not', { segmentation_type: 'MOOD' }, invalid('segmentation_type')],
    [
      'METROS without a country',
      { segmentation_type: 'METROS' },
      refusal(400, 'MISSING_PARAMETER', 'country'),
    ],
    [
      'METROS of what is no country',
      { segmentation_type: 'METROS', country: 'fbd6d2f5a4e4a15e' },
      invalid('country'),
    ],
    [
      'CONVERSION_TAGS with other groups',
      { segmentation_type: 'CONVERSION_TAGS' },
      needing('metric_groups'),
    ],
    [
      'CONVERSION_TAGS with WEB_CONVERSION and another',
      { segmentation_type: 'CONVERSION_TAGS', metric_groups: 'WEB_CONVERSION,BILLING' },
      needing('metric_groups'),
    ],
    ['AGE with WEB_CONVERSION', { metric_groups: 'WEB_CONVERSION' }, needing('metric_groups')],
    [
      'PLATFORMS with LIFE_TIME_VALUE_MOBILE_CONVERSION',
      { segmentation_type: 'PLATFORMS', metric_groups: 'LIFE_TIME_VALUE_MOBILE_CONVERSION' },
      needing('metric_groups'),
    ],
    [
      'PLATFORMS with WEB_CONVERSION',
      { segmentation_type: 'PLATFORMS', metric_groups: 'WEB_CONVERSION,ENGAGEMENT' },
      null,
    ],
    [
      'CONVERSION_TAGS with WEB_CONVERSION',
      { segmentation_type: 'CONVERSION_TAGS', metric_groups: 'WEB_CONVERSION' },
      null,
    ],
  ])('for %s', async (_, change, expected) => {
    const answer = await postQuery(jobs, queryOf(segmented, change));
    if (expected === null) expect(answer.status).toBe(201);
    else expect(errorsOf(answer)).toMatchObject(expected);
  });

  test('accept a media creative', async () => {
    const creative = held.emulator.store.rows('MediaCreative', berlin)[0]?.['id'];
    const query = { ...synchronous, entity: 'MEDIA_CREATIVE', entity_ids: String(creative) };
    expect((await postQuery(jobs, query)).status).toBe(201);
  });

  test.each<[what: string, query: Query, expected: ReturnType<typeof refusal>]>([
    ['1,001 jobs', { count: 1001 }, invalid('count')],
    ['no job', { count: 0 }, invalid('count')],
    [
      '201 ids',
      { job_ids: Array.from({ length: 201 }, (_, index) => index + 1).join(',') },
      invalid('job_ids'),
    ],
    ['a cursor of nothing', { cursor: 'no' }, invalid('cursor')],
  ])('are not listed for %s', async (_, query, expected) => {
    expect(errorsOf(await get(jobs, query))).toMatchObject(expected);
  });
});

describe('reach', () => {
  const right = { campaign_ids: 'crule', start_time: '2026-08-01', end_time: '2026-11-16' };
  const at = `${path}/reach/campaigns`;

  test('has a range of any length', async () => {
    expect((await get(at, right)).status).toBe(200);
  });

  test.each<[what: string, change: Change, expected: ReturnType<typeof refusal>]>([
    ['21 campaigns', { campaign_ids: ids(21) }, invalid('campaign_ids')],
    ['none', { campaign_ids: undefined }, missing('campaign_ids')],
    [
      'a campaign that is not there',
      { campaign_ids: 'nowhere' },
      refusal(404, 'CAMPAIGN_NOT_FOUND', 'campaign_ids'),
    ],
    ['no start', { start_time: undefined }, missing('start_time')],
    ['half an hour', { end_time: '2026-11-16T00:30:00Z' }, invalid('end_time')],
    ['an end before the start', { end_time: '2026-07-31' }, invalid('end_time')],
  ])('is refused for %s', async (_, change, expected) => {
    expect(errorsOf(await get(at, queryOf(right, change)))).toMatchObject(expected);
  });

  test('of funding is refused for 21 instruments', async () => {
    const query = { ...right, funding_instrument_ids: ids(21) };
    const { campaign_ids: _ids, ...others } = query;
    expect(errorsOf(await get(`${path}/reach/funding_instruments`, others))).toMatchObject(
      invalid('funding_instrument_ids'),
    );
  });
});

describe('active entities', () => {
  const right = { entity: 'CAMPAIGN', start_time: '2026-08-25', end_time: '2026-11-23' };
  const at = `${path}/active_entities`;

  test('are given for 90 days', async () => {
    expect((await get(at, right)).status).toBe(200);
  });

  test.each<[what: string, change: Change, expected: ReturnType<typeof refusal>]>([
    ['91 days', { start_time: '2026-08-24' }, invalid('end_time')],
    ['half an hour', { start_time: '2026-11-01T00:30:00Z' }, invalid('start_time')],
    ['the account itself', { entity: 'ACCOUNT' }, invalid('entity')],
    ['no kind', { entity: undefined }, missing('entity')],
    ['201 campaigns', { campaign_ids: ids(201) }, invalid('campaign_ids')],
    [
      'campaigns and line items',
      { campaign_ids: 'crule', line_item_ids: 'lrule' },
      refusal(400, 'EXCLUSIVE_PARAMETERS'),
    ],
    [
      'the future',
      { start_time: '2026-11-24', end_time: '2026-11-25' },
      refusal(400, 'INVALID_TIME_WINDOW', 'start_time'),
    ],
  ])('are refused for %s', async (_, change, expected) => {
    expect(errorsOf(await get(at, queryOf(right, change)))).toMatchObject(expected);
  });
});

describe('the window of 250 calls', () => {
  test('is shared by all synchronous results of a user, whatever the account', async () => {
    held.emulator.set({ rateWindows: true, rateLimits: { stats: 4 } });
    const left = async (answer: ReturnType<typeof get>) =>
      (await answer).headers['x-rate-limit-remaining'];
    const other = {
      ...synchronous,
      entity: 'ACCOUNT',
      entity_ids: losAngeles,
      metric_groups: 'ENGAGEMENT',
    };
    expect(await left(get(path, synchronous))).toBe('3');
    expect(await left(get(`stats/accounts/${losAngeles}`, other))).toBe('2');
    const reach = { campaign_ids: 'crule', start_time: '2026-11-09', end_time: '2026-11-16' };
    expect(await left(get(`${path}/reach/campaigns`, reach))).toBe('1');
    const active = { entity: 'CAMPAIGN', start_time: '2026-11-09', end_time: '2026-11-16' };
    expect(await left(get(`${path}/active_entities`, active))).toBe('0');
    const refused = await get(path, synchronous);
    expect(refused).toMatchObject({ status: 429 });
    const reset = Number(refused.headers['x-rate-limit-reset']) * 1000 - clock.now;
    expect(reset).toBeGreaterThan(0);
    expect(reset).toBeLessThanOrEqual(15 * 60_000);
    // Jobs are not synchronous.
    expect((await postQuery(jobs, synchronous)).status).toBe(201);
    const somebody = held.emulator.addUser('somebody');
    held.emulator.grant(somebody.userId, berlin, ['AD_MANAGER']);
    const as = { credentials: somebody, timestamp: Math.floor(clock.now / 1000) };
    expect((await held.client.get(`/12/${path}`, synchronous, as)).status).toBe(200);
    clock.now += 15 * 60_000;
    expect((await get(path, synchronous)).status).toBe(200);
  });

  test('has 250', async () => {
    held.emulator.set({ rateWindows: true });
    expect((await get(path, synchronous)).headers['x-rate-limit-limit']).toBe('250');
  });
});
