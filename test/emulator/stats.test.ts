import { describe, expect, test } from 'vitest';
import { randomFrom } from '../support/random.ts';
import { runs, seed } from '../support/sampling.ts';
import type { Figures, StatsParameters } from '../support/stats-story.ts';
import {
  berlin,
  day,
  hour,
  iso,
  losAngeles,
  start,
  statsStory,
  total,
} from '../support/stats-story.ts';

const { held, clock, get, send, ask, figures, campaign } = statsStory();

const lastWeek = { start: '2026-11-09', end: '2026-11-16' } as const;
const charge = 'billed_charge_local_micro';

/** Every number of figures: for conversions each member. Null counts as nothing. */
const numbersIn = (metrics: Figures): ReadonlyMap<string, readonly number[]> =>
  new Map(
    Object.entries(metrics).flatMap(([name, value]): [string, readonly number[]][] => {
      if (value === null) return [];
      if (Array.isArray(value)) return [[name, value]];
      return Object.entries(value).map(([member, series]) => [
        `${name}.${member}`,
        series as unknown as readonly number[],
      ]);
    }),
  );

/** Sums, by name, of the series of several figures; zeros are left out. */
const totalsOf = (all: readonly Figures[]): Readonly<Record<string, number>> => {
  const sums = new Map<string, number>();
  for (const metrics of all) {
    for (const [name, series] of numbersIn(metrics)) {
      sums.set(name, (sums.get(name) ?? 0) + total(series));
    }
  }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).toSorted());
};

/** The metrics that accounts have. */
const six = ['engagements', 'impressions', 'retweets', 'replies', 'likes', 'follows'];
const only = (names: readonly string[], totals: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(totals).filter(([name]) => names.includes(name)));

