import { expect, test } from 'vitest';
import { big } from '../support/accounts.ts';
import { callTool } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { connectTo, restOf } from '../support/raw-client.ts';
import { bearer, signIn } from '../support/visitor.ts';

const document = `{ account(id: "${big}") { campaigns(first: 1000) { nodes { id name raw } } } }`;

const running = useGateway({ env: { LIMIT_IN_FLIGHT: '1', LIMIT_WAITING: '1', LIMIT_SHARE: '1' } });

test('a kept answer occupies a place, as operations do, and releases it', async () => {
  const { members } = await callTool(running, 'ads_query', { document });
  const url = new URL(`/agents/answers/${members.page.answer}.csv`, running.url);
  const session = await signIn(running);
  const fetchOne = async () => {
    const response = await fetch(url, bearer(session));
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const statuses = (await Promise.all(Array.from({ length: 8 }, fetchOne))).map(
    (one) => one.status,
  );
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  const { status, bytes } = await fetchOne();
  expect(status).toBe(200);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.toString().trim().split('\r\n')).toHaveLength(1001);
});

const headOfRead = ({ pathname, host }: URL, session: string): string =>
  `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${session}\r\n\r\n`;

const slow = useGateway({
  env: { TIMEOUT_ANSWER_MS: '1500', LIMIT_IN_FLIGHT: '1', LIMIT_SHARE: '1' },
});

test('a client that does not read a kept answer holds a place until a deadline, and is then disconnected', {
  timeout: 90_000,
}, async () => {
  const raws = Array.from({ length: 5 }, (_, at) => `r${at}: raw`).join(' ');
  const wide = document.replace('id name raw', raws);
  const { members } = await callTool(slow, 'ads_query', { document: wide });
  const url = new URL(`/agents/answers/${members.page.answer}.csv`, slow.url);
  const session = await signIn(slow);
  const readOne = async () => {
    const start = performance.now();
    const response = await fetch(url, bearer(session));
    const { byteLength: size } = await response.arrayBuffer();
    expect(response.status).toBe(200);
    return { size, ms: performance.now() - start };
  };
  const { size } = await readOne();
  // Together they are larger than the buffers of the system.
  const count = 60;
  const head = headOfRead(url, session);
  const stalled = await connectTo(slow.url);
  stalled.pause();
  stalled.write(head.repeat(count));
  // The next client waits for the place until the one that does not read is disconnected.
  await expect.poll(async () => (await readOne()).ms, { timeout: 60_000 }).toBeGreaterThan(700);
  expect((await restOf(stalled)).length).toBeLessThan(count * size);
});

test('a client that leaves before a kept answer is sent leaves no place occupied', async () => {
  const { members } = await callTool(slow, 'ads_query', { document });
  const url = new URL(`/agents/answers/${members.page.answer}.csv`, slow.url);
  const session = await signIn(slow);
  const head = headOfRead(url, session);
  for (let after = 0; after < 20; after += 1) {
    const leaving = await connectTo(slow.url);
    // They leave in another turn each.
    leaving.write(head.repeat(3));
    for (let turn = 0; turn < after; turn += 1) await new Promise(setImmediate);
    leaving.resetAndDestroy();
  }
  expect((await fetch(url, bearer(session))).status).toBe(200);
});
