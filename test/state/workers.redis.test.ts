import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Emulator } from '../../emulator/server.ts';
import { createEmulator } from '../../emulator/server.ts';
import { colleague } from '../support/accounts.ts';
import { command } from '../support/command.ts';
import { connectTo, headOf } from '../support/raw-client.ts';
import { startRedis } from '../support/redis.ts';
import { begin, decide, newVisitor, signIn } from '../support/visitor.ts';
import type { Crew, WorkerConnection } from '../support/workers.ts';
import { newWay, startCrew, waysTo } from '../support/workers.ts';

const account = '18ce54bik3s';
const read = `{ account(id: "${account}") { name campaigns(first: 5) { nodes { id name } } } }`;
const create = (name: string, key: string) =>
  `mutation { createCampaign(input: { accountId: "${account}", fundingInstrumentId: "fik3s001", name: "${name}", idempotencyKey: "${key}", dailyBudgetAmountLocalMicro: 5000000 }) { outcome campaign { restId } } }`;
const restId = ({ body }: Awaited<ReturnType<WorkerConnection['ask']>>): string =>
  body.data.createCampaign.campaign.restId;
const viewer = '{ viewer { userId } }';

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('two workers before one API', () => {
  let emulator: Emulator;
  let crew: Crew;

  beforeAll(async () => {
    emulator = await createEmulator({ rateWindows: false, strict: true });
    crew = await startCrew(emulator.variables);
  }, 60_000);
  afterEach(() => emulator.reset());
  afterAll(async () => {
    crew.child.kill('SIGKILL');
    await emulator.close();
  });

  const callsOf = (endpoint: string) =>
    emulator.calls().filter((call) => call.endpoint === endpoint).length;
  const slow = (delayMs: number): void =>
    emulator.fault({
      match: { endpoint: 'listAccounts' },
      times: 1,
      fault: { kind: 'delay', delayMs },
    });

  test('answer alike, and are counted together', async () => {
    const [one, two] = await waysTo(crew);
    expect(await one.ask(read)).toEqual(await two.ask(read));
    expect(await statusOf(`${crew.admin}/readyz`)).toBe(200);
    const metrics = await (await fetch(`${crew.admin}/metrics`)).text();
    expect(metrics).toContain(
      'ads_graph_upstream_calls_total{endpoint="listCampaigns",status="200"} 2',
    );
    expect(crew.out().match(/explorer: /g)).toHaveLength(1);
  });

  test('know a session that began at one of them, until it ends at one of them', async () => {
    const [one, two] = await waysTo(crew);
    const session = await signIn({ url: crew.url, emulator }, colleague);
    const headers = { authorization: `Bearer ${session}` };
    for (const way of [one, two]) {
      expect((await way.ask(viewer, headers)).body.data.viewer.userId).toBe(colleague);
    }
    expect((await one.send('/auth/logout', {}, headers)).status).toBeLessThan(400);
    for (const way of [two, one]) expect((await way.ask(viewer, headers)).status).toBe(401);
  });

  test('complete a sign-in once', async () => {
    const [one, two] = await waysTo(crew);
    const visitor = newVisitor();
    const place = { url: crew.url, emulator };
    const callback = new URL(await decide(place, visitor, await begin(place, visitor)));
    const path = `${callback.pathname}${callback.search}`;
    const cookie = `ads_graph_login=${visitor.cookies.get('ads_graph_login')}`;
    const calls = () => callsOf('createAccessToken');
    expect((await one.get(path, { cookie })).status).toBe(302);
    expect(calls()).toBe(1);
    for (const way of [two, one]) expect((await way.get(path, { cookie })).status).toBe(400);
    expect(calls()).toBe(1);
  });

  test('request reference data once', async () => {
    const ways = await waysTo(crew);
    for (const way of ways) {
      const { body } = await way.ask('{ publishers { userId } }');
      expect(body.data.publishers.length).toBeGreaterThan(0);
    }
    expect(callsOf('listPublishers')).toBe(1);
  });

  test('send a write with a key once', async () => {
    const [one, two] = await waysTo(crew);
    const asked = [one, two].map((way) => way.ask(create('Once', 'once')));
    const [first, second] = (await Promise.all(asked)).map(restId);
    expect(first).toBe(second);
    expect(callsOf('createCampaign')).toBe(1);
  });

  test('lose only the current request of one that is killed', async () => {
    const [one, two] = await waysTo(crew);
    const made = restId(await one.ask(create('Kept', 'kept')));
    slow(1500);
    const others = two.ask('{ accounts(first: 1) { nodes { id } } }');
    await expect.poll(() => callsOf('listAccounts')).toBe(1);
    slow(20_000);
    const own = one.ask('{ accounts(first: 2) { nodes { id } } }').catch((error) => error.code);
    await expect.poll(() => callsOf('listAccounts')).toBe(2);
    process.kill(one.pid, 'SIGKILL');
    expect(await own).toBe('ECONNRESET');
    expect((await others).body.data.accounts.nodes).toHaveLength(1);
    expect(restId(await two.ask(create('Kept', 'kept')))).toBe(made);
    expect(callsOf('createCampaign')).toBe(1);
    await expect.poll(() => statusOf(`${crew.admin}/readyz`), { timeout: 30_000 }).toBe(200);
    expect(crew.pids()).toHaveLength(2);
    expect(crew.pids()).not.toContain(one.pid);
    for (const way of await waysTo(crew)) {
      expect(restId(await way.ask(create('Kept', 'kept')))).toBe(made);
    }
  });

  test('end in good order at SIGTERM', async () => {
    const [one, two] = await waysTo(crew);
    const pids = crew.pids();
    const asked = [one, two].map((way) => {
      slow(500);
      return way.ask('{ accounts(first: 1) { nodes { id } } }');
    });
    await expect.poll(() => callsOf('listAccounts')).toBe(2);
    crew.child.kill('SIGTERM');
    for (const { body } of await Promise.all(asked)) {
      expect(body.data.accounts.nodes).toHaveLength(1);
    }
    expect(await crew.ended).toBe(0);
    expect(pids.filter(isThere)).toEqual([]);
    const replaced = (await crew.log).filter((line) => line.includes('is replaced'));
    expect(replaced).toHaveLength(1);
  });
});

