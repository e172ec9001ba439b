import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { examine } from '../../commands/doctor/doctor.ts';
import { createGateway } from '../../src/index.ts';
import { command } from '../support/command.ts';
import { useEmulator } from '../support/emulator.ts';
import { freePort, provideRedis, startRedis } from '../support/redis.ts';

const held = useEmulator();
const folder = mkdtempSync(join(tmpdir(), 'ads-graph-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Variables = Readonly<Record<string, string>>;

const variablesOf = (more: Variables = {}): Variables => ({
  XDG_CONFIG_HOME: folder,
  PORT: '0',
  ...held.emulator.variables,
  ...more,
});

/** The findings of the doctor, by the name of the check. */
const found = async (more: Variables = {}) => {
  const { ok, checks } = await examine(variablesOf(more));
  expect(ok).toBe(checks.every((check) => check.ok));
  return Object.fromEntries(checks.map(({ name, ...finding }) => [name, finding]));
};

const names = [
  'configuration',
  'addresses',
  'clock',
  'application keys',
  "owner's token",
  'access to the Ads API',
  'accounts and roles',
  'features',
  'API version',
  'Redis',
  'ports',
  'guards',
  'documents',
];

describe('over a healthy API', () => {
  test('every check is fine, and the only POST is that for the bearer token', async () => {
    const { ok, checks } = await examine(variablesOf());
    expect(checks.map(({ name }) => name)).toEqual(names);
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    expect(ok).toBe(true);
    const writes = held.emulator.calls().filter(({ method }) => method !== 'GET');
    expect(writes.map(({ path }) => path)).toEqual(['/platform/oauth2/token']);
    expect(held.emulator.calls().length).toBeLessThan(30);
  });

  test('the callback that sign-ins need is named', async () => {
    const { 'application keys': keys } = await found({ PUBLIC_URL: 'https://ads.example' });
    expect(keys).toMatchObject({
      ok: true,
      todo: expect.stringContaining('https://ads.example/auth/callback'),
    });
  });

  test('no sentence ends with two full stops', async () => {
    const json = { errors: [{ code: 326, message: 'The account is locked.' }] };
    held.emulator.fault({
      match: { path: '^/12/' },
      fault: { kind: 'answer', status: 403, json },
    });
    const { out } = await command(['doctor'], variablesOf());
    expect(out).toContain('refused: The account is locked. X has locked this user temporarily');
    expect(out).not.toMatch(/\.\./);
  });

  test('the command prints a line for each, and ends with 0', async () => {
    const { code, out, err } = await command(['doctor'], variablesOf());
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => line.slice(0, line.indexOf(':')))).toEqual(
      names.map((name) => `✓ ${name}`),
    );
    expect(lines[6]).toContain('Nordlicht Bikes (18ce54bik3s)');
    expect(lines[6]).toContain('ACCOUNT_ADMIN TWEET_COMPOSER in ');
    expect(lines[7]).toMatch(/AGE_TARGETING \(\d of \d accounts\)/);
  });

  test('without credentials it examines an emulator, and says so', async () => {
    const { code, out } = await command(['doctor', '--json'], { XDG_CONFIG_HOME: folder });
    const { ok, checks } = JSON.parse(out);
    expect([code, ok]).toEqual([0, true]);
    expect(checks[0].message).toContain('no credentials are set, so this checks an emulator');
    expect(Object.keys(checks[0])).toEqual(['name', 'ok', 'message', 'todo']);
  });
});

