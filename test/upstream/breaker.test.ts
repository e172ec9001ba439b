import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import type { Ads } from '../../src/upstream/client/client.ts';
import type { Pace } from '../../src/upstream/client/pace.ts';
import { Breaker, type Health } from '../../src/upstream/client/transport/breaker.ts';
import { quickTime } from '../support/quick-time.ts';
import { type Play, type RawServer, rawAnswer, startRawServer } from '../support/raw-server.ts';
import { runs } from '../support/sampling.ts';
import { startGatewayBefore } from '../support/storm.ts';
import { clientOf, endOf, scopeOf } from '../support/upstream.ts';

const list = (ads: Ads) => ads.call(catalogue.listCampaigns, { account_id: 'a1' });
const rename = (ads: Ads) =>
  ads.call(catalogue.updateCampaign, { account_id: 'a1', campaign_id: 'k1', name: 'n' });
const refuse =
  (status: number): Play =>
  (socket) =>
    socket.write(rawAnswer(status, '{"errors":[{"code":"X","message":"x"}]}'));
const healthy: Play = (socket, { method }) => {
  const row = { id: 'k1', name: 'n' };
  socket.write(rawAnswer(200, JSON.stringify({ data: method === 'GET' ? [row] : row })));
};
const many = async (count: number, work: () => Promise<unknown>): Promise<ReadonlySet<string>> =>
  new Set(await Promise.all(Array.from({ length: count }, () => endOf(work()))));

const unsent = 'unsent UPSTREAM_UNAVAILABLE';
const failed = 'unknown UPSTREAM_UNAVAILABLE';

/** An API that behaves as `state.play` says at the time, and a client without retries. */
const against = async (
  play: Play,
  work: (ads: Ads, server: RawServer, state: { play: Play }) => Promise<void>,
  pace?: Pace,
): Promise<void> => {
  const state = { play };
  const server = await startRawServer((...asked) => state.play(...asked));
  const client = clientOf(server.url, { readRetries: 0, pace });
  const scope = scopeOf({ maxCalls: 100_000, deadline: performance.now() + 60_000 });
  try {
    await work(client.forRequest(scope), server, state);
  } finally {
    await client.close();
    await server.close();
  }
};

describe('an API that fails', () => {
  test('is called 20 times and then no more, by reads and writes', async () => {
    await against(refuse(503), async (ads, { requests }) => {
      for (let call = 0; call < 20; call += 1) expect(await endOf(list(ads))).toBe(failed);
      expect(await many(500, () => list(ads))).toEqual(new Set([unsent]));
      expect(await many(500, () => rename(ads))).toEqual(new Set([unsent]));
      expect(requests).toHaveLength(20);
      expect(ads.calls.at(-1)).toMatchObject({ status: null, tries: [] });
    });
  });

  test.each([
    ['resets', (socket) => socket.resetAndDestroy()],
    ['answers no HTTP', (socket) => socket.end('hello\r\n\r\n')],
  ] as readonly (readonly [string, Play])[])('counts as failing if it %s', async (_what, play) => {
    await against(play, async (ads, { requests }) => {
      await many(30, () => list(ads));
      const asked = requests.length;
      expect(await many(100, () => list(ads))).toEqual(new Set([unsent]));
      expect(requests).toHaveLength(asked);
    });
  });

  test.each([400, 401, 403, 404, 408, 423, 429])(
    'does not count as failing if it refuses with %i',
    async (status) => {
      await against(
        refuse(status),
        async (ads, { requests }) => {
          for (let round = 0; round < 2; round += 1) await many(20, () => rename(ads));
          // A closed window is no failure either.
          expect(requests.length).toBeGreaterThanOrEqual(status === 429 ? 1 : 40);
          const code = await endOf(rename(ads));
          expect(code).not.toBe(unsent);
        },
        quickTime().pace,
      );
    },
  );

  test('counts as recovered after a read, not after a write, by the machine’s own clock', async () => {
    await against(refuse(503), async (ads, { requests }, state) => {
      await many(20, () => list(ads));
      const before = requests.length;
      state.play = healthy;
      // A probe may go out a second after.
      await new Promise((resolve) => setTimeout(resolve, 1100));
      expect(await many(50, () => rename(ads))).toEqual(new Set([unsent]));
      expect(requests).toHaveLength(before);
      expect(await endOf(list(ads))).toBe('answered');
      // Nearly all simultaneous calls are still held back.
      await many(200, () => list(ads));
      expect(requests.length - before).toBeLessThan(120);
      while ((await many(100, () => list(ads))).has(unsent)) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      // The share of calls that are sent may still be a little below all of them.
      await expect.poll(() => endOf(rename(ads))).toBe('answered');
    });
  });
});

