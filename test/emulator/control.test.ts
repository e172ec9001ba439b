import { Readable } from 'node:stream';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { createEmulator } from '../../emulator/server.ts';
import { dataOf } from '../support/emulator.ts';
import { campaignsOf, dollars, euros, idsIn, large, story } from '../support/seeded.ts';

const { held, createCampaign } = story();

describe('control', () => {
  const at = (path: string, method: 'GET' | 'POST' = 'GET', body?: string) =>
    request(`${held.emulator.url}/__emulator${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body ?? null,
    });

  test('describes itself, its seed and its accounts', async () => {
    const about = await (await at('')).body.json();
    expect(about).toMatchObject({ seed: 3 });
    expect((about as { accounts: unknown[] }).accounts).toHaveLength(10);
    expect(JSON.stringify(about)).not.toContain('secret');
  });

  test('lists the requests since the last reset, which keeps data unless asked to reset it', async () => {
    const id = await createCampaign({ name: 'Kept' });
    const calls = (await (await at('/calls')).body.json()) as readonly unknown[];
    expect(calls).toHaveLength(1);
    expect(calls).toMatchObject([
      {
        method: 'POST',
        path: campaignsOf(euros),
        endpoint: 'createCampaign',
        host: 'ads',
        status: 201,
        body: expect.stringContaining('name=Kept'),
      },
    ]);
    await (await at('/reset', 'POST')).body.dump();
    expect(held.emulator.calls()).toHaveLength(0);
    expect(held.emulator.store.find('Campaign', euros, id)).toBeDefined();
    await (await at('/reset', 'POST', '{"data":true}')).body.dump();
    expect(held.emulator.store.find('Campaign', euros, id)).toBeUndefined();
  });

  test('shows queries as text and by name', async () => {
    await held.client.get(campaignsOf(euros), { campaign_ids: 'a,b', count: 5 });
    expect(held.emulator.calls()[0]).toMatchObject({
      queryText: 'campaign_ids=a%2Cb&count=5',
      query: { campaign_ids: 'a,b', count: '5' },
    });
  });
});

describe('control routes and web pages', () => {
  const fault = JSON.stringify({ fault: { kind: 'drop' } });
  const order = (headers: Readonly<Record<string, string>>, url = held.emulator.url) =>
    request(`${url}/__emulator/faults`, { method: 'POST', headers, body: fault });
  const statusOf = async (answer: ReturnType<typeof request>): Promise<number> => {
    const { statusCode, body } = await answer;
    await body.dump();
    return statusCode;
  };
  const json = { 'content-type': 'application/json' };

  test('accept a request without an origin, and one from their own page', async () => {
    const origin = held.emulator.url;
    expect(await statusOf(order(json))).toBe(201);
    expect(await statusOf(order({ ...json, origin }))).toBe(201);
    expect(held.emulator.calls()).toEqual([]);
  });

  test.each(['https://evil.test', 'http://127.0.0.1:9', 'null'])(
    'refuse pages of %s, whatever they send',
    async (origin) => {
      expect(await statusOf(order({ ...json, origin }))).toBe(403);
      const routes = ['', '/calls', '/faults', '/media/3_1'].map((path) =>
        request(`${held.emulator.url}/__emulator${path}`, { headers: { origin } }),
      );
      expect(await Promise.all(routes.map(statusOf))).toEqual([403, 403, 403, 403]);
      const form = 'oauth_token=x&user_id=1&decision=allow';
      const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
      const consent = { method: 'POST', headers, body: form } as const;
      expect(await statusOf(request(`${held.emulator.url}/__emulator/consent`, consent))).toBe(403);
    },
  );

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'refuse a POST of type "%s"',
    async (type) => {
      for (const path of ['faults', 'settings', 'reset']) {
        const headers = type === '' ? {} : { 'content-type': type };
        const url = `${held.emulator.url}/__emulator/${path}`;
        expect(await statusOf(request(url, { method: 'POST', headers, body: '{}' }))).toBe(415);
      }
      const list = await request(`${held.emulator.url}/__emulator/faults`);
      expect(await list.body.json()).toEqual([]);
    },
  );

  test('accept a POST without a body as curl sends it, whatever its type', async () => {
    held.emulator.fault({ fault: { kind: 'drop' } });
    const reset = (headers: Readonly<Record<string, string>>) =>
      request(`${held.emulator.url}/__emulator/reset`, { method: 'POST', headers });
    expect(await statusOf(reset({}))).toBe(200);
    const list = await request(`${held.emulator.url}/__emulator/faults`);
    expect(await list.body.json()).toEqual([]);
    expect(await statusOf(reset({ origin: 'https://evil.test' }))).toBe(403);
    expect(await statusOf(reset({ 'content-type': 'text/plain' }))).toBe(200);
    const chunked = { method: 'POST', body: Readable.from(['{}']) } as const;
    const url = `${held.emulator.url}/__emulator/reset`;
    expect(await statusOf(request(url, chunked))).toBe(415);
  });

  test('accept JSON with a charset', async () => {
    expect(await statusOf(order({ 'content-type': 'Application/JSON; charset=utf-8' }))).toBe(201);
  });

  test.each([
    ['evil.test', 403],
    ['evil.test:4010', 403],
    ['127.0.0.1.evil.test', 403],
    ['localhost.evil.test', 403],
    ['10.0.0.1', 403],
    ['LOCALHOST:4010', 200],
    ['emulator.localhost', 200],
    ['127.0.0.2:1', 200],
    ['[::1]:4010', 200],
  ])('are reached on loopback under the host %s with %i', async (host, status) => {
    const url = `${held.emulator.url}/__emulator/calls`;
    expect(await statusOf(request(url, { headers: { host } }))).toBe(status);
  });

  test('are reached under any name if the emulator listens beyond loopback', async () => {
    const other = await createEmulator({ host: '0.0.0.0' });
    const url = `http://127.0.0.1:${other.port}`;
    const host = 'emulator:4010';
    expect(await statusOf(order({ ...json, host }, url))).toBe(201);
    expect(await statusOf(order({ ...json, host, origin: 'http://emulator:4010' }, url))).toBe(201);
    expect(await statusOf(order({ ...json, host, origin: 'http://evil.test' }, url))).toBe(403);
    await other.close();
  });
});

