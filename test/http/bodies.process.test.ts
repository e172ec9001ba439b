import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { keysOf } from '../support/keys.ts';
import { connectTo, headOf, postOf, restOf } from '../support/raw-client.ts';
import { runs } from '../support/sampling.ts';
import { spawnBefore } from '../support/spawned-gateway.ts';

const length = 6 * 2 ** 20;
const query = '{ __typename }';
const part = Buffer.alloc(length - 1000, 32);

/** Sends nearly all of a large body. */
const sendPart = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const socket = await connectTo(url);
  socket.write(headOf(url, { 'content-length': String(length), connection: 'close', ...headers }));
  socket.write(part);
  return socket;
};

const statusOf = async (socket: Socket): Promise<string> => {
  const [first] = (await once(socket, 'data')) as [Buffer];
  return String(first).slice(9, 12);
};

test('all bodies together hold no more than their budget, and release it', async () => {
  const { url, ask, close } = await startGateway({
    env: { LIMIT_BODIES_BYTES: String(20 * 2 ** 20) },
  });
  const sockets: Socket[] = [];
  for (let count = 0; count < 4; count += 1) sockets.push(await sendPart(url));
  // Any of the connections may send the byte too many.
  expect(await Promise.race(sockets.map(statusOf))).toBe('503');
  expect((await ask(query)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  const whole = JSON.stringify({ query, variables: { text: 'x'.repeat(5_000_000) } });
  let status = 0;
  while (status !== 200) {
    ({ status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: whole,
    }));
  }
  await close();
});

test('bodies of callers without credentials are not kept', async () => {
  const gateway = await spawnBefore({ GATEWAY_API_KEYS: keysOf({ service: '' }) });
  const count = runs(30, 400);
  const sockets = await Promise.all(Array.from({ length: count }, () => sendPart(gateway.url)));
  for (const socket of sockets) expect(await statusOf(socket)).toBe('401');
  const resident = gateway.residentBytes();
  for (const socket of sockets) socket.destroy();
  await gateway.kill();
  console.info(
    `${count} bodies without credentials: ${Math.round(resident / 2 ** 20)} MiB resident`,
  );
  expect(resident).toBeLessThan(600 * 2 ** 20);
});

test('connections beyond their limit are closed unanswered', async () => {
  const { url, close } = await startGateway({ env: { LIMIT_CLIENTS: '2' } });
  const [first, second] = [await connectTo(url), await connectTo(url)];
  const third = await connectTo(url);
  third.write(postOf(url, query));
  expect(String(await restOf(third))).toBe('');
  first.destroy();
  second.write(postOf(url, query));
  expect(await statusOf(second)).toBe('200');
  let answered = '';
  while (answered === '') {
    const next = await connectTo(url);
    next.write(postOf(url, query, { connection: 'close' }));
    answered = String(await restOf(next));
  }
  expect(answered).toContain('"__typename":"Query"');
  second.destroy();
  await close();
});

test('a port is shared with no other gateway', async () => {
  const { url, close } = await startGateway();
  await expect(startGateway({ env: { PORT: new URL(url).port } })).rejects.toThrow('EADDRINUSE');
  await close();
});
