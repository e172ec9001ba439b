import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';
import { introspection } from '../support/hostile-documents.ts';
import { keysOf, withKey } from '../support/keys.ts';
import { quickTime } from '../support/quick-time.ts';
import { connectTo, postOf } from '../support/raw-client.ts';

const rows = '{ accounts(first: 1) { nodes { id } } }';

const running = useGateway({
  env: {
    GATEWAY_API_KEYS: keysOf({ greedy: 'owner', modest: 'owner' }),
    LIMIT_IN_FLIGHT: '4',
    LIMIT_WAITING: '4',
    LIMIT_WAIT_MS: '60000',
  },
});
const time = quickTime();
const rested = Promise.withResolvers<void>();
const narrow = useGateway({
  env: { LIMIT_IN_FLIGHT: '1', LIMIT_WAITING: '5', LIMIT_WAIT_MS: '60000' },
  parts: {
    now: time.now,
    pace: { ...time.pace, pause: (ms) => rested.promise.then(() => time.pass(ms)) },
  },
});

const scarce = useGateway({
  env: { GATEWAY_API_KEYS: keysOf({ greedy: 'owner', modest: 'owner' }), LIMIT_CONNECTIONS: '2' },
});

afterEach(() => {
  for (const { emulator } of [running, narrow, scarce]) emulator.reset();
});

type Gateway = typeof running;

const slow = ({ emulator }: Gateway, times: number, delayMs: number): void =>
  emulator.fault({
    match: { endpoint: 'listAccounts' },
    times,
    fault: { kind: 'headers', set: {}, delayMs },
  });

/** The delay is longer than a test; `release` ends it. */
const longMs = 60_000;

const arrived = async ({ emulator }: Gateway, count: number): Promise<void> => {
  while (emulator.calls().length < count) await new Promise((resolve) => setTimeout(resolve, 5));
};

const codesOf = (answers: readonly Answer[]): readonly unknown[] =>
  answers.map(({ errors }) => errors?.[0]?.extensions.code ?? null);

describe('a caller who takes every place', () => {
  test('takes none from a caller with less than a share', async () => {
    slow(running, 6, longMs);
    const greedy = Array.from({ length: 12 }, () => running.ask(rows, {}, withKey('greedy')));
    await arrived(running, 4);
    const modest = [1, 2].map(() => running.ask(rows, {}, withKey('modest')));
    // Both are sent while the four of the greedy caller still wait for the API.
    await arrived(running, 6);
    expect(running.emulator.calls().filter(({ endedAt }) => endedAt !== null)).toEqual([]);
    running.emulator.release();
    expect(codesOf(await Promise.all(modest))).toEqual([null, null]);
    const ends = codesOf(await Promise.all(greedy));
    expect(ends.filter((code) => code === null)).toHaveLength(8);
    expect(ends.filter((code) => code === 'OVERLOADED')).toHaveLength(4);
  });

  test('gives up waiting room for a caller with less than a share', async () => {
    slow(running, 6, longMs);
    let refused = 0;
    const greedy = Array.from({ length: 8 }, async () => {
      const answer = await running.ask(rows, {}, withKey('greedy'));
      if (codesOf([answer])[0] === 'OVERLOADED') refused += 1;
      return answer;
    });
    await arrived(running, 4);
    // Two of these run and two wait, in the places of two that waited.
    const modest = Array.from({ length: 4 }, () => running.ask(rows, {}, withKey('modest')));
    await expect.poll(() => refused).toBe(2);
    await arrived(running, 6);
    running.emulator.release();
    expect(codesOf(await Promise.all(modest))).toEqual([null, null, null, null]);
    const ends = codesOf(await Promise.all(greedy));
    expect(ends.filter((code) => code === 'OVERLOADED')).toHaveLength(2);
  });

  test('has them all while nobody else needs one', async () => {
    slow(running, 4, 300);
    const greedy = Array.from({ length: 4 }, () => running.ask(rows, {}, withKey('greedy')));
    await arrived(running, 4);
    expect(codesOf(await Promise.all(greedy))).toEqual([null, null, null, null]);
  });
});