describe('a mistake', () => {
  test('in a variable is the only finding, and the exit code is 1', async () => {
    const { code, out, err } = await command(['doctor'], variablesOf({ WORKERS: 'many' }));
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(/^✗ configuration: WORKERS .*\n$/);
  });

  test('in the name of a variable is named', async () => {
    const { configuration } = await found({ ADS_ACESS_TOKEN: 'x' });
    expect(configuration).toMatchObject({ ok: true, todo: expect.stringContaining('ADS_ACESS') });
  });

  test('shows no secret, whatever is wrong', async () => {
    held.emulator.fault({
      fault: {
        kind: 'answer',
        status: 403,
        json: {
          errors: [{ code: 'OTHER', message: Object.values(held.emulator.variables).join(' ') }],
        },
      },
    });
    const REDIS_URL = `redis://user:the-password@127.0.0.1:${await freePort()}`;
    const GATEWAY_API_KEYS = `service:${'k'.repeat(32)}:owner`;
    const { out, err, code } = await command(
      ['doctor', '--json'],
      variablesOf({ REDIS_URL, GATEWAY_API_KEYS }),
    );
    expect(code).toBe(1);
    const { variables } = held.emulator;
    const secrets = Object.entries(variables)
      .filter(([name]) => /KEY|TOKEN|SECRET/.test(name))
      .map(([, value]) => value);
    expect(secrets).toHaveLength(5);
    for (const secret of [...secrets, 'the-password', 'k'.repeat(32)])
      expect(out + err).not.toContain(secret);
  });
});

describe('addresses', () => {
  test('that nothing listens at are named with their variable', async () => {
    const port = await freePort();
    const { addresses } = await found({ ADS_SANDBOX_API_URL: `http://127.0.0.1:${port}` });
    expect(addresses).toEqual({
      ok: false,
      message: `127.0.0.1:${port} cannot be reached`,
      todo: expect.stringContaining('ADS_SANDBOX_API_URL'),
    });
  });

  test('that fail are named too', async () => {
    const fault = { kind: 'answer', status: 503 } as const;
    held.emulator.fault({ match: { path: '^/12/accounts$' }, fault });
    const { addresses } = await found();
    expect(addresses).toMatchObject({ ok: false, message: expect.stringContaining('answers 503') });
  });
});

describe('the clock', () => {
  test.each([
    [400_000, false, '400 s behind'],
    [-400_000, false, '400 s ahead of'],
    [20_000, true, '20 s behind'],
  ])('that differs by %d ms from the API', async (clockAheadMs, ok, message) => {
    held.emulator.set({ clockAheadMs });
    const { clock } = await found();
    expect(clock?.ok).toBe(ok);
    expect(clock?.message).toContain(message);
    if (!ok) expect(clock?.todo).toContain('time server');
  });
});

describe('keys and tokens', () => {
  test('a wrong secret of the application', async () => {
    const checks = await found({ ADS_CONSUMER_SECRET: 'wrong' });
    expect(checks['application keys']).toMatchObject({
      ok: false,
      todo: expect.stringContaining('ADS_CONSUMER_SECRET'),
    });
    expect(checks["owner's token"]).toMatchObject({ ok: false });
  });

  test('a bearer token that was requested too often proves nothing about the keys', async () => {
    held.emulator.set({ bearerTooOften: true });
    const checks = await found();
    expect(checks['application keys']).toMatchObject({
      ok: false,
      message: expect.stringContaining('unknown'),
    });
  });

  test('a revoked token', async () => {
    held.emulator.set({ revokedTokens: [held.emulator.credentials.accessToken] });
    const checks = await found();
    expect(checks['application keys']?.ok).toBe(true);
    expect(checks["owner's token"]).toEqual({
      ok: false,
      message: 'expired or revoked',
      todo: expect.stringContaining('ADS_ACCESS_TOKEN'),
    });
    expect(checks['access to the Ads API']).toMatchObject({
      ok: false,
      message: expect.stringContaining('unknown'),
    });
  });

  test('a wrong secret of the token', async () => {
    const checks = await found({ ADS_ACCESS_TOKEN_SECRET: 'wrong' });
    expect(checks["owner's token"]?.message).toContain('refuses its signature');
    expect(checks["owner's token"]?.ok).toBe(false);
  });

  test('no token: checks that need a user are skipped', async () => {
    const none = { ADS_ACCESS_TOKEN: '', ADS_ACCESS_TOKEN_SECRET: '' };
    const checks = await found(none);
    expect(Object.values(checks).every(({ ok }) => ok)).toBe(true);
    expect(checks['accounts and roles']?.message).toContain('not checked');
    expect(checks['access to the Ads API']?.todo).toContain('ads-graph login');
  });

  test('the session of `ads-graph login` stands in for the token', async () => {
    const home = join(folder, 'signed-in');
    mkdirSync(join(home, 'ads-graph'), { recursive: true });
    writeFileSync(
      join(home, 'ads-graph', 'session'),
      await held.emulator.session('emulator_colleague'),
    );
    const none = { ADS_ACCESS_TOKEN: '', ADS_ACCESS_TOKEN_SECRET: '', XDG_CONFIG_HOME: home };
    const checks = await found(none);
    expect(checks["owner's token"]?.message).toContain('of user 1500000000000000002');
    expect(checks['accounts and roles']?.message).toMatch(/^\d+ accounts; /);
  });
});

