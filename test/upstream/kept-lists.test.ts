import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { emulated } from '../../src/gateway/gateway.ts';
import { createGateway as createServer } from '../../src/gateway/server.ts';
import { createGateway } from '../../src/index.ts';
import { createMemoryStore } from '../../src/state/memory.ts';
import type { Store } from '../../src/state/store.ts';
import { bikes, colleague } from '../support/accounts.ts';
import type { Running } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';
import { signedClient } from '../support/signed.ts';
import { bearer, signIn } from '../support/visitor.ts';

const minute = 60_000;

let clock = Date.now();
const windows = new Map();
const running = useGateway({
  env: { LIMIT_KEPT_LIST_MS: String(minute) },
  emulator: { rateWindows: true },
  parts: { now: () => clock, windows },
});
beforeEach(() => {
  // Lists that the test before has kept are too old.
  clock += 20 * minute;
  windows.clear();
  running.emulator.reset({ data: true });
  running.emulator.set({ rateLimits: { global: 5 } });
});

const names = '{ accounts(first: 3) { nodes { restId name } pageInfo { hasNextPage endCursor } } }';
const load = (options: Parameters<Running['ask']>[2] = {}, document = names) =>
  running.ask(document, {}, options);
const lists = () => running.emulator.calls().filter(({ endpoint }) => endpoint === 'listAccounts');
const fresh = { headers: { 'cache-control': 'no-cache' } };

describe('the accounts of a viewer', () => {
  test('are read once a minute: a console can be loaded again and again', async () => {
    const first = await load();
    for (let times = 0; times < 10; times += 1) {
      const again = await load();
      expect(again.errors).toBeUndefined();
      expect(again.data).toEqual(first.data);
      expect(again.extensions).toBeUndefined();
      expect(again.calls).toEqual([]);
    }
    expect(lists()).toHaveLength(1);
    clock += minute - 1;
    expect((await load()).calls).toEqual([]);
    clock += 1;
    expect((await load()).calls).toHaveLength(1);
  });

  test('cause no round in a request that finds them cached', async () => {
    await load();
    const { extensions } = await load(
      { headers: { 'x-ads-trace': '1' } },
      '{ accounts(first: 3) { nodes { campaigns(first: 1) { nodes { id } } } } }',
    );
    const call = { endpoint: 'listCampaigns', round: 1 };
    expect(extensions?.['upstream']).toMatchObject({ calls: [call, call, call] });
  });

  test('are cached with every digit, and with their raw rows and totals', async () => {
    const whole = '{ accounts(first: 3) { totalCount nodes { raw createdAt timezone } } }';
    const first = await load({}, whole);
    expect(first.calls).toHaveLength(1);
    const again = await load({}, whole);
    expect(again.data).toEqual(first.data);
    expect(again.calls).toEqual([]);
  });

  test('are cached separately by their arguments', async () => {
    const page = (args: string) => load({}, `{ accounts(${args}) { nodes { restId } } }`);
    const asked = ['first: 3', 'first: 100', 'first: 3, q: "Nord"', 'first: 3, withDeleted: true'];
    for (const args of asked) expect((await page(args)).calls).toHaveLength(1);
    for (const args of asked) expect((await page(args)).calls).toEqual([]);
  });

  test('are requested again with Cache-Control: no-cache, and the next request uses that result', async () => {
    await load();
    const row = running.emulator.store.find('Account', null, bikes);
    running.emulator.store.insert('Account', null, { ...row, name: 'Renamed' });
    const shown = ({ data }: Awaited<ReturnType<typeof load>>) =>
      data.accounts.nodes.map(({ name }: { name: string }) => name);
    expect(shown(await load())).not.toContain('Renamed');
    expect(shown(await load(fresh))).toContain('Renamed');
    expect(shown(await load())).toContain('Renamed');
    expect(lists()).toHaveLength(2);
  });

  test('are one call for simultaneous loads', async () => {
    const asked = await Promise.all(
      Array.from({ length: 8 }, () =>
        fetch(running.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: names }),
        }).then((response) => response.json()),
      ),
    );
    for (const { data } of asked) expect(data.accounts.nodes).toHaveLength(3);
    expect(lists()).toHaveLength(1);
  });

  test('are never shown to another viewer', async () => {
    await load();
    const session = bearer(await signIn(running, colleague));
    const theirs = await load(session);
    expect(lists()).toHaveLength(2);
    expect(theirs.data.accounts.nodes).toHaveLength(2);
    expect((await load(session)).data).toEqual(theirs.data);
    expect((await load()).data.accounts.nodes).toHaveLength(3);
    expect(lists()).toHaveLength(2);
  });

  test('are not cached if the call failed', async () => {
    running.emulator.fault({
      match: { endpoint: 'listAccounts' },
      times: 1,
      fault: { kind: 'answer', status: 403 },
    });
    expect((await load()).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await load()).data.accounts.nodes).toHaveLength(3);
  });
});