describe('figures add up', () => {
  const families = [
    'ENGAGEMENT,BILLING,VIDEO',
    'WEB_CONVERSION',
    'MOBILE_CONVERSION',
    'LIFE_TIME_VALUE_MOBILE_CONVERSION',
  ];

  test(`hours to days, and days to the whole, for random entities (SEED=${seed})`, async () => {
    const random = randomFrom(seed);
    const active = new Map<string, readonly string[]>();
    const choices = [berlin, losAngeles].flatMap((account) =>
      ['CAMPAIGN', 'LINE_ITEM', 'PROMOTED_TWEET'].map((kind) => ({ account, kind })),
    );
    for (const { account, kind } of choices) {
      const span = { entity: kind, start_time: '2026-08-25', end_time: '2026-11-23' };
      const { body } = await get(`stats/accounts/${account}/active_entities`, span);
      const rows = (body['data'] ?? []) as unknown as readonly { entity_id: string }[];
      active.set(
        account + kind,
        rows.map((row) => row.entity_id),
      );
    }
    let seen = 0;
    for (let run = 0; run < runs(60, 600); run += 1) {
      const { account, kind } = random.of(choices);
      const id = random.of(active.get(account + kind) ?? []);
      const from = start - random.upTo(90) * day;
      const asked: StatsParameters = {
        account,
        start: iso(from).slice(0, 10),
        end: iso(from + (1 + random.upTo(6)) * day).slice(0, 10),
        groups: random.of(families),
      };
      const of = async (granularity: string) =>
        totalsOf([await figures(kind, id, { ...asked, granularity })]);
      const whole = await of('TOTAL');
      expect(await of('DAY')).toEqual(whole);
      expect(await of('HOUR')).toEqual(whole);
      if (Object.keys(whole).length > 0) seen += 1;
    }
    expect(seen).toBeGreaterThan(5);
  });

  test('the parts of a range to the range, wherever it is divided', async () => {
    const { campaign: id } = campaign('cut', { posts: 3 });
    const whole = await figures('CAMPAIGN', id, {
      start: iso(start - 74 * hour - 1200_000),
      end: iso(start + 20 * hour - 1200_000),
    });
    const cuts = [-74, -73, -40, -25, -24, -23, -3, 0, 1, 20].map((hours) =>
      iso(start - 1200_000 + hours * hour),
    );
    const parts = [];
    for (const [index, end] of cuts.slice(1).entries()) {
      parts.push(await figures('CAMPAIGN', id, { start: String(cuts[index]), end }));
    }
    expect(totalsOf(parts)).toEqual(totalsOf([whole]));
  });

  test('promoted posts to line items, campaigns, funding and the account', async () => {
    const { store } = held.emulator;
    const rows = (entity: string) => store.rows(entity, berlin);
    const of = async (kind: string, ids: readonly unknown[], groups: string) => {
      const found: Figures[] = [];
      for (const id of ids) found.push(await figures(kind, String(id), { ...lastWeek, groups }));
      return totalsOf(found);
    };
    const usual = 'ENGAGEMENT,BILLING,VIDEO';
    const ids = (entity: string) => rows(entity).map(({ id }) => id);
    const account = await of('ACCOUNT', [berlin], 'ENGAGEMENT');
    const campaigns = await of('CAMPAIGN', ids('Campaign'), usual);
    expect(account['impressions']).toBeGreaterThan(1000);
    expect(only(six, campaigns)).toEqual(account);
    expect(await of('LINE_ITEM', ids('LineItem'), usual)).toEqual(campaigns);
    const funding = await of('FUNDING_INSTRUMENT', ids('FundingInstrument'), 'ENGAGEMENT,BILLING');
    expect(funding).toEqual(only([...six, 'billed_engagements', charge], campaigns));
    const posts = await of('PROMOTED_TWEET', ids('PromotedTweet'), usual);
    const users = await of('PROMOTED_ACCOUNT', ids('PromotedAccount'), usual);
    for (const name of Object.keys(campaigns)) {
      expect([name, (posts[name] ?? 0) + (users[name] ?? 0)]).toEqual([name, campaigns[name]]);
    }
  });

  test('the parts of an engagement to engagements, and conversions to their metric', async () => {
    const { campaign: id } = campaign('web', {
      lineItem: { objective: 'WEBSITE_CLICKS' },
      campaign: { daily_budget_amount_local_micro: 900_000_000 },
    });
    const found = await figures('CAMPAIGN', id, { ...lastWeek, groups: 'ENGAGEMENT' });
    const parts = ['clicks', 'likes', 'retweets', 'replies', 'follows'];
    expect(total(parts.map((name) => total(found[name])))).toBe(total(found['engagements']));
    expect(total(found['url_clicks'])).toBeLessThanOrEqual(total(found['clicks']));
    const web = numbersIn(await figures('CAMPAIGN', id, { ...lastWeek, groups: 'WEB_CONVERSION' }));
    const visits = (member: string) => total(web.get(`conversion_site_visits.${member}`));
    expect(visits('metric')).toBe(visits('post_view') + visits('post_engagement'));
    expect(visits('metric')).toBeGreaterThan(0);
  });
});

