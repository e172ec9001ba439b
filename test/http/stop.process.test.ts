import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Emulator } from '../../emulator/server.ts';
import { createEmulator } from '../../emulator/server.ts';
import type { EndpointName } from '../../src/upstream/catalogue/endpoint-names.ts';
import { bare } from '../support/bare-process.ts';
import { connectTo, postOf, restOf } from '../support/raw-client.ts';
import { endWithFile, mainFile } from '../support/started-processes.ts';

let emulator: Emulator;
let started: RunningCommand | null = null;

beforeAll(async () => {
  emulator = await createEmulator({ rateWindows: false, strict: true });
});

afterEach(() => {
  emulator.reset();
  started?.child.kill('SIGKILL');
});

afterAll(() => emulator.close());

interface RunningCommand {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly url: string;
  readonly admin: string;
  readonly ended: Promise<number | null>;
  /** Every line of its log. */
  readonly log: Promise<readonly string[]>;
}

/** The real command, over the emulator of this file. */
const start = async (
  env: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Promise<RunningCommand> => {
  const { credentials, url: upstream, sandboxUrl } = emulator;
  const child = endWithFile(
    spawn(process.execPath, [...options, mainFile(), 'start'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...bare,
        PORT: '0',
        ADMIN_PORT: '0',
        TIMEOUT_LAME_DUCK_MS: '0',
        ADS_API_URL: upstream,
        ADS_SANDBOX_API_URL: sandboxUrl,
        PLATFORM_API_URL: upstream,
        ADS_CONSUMER_KEY: credentials.consumerKey,
        ADS_CONSUMER_SECRET: credentials.consumerSecret,
        ADS_ACCESS_TOKEN: credentials.accessToken,
        ADS_ACCESS_TOKEN_SECRET: credentials.accessTokenSecret,
        ...env,
      },
    }),
  );
  const log = child.stderr.toArray().then((chunks) => chunks.join('').split('\n'));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  let out = '';
  for await (const chunk of child.stdout) {
    out += String(chunk);
    if (out.includes('curl')) break;
  }
  const url = /explorer: (\S+)/.exec(out)?.[1] ?? '';
  const admin = /metrics: (\S+)/.exec(out)?.[1] ?? '';
  started = { child, url, admin, ended, log };
  return started;
};

const ask = (url: string, query: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });

const campaign = (): string => String(emulator.store.rows('Campaign', '18ce54bik3s')[0]?.['id']);

const slow = (delayMs: number, endpoint: EndpointName = 'listAccounts'): void => {
  emulator.fault({
    match: { endpoint },
    fault: { kind: 'headers', set: {}, delayMs },
  });
};