describe('the breaker', () => {
  const clocked = () => {
    const clock = { ms: 0 };
    const breaker = new Breaker({ now: () => clock.ms, onChange: () => undefined });
    const call = (health: Health, isRead = true): boolean => {
      const ticket = breaker.enter(isRead);
      if (ticket !== null) breaker.leave(ticket, health);
      return ticket !== null;
    };
    const calls = (count: number, health: Health): number =>
      Array.from({ length: count }, () => call(health)).filter(Boolean).length;
    return { clock, breaker, call, calls };
  };

  test('stays closed below half, below 20 calls, and over more than 10 s', () => {
    const { clock, breaker, calls } = clocked();
    calls(19, 'failed');
    clock.ms += 10_000;
    calls(19, 'failed');
    expect(breaker.state()).toBe('closed');
    clock.ms += 10_000;
    calls(21, 'answered');
    calls(20, 'failed');
    expect(breaker.state()).toBe('closed');
    calls(1, 'failed');
    expect(breaker.state()).toBe('open');
  });

  test('sends one probe a second until one is answered', () => {
    const { clock, breaker, call, calls } = clocked();
    calls(20, 'failed');
    expect(calls(100, 'answered')).toBe(0);
    clock.ms += 1000;
    expect(call('failed', false)).toBe(false);
    expect(call('failed')).toBe(true);
    expect(call('answered')).toBe(false);
    clock.ms += 1000;
    const probe = breaker.enter(true);
    expect([probe?.isProbe, call('answered')]).toEqual([true, false]);
    // Its caller disconnected, so the next read is the probe.
    if (probe !== null) breaker.leave(probe, 'unknown');
    expect(call('answered')).toBe(true);
    expect(breaker.state()).toBe('recovering');
  });

  test('lets through a tenth of all calls, and all of them 5 s later', () => {
    const { clock, breaker, call, calls } = clocked();
    calls(20, 'failed');
    clock.ms += 1000;
    call('answered');
    expect(Math.abs(calls(100, 'answered') - 10)).toBeLessThan(2);
    clock.ms += 2500;
    expect(Math.abs(calls(100, 'answered') - 55)).toBeLessThan(2);
    clock.ms += 2500;
    expect(calls(100, 'answered')).toBe(100);
    expect(breaker.state()).toBe('closed');
  });

  test('opens again if the API fails while it recovers, and ignores earlier calls', () => {
    const { clock, breaker, call, calls } = clocked();
    const late = breaker.enter(true);
    calls(20, 'failed');
    clock.ms += 1000;
    call('answered');
    if (late !== null) breaker.leave(late, 'failed');
    expect(breaker.state()).toBe('recovering');
    calls(100, 'failed');
    expect(breaker.state()).toBe('open');
  });
});

describe('a storm of operations', () => {
  const reset = (): string => String(Math.ceil(Date.now() / 1000) + 600);
  const farRefusal: Play = (socket) =>
    socket.write(
      rawAnswer(429, '{"errors":[{"code":"TOO_MANY_REQUESTS","message":"x"}]}', {
        'x-account-rate-limit-reset': reset(),
      }),
    );

  test.each([
    ['503 throughout', refuse(503), 'UPSTREAM_UNAVAILABLE', 150],
    ['a far 429', farRefusal, 'UPSTREAM_RATE_LIMITED', 150],
  ] as const)('causes few calls to an API with %s', async (what, play, code, most) => {
    const seconds = runs(1, 20);
    const storm = await startGatewayBefore(play);
    const { answers, requests, usual } = await storm.blow(
      '{ account(id: "a1") { campaigns { nodes { id } } } }',
      { seconds, callers: 64 },
    );
    await storm.close();
    if (seconds === 20) {
      console.info(
        `${what}: ${requests} calls in ${seconds} s for ${answers.total} operations; alone, one is refused in ${usual} ms`,
      );
    }
    // A machine with other work refuses some on arrival.
    expect([...answers.codes].filter((one) => one !== 'OVERLOADED')).toEqual([code]);
    expect(requests).toBeLessThan(most);
    expect(answers.total).toBeGreaterThan(requests);
  });
});
