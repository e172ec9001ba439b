import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import type { Ads, ClientOptions } from '../../src/upstream/client/client.ts';
import { UpstreamError } from '../../src/upstream/client/errors.ts';
import { useGateway } from '../support/gateway.ts';
import type { Play, RawServer } from '../support/raw-server.ts';
import { rawAnswer, startRawServer } from '../support/raw-server.ts';
import { clientOf, endOf, scopeOf } from '../support/upstream.ts';

const [bikes, coffee] = ['18ce54bik3s', '18ce54cf3e2'];
const windows = new Map();
const running = useGateway({
  emulator: { rateWindows: true },
  parts: { windows },
});
beforeEach(() => {
  running.emulator.reset();
  running.emulator.set({ rateLimits: { core: 3, counted: 2 } });
  windows.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const campaigns = (account: string, more = 'nodes { id }') =>
  `{ account(id: "${account}") { campaigns(first: 2) { ${more} } } }`;
const codes = ({ errors = [] }: Awaited<ReturnType<typeof running.ask>>) =>
  errors.map(({ extensions }) => extensions.code);

describe('a window that answers have reported', () => {
  test('is not used beyond its end, and nothing else is held back', async () => {
    for (let left = 3; left > 0; left -= 1) {
      expect((await running.ask(campaigns(bikes))).calls).toHaveLength(1);
    }
    const { errors = [], calls } = await running.ask(campaigns(bikes));
    expect(calls).toEqual([]);
    expect(errors[0]?.extensions).toMatchObject({
      code: 'UPSTREAM_RATE_LIMITED',
      retryable: true,
      scope: 'account',
      resetAt: expect.stringMatching(/^20..-.*Z$/),
      retryAfterSeconds: expect.any(Number),
    });
    const others = await running.ask(
      `{ other: account(id: "${coffee}") { campaigns { nodes { id } } } own: account(id: "${bikes}") { lineItems { nodes { id } } } }`,
    );
    expect(codes(others)).toEqual([]);
    expect(others.calls).toHaveLength(2);
  });

  test('for totals is a window of its own', async () => {
    const counting = campaigns(bikes, 'totalCount nodes { id }');
    expect(codes(await running.ask(counting))).toEqual([]);
    expect(codes(await running.ask(counting))).toEqual([]);
    const { data, errors = [], calls } = await running.ask(counting);
    expect(calls).toHaveLength(1);
    expect(data.account.campaigns.nodes).toHaveLength(2);
    expect(errors.map(({ path }) => path?.at(-1))).toEqual(['totalCount']);
  });

  test('is shown with the remaining calls', async () => {
    const { extensions } = await running.ask(
      campaigns(bikes, 'totalCount nodes { id }'),
      {},
      { headers: { 'x-ads-trace': '1' } },
    );
    const resetAt = expect.stringMatching(/^20..-.*Z$/);
    expect(extensions?.['adsBudget']).toEqual([
      { scope: `account:listCampaigns:${bikes}`, limit: 3, remaining: 2, resetAt },
      { scope: 'user:listCampaigns', limit: 200_000, remaining: 199_999, resetAt },
      { scope: 'user:listCampaigns:total', limit: 2, remaining: 1, resetAt },
    ]);
  });
});

test('a refusal that can be retried at once says so', async () => {
  running.emulator.fault({
    match: { endpoint: 'createCampaign' },
    fault: { kind: 'answer', status: 429, headers: { 'retry-after': '-30' } },
  });
  const { errors, calls } = await running.ask(
    `mutation { createCampaign(input: { accountId: "${bikes}", fundingInstrumentId: "fik3s000", name: "Now", dailyBudget: "5" }) { campaign { id } } }`,
  );
  expect(errors).toMatchObject([
    {
      message: expect.stringMatching(/ Try again now\.$/),
      extensions: { code: 'UPSTREAM_RATE_LIMITED', retryAfterSeconds: 0 },
    },
  ]);
  expect(new Set(calls.map(({ endpoint }) => endpoint))).toEqual(new Set(['createCampaign']));
});

describe('an assumed window', () => {
  const rules = () =>
    running.ask(
      '{ biddingRules { currency } }',
      {},
      { headers: { 'cache-control': 'no-cache', 'x-ads-trace': '1' } },
    );
  const remainingOf = ({ extensions }: Awaited<ReturnType<typeof rules>>) =>
    (extensions?.['adsBudget'] as readonly { readonly remaining: number }[])?.[0]?.remaining;

  test('is replaced by the one in the first answer', async () => {
    for (let left = 999; left > 991; left -= 1) {
      const answer = await rules();
      expect(codes(answer)).toEqual([]);
      expect(answer.calls).toHaveLength(1);
      expect(remainingOf(answer)).toBe(left);
    }
  });

  test('counts what was sent before its first answer', async () => {
    const headers = {
      'x-rate-limit-limit': '10',
      'x-rate-limit-remaining': '9',
      'x-rate-limit-reset': inSeconds(900),
    };
    const play: Play = (socket) => socket.write(rawAnswer(200, '{"data":[]}', headers));
    const read = (ads: Ads) => ads.call(catalogue.listPublishers, {});
    await against(play, async (ads, { requests }) => {
      expect(await times(5, () => read(ads))).toEqual(new Set(['answered']));
      expect(await times(5, () => read(ads))).toEqual(new Set(['answered']));
      expect(await times(5, () => read(ads))).toEqual(new Set(['refused UPSTREAM_RATE_LIMITED']));
      expect(requests).toHaveLength(10);
    });
  });
});

/** A server without rate headers, and a client of it. */
const against = async (
  play: Play,
  work: (ads: Ads, server: RawServer) => Promise<void>,
  options: Partial<ClientOptions> = {},
): Promise<void> => {
  const server = await startRawServer(play);
  const client = clientOf(server.url, options);
  try {
    await work(client.forRequest(scopeOf({ maxCalls: 10_000 })), server);
  } finally {
    await client.close();
    await server.close();
  }
};

const healthy: Play = (socket, { method }) => {
  const row = { id: 'k1', name: 'n' };
  socket.write(
    rawAnswer(200, JSON.stringify({ data: method === 'GET' ? [row] : row, total_count: 1 })),
  );
};
const list = (ads: Ads, account_id = 'a1') => ads.call(catalogue.listCampaigns, { account_id });
const total = (ads: Ads) =>
  ads.call(catalogue.listCampaigns, { account_id: 'a1', with_total_count: true });
const rename = (ads: Ads) =>
  ads.call(catalogue.updateCampaign, { account_id: 'a1', campaign_id: 'k1', name: 'n' });
const times = async (count: number, work: () => Promise<unknown>): Promise<ReadonlySet<string>> =>
  new Set(await Promise.all(Array.from({ length: count }, () => endOf(work()))));

describe('if no answer reports windows', () => {
  test.each([
    ['200 totals in 15 minutes', 200, total],
    ['450 writes a minute', 450, rename],
    [
      'five reads of reference data in 15 minutes',
      5,
      (ads: Ads) => ads.call(catalogue.listPublishers, {}),
    ],
  ] as const)('%s are sent and no more', async (_what, limit, work) => {
    await against(healthy, async (ads, { requests }) => {
      expect(await times(limit, () => work(ads))).toEqual(new Set(['answered']));
      expect(await times(9, () => work(ads))).toEqual(new Set(['refused UPSTREAM_RATE_LIMITED']));
      expect(requests).toHaveLength(limit);
      expect(await endOf(list(ads))).toBe('answered');
    });
  });

  test('calls that were never sent use nothing up', async () => {
    const server = await startRawServer(healthy);
    await server.close();
    const client = clientOf(server.url, { retryRatio: 0 });
    const ads = client.forRequest(scopeOf({ maxCalls: 10_000 }));
    for (let round = 0; round < 5; round += 1) {
      expect(await times(50, () => total(ads))).toEqual(new Set(['unsent UPSTREAM_UNAVAILABLE']));
    }
    await client.close();
  });
});

const inSeconds = (seconds: number): string => String(Math.ceil(Date.now() / 1000) + seconds);
const tooMany =
  (headers: Readonly<Record<string, string>>): Play =>
  (socket) =>
    socket.write(
      rawAnswer(429, '{"errors":[{"code":"TOO_MANY_REQUESTS","message":"wait"}]}', headers),
    );

describe('a refusal for the rate', () => {
  test('that lasts closes its window to every later call', async () => {
    const play = tooMany({ 'x-account-rate-limit-reset': inSeconds(600) });
    await against(play, async (ads, { requests }) => {
      expect(await endOf(list(ads))).toBe('refused UPSTREAM_RATE_LIMITED');
      expect(await times(500, () => list(ads))).toEqual(new Set(['refused UPSTREAM_RATE_LIMITED']));
      expect(requests).toHaveLength(1);
      const error = await list(ads).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(UpstreamError);
      expect((error as UpstreamError).rateLimit).toMatchObject({ scope: 'account' });
      // Another account has a window of its own.
      expect(await endOf(list(ads, 'a2'))).toBe('refused UPSTREAM_RATE_LIMITED');
      expect(requests).toHaveLength(2);
    });
  });

  test('of both windows closes that of the account', async () => {
    const left = { 'x-rate-limit-limit': '9', 'x-rate-limit-remaining': '8' };
    const account = { 'x-account-rate-limit-remaining': '0' };
    const play: Play = (socket, request, index) => {
      const reset = inSeconds(600);
      const resets = { 'x-rate-limit-reset': reset, 'x-account-rate-limit-reset': reset };
      const refused = request.target.includes('/a1/');
      (refused ? tooMany({ ...left, ...account, ...resets }) : healthy)(socket, request, index);
    };
    await against(play, async (ads, { requests }) => {
      expect(await times(1, () => list(ads))).toEqual(new Set(['refused UPSTREAM_RATE_LIMITED']));
      expect(await times(5, () => list(ads, 'a2'))).toEqual(new Set(['answered']));
      expect(await times(5, () => list(ads))).toEqual(new Set(['refused UPSTREAM_RATE_LIMITED']));
      expect(requests).toHaveLength(6);
    });
  });

  test.for([
    ['0', 300, '800', 3, 'user', 300],
    ['0', 300, '0', 3, 'user', 300],
    ['0', 3, '0', 300, 'account', 300],
    ['800', 300, '0', 600, 'account', 600],
  ] as const)(
    'ends when the last used up window opens: %s in %i s, %s in %i s',
    async ([user, userReset, account, accountReset, scope, seconds]) => {
      const play = tooMany({
        'x-rate-limit-remaining': user,
        'x-rate-limit-reset': inSeconds(userReset),
        'x-account-rate-limit-remaining': account,
        'x-account-rate-limit-reset': inSeconds(accountReset),
      });
      await against(play, async (ads, { requests }) => {
        const error = await list(ads).catch((cause: unknown) => cause);
        const { rateLimit } = error as UpstreamError;
        expect(rateLimit?.scope).toBe(scope);
        expect(rateLimit?.retryAfterSeconds).toBeGreaterThan(seconds - 3);
        expect(requests).toHaveLength(1);
      });
    },
  );

  test('that is short holds back later calls until its end', async () => {
    let refusedUntil = 0;
    const early: number[] = [];
    const play: Play = (socket, request, index) => {
      const now = Date.now();
      if (refusedUntil === 0) {
        const reset = inSeconds(1);
        refusedUntil = Number(reset) * 1000;
        tooMany({ 'x-account-rate-limit-reset': reset })(socket, request, index);
        return;
      }
      if (now < refusedUntil) early.push(refusedUntil - now);
      healthy(socket, request, index);
    };
    await against(play, async (ads, { requests }) => {
      const first = endOf(list(ads));
      while (refusedUntil === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await times(20, () => list(ads))).toEqual(new Set(['answered']));
      expect(await first).toBe('answered');
      expect(early).toEqual([]);
      expect(requests).toHaveLength(22);
    });
  });

  test('is waited for to its end if the clock was set back meanwhile', async () => {
    let refusedUntil = 0;
    const play: Play = (socket, request, index) => {
      if (refusedUntil !== 0) return healthy(socket, request, index);
      const reset = inSeconds(1);
      refusedUntil = Number(reset) * 1000;
      return tooMany({ 'x-account-rate-limit-reset': reset })(socket, request, index);
    };
    const { now } = Date;
    await against(play, async (ads, { requests }) => {
      const first = endOf(list(ads));
      while (refusedUntil === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      vi.spyOn(Date, 'now').mockImplementation(() => now() - 1000);
      expect(await first).toBe('answered');
      expect(requests).toHaveLength(2);
    });
  });
});
