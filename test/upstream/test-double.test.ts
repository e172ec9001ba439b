import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../../emulator/server.ts';
import { createEmulator } from '../../emulator/server.ts';
import type { Gateway } from '../../src/index.ts';
import { createGateway } from '../../src/index.ts';
import { bikes } from '../support/accounts.ts';

const held = {} as { emulator: Emulator; gateway: Gateway };
beforeAll(async () => {
  held.emulator = await createEmulator({ rateWindows: false, strict: true });
  const limits = { LOG_LEVEL: 'fatal', TIMEOUT_GRACE_MS: '0' };
  held.gateway = await createGateway({ PORT: '0', ...limits, ...held.emulator.variables });
});
afterAll(async () => {
  await held.gateway.close();
  await held.emulator.close();
});

const ask = async (
  query: string,
  headers: Readonly<Record<string, string>> = {},
  more: object = {},
) => {
  const response = await fetch(held.gateway.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, ...more }),
  });
  return response.json();
};
const callsTo = (endpoint: string) =>
  held.emulator.calls().filter((call) => call.endpoint === endpoint);
const rename = (name: string, key: string) =>
  ask(
    `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "${name}", idempotencyKey: "${key}" }) { outcome } }`,
  );
const codeOf = ({ errors }: { readonly errors?: readonly { extensions: { code: string } }[] }) =>
  errors?.[0]?.extensions.code;

/** The steps that each of two tests takes in a row, as if it were the only one. */
const traces: readonly (readonly [what: string, act: () => Promise<void>])[] = [
  [
    'reference data is read',
    async () => {
      for (let times = 0; times < 2; times += 1) {
        expect(codeOf(await ask('{ contentCategories { id } }'))).toBeUndefined();
      }
      expect(callsTo('listContentCategories')).toHaveLength(1);
    },
  ],
  [
    'a key is used with an input of its own',
    async () => {
      const name = `Named ${performance.now()}`;
      expect((await rename(name, 'always-the-same')).data.updateCampaign.outcome).toBe('APPLIED');
      expect(codeOf(await rename('Another', 'always-the-same'))).toBe('IDEMPOTENCY_KEY_REUSED');
      expect(callsTo('updateCampaign')).toHaveLength(1);
    },
  ],
  [
    'a window is used up',
    async () => {
      held.emulator.set({ rateWindows: true, rateLimits: { core: 1 } });
      const list = `{ account(id: "${bikes}") { campaigns(first: 1) { nodes { id } } } }`;
      expect(codeOf(await ask(list))).toBeUndefined();
      expect(codeOf(await ask(list))).toBe('UPSTREAM_RATE_LIMITED');
      expect(callsTo('listCampaigns')).toHaveLength(1);
    },
  ],
  [
    'a fault strikes, and a breaker opens',
    async () => {
      held.emulator.fault({ fault: { kind: 'answer', status: 503 } });
      const codes = new Set<string | undefined>();
      const list = `{ account(id: "${bikes}") { campaigns(first: 1) { nodes { id } } } }`;
      await expect
        .poll(
          async () => {
            codes.add(codeOf(await ask(list)));
            const before = held.emulator.calls().length;
            codes.add(codeOf(await ask(list)));
            return held.emulator.calls().length - before;
          },
          { interval: 1, timeout: 30_000 },
        )
        .toBe(0);
      expect([...codes]).toEqual(['UPSTREAM_UNAVAILABLE']);
    },
  ],
  [
    'a row is renamed, and its document kept under a hash',
    async () => {
      const query = `{ node(id: "Campaign:${bikes}:cik3s000") { ... on Campaign { name } } }`;
      const sha256Hash = hash('sha256', query, 'hex');
      const extensions = { persistedQuery: { version: 1, sha256Hash } };
      const byHash = () => ask('', {}, { query: undefined, extensions });
      expect((await byHash()).errors[0].message).toBe('PersistedQueryNotFound');
      const { data } = await ask(query, {}, { extensions });
      expect(data.node.name).not.toBe('Renamed');
      await rename('Renamed', 'a key');
      expect((await byHash()).data.node.name).toBe('Renamed');
    },
  ],
  [
    'a session ends',
    async () => {
      const authorization = `Bearer ${await held.emulator.session('emulator_colleague')}`;
      expect((await ask('{ viewer { screenName } }', { authorization })).data.viewer).toEqual({
        screenName: 'emulator_colleague',
      });
      const logout = new URL('/auth/logout', held.gateway.url);
      expect((await fetch(logout, { method: 'POST', headers: { authorization } })).ok).toBe(true);
      expect(codeOf(await ask('{ viewer { screenName } }', { authorization }))).toBe(
        'UNAUTHENTICATED',
      );
    },
  ],
];

describe('both resets together leave nothing of the previous test', () => {
  beforeEach(async () => {
    held.emulator.reset({ data: true });
    await held.gateway.reset();
  });

  test.each([...traces, ...traces.toReversed()])('%s', (_what, act) => act());
});