describe('figures follow the delivery', () => {
  const impressionsOn = async (id: string, date: string, granularity = 'TOTAL') => {
    const end = iso(Date.parse(date) + day).slice(0, 10);
    return (
      (await figures('CAMPAIGN', id, { start: date, end, granularity }))['impressions'] ?? null
    );
  };

  test('from the start of a line item to its end, and null if nothing ran', async () => {
    const { campaign: id } = campaign('flight', {
      lineItem: { start_time: '2026-11-10T23:00:00Z', end_time: '2026-11-12T22:00:00Z' },
    });
    const series = await figures('CAMPAIGN', id, { ...lastWeek, granularity: 'HOUR' });
    const shown = (series['impressions'] ?? []).flatMap((count, index) =>
      count > 0 ? [index] : [],
    );
    // The week begins at 23:00 UTC of the eighth.
    expect(shown.at(0)).toBe(48);
    expect(shown.at(-1)).toBe(94);
    expect(await impressionsOn(id, '2026-11-09')).toBeNull();
    expect(await impressionsOn(id, '2026-11-13')).toBeNull();
  });

  test('not while a campaign is paused, and earlier figures stay', async () => {
    const { campaign: id } = campaign('rest');
    const at = `accounts/${berlin}/campaigns/${id}`;
    const before = await impressionsOn(id, '2026-11-18', 'HOUR');
    expect((await send('put', at, { entity_status: 'PAUSED' })).status).toBe(200);
    clock.now += 2 * day;
    expect((await send('put', at, { entity_status: 'ACTIVE' })).status).toBe(200);
    clock.now += 5 * day;
    expect(await impressionsOn(id, '2026-11-18', 'HOUR')).toEqual(before);
    expect(await impressionsOn(id, '2026-11-24')).toBeNull();
    const running = async (date: string) =>
      ((await impressionsOn(id, date, 'HOUR')) ?? []).map((count) => count > 0);
    // 15:20 in Berlin, both times.
    expect((await running('2026-11-23')).lastIndexOf(true)).toBe(15);
    expect((await running('2026-11-25')).indexOf(true)).toBe(15);
  });

  test('not after a deletion, and before it as if there were none', async () => {
    const { campaign: id } = campaign('gone');
    const before = await impressionsOn(id, '2026-11-18', 'HOUR');
    expect((await send('del', `accounts/${berlin}/campaigns/${id}`)).status).toBe(200);
    clock.now += 3 * day;
    expect(await impressionsOn(id, '2026-11-18', 'HOUR')).toEqual(before);
    expect(await impressionsOn(id, '2026-11-24')).toBeNull();
  });

  test('a rejected post, or a campaign whose funding has ended, is not shown', async () => {
    const made = campaign('no');
    const { store } = held.emulator;
    const put = (entity: string, id: string, change: object) =>
      store.insert(entity, berlin, { ...store.find(entity, berlin, id), ...change } as never);
    put('PromotedTweet', String(made.posts[0]), { approval_status: 'REJECTED' });
    expect(await impressionsOn(made.campaign, '2026-11-19')).toBeNull();
    put('PromotedTweet', String(made.posts[0]), { approval_status: 'ACCEPTED' });
    expect(await impressionsOn(made.campaign, '2026-11-19')).not.toBeNull();
    put('FundingInstrument', made.funding, { end_time: '2026-11-18T00:00:00Z' });
    expect(await impressionsOn(made.campaign, '2026-11-19')).toBeNull();
  });

  test('a day spends at most the daily budget, and at most 3 % more until it is settled', async () => {
    for (const budget of [5_000_000, 80_000_000, 3_000_000_000]) {
      const { campaign: id } = campaign(`b${budget}`, {
        posts: 6,
        campaign: { daily_budget_amount_local_micro: budget },
      });
      const range = { granularity: 'DAY', groups: 'BILLING' };
      const settled = await figures('CAMPAIGN', id, { ...range, ...lastWeek });
      const fresh = await figures('CAMPAIGN', id, {
        ...range,
        start: '2026-11-20',
        end: '2026-11-24',
      });
      for (const spent of settled[charge] ?? []) {
        expect(spent).toBeGreaterThan(budget * 0.3);
        expect(spent).toBeLessThanOrEqual(budget);
      }
      for (const spent of fresh[charge] ?? []) expect(spent).toBeLessThanOrEqual(budget * 1.03);
    }
  });

  test('a total budget lasts for the whole flight', async () => {
    const { campaign: id } = campaign('all', {
      campaign: {
        daily_budget_amount_local_micro: 100_000_000,
        total_budget_amount_local_micro: 40_000_000,
      },
      lineItem: { start_time: '2026-11-08T23:00:00Z', end_time: '2026-11-18T23:00:00Z' },
    });
    const one = await figures('CAMPAIGN', id, { ...lastWeek, groups: 'BILLING' });
    const other = await figures('CAMPAIGN', id, {
      start: '2026-11-16',
      end: '2026-11-19',
      groups: 'BILLING',
    });
    const spent = total(one[charge]) + total(other[charge]);
    expect(spent).toBeGreaterThan(10_000_000);
    expect(spent).toBeLessThanOrEqual(40_000_000);
  });

  test('a changed budget changes later figures, and not earlier ones', async () => {
    const { campaign: id } = campaign('more');
    const spentOn = async (date: string) =>
      total(
        (
          await figures('CAMPAIGN', id, {
            start: date,
            end: iso(Date.parse(date) + day).slice(0, 10),
            groups: 'BILLING',
          })
        )[charge],
      );
    const before = await spentOn('2026-11-18');
    const at = `accounts/${berlin}/campaigns/${id}`;
    const changed = { daily_budget_amount_local_micro: 900_000_000 };
    expect((await send('put', at, changed)).status).toBe(200);
    clock.now += 10 * day;
    expect(await spentOn('2026-11-18')).toBe(before);
    expect(await spentOn('2026-11-25')).toBeGreaterThan(4 * before);
  });

  test('a line item that ends leaves its budget to the next, and a new one reduces no other', async () => {
    const { campaign: id, lineItem } = campaign('two', {
      lineItem: { end_time: '2026-11-11T23:00:00Z' },
    });
    const spent = async (entity: string, row: string) =>
      (await figures(entity, row, { ...lastWeek, granularity: 'DAY', groups: 'BILLING' }))[charge];
    const alone = await spent('LINE_ITEM', lineItem);
    const { store } = held.emulator;
    const copy = (entity: string, from: string, change: object) =>
      store.insert(entity, berlin, { ...store.find(entity, berlin, from), ...change } as never);
    copy('LineItem', lineItem, { id: 'ltwob', end_time: '2027-01-01T00:00:00Z' });
    copy('PromotedTweet', 'ptwo0', { id: 'ptwob', line_item_id: 'ltwob' });
    expect(await spent('LINE_ITEM', lineItem)).toEqual(alone);
    const second = (await spent('LINE_ITEM', 'ltwob')) ?? [];
    expect(total(second.slice(3))).toBeGreaterThan(3 * total(second.slice(0, 3)));
    for (const day of (await spent('CAMPAIGN', id)) ?? []) expect(day).toBeLessThan(100_000_000);
  });

  test('an objective has its own kind of results', async () => {
    const metricsOf = async (objective: string, groups: string) => {
      const { campaign: id } = campaign(objective.toLowerCase().replaceAll('_', ''), {
        lineItem: { objective },
        campaign: { daily_budget_amount_local_micro: 2_000_000_000 },
      });
      return figures('CAMPAIGN', id, { ...lastWeek, groups });
    };
    const installs = (found: Figures) =>
      numbersIn(found).get('mobile_conversion_installs.post_engagement');
    expect(total(installs(await metricsOf('APP_INSTALLS', 'MOBILE_CONVERSION')))).toBeGreaterThan(
      0,
    );
    expect(installs(await metricsOf('WEBSITE_CLICKS', 'MOBILE_CONVERSION'))).toBeUndefined();
    const views = await metricsOf('VIDEO_VIEWS', 'ENGAGEMENT,VIDEO');
    expect(total(views['video_total_views'])).toBeGreaterThan(total(views['impressions']) / 10);
    const followers = await metricsOf('FOLLOWERS', 'ENGAGEMENT');
    expect(total(followers['follows'])).toBeGreaterThan(total(views['follows']));
  });

  test('impressions are more in the evening than at night, and mostly fewer at the weekend', async () => {
    const byHour = new Array<number>(24).fill(0);
    const byDay = new Array<number>(7).fill(0);
    for (const name of 'abcdefgh') {
      const { campaign: id } = campaign(name);
      for (let week = 1; week <= 6; week += 1) {
        const from = Date.parse('2026-11-16') - week * 7 * day;
        const range = { start: iso(from).slice(0, 10), end: iso(from + 7 * day).slice(0, 10) };
        const days = await figures('CAMPAIGN', id, { ...range, granularity: 'DAY' });
        for (const [index, count] of (days['impressions'] ?? []).entries()) {
          byDay[index] = (byDay[index] ?? 0) + count;
        }
        // Clocks are set back in the week of the 25th of October.
        if (week === 4) continue;
        const hours = await figures('CAMPAIGN', id, { ...range, granularity: 'HOUR' });
        for (const [index, count] of (hours['impressions'] ?? []).entries()) {
          byHour[index % 24] = (byHour[index % 24] ?? 0) + count;
        }
      }
    }
    expect(byHour[20]).toBeGreaterThan(3 * (byHour[3] ?? 0));
    expect(total(byDay.slice(5))).toBeLessThan(total(byDay.slice(0, 2)));
  });
});