const arrived = async (): Promise<void> => {
  while (emulator.calls().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
};

test('lets requests end after SIGTERM, reports at once that it is not ready, and exits with 0', async () => {
  const { child, url, admin, ended } = await start();
  expect((await fetch(`${admin}/readyz`)).status).toBe(200);
  slow(1000);
  const running = ask(url, '{ accounts(first: 1) { nodes { id } } }');
  await arrived();
  child.kill('SIGTERM');
  let ready = 200;
  while (ready === 200) ready = (await fetch(`${admin}/readyz`)).status;
  expect(ready).toBe(503);
  expect((await fetch(`${admin}/livez`)).status).toBe(200);
  const late = await ask(url, '{ __typename }').then(
    ({ status }) => status,
    () => 'nobody listens',
  );
  expect([503, 'nobody listens']).toContain(late);
  const answered = await running;
  expect(answered.status).toBe(200);
  expect(await answered.json()).toMatchObject({ data: { accounts: { nodes: [{}] } } });
  expect(await ended).toBe(0);
});

test('two stops at once, as service managers send them, are one', async () => {
  const again = 'process.once("SIGTERM", () => process.kill(process.pid, "SIGTERM"))';
  const { child, url, ended } = await start({}, [
    '--import',
    `data:text/javascript,${encodeURIComponent(again)}`,
  ]);
  slow(1000);
  const running = ask(url, '{ accounts(first: 1) { nodes { id } } }');
  await arrived();
  child.kill('SIGTERM');
  expect((await running).status).toBe(200);
  expect(await ended).toBe(0);
});

test('a stop during the start waits for the start, and is no failure', async () => {
  // The first process of a container receives no signal that it does not handle.
  const early = `const { Server } = await import('node:net');
    const { listen } = Server.prototype;
    Server.prototype.listen = function (...args) {
      Server.prototype.listen = listen;
      process.kill(process.pid, 'SIGTERM');
      return listen.apply(this, args);
    };`;
  const { ended } = await start({}, [
    '--import',
    `data:text/javascript,${encodeURIComponent(early)}`,
  ]);
  expect(await ended).toBe(0);
});

test('ends at once at a second signal', async () => {
  const { child, url, ended } = await start();
  slow(20_000);
  const running = ask(url, '{ accounts(first: 1) { nodes { id } } }').catch(() => 'cut');
  await arrived();
  child.kill('SIGTERM');
  child.kill('SIGINT');
  expect(await ended).toBe(1);
  expect(await running).toBe('cut');
});

test('waits no longer than its deadline for requests, and logs a write that it abandons', async () => {
  const { child, url, ended, log } = await start({ TIMEOUT_DRAIN_MS: '50' });
  slow(20_000, 'updateCampaign');
  const write = `mutation Cut { updateCampaign(input: { accountId: "18ce54bik3s", campaignId: "${campaign()}", name: "n" }) { outcome } }`;
  const running = ask(url, write).catch(() => 'cut');
  await arrived();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(await running).toBe('cut');
  const given = (await log).filter((line) => line.includes('"operation":"Cut"'));
  expect(given).toHaveLength(1);
  expect(JSON.parse(given[0] ?? '')).toMatchObject({
    level: 40,
    status: null,
    writes: [{ field: 'updateCampaign', outcome: 'UNKNOWN' }],
    failures: [{ endpoint: 'updateCampaign', status: null, code: 'UPSTREAM_UNAVAILABLE' }],
  });
});

const lines = async (log: RunningCommand['log']): Promise<number> =>
  (await log).filter((line) => line.includes('"msg":"request"')).length;

test.each(['SIGTERM', 'SIGINT'] as const)('no line of the log is lost at %s', async (signal) => {
  const { child, url, ended, log } = await start();
  for (let count = 0; count < 20; count += 1) await (await ask(url, '{ __typename }')).text();
  await Promise.all(Array.from({ length: 180 }, () => ask(url, '{ __typename }')));
  child.kill(signal);
  expect(await ended).toBe(0);
  expect(await lines(log)).toBe(200);
});

test('no line of the log is lost at an uncaught fault', async () => {
  const planted = 'process.on("SIGUSR2", () => { throw new Error("planted"); })';
  const { child, url, ended, log } = await start({}, [
    '--import',
    `data:text/javascript,${encodeURIComponent(planted)}`,
  ]);
  await Promise.all(Array.from({ length: 200 }, () => ask(url, '{ __typename }')));
  child.kill('SIGUSR2');
  expect(await ended).toBe(1);
  expect(await lines(log)).toBe(200);
  expect((await log).join('\n')).toContain('ads-graph: Error: planted');
});

test('a client that is refused during the stop gets the whole answer, whatever it still sends', async () => {
  const { child, url, ended } = await start();
  slow(3000);
  const running = ask(url, '{ accounts(first: 1) { nodes { id } } }');
  await arrived();
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  // A connection on which a request has begun is not idle, so it outlasts the signal.
  socket.write(`POST /graphql HTTP/1.1\r\nhost: ${host}\r\n`);
  await once(socket, 'connect');
  await (await ask(url, '{ __typename }')).text();
  child.kill('SIGTERM');
  let isListening = true;
  while (isListening) {
    isListening = await ask(url, '{ __typename }').then(
      ({ status }) => status !== 503,
      () => false,
    );
  }
  const body = Buffer.alloc(3_000_000, 32);
  socket.write(`content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`);
  // It reads only after it has sent everything, as simple clients do.
  await new Promise((resolve) => socket.write(body, resolve));
  const answered = await socket.toArray();
  const text = Buffer.concat(answered).toString();
  expect(text).toMatch(/^HTTP\/1\.1 503 /);
  expect(text).toMatch(/\r\nconnection: close\r\n/i);
  expect(text).toMatch(/"code":"SHUTTING_DOWN".*\}\]\}$/);
  expect((await running).status).toBe(200);
  expect(await ended).toBe(0);
});

test('continues after it has reported that it is not ready, and closes each connection with its answer', async () => {
  const { child, url, admin, ended } = await start({ TIMEOUT_LAME_DUCK_MS: '60000' });
  const idle = connect(Number(new URL(url).port), '127.0.0.1');
  idle.on('error', () => undefined);
  await once(idle, 'connect');
  const kept = await connectTo(url);
  kept.write(postOf(url, '{ __typename }'));
  expect(String((await once(kept, 'data'))[0])).toMatch(/\r\nconnection: keep-alive\r\n/i);
  child.kill('SIGTERM');
  const readiness = async () => (await fetch(`${admin}/readyz`)).status;
  await expect.poll(readiness, { timeout: 20_000, interval: 10 }).toBe(503);
  // An earlier connection, and a new one.
  for (const socket of [kept, await connectTo(url)]) {
    socket.write(postOf(url, '{ accounts(first: 1) { nodes { id } } }'));
    const answer = String(await restOf(socket));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toContain('"nodes":[{');
  }
  expect(idle.closed).toBe(false);
  // Nobody has to wait for its rest.
  child.kill('SIGINT');
  expect(await ended).toBe(1);
});

test('an idle connection is kept for TIMEOUT_KEEP_ALIVE_MS, which clients are told', async () => {
  const { url } = await start({ TIMEOUT_KEEP_ALIVE_MS: '1000' });
  const socket = await connectTo(url);
  socket.write(postOf(url, '{ __typename }'));
  const answer = String(await restOf(socket));
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/\r\nkeep-alive: timeout=1\r\n/i);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('with one process SIGHUP is logged and changes nothing', async () => {
  const { child, url, ended, log } = await start();
  child.kill('SIGHUP');
  expect((await ask(url, '{ __typename }')).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect((await log).filter((line) => line.includes('SIGHUP has no effect'))).toHaveLength(1);
});
