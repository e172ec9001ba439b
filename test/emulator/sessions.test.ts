import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { startGateway } from '../../src/gateway/gateway.ts';
import { createLog } from '../../src/telemetry/log.ts';
import type { AdsGraph } from '../../testing/start.ts';
import { startAdsGraph } from '../../testing/start.ts';

let held: AdsGraph;
beforeAll(async () => {
  held = await startAdsGraph();
});
afterAll(() => held.close());

const open = async (order: RequestInit = {}) =>
  fetch(`${held.emulator.url}/__emulator/sessions`, { method: 'POST', ...order });
const ordering = (order: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(order),
});

const viewer = async (headers: Readonly<Record<string, string>>, url = held.gateway.url) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: '{ viewer { signedIn screenName } }' }),
  });
  return (await response.json()).data.viewer;
};

test('a session of any user is opened without the pages, for a header and for a cookie', async () => {
  const response = await open(ordering({ user: 'emulator_colleague' }));
  expect(response.status).toBe(201);
  const { user, session, cookie } = await response.json();
  expect(user).toEqual({ userId: '1500000000000000002', screenName: 'emulator_colleague' });
  const signedIn = { signedIn: true, screenName: 'emulator_colleague' };
  expect(await viewer({ authorization: `Bearer ${session}` })).toEqual(signedIn);
  expect(await viewer({ cookie })).toEqual(signedIn);
  const [set = ''] = response.headers.getSetCookie();
  expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/);
  expect(await viewer({ cookie: set.slice(0, set.indexOf(';')) })).toEqual(signedIn);
  expect(held.emulator.calls()).toEqual([]);
});

test('without a body it is the owner’s', async () => {
  const { user } = await (await open()).json();
  expect(user.screenName).toBe('emulator_owner');
});

test('an added user has one, and an unknown one is refused with similar names', async () => {
  held.emulator.addUser('made_here');
  const { cookie } = await (await open(ordering({ user: 'made_here' }))).json();
  expect(await viewer({ cookie })).toEqual({ signedIn: true, screenName: 'made_here' });
  const refused = await open(ordering({ user: 'emulator_coleague' }));
  expect(refused.status).toBe(400);
  const { error } = await refused.json();
  expect(error).toBe('no user is named "emulator_coleague". Did you mean "emulator_colleague"?');
  await expect(held.emulator.session('nobody_at_all')).rejects.toThrow('no user is named');
});

test('pages of other sites get none', async () => {
  const refused = await open({ headers: { origin: 'https://evil.test' } });
  expect(refused.status).toBe(403);
  expect(refused.headers.getSetCookie()).toEqual([]);
});

test('a gateway with an emulator of its own accepts its sessions too', async () => {
  const gateway = await startGateway(readConfig({ PORT: '0' }), createLog('silent'));
  const opened = await fetch(`${gateway.apiUrl}/__emulator/sessions`, { method: 'POST' });
  const { cookie } = await opened.json();
  const signedIn = { signedIn: true, screenName: 'emulator_owner' };
  expect(await viewer({ cookie }, gateway.url)).toEqual(signedIn);
  await gateway.close();
});