describe('a write of the viewer', () => {
  const rename = `mutation { updateAccount(input: { accountId: "${bikes}", name: "Renamed" }) { outcome } }`;

  test('that changes accounts is visible to the next load', async () => {
    await load();
    const { data } = await load({}, rename);
    expect(data.updateAccount.outcome).toBe('APPLIED');
    clock += 1;
    const after = await load();
    expect(after.data.accounts.nodes).toContainEqual({ restId: bikes, name: 'Renamed' });
    expect(lists()).toHaveLength(2);
  });

  test('is visible too if its answer was lost', async () => {
    await load();
    running.emulator.fault({
      match: { endpoint: 'updateAccount' },
      times: 1,
      fault: { kind: 'drop', apply: true },
    });
    expect((await load({}, rename)).data.updateAccount.outcome).toBe('UNKNOWN');
    clock += 1;
    const after = await load();
    expect(after.data.accounts.nodes).toContainEqual({ restId: bikes, name: 'Renamed' });
  });

  test('that changes something else leaves them cached', async () => {
    await load();
    await load(
      {},
      `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "Other" }) { outcome } }`,
    );
    clock += 1;
    expect((await load()).calls).toEqual([]);
  });
});

describe('a used up window', () => {
  const useUp = async () => {
    await load();
    for (let times = 0; times < 4; times += 1) {
      clock += 1000;
      expect((await load(fresh)).errors).toBeUndefined();
    }
    expect(lists()).toHaveLength(5);
  };

  test('makes cached lists be shown for longer, with their age', async () => {
    await useUp();
    clock += 4 * minute;
    const old = await load();
    expect(old.errors).toBeUndefined();
    expect(old.data.accounts.nodes).toHaveLength(3);
    expect(old.extensions?.['notes']).toEqual([
      {
        text: expect.stringMatching(
          /^These rows are 4 minutes old: the API allows the next call for them in \d+ (seconds|minutes)\.$/,
        ),
        path: ['accounts'],
      },
    ]);
    expect(old.calls.filter(({ status }) => status === 200)).toEqual([]);
  });

  test('refuses lists that were never read, are too old, or must be read again', async () => {
    await useUp();
    const codeOf = async (...asked: Parameters<typeof load>) =>
      (await load(...asked)).errors?.[0]?.extensions.code;
    expect(await codeOf({}, '{ accounts(first: 999) { nodes { name } } }')).toBe(
      'UPSTREAM_RATE_LIMITED',
    );
    expect(await codeOf(fresh)).toBe('UPSTREAM_RATE_LIMITED');
    clock += 16 * minute;
    running.emulator.set({ rateLimits: { global: 0 } });
    expect(await codeOf()).toBe('UPSTREAM_RATE_LIMITED');
  });
});

