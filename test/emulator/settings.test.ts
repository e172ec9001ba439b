import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { windowClasses, windowNames } from '../../src/upstream/catalogue/rate-windows.ts';
import { campaignsOf, euros, story } from '../support/seeded.ts';

const { held } = story();

const at = async (path: string, body?: unknown) => {
  const response = await request(`${held.emulator.url}/__emulator${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  return { status: response.statusCode, body: (await response.body.json()) as any };
};

test('the current settings are shown, and are the initial ones again after a reset', async () => {
  const before = (await at('/settings')).body;
  expect(before).toMatchObject({ rateLimits: {}, windowSeconds: null, anyTimestamp: false });
  await at('/settings', { rateLimits: { writes: 3 }, windowSeconds: 5 });
  expect((await at('/settings')).body).toEqual({
    ...before,
    rateLimits: { writes: 3 },
    windowSeconds: 5,
  });
  await at('/reset', {});
  expect((await at('/settings')).body).toEqual(before);
});

describe('an unknown name', () => {
  const wrong = [
    [
      'a window',
      { rateLimits: { wirtes: 1 } },
      'settings.rateLimits: no rate window is named "wirtes". Did you mean "writes"?',
    ],
    [
      'a window like no other',
      { rateLimits: { nonsense: 1 } },
      `settings.rateLimits: no rate window is named "nonsense". There are ${windowNames.join(', ')}`,
    ],
    [
      'an endpoint',
      { rateLimits: { listCampaigns: 1 } },
      'settings.rateLimits: listCampaigns is an endpoint; its calls count in the rate window "core"',
    ],
    [
      'a setting',
      { windowsSeconds: 1 },
      'settings: no setting is named "windowsSeconds". Did you mean "windowSeconds"?',
    ],
  ] as const;

  test.each(wrong)('of %s is refused in one helpful sentence', async (_what, changes, error) => {
    const before = (await at('/settings')).body;
    expect(await at('/settings', changes)).toEqual({ status: 400, body: { error } });
    // @ts-expect-error: the types have no such name either
    expect(() => held.emulator.set(changes)).toThrow(new TypeError(error));
    expect((await at('/settings')).body).toEqual(before);
  });
});

test('every class of requests has its name in the list, and each name a class', () => {
  expect(new Set(windowClasses.map(({ name }) => name))).toEqual(new Set(windowNames));
});

test('rate windows have the length that is set, even open ones', async () => {
  held.emulator.set({ rateLimits: { core: 1 } });
  const read = async () => held.client.get(campaignsOf(euros), { count: 1 });
  expect((await read()).status).toBe(200);
  expect((await read()).status).toBe(429);
  held.emulator.set({ windowSeconds: 1 });
  const { status, headers } = await read();
  expect(status).toBe(429);
  const secondsLeft = Number(headers['x-account-rate-limit-reset']) - Date.now() / 1000;
  expect(secondsLeft).toBeLessThan(2.1);
  await expect.poll(async () => (await read()).status, { timeout: 5000 }).toBe(200);
});

test('a moving clock accepts signatures of a program whose clock does not move, if allowed', async () => {
  const day = 86_400_000;
  held.emulator.set({ clockAheadMs: day });
  expect((await held.client.get('/12/accounts')).status).toBe(401);
  expect(held.emulator.calls().at(-1)?.reason).toBe(
    "the timestamp is more than 300 seconds off the emulator's clock",
  );
  held.emulator.set({ anyTimestamp: true });
  expect((await held.client.get('/12/accounts')).status).toBe(200);
  const nonce = 'only-once';
  expect((await held.client.get('/12/accounts', {}, { nonce })).status).toBe(200);
  expect((await held.client.get('/12/accounts', {}, { nonce })).status).toBe(401);
});