describe('the story', () => {
  test('is the same for the same seed, and another for another', async () => {
    const campaignsWith = async (seed: number) => {
      const other = await createEmulator({ seed, strict: true });
      const rows = JSON.stringify(other.store.rows('Campaign', dollars));
      await other.close();
      return rows;
    };
    const mine = JSON.stringify(held.emulator.store.rows('Campaign', dollars));
    expect(await campaignsWith(3)).toBe(mine);
    expect(await campaignsWith(4)).not.toBe(mine);
  });

  test('schedules its posts within a year of its clock, at the same times all day long', async () => {
    const year = 365 * 86_400_000;
    const scheduledOn = async (clock: string): Promise<readonly number[]> => {
      const now = Date.parse(clock);
      const other = await createEmulator({ seed: 3, strict: true, now: () => now });
      const times = [euros, dollars]
        .flatMap((account) => other.store.rows('ScheduledTweet', account))
        .filter((row) => row['scheduled_status'] === 'SCHEDULED')
        .map((row) => Date.parse(String(row['scheduled_at'])));
      await other.close();
      expect(times.length).toBeGreaterThan(5);
      expect(Math.min(...times)).toBeGreaterThan(now);
      expect(Math.max(...times)).toBeLessThan(now + year);
      return times;
    };
    const morning = await scheduledOn('2026-03-02T00:00:00Z');
    expect(await scheduledOn('2026-03-02T23:59:59Z')).toEqual(morning);
    expect(await scheduledOn('2038-07-01T12:00:00Z')).not.toEqual(morning);
  });

  test('fills the first five accounts on every level', async () => {
    const accounts = idsIn(await held.client.get('/12/accounts', { count: 5 }));
    for (const account of accounts) {
      const campaigns = idsIn(
        await held.client.get(campaignsOf(account), { count: 20, sort_by: 'created_at-desc' }),
      );
      expect(campaigns).toHaveLength(20);
      const under = async (list: string, parent: string, ids: readonly string[]) =>
        idsIn(
          await held.client.get(`/12/accounts/${account}/${list}`, {
            [parent]: ids.join(),
            count: 1000,
          }),
        );
      const lineItems = await under('line_items', 'campaign_ids', campaigns);
      expect(lineItems.length).toBeGreaterThan(20);
      expect((await under('promoted_tweets', 'line_item_ids', lineItems)).length).toBeGreaterThan(
        40,
      );
      expect(
        (await under('targeting_criteria', 'line_item_ids', lineItems)).length,
      ).toBeGreaterThan(80);
    }
  });

  test('has pictures that load from the emulator itself', async () => {
    const listed = async (account: string, list: string) => [
      ...dataOf(await held.client.get(`/12/accounts/${account}/${list}`)),
    ];
    const shownIn = async (account: string): Promise<readonly unknown[]> => {
      const library = await listed(account, 'media_library');
      expect(library).toHaveLength(8);
      const pictures = library.map((row) => row['poster_media_url'] ?? row['media_url']);
      const media = await listed(account, 'account_media');
      const own = media.map((row) => row['media_url']).filter((url) => url !== undefined);
      return [...pictures, ...own.filter((url) => url !== null)];
    };
    const urls = (await Promise.all([euros, dollars].map(shownIn))).flat().map(String);
    expect(urls.length).toBeGreaterThan(20);
    for (const url of new Set(urls)) {
      expect(url).toContain(`${held.emulator.url}/__emulator/media/`);
      const { statusCode, headers, body } = await request(url);
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
      expect(await body.text()).toMatch(/^<svg .*<\/svg>$/s);
    }
    const unknown = await request(`${held.emulator.url}/__emulator/media/3_1`);
    expect(unknown.statusCode).toBe(404);
    await unknown.body.dump();
  });

  test('has campaigns in every state, funding of every type, and several currencies', () => {
    const { store } = held.emulator;
    const campaigns = store.rows('Campaign', dollars);
    const states = campaigns.map((row) => (row['deleted'] ? 'deleted' : row['entity_status']));
    expect(new Set(states)).toEqual(new Set(['ACTIVE', 'PAUSED', 'DRAFT', 'deleted']));
    const types = new Set(store.rows('FundingInstrument', dollars).map((row) => row['type']));
    expect([...types].sort()).toEqual([
      'AGENCY_CREDIT_LINE',
      'CREDIT_CARD',
      'CREDIT_LINE',
      'INSERTION_ORDER',
      'PARTNER_MANAGED',
    ]);
    const currencies = new Set(held.emulator.accounts.map(({ currency }) => currency));
    expect([...currencies]).toEqual(expect.arrayContaining(['USD', 'EUR', 'JPY', 'GBP']));
  });

  test('has an account of 8,000 campaigns, and line items of hundreds of criteria', async () => {
    const counted = await held.client.get(campaignsOf(large), {
      with_total_count: true,
      with_deleted: true,
      with_draft: true,
      count: 1,
    });
    expect(counted.body['total_count']).toBe(8000);
    const dense = '18ce54d3ns3';
    const [lineItem] = held.emulator.store.rows('LineItem', dense);
    const where = { entity: 'TargetingCriterion', accountId: dense, column: 'line_item_id' };
    expect([...held.emulator.store.by(where, lineItem?.['id'])].length).toBeGreaterThan(190);
  });
});