describe('access', () => {
  test('that X has not granted', async () => {
    const json = { errors: [{ code: 'UNAUTHORIZED_CLIENT_APPLICATION', message: 'No.' }] };
    const match = { endpoint: 'listAccounts' } as const;
    held.emulator.fault({ match, fault: { kind: 'answer', status: 403, json } });
    const checks = await found();
    expect(checks["owner's token"]?.ok).toBe(true);
    expect(checks['access to the Ads API']).toMatchObject({
      ok: false,
      todo: expect.stringContaining('Ads API Access Form'),
    });
  });

  test('to no account', async () => {
    const { accessToken, accessTokenSecret } = held.emulator.addUser('newcomer');
    const checks = await found({
      ADS_ACCESS_TOKEN: accessToken,
      ADS_ACCESS_TOKEN_SECRET: accessTokenSecret,
    });
    expect(checks['access to the Ads API']?.ok).toBe(true);
    expect(checks['accounts and roles']).toMatchObject({
      ok: false,
      message: 'none',
      todo: expect.stringContaining('role'),
    });
    expect(checks['features']).toMatchObject({ ok: true, message: 'none' });
  });

  test('to accounts in which the user may only read', async () => {
    const { accessToken, accessTokenSecret, userId } = held.emulator.addUser('reader');
    held.emulator.grant(userId, '18ce54bik3s', ['CAMPAIGN_ANALYST']);
    const checks = await found({
      ADS_ACCESS_TOKEN: accessToken,
      ADS_ACCESS_TOKEN_SECRET: accessTokenSecret,
    });
    expect(checks['accounts and roles']).toEqual({
      ok: true,
      message: '1 accounts; CAMPAIGN_ANALYST in Nordlicht Bikes (18ce54bik3s)',
      todo: expect.stringContaining('another role'),
    });
  });

  test('to features, refused', async () => {
    const json = { errors: [{ code: 'ACTION_NOT_ALLOWED', message: 'Not these.' }] };
    const match = { endpoint: 'listFeatures' } as const;
    held.emulator.fault({ match, fault: { kind: 'answer', status: 403, json } });
    const { features } = await found();
    expect(features).toMatchObject({ ok: false, message: expect.stringContaining('Not these.') });
  });
});

describe('the version of the API', () => {
  test('that is not served', async () => {
    held.emulator.set({ retiredVersions: ['12'] });
    const checks = await found();
    expect(checks['API version']).toMatchObject({
      ok: false,
      todo: expect.stringContaining('Update ads-graph'),
    });
  });

  test.each([
    ['Version 12 ends on 2099-03-31.', true],
    ['Deprecated since January 5, 2020; it is served until 31 March 2099', true],
    ['Version 12 ended on March 31, 2021', false],
    ['Version 12 will end', true],
  ])('whose end is announced: %s', async (apiWarning, ok) => {
    held.emulator.set({ apiWarning });
    const checks = await found();
    expect(checks['API version']).toMatchObject({
      ok,
      message: expect.stringContaining(apiWarning),
      todo: expect.stringContaining('Update ads-graph'),
    });
  });

  test('beside a newer one', async () => {
    held.emulator.set({ currentVersion: '13' });
    const checks = await found();
    expect(checks['API version']).toEqual({
      ok: true,
      message: 'version 12 is used, and the current one is 13',
      todo: null,
    });
  });
});

