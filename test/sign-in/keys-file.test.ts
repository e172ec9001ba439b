import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { bikes, coffee } from '../support/accounts.ts';
import { type Agent, withAgent } from '../support/agents.ts';
import { type Running, startGateway } from '../support/gateway.ts';
import { keyOf, keysOf, withKey } from '../support/keys.ts';
import { bearer, signIn } from '../support/visitor.ts';

const open: Running[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const path = join(mkdtempSync(join(tmpdir(), 'keys-')), 'keys.json');
const write = (...keys: readonly object[]): void => writeFileSync(path, JSON.stringify({ keys }));

let now = Date.now();
const start = async (...keys: readonly object[]): Promise<Running> => {
  write(...keys);
  now = Date.now();
  const env = { GATEWAY_API_KEYS_FILE: path, GATEWAY_API_KEYS: keysOf({ env: 'owner' }) };
  const running = await startGateway({ env, parts: { now: () => now } });
  open.push(running);
  return running;
};

const accounts = '{ accounts { nodes { restId } } }';
const account = (id: string) =>
  `{ account(id: "${id}") { name campaigns(first: 1) { nodes { id } } } }`;
const rename = (id: string) =>
  `mutation { updateAccount(input: { accountId: "${id}", name: "Bikes" }) { outcome } }`;
const codeOf = ({ errors }: Awaited<ReturnType<Running['ask']>>) => errors?.[0]?.extensions.code;

describe('a key of GATEWAY_API_KEYS_FILE', () => {
  test('stands beside those of GATEWAY_API_KEYS, as it is or as its SHA-256', async () => {
    const sha256 = createHash('sha256').update(keyOf('hashed')).digest('hex');
    const running = await start(
      { name: 'plain', key: keyOf('plain'), lends: 'owner' },
      { name: 'hashed', sha256, lends: 'owner-reads' },
      { name: 'admits', key: keyOf('admits') },
    );
    for (const name of ['env', 'plain', 'hashed']) {
      expect(codeOf(await running.ask(accounts, {}, withKey(name)))).toBeUndefined();
    }
    expect(codeOf(await running.ask(rename(bikes), {}, withKey('hashed')))).toBe('FORBIDDEN');
    expect(codeOf(await running.ask(accounts, {}, withKey('admits')))).toBe('UNAUTHENTICATED');
    expect(codeOf(await running.ask(accounts))).toBe('UNAUTHENTICATED');
  });

  test('touches its accounts alone, by reads, writes and results, with a session too', async () => {
    const running = await start({
      name: 'bikes',
      key: keyOf('bikes'),
      lends: 'owner',
      accounts: [`Account:${bikes.toUpperCase()}`],
    });
    const key = withKey('bikes').headers;
    const { headers: session } = bearer(await signIn(running));
    for (const headers of [key, { ...key, ...session }]) {
      const ask = (document: string) => running.ask(document, {}, { headers });
      const { data } = await ask(accounts);
      expect(data.accounts.nodes).toEqual([{ restId: bikes }]);
      expect(codeOf(await ask(account(bikes)))).toBeUndefined();
      for (const document of [account(coffee), rename(coffee)]) {
        const refused = await ask(document);
        expect(codeOf(refused)).toBe('FORBIDDEN');
        expect(refused.calls).toEqual([]);
      }
    }
  });

  test('makes no more calls of the API in a minute than it may', async () => {
    const running = await start({
      name: 'few',
      key: keyOf('few'),
      lends: 'owner',
      callsPerMinute: 2,
    });
    const ask = (document: string) => running.ask(document, {}, withKey('few'));
    const two = await ask(account(bikes));
    expect([codeOf(two), two.calls.length]).toEqual([undefined, 2]);
    for (const document of [accounts, rename(bikes)]) {
      const refused = await ask(document);
      expect(refused.errors?.[0]?.extensions).toMatchObject({
        code: 'RATE_LIMITED',
        retryable: true,
        retryAfterSeconds: expect.any(Number),
      });
      expect(refused.calls).toEqual([]);
    }
    expect(codeOf(await running.ask(accounts, {}, withKey('env')))).toBeUndefined();
    now += 60_001;
    expect(codeOf(await ask(accounts))).toBeUndefined();
  });

  test('admits nobody once its time is over', async () => {
    const until = new Date(Date.now() + 60_000).toISOString().replace(/\.\d+/, '');
    const running = await start({ name: 'guest', key: keyOf('guest'), lends: 'owner', until });
    expect(codeOf(await running.ask(accounts, {}, withKey('guest')))).toBeUndefined();
    now += 61_000;
    const { status, errors } = await running.ask(accounts, {}, withKey('guest'));
    expect([status, errors?.[0]?.extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('comes, changes and goes when the file is read anew; a wrong file changes nothing', async () => {
    const running = await start({ name: 'old', key: keyOf('old'), lends: 'owner' });
    write({ name: 'new', key: keyOf('new'), lends: 'owner' });
    running.renewKeys();
    expect(codeOf(await running.ask(accounts, {}, withKey('old')))).toBe('UNAUTHENTICATED');
    write({ name: 'new', key: 'short' });
    expect(running.renewKeys).toThrow(/^GATEWAY_API_KEYS_FILE .*keys.json:1:\d+: key must have 32/);
    expect(codeOf(await running.ask(accounts, {}, withKey('new')))).toBeUndefined();
  });
});

test('the accounts of a key bind agents, too', async () => {
  write({ name: 'bot', key: keyOf('bot'), lends: 'agent', accounts: [bikes] });
  const running = await startGateway({ env: { GATEWAY_API_KEYS_FILE: path } });
  open.push(running);
  const read = (agent: Agent, id: string) => agent.call('ads_query', { document: account(id) });
  await withAgent(
    running,
    async (agent) => {
      expect((await read(agent, bikes)).isError).toBe(false);
      expect(await read(agent, coffee)).toMatchObject({
        calls: [],
        text: expect.stringContaining('FORBIDDEN'),
      });
    },
    withKey('bot'),
  );
});

describe('a file of keys is wrong', () => {
  const key = keyOf('a');
  test.each([
    ['without keys', [], 'keys must have a key'],
    ['with a key without text', [{ name: 'a' }], 'key must be given, or sha256, but not both'],
    ['with both', [{ name: 'a', key, sha256: 'a'.repeat(64) }], 'but not both'],
    ['with another member', [{ name: 'a', key, account: [bikes] }], 'Did you mean "accounts"?'],
    ['with a right that is none', [{ name: 'a', key, lends: 'all' }], 'lends must be owner'],
    ['with a rate of 0', [{ name: 'a', key, callsPerMinute: 0 }], 'must be a whole number'],
    ['with a day that is none', [{ name: 'a', key, until: '2027-02-30' }], 'must be a day'],
    [
      'with a name twice',
      [
        { name: 'a', key },
        { name: 'a', key: keyOf('b') },
      ],
      'another key',
    ],
    [
      'with a key twice',
      [
        { name: 'a', key },
        { name: 'b', key },
      ],
      'must not contain a key twice',
    ],
    ['with a key of the environment', [{ name: 'env', key }], 'must have other names and keys'],
  ])('%s', async (_how, keys, message) => {
    await expect(start(...keys)).rejects.toThrow(message);
  });
});
