import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'undici';
import { expect, test } from 'vitest';
import { campaignsQuery, envBefore, pageOf } from '../support/campaign-pages.ts';
import type { RequestResult } from '../support/load.ts';
import { closedLoad, openLoad, percentile, sendOn } from '../support/load.ts';
import { startRawServer } from '../support/raw-server.ts';
import { runs } from '../support/sampling.ts';
import { spawnBefore } from '../support/spawned-gateway.ts';
import { endWithFile } from '../support/started-processes.ts';

const rows = 500;
const query = campaignsQuery(rows);
const pages = fileURLToPath(new URL('../support/campaign-pages-process.ts', import.meta.url));

const isGood = ({ status, code }: RequestResult): boolean => status === 200 && code === null;

/** Sends health checks until told to stop. Returns the time to each answer. */
const watchHealth = (admin: string): (() => Promise<readonly number[]>) => {
  const times: number[] = [];
  let isDone = false;
  const watching = (async () => {
    const client = new Client(admin);
    while (!isDone) {
      const start = performance.now();
      const { body } = await client.request({ method: 'GET', path: '/livez' });
      await body.text();
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await client.close();
  })();
  return async () => {
    isDone = true;
    await watching;
    return times;
  };
};

const timesOf = (ends: readonly RequestResult[], part: number): number =>
  Math.round(
    percentile(
      ends.map(({ ms }) => ms),
      part,
    ),
  );

test('at three times its capacity the gateway still spends its time on answers', async () => {
  const api = endWithFile(fork(pages, [String(rows)], { execArgv: [] }));
  const [url] = (await once(api, 'message')) as [string];
  const gateway = await spawnBefore(envBefore({ url }));
  const load = { url: gateway.url, query };
  const ms = runs(1000, 6000);
  await closedLoad(load, { clients: 16, ms: runs(700, 3000) });
  await openLoad(load, { due: () => 2000, ms: runs(300, 1500) });
  const kept: number[] = [];
  for (let round = 0; round < runs(1, 7); round += 1) {
    const start = gateway.usedMs();
    const atCapacity = (await closedLoad(load, { clients: 16, ms })).filter(isGood).length;
    const turn = gateway.usedMs();
    const capacity = atCapacity / (turn - start);
    const health = watchHealth(gateway.admin);
    // Three times the load that the CPU time of the process allows, however much other programs on
    // the machine leave of it.
    const begun = performance.now();
    const ends = await openLoad(load, {
      due: () => 16 + 3 * capacity * (gateway.usedMs() - turn),
      ms,
    });
    const used = gateway.usedMs() - turn;
    const took = performance.now() - begun;
    const healthy = percentile(await health(), 0.99);
    const after = new Client(new URL(gateway.url).origin);
    const { ms: back } = await sendOn(after, load);
    await after.close();
    const [good, refused] = [ends.filter(isGood), ends.filter((end) => !isGood(end))];
    expect(refused.filter(({ code }) => code !== 'OVERLOADED')).toEqual([]);
    kept.push(good.length / used / capacity);
    console.info(
      [
        `${ends.length} requests, ${Math.round((100 * ends.length) / used / capacity)} % of capacity`,
        `answers at ${Math.round(100 * (kept.at(-1) ?? 0))} % of it, p50 ${timesOf(good, 0.5)} ms, p99 ${timesOf(good, 0.99)} ms`,
        `refusals p99 ${timesOf(refused, 0.99)} ms`,
        `/livez p99 ${Math.round(healthy)} ms`,
        `next answer after ${Math.round(back)} ms`,
        `${Math.round((100 * used) / took)} % of a processor`,
      ].join('; '),
    );
  }
  await gateway.kill();
  api.kill();
  expect(percentile(kept, 0.5)).toBeGreaterThan(runs(0.2, 0.5));
});

test('a process makes as many calls a second as its connections and the latency allow', async () => {
  const [connections, latency] = [runs(16, 256), runs(100, 500)];
  const api = endWithFile(fork(pages, ['3', String(latency)], { execArgv: [] }));
  const [url] = (await once(api, 'message')) as [string];
  const env = { ...envBefore({ url }), LIMIT_CONNECTIONS: String(connections) };
  const gateway = await spawnBefore(env);
  const load = { url: gateway.url, query: campaignsQuery(3) };
  await closedLoad(load, { clients: connections, ms: 5 * latency });
  const [start, begun] = [gateway.usedMs(), performance.now()];
  const ends = await closedLoad(load, { clients: connections, ms: runs(1500, 10_000) });
  const [used, took] = [gateway.usedMs() - start, performance.now() - begun];
  await gateway.kill();
  api.kill();
  const good = ends.filter(isGood).length;
  console.info(
    `${connections} connections, ${latency} ms: ${Math.round((1000 * good) / took)} calls a second, ${Math.round((100 * used) / took)} % of a processor`,
  );
  expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([null]));
  // Each connection carries one call at a time.
  expect(good).toBeLessThanOrEqual(connections * Math.ceil(took / latency));
});