describe('Redis', () => {
  provideRedis();

  const redisAt = async (url: string) => (await found({ REDIS_URL: url }))['Redis'];

  test('that keeps all of its data is left unchanged', async () => {
    const server = await startRedis();
    expect(await redisAt(server.url)).toEqual({
      ok: true,
      message: 'answers, and evicts nothing',
      todo: null,
    });
    expect(await server.command('DBSIZE')).toBe(':0');
    await server.kill();
    expect(await redisAt(server.url)).toMatchObject({ ok: false, message: 'does not respond' });
  });

  test('that may evict keys', async () => {
    const args = ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'];
    const server = await startRedis({ args });
    expect(await redisAt(server.url)).toMatchObject({
      ok: false,
      message: expect.stringContaining('allkeys-lru'),
    });
    await server.kill();
  });

  test('that refuses the password', async () => {
    const server = await startRedis({ password: 'right' });
    const url = `redis://:wrong@127.0.0.1:${server.port}`;
    expect(await redisAt(url)).toMatchObject({
      ok: false,
      message: 'refuses the user or the password',
    });
    await server.kill();
  });
});

describe('ports', () => {
  const open: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0)) await close();
  });

  test('that are free, or in use by another program', async () => {
    const port = await freePort();
    const free = await found({ PORT: String(port) });
    expect(free['ports']).toEqual({
      ok: true,
      message: `127.0.0.1:${port} is free`,
      todo: null,
    });
    const server = createServer((socket) => socket.end('hello'));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    open.push(async () => server.close());
    expect(((await server.address()) as AddressInfo).port).toBe(port);
    const taken = await found({ PORT: String(port) });
    expect(taken['ports']).toMatchObject({ ok: false, todo: 'Set PORT to a free port' });
  });

  test('that a gateway of this product uses', async () => {
    const [port, admin] = [await freePort(), await freePort()];
    const own = { PORT: String(port), ADMIN_PORT: String(admin) };
    const gateway = await createGateway({ ...own, LOG_LEVEL: 'silent', TIMEOUT_LAME_DUCK_MS: '0' });
    open.push(gateway.close);
    const { ports } = await found(own);
    expect(ports).toEqual({
      ok: true,
      message: `a gateway is running at 127.0.0.1:${port}, a gateway is running at 127.0.0.1:${admin}`,
      todo: null,
    });
  });

  test('of an address of another machine', async () => {
    const { ports } = await found({
      HOST: '192.0.2.1',
      PORT: '4000',
      GATEWAY_API_KEYS: `service:${'k'.repeat(32)}:owner`,
    });
    expect(ports).toMatchObject({ ok: false, todo: expect.stringContaining('HOST') });
  });
});

describe('guards', () => {
  const guardsIn = async (text: string) => {
    const path = join(folder, 'guards.json');
    writeFileSync(path, text);
    return (await found({ GUARDS: path }))['guards'];
  };

  test('that can be read', async () => {
    const rules = [
      { name: 'small', items: 10 },
      { name: 'slow', activationsPerDay: 3 },
    ];
    const finding = await guardsIn(JSON.stringify({ rules }));
    expect(finding).toEqual({ ok: true, message: '2 rules: small, slow', todo: null });
  });

  test('that cannot', async () => {
    const finding = await guardsIn('{ "rules": [{ "name": "small", "itms": 10 }] }');
    expect(finding).toMatchObject({ ok: false, message: expect.stringContaining('itms') });
  });
});

describe('documents', () => {
  const manifest = (documents: Variables): Variables => {
    const path = join(folder, 'documents.json');
    writeFileSync(path, JSON.stringify(documents));
    return { PERSISTED_DOCUMENTS: path, PERSISTED_ONLY: 'true' };
  };

  test('that fit the schema', async () => {
    const { documents } = await found(manifest({ a: '{ viewer { userId } }' }));
    expect(documents).toEqual({
      ok: true,
      message: '1 fit the schema; no others are answered',
      todo: null,
    });
  });

  test.each(['{ viewer { nothing } }', '{ viewer {'])('that do not: %s', async (text) => {
    const { documents } = await found(manifest({ a: '{ viewer { userId } }', other: text }));
    expect(documents).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^1 of 2 do not fit the schema; other: /),
    });
  });
});