describe('after the API has refused a call of the viewer with 401', () => {
  const revoke = () =>
    running.emulator.set({ revokedTokens: [running.emulator.credentials.accessToken] });
  const other = `{ account(id: "${bikes}") { campaigns(first: 1) { nodes { name } } } }`;
  const codeOf = ({ errors }: Awaited<ReturnType<typeof load>>) => errors?.[0]?.extensions.code;

  test('nothing cached is shown', async () => {
    await load();
    revoke();
    // The others do not know it yet.
    expect((await load()).calls).toEqual([]);
    expect(codeOf(await load({}, other))).toBe('REAUTHENTICATION_REQUIRED');
    clock += 1;
    const after = await load();
    expect(codeOf(after)).toBe('REAUTHENTICATION_REQUIRED');
    expect(after.data.accounts).toBeNull();
  });

  test('lists of others are still shown', async () => {
    const session = bearer(await signIn(running, colleague));
    await load(session);
    revoke();
    await load({}, other);
    clock += 1;
    const theirs = await load(session);
    expect(theirs.data.accounts.nodes).toHaveLength(2);
    expect(theirs.calls).toEqual([]);
  });

  test('lists of a newer token of the same user are not shown to the older one', async () => {
    const older = bearer(await signIn(running, colleague));
    await load(older);
    const credentials = {
      accessToken: `${colleague}-emulator-colleague-token`,
      accessTokenSecret: 'emulator-colleague-token-secret',
    };
    const ended = await signedClient(running.emulator).post(
      '/platform/1.1/oauth/invalidate_token.json',
      {},
      { credentials, timestamp: Math.floor(clock / 1000) },
    );
    expect(ended.status).toBe(200);
    const newer = bearer(await signIn(running, colleague));
    clock += minute;
    expect((await load(newer)).calls).toHaveLength(1);
    expect((await load(newer)).calls).toEqual([]);
    expect(codeOf(await load(older))).toBe('REAUTHENTICATION_REQUIRED');
    clock += 1;
    expect((await load(newer)).errors).toBeUndefined();
  });

  test('calls that were running are not cached either', async () => {
    running.emulator.fault({
      match: { endpoint: 'listAccounts' },
      times: 1,
      fault: { kind: 'headers', set: {}, delayMs: 500 },
    });
    running.emulator.fault({
      match: { endpoint: 'listCampaigns' },
      times: 1,
      fault: { kind: 'answer', status: 401, json: { errors: [{ code: 32, message: 'no' }] } },
    });
    const late = load();
    await expect.poll(() => lists().length).toBe(1);
    clock += 1;
    expect(codeOf(await load({}, other))).toBe('UPSTREAM_AUTH_FAILED');
    expect((await late).errors).toBeUndefined();
    clock += 1;
    expect((await load()).calls).toHaveLength(1);
  });
});

test('replicas share them, sealed, and one sees the writes of the other', async () => {
  const memory = createMemoryStore();
  const kept: string[] = [];
  const store: Store = {
    ...memory,
    cache: (key, value, ttlMs) => {
      kept.push(value);
      return memory.cache(key, value, ttlMs);
    },
  };
  const { emulator } = running;
  const replica = () =>
    createServer(
      emulated(
        readConfig({
          PORT: '0',
          LOG_LEVEL: 'silent',
          TIMEOUT_GRACE_MS: '0',
          SESSION_SECRET: 's'.repeat(32),
          // Nobody connects to it: `store` is used in its place.
          REDIS_URL: 'redis://127.0.0.1:1',
        }),
        emulator,
      ),
      { store, now: () => clock },
    );
  const [one, two] = [await replica(), await replica()];
  const ask = async ({ url }: { readonly url: string }, query: string) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return (await response.json()).data;
  };
  const first = await ask(one, names);
  expect(await ask(two, names)).toEqual(first);
  expect(lists()).toHaveLength(1);
  await ask(
    two,
    `mutation { updateAccount(input: { accountId: "${bikes}", name: "Renamed" }) { outcome } }`,
  );
  await expect
    .poll(async () => JSON.stringify(await ask(one, names)), { timeout: 10_000 })
    .toContain('Renamed');
  await ask(two, names);
  emulator.set({ revokedTokens: [emulator.credentials.accessToken] });
  await ask(two, `{ account(id: "${bikes}") { name } }`);
  await expect.poll(() => ask(one, names), { timeout: 10_000 }).toEqual({ accounts: null });
  expect(kept.length).toBeGreaterThan(1);
  for (const { name } of emulator.accounts) expect(kept.join()).not.toContain(name);
  await Promise.all([one.close(), two.close()]);
});

test('a gateway with default settings loads a console fifty times at the printed figures', async () => {
  running.emulator.set({ rateLimits: { global: 5 } });
  const { variables } = running.emulator;
  const gateway = await createGateway(
    { PORT: '0', LOG_LEVEL: 'fatal', ...variables },
    { now: () => clock },
  );
  for (let times = 0; times < 50; times += 1) {
    const response = await fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: names }),
    });
    expect((await response.json()).errors).toBeUndefined();
  }
  await gateway.close();
  expect(lists()).toHaveLength(1);
});
