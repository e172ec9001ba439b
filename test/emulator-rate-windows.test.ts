import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../src/upstream/emulator/server.ts';
import { createEmulator } from '../src/upstream/emulator/server.ts';
import { signedClient } from './support/signed.ts';

let emulator: Emulator;
let client: ReturnType<typeof signedClient>;
beforeAll(async () => {
  emulator = await createEmulator({ strict: true });
  client = signedClient(emulator);
});
beforeEach(() => emulator.reset({ data: true }));
afterAll(async () => {
  await client.close();
  await emulator.close();
});

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
      const { status, headers } = await client.get(path, { with_total_count: asked, count: 1 });
      expect(status).toBe(200);
      expect(headers['x-rate-limit-limit']).toBe('200');
      const left = Number(headers['x-rate-limit-reset']) - Date.now() / 1000;
      expect(left).toBeGreaterThan(800);
    }
    const { headers } = await client.get(path, { with_total_count: false, count: 1 });
    expect(headers['x-rate-limit-limit']).not.toBe('200');
  });

  test('is refused beyond that, while the same list goes on without its total', async () => {
    emulator.set({ rateLimits: { counted: 2 } });
    const path = `${account}/custom_audiences`;
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      statuses.push((await client.get(path, { with_total_count: true })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    expect((await client.get(path)).status).toBe(200);
  });
});

test('a parameter that an endpoint does not have changes no window', async () => {
  emulator.set({ strict: false });
  const { headers } = await client.get(`${account}/features`, { with_total_count: true });
  expect(headers['x-account-rate-limit-limit']).toBe('2000');
});