describe('while connections to the API are scarce', () => {
  const many = `{ account(id: "18ce54bik3s") { ${Array.from(
    { length: 30 },
    (_, index) => `a${index}: campaigns(q: "n${index}") { nodes { id } }`,
  ).join(' ')} } }`;

  test('a caller with many calls does not delay another', async () => {
    scarce.emulator.fault({
      match: { endpoint: 'listCampaigns' },
      times: 60,
      fault: { kind: 'headers', set: {}, delayMs: 50 },
    });
    const greedy = [1, 2].map(() => scarce.ask(many, {}, withKey('greedy')));
    await arrived(scarce, 2);
    const before = scarce.emulator.calls().length;
    const modest = await scarce.ask(rows, {}, withKey('modest'));
    expect(modest.errors).toBeUndefined();
    const asked = scarce.emulator.calls().map(({ endpoint }) => endpoint);
    // The calls that were sent while the modest request was on its way to the gateway, and one
    // turn.
    expect(asked.indexOf('listAccounts')).toBeLessThan(before + 20);
    expect((await Promise.all(greedy)).map(({ errors }) => errors)).toEqual([undefined, undefined]);
    expect(scarce.emulator.calls()).toHaveLength(61);
  });
});

test('a request that waits for a rate window lends its place to others and gets it back', async () => {
  const resetAt = Math.ceil(time.now() / 1000) + 3;
  narrow.emulator.fault({
    match: { endpoint: 'listAccounts' },
    times: 1,
    fault: {
      kind: 'answer',
      status: 429,
      json: {},
      headers: { 'x-rate-limit-reset': String(resetAt), 'x-rate-limit-remaining': '0' },
    },
  });
  const limited = narrow.ask(rows);
  await arrived(narrow, 1);
  const [account] = narrow.emulator.accounts;
  const other = await narrow.ask(`{ account(id: "${account?.id}") { name } }`);
  expect(other.data).toEqual({ account: { name: expect.any(String) } });
  rested.resolve();
  const { data, errors } = await limited;
  expect({ data, errors }).toEqual({
    data: { accounts: { nodes: [{ id: expect.any(String) }] } },
    errors: undefined,
  });
  const ends = narrow.emulator.calls().map(({ endpoint, status }) => [endpoint, status]);
  expect(ends).toEqual([
    ['listAccounts', 429],
    ['getAccount', 200],
    ['listAccounts', 200],
  ]);
});

test('a request without upstream calls does not wait behind others', async () => {
  slow(narrow, 1, longMs);
  const inside = narrow.ask(rows);
  await arrived(narrow, 1);
  const light = await narrow.ask('{ viewer { signedIn } adsLimits { __typename } }');
  expect(light.errors).toBeUndefined();
  expect(narrow.emulator.calls()[0]?.endedAt).toBeNull();
  narrow.emulator.release();
  await inside;
});

test.each([
  ['a description of the schema', introspection],
  ['a long document that is new', `{ viewer { signedIn } } #${'x'.repeat(3000)}`],
])('%s waits for a place, although it calls nothing upstream', async (_what, heavy) => {
  slow(narrow, 1, 300);
  const ended: string[] = [];
  const noting = async (name: string, query: string): Promise<void> => {
    const { errors } = await narrow.ask(query);
    ended.push(errors === undefined ? name : `${name} failed`);
  };
  const inside = noting('inside', rows);
  await arrived(narrow, 1);
  await Promise.all([inside, noting('heavy', heavy), noting('light', '{ viewer { userId } }')]);
  expect(ended).toEqual(['light', 'inside', 'heavy']);
});

describe('nothing is requested for callers', () => {
  test('who left while they waited, and their room is free at once', async () => {
    slow(narrow, 1, longMs);
    const inside = narrow.ask(rows);
    await arrived(narrow, 1);
    for (let count = 0; count < 5; count += 1) {
      const leaving = await connectTo(narrow.url);
      leaving.write(postOf(narrow.url, rows));
      await new Promise((resolve) => setTimeout(resolve, 50));
      leaving.destroy();
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    const next = narrow.ask(rows);
    narrow.emulator.release();
    expect((await next).errors).toBeUndefined();
    expect((await inside).status).toBe(200);
    expect(narrow.emulator.calls()).toHaveLength(2);
  });

  test('who sent and left', async () => {
    for (let count = 0; count < 30; count += 1) {
      const leaving = await connectTo(running.url);
      await new Promise((resolve) => {
        leaving.write(postOf(running.url, rows, withKey('modest').headers), resolve);
        leaving.destroy();
      });
    }
    expect((await running.ask(rows, {}, withKey('modest'))).calls).toHaveLength(1);
    expect(running.emulator.calls()).toHaveLength(1);
  });

  test('who read the first answer, then sent more and left, except for the first of these', async () => {
    const post = postOf(running.url, rows, withKey('modest').headers);
    for (let count = 0; count < 10; count += 1) {
      const leaving = await connectTo(running.url);
      leaving.write(post);
      await once(leaving, 'data');
      await new Promise((resolve) => {
        leaving.write(post, resolve);
        leaving.destroy();
      });
    }
    expect((await running.ask(rows, {}, withKey('modest'))).calls).toHaveLength(1);
    expect(running.emulator.calls().length).toBeLessThanOrEqual(12);
  });
});
