import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { startRedis } from '../support/redis.ts';
import { sharedSecret } from '../support/replicas.ts';
import { ownerOf, spawnGateway } from '../support/spawned-gateway.ts';

const a = 'clk1';
const minutes = 60_000;
const running = useGateway({ env: { SESSION_SECRET: sharedSecret } });
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

const create = (name: string) =>
  `mutation { createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "${name}", idempotencyKey: "${name}", dailyBudgetAmountLocalMicro: 5000000 }) { outcome campaign { name } errors { message } } }`;
// An earlier call, by which the gateway has learned to sign with the API's time.
const earlier = `{ account(id: "${a}") { name } }`;
const lose = () =>
  running.emulator.fault({
    match: { endpoint: 'createCampaign', method: 'POST' },
    times: 1,
    fault: { kind: 'drop', apply: true },
  });
const rowsNamed = (name: string) =>
  running.emulator.store.rows('Campaign', a).filter((row) => row['name'] === name);

describe.each([
  ['ten minutes ahead of the API', -10 * minutes],
  ['ten minutes behind the API', 10 * minutes],
  // The API accepts these signatures, so it never reports that the clock is wrong.
  ['four minutes ahead of the API', -4 * minutes],
  ['four minutes behind the API', 4 * minutes],
])('a gateway whose clock is %s', (_what, clockAheadMs) => {
  test('finds the row of a write whose answer was lost', async () => {
    running.emulator.set({ clockAheadMs });
    await running.ask(earlier);
    const name = `Off by ${clockAheadMs}`;
    lose();
    expect((await running.ask(create(name))).data.createCampaign.outcome).toBe('UNKNOWN');
    const { createCampaign } = (await running.ask(create(name))).data;
    expect(createCampaign).toEqual({ outcome: 'APPLIED', campaign: { name }, errors: [] });
    expect(rowsNamed(name)).toHaveLength(1);
  });

  test('does not mistake a row for its own that existed an hour before', async () => {
    running.emulator.set({ clockAheadMs });
    const name = `Earlier by ${clockAheadMs}`;
    running.emulator.set({ clockAheadMs: clockAheadMs - 60 * minutes });
    await running.ask(create(name).replace(`idempotencyKey: "${name}", `, ''));
    running.emulator.set({ clockAheadMs });
    await running.ask(earlier);
    running.emulator.fault({
      match: { endpoint: 'createCampaign', method: 'POST' },
      times: 1,
      fault: { kind: 'drop' },
    });
    await running.ask(create(name));
    const { createCampaign } = (await running.ask(create(name))).data;
    expect(createCampaign.outcome).toBe('UNKNOWN');
    expect(rowsNamed(name)).toHaveLength(1);
  });
});

/** Makes a process read another time than this machine's. */
const clockOff = (ms: number): string =>
  `data:text/javascript,const now=Date.now;Date.now=()=>now()+(${ms})`;

test.each([-10 * minutes, 10 * minutes])(
  'replicas whose clocks differ by %d ms read back each other’s writes',
  async (ms) => {
    const redis = await startRedis();
    onTestFinished(() => redis.kill());
    const env = {
      ...ownerOf(running.emulator),
      REDIS_URL: redis.url,
      SESSION_SECRET: sharedSecret,
    };
    const off = await spawnGateway(running.emulator, { env, node: ['--import', clockOff(ms)] });
    onTestFinished(off.kill);
    const right = await spawnGateway(running.emulator, { env });
    onTestFinished(right.kill);
    const askAt = async ({ url }: { readonly url: string }, query: string) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
      return ((await response.json()) as any).data.createCampaign?.outcome;
    };
    for (const one of [off, right]) await askAt(one, earlier);
    for (const [first, second] of [
      [off, right],
      [right, off],
    ] as const) {
      const name = `From ${first.url}`;
      lose();
      expect(await askAt(first, create(name))).toBe('UNKNOWN');
      expect(await askAt(second, create(name))).toBe('APPLIED');
      expect(rowsNamed(name)).toHaveLength(1);
    }
  },
  60_000,
);
