import { afterEach, expect, test } from 'vitest';
import type { Call } from '../../emulator/calls.ts';
import { startGateway, useGateway } from '../support/gateway.ts';

const rows = '{ accounts(first: 1) { nodes { id } } }';
const running = useGateway({
  env: { LIMIT_IN_FLIGHT: '2', LIMIT_WAITING: '1', LIMIT_WAIT_MS: '60000' },
});

afterEach(() => running.emulator.reset());

const slow = (times: number, delayMs: number) =>
  running.emulator.fault({
    match: { endpoint: 'listAccounts' },
    times,
    fault: { kind: 'headers', set: {}, delayMs },
  });

const arrived = async (count: number): Promise<void> => {
  while (running.emulator.calls().length < count) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

test('requests beyond the places and the queue are refused at once, and waiting ones are answered', async () => {
  slow(2, 400);
  const inside = [running.ask(rows), running.ask(rows)];
  await arrived(2);
  // One of these takes the only place in the queue.
  const outside = await Promise.race([running.ask(rows), running.ask(rows), running.ask(rows)]);
  expect(outside.status).toBe(503);
  expect(outside.headers.get('retry-after')).toBe('1');
  expect(outside.errors?.map(({ extensions }) => extensions)).toEqual([
    { code: 'OVERLOADED', retryable: true, retryAfterSeconds: 1 },
  ]);
  for (const { status } of await Promise.all(inside)) expect(status).toBe(200);
  await arrived(3);
  expect((await running.ask(rows)).status).toBe(200);
});

test('a request that waits too long is refused without a call', async () => {
  const brief = await startGateway({ env: { LIMIT_IN_FLIGHT: '1', LIMIT_WAIT_MS: '20' } });
  brief.emulator.fault({
    match: { endpoint: 'listAccounts' },
    fault: { kind: 'headers', set: {}, delayMs: 600 },
  });
  const inside = brief.ask(rows);
  while (brief.emulator.calls().length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  const waiting = await brief.ask(rows);
  expect(waiting.errors?.[0]?.extensions.code).toBe('OVERLOADED');
  expect((await inside).status).toBe(200);
  expect(brief.emulator.calls()).toHaveLength(1);
  await brief.close();
});

test('a query past its deadline is cut, and its siblings are answered', async () => {
  const hurried = await startGateway({ env: { TIMEOUT_OPERATION_MS: '300' } });
  hurried.emulator.fault({
    match: { endpoint: 'listAccounts' },
    times: 5,
    fault: { kind: 'headers', set: {}, delayMs: 5000 },
  });
  const answered = await hurried.ask(`{ viewer { asOwner } ${rows.slice(1)}`);
  expect(answered.data).toEqual({ viewer: { asOwner: true }, accounts: null });
  expect(answered.errors?.map(({ path }) => path)).toEqual([['accounts']]);
  expect(['OPERATION_TIMEOUT', 'UPSTREAM_TIMEOUT']).toContain(
    answered.errors?.[0]?.extensions.code,
  );
  await hurried.close();
});

/** Sends a request, and disconnects as soon as the API has received a call. */
const leave = async (query: string): Promise<Call | undefined> => {
  const leaving = new AbortController();
  const asked = fetch(running.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
    signal: leaving.signal,
  }).catch(() => 'left');
  await arrived(1);
  leaving.abort();
  expect(await asked).toBe('left');
  const [call] = running.emulator.calls();
  while (call?.endedAt === null) await new Promise((resolve) => setTimeout(resolve, 5));
  return call;
};

test('a read is cancelled if its caller leaves', async () => {
  slow(1, 3000);
  expect(await leave(rows)).toMatchObject({ endpoint: 'listAccounts', status: null });
});

test('a write continues if its caller leaves', async () => {
  const [account] = running.emulator.accounts;
  const { data } = await running.ask(
    `{ account(id: "${account?.id}") { campaigns(first: 1) { nodes { restId } } } }`,
  );
  const [campaign] = data.account.campaigns.nodes;
  running.emulator.reset();
  running.emulator.fault({
    match: { endpoint: 'updateCampaign' },
    fault: { kind: 'headers', set: {}, delayMs: 300 },
  });
  const call = await leave(
    `mutation { updateCampaign(input: { accountId: "${account?.id}", campaignId: "${campaign.restId}", name: "kept" }) { outcome } }`,
  );
  expect(call).toMatchObject({ endpoint: 'updateCampaign', status: 200 });
});