describe('figures of the last days', () => {
  const today = { start: '2026-11-23', end: '2026-11-24' } as const;

  test('grow by the hour, and have no future hours', async () => {
    const { campaign: id } = campaign('grow');
    const shown = async () => total((await figures('CAMPAIGN', id, today))['impressions']);
    const atStart = await shown();
    clock.now += 39 * 60_000;
    expect(await shown()).toBe(atStart);
    clock.now += 60_000;
    expect(await shown()).toBeGreaterThan(atStart);
    const hours = await figures('CAMPAIGN', id, { ...today, granularity: 'HOUR' });
    expect(hours['impressions']?.slice(16)).toEqual(new Array(8).fill(0));
    const tomorrow = { start: '2026-11-24', end: '2026-11-25' };
    expect(Object.values(await figures('CAMPAIGN', id, tomorrow))).toSatisfy(
      (values: readonly unknown[]) => values.every((value) => value === null),
    );
  });

  test('change for a day, charges for three, and then never again', async () => {
    const { campaign: id } = campaign('move');
    const range = { start: '2026-11-23', end: '2026-11-24', granularity: 'TOTAL' };
    const seen: (readonly [impressions: number, charge: number])[] = [];
    clock.now = Date.parse('2026-11-23T23:00:00Z');
    for (const hours of [1, 12, 24, 48, 72, 500]) {
      clock.now = Date.parse('2026-11-23T23:00:00Z') + hours * hour;
      const found = await figures('CAMPAIGN', id, range);
      seen.push([total(found['impressions']), total(found[charge])]);
    }
    const impressions = seen.map(([count]) => count);
    const charges = seen.map(([, amount]) => amount);
    expect(impressions[0]).toBeLessThan(impressions[1] as number);
    expect(impressions[1]).toBeLessThan(impressions[2] as number);
    expect(new Set(impressions.slice(2)).size).toBe(1);
    for (const index of [0, 1, 2, 3]) {
      expect(charges[index]).toBeGreaterThan(charges[index + 1] as number);
    }
    expect(charges[4]).toBe(charges[5]);
    expect(charges[0]).toBeLessThanOrEqual(1.03 * (charges[5] as number));
  });

  test('are the same for the same seed and time', async () => {
    const ids = held.emulator.store
      .rows('Campaign', berlin)
      .slice(0, 20)
      .map(({ id }) => id);
    const first = await ask('CAMPAIGN', ids.join(','), today);
    expect(first.status).toBe(200);
    held.emulator.reset({ data: true });
    expect((await ask('CAMPAIGN', ids.join(','), today)).text).toBe(first.text);
  });
});

