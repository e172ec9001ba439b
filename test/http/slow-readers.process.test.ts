import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { envBefore, startCampaignPages } from '../support/campaign-pages.ts';
import type { Overrides, Running } from '../support/gateway.ts';
import { startGateway } from '../support/gateway.ts';
import { keyOf, keysOf, withKey } from '../support/keys.ts';
import { connectTo, isWhole, postOf, restOf } from '../support/raw-client.ts';
import type { RawServer } from '../support/raw-server.ts';
import { runs } from '../support/sampling.ts';
import { spawnBefore } from '../support/spawned-gateway.ts';

const aliases = Array.from({ length: 50 }, (_, index) => `a${index}: raw`).join(' ');
/** A query whose answer is larger than any buffer of the system. */
const huge = `{ account(id: "18ce54bik3s") { campaigns(first: 1000) { nodes { ${aliases} } } } }`;
const small = '{ account(id: "18ce54bik3s") { campaigns(first: 1) { nodes { id } } } }';

let api: RawServer;
beforeAll(async () => {
  api = await startCampaignPages(1000);
});
afterAll(() => api.close());

const before = (overrides: Overrides): Promise<Running> =>
  startGateway({
    ...overrides,
    config: { upstream: readConfig(envBefore(api)).upstream as never },
  });

/** Requests a huge answer, and reads none of it. */
const stall = async (url: string, key = ''): Promise<Socket> => {
  const socket = await connectTo(url);
  socket.pause();
  socket.write(postOf(url, huge, { connection: 'close', 'x-api-key': key }));
  return socket;
};

test('a client that does not read its answer holds a place until a deadline, and then nothing', async () => {
  const { url, ask, close } = await before({
    env: { LIMIT_IN_FLIGHT: '1', LIMIT_WAITING: '0', TIMEOUT_ANSWER_MS: '2500' },
  });
  const asked = api.requests.length;
  const stalled = await stall(url);
  while (api.requests.length === asked) await new Promise((resolve) => setTimeout(resolve, 5));
  const meanwhile = await ask(small);
  expect(meanwhile.errors?.map(({ extensions }) => extensions.code)).toEqual(['OVERLOADED']);
  while ((await ask(small)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isWhole(await restOf(stalled))).toBe(false);
  await close();
});

test('unread answers above a budget are cut, those of the viewer who holds most and the oldest first', async () => {
  const { url, ask, close } = await before({
    env: {
      LIMIT_ANSWERS_BYTES: String(40 * 2 ** 20),
      GATEWAY_API_KEYS: keysOf({ greedy: 'owner', modest: 'owner' }),
      LIMIT_IN_FLIGHT: '4',
      LIMIT_WAITING: '0',
      LIMIT_SHARE: '1',
    },
  });
  const asked = api.requests.length;
  const modest = await stall(url, keyOf('modest'));
  const greedy: Socket[] = [];
  for (let count = 0; count < 3; count += 1) {
    greedy.push(await stall(url, keyOf('greedy')));
    while (api.requests.length < asked + 2 + count) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  // All places are held by answers until one of these is cut.
  const key = withKey('modest');
  while ((await ask(small, {}, key)).status !== 200) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const whole = await Promise.all(
    [modest, ...greedy].map(async (one) => isWhole(await restOf(one))),
  );
  expect(whole[0]).toBe(true);
  expect(whole.slice(1)).toEqual([...whole.slice(1)].sort());
  expect(whole.slice(1)).toContain(false);
  await close();
});

test('many clients that do not read cost no more memory than the budget', async () => {
  const gateway = await spawnBefore(envBefore(api));
  const count = runs(6, 60);
  const stalled = await Promise.all(Array.from({ length: count }, () => stall(gateway.url)));
  let most = 0;
  for (let look = 0; look < runs(12, 120); look += 1) {
    most = Math.max(most, gateway.residentBytes());
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  for (const one of stalled) one.destroy();
  await gateway.kill();
  console.info(`${count} who do not read: ${Math.round(most / 2 ** 20)} MiB resident at most`);
  expect(most).toBeLessThan(700_000_000);
});