test('as many clients as usually have places are no overload, however busy the gateway', async () => {
  const api = endWithFile(fork(pages, [String(rows)], { execArgv: [] }));
  const [url] = (await once(api, 'message')) as [string];
  const gateway = await spawnBefore({ ...envBefore({ url }), LIMIT_WAIT_MS: '5' });
  const ends = await closedLoad({ url: gateway.url, query }, { clients: 24, ms: runs(1000, 2000) });
  await gateway.kill();
  api.kill();
  expect(ends.filter((end) => !isGood(end)).map(({ code }) => code)).toEqual([]);
  expect(ends.length).toBeGreaterThanOrEqual(24);
});

test('a gateway with little CPU time refuses nobody whom it can serve in time', async () => {
  const api = endWithFile(fork(pages, ['3'], { execArgv: [] }));
  const [url] = (await once(api, 'message')) as [string];
  // Even a slow machine answers all waiting requests within half of this time.
  const gateway = await spawnBefore({ ...envBefore({ url }), LIMIT_WAIT_MS: '20000' });
  const load = { url: gateway.url, query: campaignsQuery(3) };
  const clients = 128;
  await closedLoad(load, { clients, ms: runs(1000, 3000) });
  let isDone = false;
  const stealing = (async () => {
    while (!isDone) {
      gateway.suspend();
      await pause(80);
      const before = gateway.usedMs();
      gateway.resume();
      // It gets some 10 ms of each 90, however busy the machine is.
      for (let waits = 0; waits < 100 && gateway.usedMs() === before; waits += 1) await pause(1);
    }
    gateway.resume();
  })();
  const ends = await closedLoad(load, { clients, ms: runs(1500, 10_000) });
  isDone = true;
  await stealing;
  await gateway.kill();
  api.kill();
  expect(ends.length).toBeGreaterThan(clients);
  expect(ends.filter((end) => !isGood(end)).map(({ code }) => code)).toEqual([]);
});

test('answers that arrive at the same time take turns with all other work', async () => {
  const page = pageOf(rows);
  const held: Socket[] = [];
  let isStalled = false;
  const api = await startRawServer((socket) => {
    if (isStalled) held.push(socket);
    else socket.write(page);
  });
  const gateway = await spawnBefore({
    ...envBefore(api),
    LIMIT_SHARE: '1',
    LIMIT_WAIT_MS: '60000',
  });
  const load = { url: gateway.url, query };
  await closedLoad(load, { clients: 16, ms: runs(700, 3000) });
  await gateway.longestWork();
  const before = gateway.usedMs();
  isStalled = true;
  const clients = Array.from({ length: 200 }, () => new Client(new URL(gateway.url).origin));
  const sent = clients.map((client) => sendOn(client, load));
  await pause(runs(2000, 4000));
  isStalled = false;
  for (const socket of held) socket.write(page);
  const ends = await Promise.all(sent);
  const used = gateway.usedMs() - before;
  const longest = await gateway.longestWork();
  await Promise.all(clients.map((client) => client.close()));
  await gateway.kill();
  await api.close();
  expect(ends.filter((end) => !isGood(end))).toEqual([]);
  console.info(
    `${held.length} of 200 answers at once: ${used} ms of work, at most ${Math.round(longest)} in a turn`,
  );
  expect(longest).toBeLessThan(used / 3);
});