describe('days of an account', () => {
  test.each([
    ['Berlin', berlin, '2026-10-25', 25, '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['Berlin', berlin, '2026-03-29', 23, '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['Los Angeles', losAngeles, '2026-11-01', 25, '2026-11-01T07:00:00Z', '2026-11-02T08:00:00Z'],
    ['Los Angeles', losAngeles, '2026-03-08', 23, '2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z'],
    ['Berlin', berlin, '2026-11-20', 24, '2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z'],
  ])('in %s: %s %s has %i hours, from %s to %s', async (_, account, date, hours, from, to) => {
    const { campaign: id } = campaign('dst', { account });
    const end = iso(Date.parse(date) + day).slice(0, 10);
    const asked = { account, start: date, end };
    const { body } = await ask('CAMPAIGN', id, { ...asked, granularity: 'HOUR' });
    expect(body['time_series_length']).toBe(hours);
    expect(body['request']?.['params']).toMatchObject({ start_time: from, end_time: to });
    const byHour = await figures('CAMPAIGN', id, { ...asked, granularity: 'HOUR' });
    expect(byHour['impressions']).toHaveLength(hours);
    expect(byHour['impressions']?.every((count) => count > 0)).toBe(true);
    const byDay = await figures('CAMPAIGN', id, { ...asked, granularity: 'DAY' });
    expect(byDay['impressions']).toEqual([total(byHour['impressions'])]);
    const inFull = await figures('CAMPAIGN', id, {
      account,
      start: from,
      end: to,
      granularity: 'DAY',
    });
    expect(inFull).toEqual(byDay);
  });
});

describe('answers', () => {
  test('have the documented form', async () => {
    const { campaign: id } = campaign('form');
    const { body } = await ask('CAMPAIGN', id, {
      ...lastWeek,
      groups: 'BILLING',
      granularity: 'DAY',
    });
    expect(body).toMatchObject({
      data_type: 'stats',
      time_series_length: 7,
      request: {
        params: {
          start_time: '2026-11-08T23:00:00Z',
          end_time: '2026-11-15T23:00:00Z',
          entity: 'CAMPAIGN',
          entity_ids: [id],
          granularity: 'DAY',
          metric_groups: ['BILLING'],
          placement: 'ALL_ON_TWITTER',
          segmentation_type: null,
          country: null,
          platform: null,
        },
      },
      data: [{ id, id_data: [{ segment: null, metrics: {} }] }],
    });
    const metrics = body['data']?.[0]?.['id_data']?.[0]?.['metrics'];
    expect(Object.keys(metrics ?? {}).toSorted()).toEqual([charge, 'billed_engagements']);
  });

  test.each([
    ['ACCOUNT', 'ENGAGEMENT', six],
    ['FUNDING_INSTRUMENT', 'ENGAGEMENT,BILLING', [...six, 'billed_engagements', charge]],
  ])('of %s have the metrics of that entity', async (kind, groups, names) => {
    const { funding } = campaign('names');
    const id = kind === 'ACCOUNT' ? berlin : funding;
    const found = await figures(kind, id, { ...lastWeek, groups });
    expect(Object.keys(found).toSorted()).toEqual([...names].toSorted());
  });

  test('of placements that are sold by the day are empty', async () => {
    const { campaign: id } = campaign('spot');
    for (const placement of ['SPOTLIGHT', 'TREND']) {
      const found = await figures('CAMPAIGN', id, { ...lastWeek, placement });
      expect(Object.values(found).every((value) => value === null)).toBe(true);
    }
  });
});

describe('reach and active entities', () => {
  test('reach does not add up, and is at most the impressions', async () => {
    const { campaign: id } = campaign('reach');
    const reachIn = async (from: string, to: string) => {
      const { body } = await get(`stats/accounts/${berlin}/reach/campaigns`, {
        campaign_ids: id,
        start_time: from,
        end_time: to,
      });
      return body['data']?.[0] as never as {
        total_audience_reach: number;
        average_frequency: number;
      };
    };
    const whole = await reachIn('2026-11-09', '2026-11-16');
    const parts = [
      await reachIn('2026-11-09', '2026-11-12'),
      await reachIn('2026-11-12', '2026-11-16'),
    ];
    const shown = total((await figures('CAMPAIGN', id, lastWeek))['impressions']);
    expect(whole.total_audience_reach).toBeLessThan(shown);
    expect(whole.average_frequency).toBeCloseTo(shown / whole.total_audience_reach, 1);
    expect(total(parts.map((part) => part.total_audience_reach))).toBeGreaterThan(
      1.05 * whole.total_audience_reach,
    );
  });

  test('entities are active if they delivered, or if that was still settling', async () => {
    const made = campaign('active', {
      lineItem: { start_time: '2026-11-10T00:00:00Z', end_time: '2026-11-11T00:00:00Z' },
      posts: 2,
    });
    const activeIn = async (entity: string, from: string, to: string, more = {}) => {
      const { body } = await get(`stats/accounts/${berlin}/active_entities`, {
        entity,
        start_time: from,
        end_time: to,
        ...more,
      });
      return (body['data'] ?? []) as unknown as readonly Record<string, string>[];
    };
    const isActive = async (from: string, to: string) =>
      (await activeIn('CAMPAIGN', from, to)).find((row) => row['entity_id'] === made.campaign);
    expect(await isActive('2026-11-08', '2026-11-10')).toBeUndefined();
    expect(await isActive('2026-11-15', '2026-11-17')).toBeUndefined();
    const found = await isActive('2026-11-12', '2026-11-13');
    expect(found).toMatchObject({ placements: ['ALL_ON_TWITTER'] });
    expect(Date.parse(String(found?.['activity_start_time']))).toBeGreaterThanOrEqual(
      Date.parse('2026-11-10T00:00:00Z'),
    );
    expect(Date.parse(String(found?.['activity_end_time']))).toBeLessThanOrEqual(
      Date.parse('2026-11-11T00:00:00Z'),
    );
    const posts = await activeIn('PROMOTED_TWEET', '2026-11-10', '2026-11-11', {
      campaign_ids: made.campaign,
    });
    expect(posts.map((row) => row['entity_id'])).toEqual(made.posts);
  });
});