describe('two workers without credentials', () => {
  let crew: Crew;

  beforeAll(async () => {
    crew = await startCrew({ LIMIT_IN_FLIGHT: '2', LIMIT_WAITING: '0' });
  }, 60_000);
  afterAll(() => crew.child.kill('SIGKILL'));

  test('share one emulator', async () => {
    const [one, two] = await waysTo(crew);
    const id = restId(await one.ask(create('Seen', 'seen')));
    const { body } = await two.ask(
      `{ account(id: "${account}") { campaign(id: "${id}") { name } } }`,
    );
    expect(body.data.account.campaign.name).toBe('Seen');
  });

  test('share the limits of the whole', async () => {
    await fetch(`${crew.api}/__emulator/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        match: { endpoint: 'listAccounts' },
        times: 4,
        fault: { kind: 'delay', delayMs: 2000 },
      }),
    });
    const ways = await Promise.all(Array.from({ length: 4 }, () => newWay(crew)));
    const asked = ways.map((way) => way.ask('{ accounts(first: 1) { nodes { id } } }'));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(new Set(ways.map(({ pid }) => pid)).size).toBe(2);
    expect(statuses.toSorted()).toEqual([200, 200, 503, 503]);
  });

  test('end with their parent, however that ends', async () => {
    const pids = crew.pids();
    crew.child.kill('SIGKILL');
    await expect.poll(() => pids.filter(isThere), { timeout: 10_000 }).toEqual([]);
  });
});

test('a worker with too many bodies reports that it has a part of the limit', async () => {
  const most = 20 * 2 ** 20;
  const length = 6 * 2 ** 20;
  const crew = await startCrew({ LIMIT_BODIES_BYTES: String(most) });
  onTestFinished(async () => {
    crew.child.kill('SIGKILL');
    await crew.ended;
  });
  // One of two workers has two of three bodies, and 10 MiB for them.
  const sockets = await Promise.all(Array.from({ length: 3 }, () => connectTo(crew.url)));
  for (const socket of sockets) {
    socket.write(headOf(crew.url, { 'content-length': String(length), connection: 'close' }));
    socket.write(Buffer.alloc(length - 1000, 32));
  }
  const [answer] = (await Promise.race(sockets.map((socket) => once(socket, 'data')))) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1\.1 503 /);
  expect(String(answer)).toContain(`its part (${most / 2}) of LIMIT_BODIES_BYTES (${most})`);
  for (const socket of sockets) socket.destroy();
});

/** Runs a piece of code at the start of each worker. */
const planted = (code: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(`if (process.argv.includes('worker')) { ${code} }`)}`,
});

test.each([
  ['is killed', "process.kill(process.pid, 'SIGKILL')", /A worker ended with SIGKILL before/],
  [
    'finds something wrong',
    `const { Server } = await import('node:net');
     Server.prototype.listen = function () {
       const error = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', syscall: 'listen' });
       process.nextTick(() => this.emit('error', error));
     };`,
    /listen EADDRINUSE; PORT and ADMIN_PORT must be/,
  ],
])('a worker that %s as it starts stops the start with one line', async (_how, code, line) => {
  const { code: status, out, err } = await command(['start'], { WORKERS: '2', ...planted(code) });
  const plain = err.split('\n').filter((text) => text !== '' && !text.startsWith('{'));
  expect({ status, out, plain }).toEqual({
    status: 1,
    out: '',
    plain: [expect.stringMatching(line)],
  });
});

test('at SIGHUP the log says why new workers cannot start, and the old ones stay', async () => {
  const redis = await startRedis({ password: 'one' });
  const crew = await startCrew({ REDIS_URL: redis.url, SESSION_SECRET: 's'.repeat(32) });
  onTestFinished(async () => {
    crew.child.kill('SIGKILL');
    await redis.kill();
  });
  const pids = crew.pids();
  expect(await redis.command('CONFIG', 'SET', 'requirepass', 'two')).toBe('+OK');
  crew.child.kill('SIGHUP');
  await expect.poll(() => crew.pids().length, { timeout: 30_000 }).toBe(3);
  await expect.poll(crew.pids, { timeout: 30_000 }).toEqual(pids);
  (await newWay(crew)).close();
  crew.child.kill('SIGTERM');
  expect(await crew.ended).toBe(0);
  const lines = (await crew.log).filter((text) => text !== '').map((text) => JSON.parse(text));
  const told = lines.filter(({ msg }) => msg === 'the workers could not be replaced');
  expect(told).toMatchObject([
    { level: 50, reason: 'REDIS_URL must have a user and a password that the server accepts' },
  ]);
});