test('a reset waits for running requests, and answers them', async () => {
  held.emulator.reset({ data: true });
  held.emulator.fault({
    match: { endpoint: 'getCampaign' },
    times: 1,
    fault: { kind: 'delay', delayMs: 1000 },
  });
  const asked = ask(`{ node(id: "Campaign:${bikes}:cik3s000") { ... on Campaign { name } } }`);
  await expect.poll(() => callsTo('getCampaign')).toHaveLength(1);
  let isReset = false;
  const reset = held.gateway.reset().then(() => {
    isReset = true;
  });
  // A new request does not wait.
  expect(codeOf(await ask('{ contentCategories { id } }'))).toBeUndefined();
  expect(isReset).toBe(false);
  expect((await asked).data.node.name).toEqual(expect.any(String));
  await reset;
});

describe('sessions from the emulator', () => {
  const viewer = async (session: string) =>
    (
      await ask('{ viewer { signedIn asOwner userId screenName } }', {
        authorization: `Bearer ${session}`,
      })
    ).data.viewer;

  test('are those of the owner, a user by name, and an added one', async () => {
    const { emulator } = held;
    emulator.reset();
    const { userId, screenName } = emulator.credentials;
    expect(await viewer(await emulator.session())).toEqual({
      signedIn: true,
      asOwner: false,
      userId,
      screenName,
    });
    expect((await viewer(await emulator.session('emulator_analyst'))).screenName).toBe(
      'emulator_analyst',
    );
    const added = emulator.addUser('newcomer');
    expect((await viewer(await emulator.session(added))).userId).toBe(added.userId);
    expect(emulator.calls()).toEqual([]);
  });

  test('see the accounts of their users', async () => {
    const authorization = `Bearer ${await held.emulator.session('emulator_analyst')}`;
    const { data } = await ask('{ accounts { nodes { restId } } }', { authorization });
    expect(data.accounts.nodes.length).toBeGreaterThan(0);
    expect(data.accounts.nodes.length).toBeLessThan(held.emulator.accounts.length);
  });

  test('are not made for an unknown name', async () => {
    await expect(held.emulator.session('nobody')).rejects.toThrow('no user is named "nobody"');
  });

  test('outlive a reset of the gateway', async () => {
    const session = await held.emulator.session();
    await held.gateway.reset();
    expect((await viewer(session)).signedIn).toBe(true);
  });
});

test('a reset of a gateway with an emulator of its own undoes its writes', async () => {
  const gateway = await createGateway({ PORT: '0', LOG_LEVEL: 'fatal', TIMEOUT_GRACE_MS: '0' });
  const name = async (document: string) => {
    const response = await fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: document }),
    });
    return (await response.json()).data;
  };
  const read = `{ node(id: "Campaign:${bikes}:cik3s000") { ... on Campaign { name } } }`;
  const before = await name(read);
  await name(
    `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "Changed" }) { outcome } }`,
  );
  expect((await name(read)).node.name).toBe('Changed');
  await gateway.reset();
  expect(await name(read)).toEqual(before);
  await gateway.close();
});

describe('a fault for an unknown endpoint', () => {
  const misspelt = { match: { endpoint: 'listCampagins' }, fault: { kind: 'drop' } } as const;

  test('is refused with similar names', () => {
    expect(() =>
      // @ts-expect-error: the name is misspelt
      held.emulator.fault(misspelt),
    ).toThrow(/no endpoint is named "listCampagins". Did you mean "listCampaigns"/);
    expect(() =>
      // @ts-expect-error: no name is like it
      held.emulator.fault({ ...misspelt, match: { endpoint: 'zzz' } }),
    ).toThrow(/no endpoint is named/);
  });

  test('is refused over HTTP too', async () => {
    const response = await fetch(`${held.emulator.url}/__emulator/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(misspelt),
    });
    expect(response.status).toBe(400);
    expect((await response.json()).error).toMatch(
      /no endpoint is named "listCampagins". Did you mean "listCampaigns"/,
    );
    const faults = await fetch(`${held.emulator.url}/__emulator/faults`);
    expect(await faults.json()).toEqual([]);
  });
});

test('a reset over HTTP reports what it forgot and what it kept', async () => {
  const reset = async (body: string) => {
    const headers = { 'content-type': 'application/json' };
    const to = `${held.emulator.url}/__emulator/reset`;
    const response = await fetch(to, { method: 'POST', headers, body });
    return response.json();
  };
  expect(await reset('')).toMatchObject({
    data: false,
    forgotten: expect.arrayContaining(['calls', 'faults']),
    kept: expect.arrayContaining(['rows', 'added users']),
  });
  expect(await reset('{"data":true}')).toMatchObject({
    data: true,
    forgotten: expect.arrayContaining(['calls', 'rows', 'added users']),
    kept: [],
  });
});
