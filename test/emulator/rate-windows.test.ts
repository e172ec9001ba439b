import { describe, expect, test } from 'vitest';
import { campaignsOf, dollars, euros, story } from '../support/seeded.ts';

const { held, newCampaign } = story();

const account = '/12/accounts/18ce54bik3s';
const audience = `${account}/custom_audiences/aik3s000`;

describe('a list that counts its rows', () => {
  const lists = [
    `${account}/campaigns`,
    `${account}/custom_audiences`,
    `${audience}/permissions`,
    audience.replace('/12/', '/5/').replace('custom', 'tailored').concat('/permissions'),
    '/12/accounts',
    '/12/iab_categories',
  ];

  test.each(lists)('%s is answered 200 times in a quarter of an hour', async (path) => {
    for (const asked of ['true', 'True']) {
      const { status, headers } = await held.client.get(path, {
        with_total_count: asked,
        count: 1,
      });
      expect(status).toBe(200);
      expect(headers['x-rate-limit-limit']).toBe('200');
      const left = Number(headers['x-rate-limit-reset']) - Date.now() / 1000;
      expect(left).toBeGreaterThan(800);
    }
    const { headers } = await held.client.get(path, { with_total_count: false, count: 1 });
    expect(headers['x-rate-limit-limit']).not.toBe('200');
  });

  test('is refused beyond that, while the same list is answered without its total', async () => {
    held.emulator.set({ rateLimits: { counted: 2 } });
    const path = `${account}/custom_audiences`;
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      statuses.push((await held.client.get(path, { with_total_count: true })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    expect((await held.client.get(path)).status).toBe(200);
  });
});

test('an unknown parameter changes no window', async () => {
  held.emulator.set({ strict: false });
  const { headers } = await held.client.get(`${account}/features`, { with_total_count: true });
  expect(headers['x-account-rate-limit-limit']).toBe('2000');
});

describe('rate windows', () => {
  test('of core reads count by account and show the user a quota that does not apply', async () => {
    const answer = await held.client.get(campaignsOf(euros), { count: 1 });
    expect(answer.headers).toMatchObject({
      'x-account-rate-limit-limit': '10000',
      'x-account-rate-limit-remaining': '9999',
      'x-rate-limit-limit': '200000',
    });
    const reset = Number(answer.headers['x-account-rate-limit-reset']);
    expect(reset - Date.now() / 1000).toBeGreaterThan(890);
    expect(reset - Date.now() / 1000).toBeLessThan(902);
    const other = await held.client.get(campaignsOf(dollars), { count: 1 });
    expect(other.headers['x-account-rate-limit-remaining']).toBe('9999');
  });

  test('of writes are shared, 450 in a minute', async () => {
    const answer = await held.client.post(campaignsOf(euros), newCampaign());
    expect(answer.headers['x-rate-limit-limit']).toBe('450');
    const other = await held.client.put(`${campaignsOf(euros)}/zzz`, { name: 'x' });
    expect(other.headers['x-rate-limit-remaining']).toBe('448');
  });

  test('of counted lists allow 200 in 15 minutes', async () => {
    const answer = await held.client.get(campaignsOf(euros), { with_total_count: true });
    expect(answer.headers['x-rate-limit-limit']).toBe('200');
  });

  test('refuse further calls with 429, and can be switched off', async () => {
    held.emulator.set({ rateLimits: { core: 2 } });
    const statuses = async () => {
      const list = [];
      for (let n = 0; n < 3; n += 1) list.push((await held.client.get(campaignsOf(euros))).status);
      return list;
    };
    expect(await statuses()).toEqual([200, 200, 429]);
    const refused = await held.client.get(campaignsOf(euros));
    expect(refused.body['errors']).toMatchObject([{ code: 'TOO_MANY_REQUESTS' }]);
    expect(refused.headers['x-account-rate-limit-remaining']).toBe('0');
    held.emulator.set({ rateWindows: false });
    expect(await statuses()).toEqual([200, 200, 200]);
  });
});
