import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import type { Ads } from '../../src/upstream/client/client.ts';
import { UpstreamError } from '../../src/upstream/client/errors.ts';
import { SOURCE } from '../../src/upstream/client/row.ts';
import { rawAnswer, startRawServer } from '../support/raw-server.ts';
import { clientOf, endOf, scopeOf } from '../support/upstream.ts';

/** The result of a call whose response has this body. */
const reading = async <T>(
  call: (ads: Ads) => Promise<T>,
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Promise<T> => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const server = await startRawServer((socket) => socket.write(rawAnswer(status, text, headers)));
  const client = clientOf(server.url);
  try {
    return await call(client.forRequest(scopeOf()));
  } finally {
    await server.close();
    await client.close();
  }
};

const list = (ads: Ads) => ads.call(catalogue.listCampaigns, { account_id: 'A1' });
const operations = ['k1', 'k2', 'k3'].map((campaign_id) => ({
  operation_type: 'Delete' as const,
  params: { campaign_id },
}));
const batch = (ads: Ads) => ads.call(catalogue.batchCampaigns, { account_id: 'a1', operations });

const refusalOf = async (
  call: (ads: Ads) => Promise<unknown>,
  body: unknown,
  rest: { status?: number; headers?: Record<string, string> } = {},
): Promise<UpstreamError> => {
  const end = reading(call, body, { status: 400, ...rest });
  const error: unknown = await end.catch((thrown: unknown) => thrown);
  if (error instanceof UpstreamError) return error;
  throw new TypeError('the API was not understood as refusing', { cause: error });
};

describe('a page', () => {
  test.for([
    ['an empty text', '""', null],
    ['null', 'null', null],
    ['a text', '"c-4f9qk2"', 'c-4f9qk2'],
    ['a number', '17', '17'],
    ['zero', '0', '0'],
    ['a number beyond 2^53', '1166476031668015104', '1166476031668015104'],
  ] as const)('whose cursor is %s continues accordingly', async ([, written, cursor]) => {
    const answer = await reading(list, `{"data":[],"next_cursor":${written}}`);
    expect(answer.nextCursor).toBe(cursor);
  });

  test('without a cursor is the last one', async () => {
    expect((await reading(list, { data: [] })).nextCursor).toBeNull();
  });

  test.for([
    [17, 17],
    ['17', 17],
    ['many', null],
    [undefined, null],
    [0, 0],
    [-1, null],
    ['-1', null],
    [1.5, null],
  ])('that counts %j rows in all says %j', async ([written, count]) => {
    expect((await reading(list, { data: [], total_count: written })).totalCount).toBe(count);
  });

  test('keeps the rows unchanged, with one origin for all of them', async () => {
    const body = '{"data":[{"id":"k1","total":1166476031668015104,"new":[1]},{"id":"k2"}]}';
    const { rows, dropped } = await reading(list, body);
    expect(rows.map((row) => JSON.stringify(row))).toEqual([
      '{"id":"k1","total":"1166476031668015104","new":[1]}',
      '{"id":"k2"}',
    ]);
    expect(dropped).toBe(0);
    expect(rows[0]?.[SOURCE]).toBe(rows[1]?.[SOURCE]);
    expect(rows[0]?.[SOURCE].accountId).toBe('a1');
    expect(rows[0]?.[SOURCE].entity.name).toBe('Campaign');
    expect(rows[0]?.[SOURCE].endpoint).toBe(catalogue.listCampaigns);
  });

  test('of accounts has rows that lie in no account', async () => {
    const accounts = (ads: Ads) => ads.call(catalogue.listAccounts, {});
    const { rows } = await reading(accounts, { data: [{ id: 'a1' }] });
    expect(rows[0]?.[SOURCE].accountId).toBeNull();
    const account = (ads: Ads) => ads.call(catalogue.getAccount, { account_id: 'a1' });
    const { rows: alone } = await reading(account, { data: { id: 'a1' } });
    expect(alone[0]?.[SOURCE].accountId).toBeNull();
  });

  test('drops rows without an id and counts them', async () => {
    const data = [{ id: 'k1' }, { name: 'nobody' }, { id: null }, null, 'k2', { id: '' }, []];
    const { rows, dropped } = await reading(list, { data });
    expect(rows.map(({ id }) => id)).toEqual(['k1']);
    expect(dropped).toBe(6);
  });

  test('keeps the first of repeated rows, or the one that changed last', async () => {
    const data = [
      { id: 'k1', name: 'old', updated_at: '2026-01-01T00:00:00Z' },
      { id: 'k2', name: 'first' },
      { id: 'k1', name: 'new', updated_at: '2026-02-01T00:00:00Z' },
      { id: 'k2', name: 'second' },
    ];
    const { rows } = await reading(list, { data });
    expect(rows.map(({ name }) => name)).toEqual(['new', 'first']);
  });

  test('shows the errors beside its rows', async () => {
    const errors = [{ code: 'FEATURE_NOT_AVAILABLE', message: 'no' }];
    const { rows, problems } = await reading(list, { data: [{ id: 'k1' }], errors });
    expect(rows).toHaveLength(1);
    expect(problems).toEqual(errors);
  });
});

describe('a single entity', () => {
  const end = (call: (ads: Ads) => Promise<unknown>, id: string) =>
    endOf(reading(call, { data: [{ id }] }));
  const ids = { account_id: 'a1', card_id: 'C1' };

  test('is the requested one, whatever the case of its id', async () => {
    const item = (ads: Ads) => ads.call(catalogue.deletePollCard, ids);
    expect(await end(item, 'c1')).toBe('answered');
  });

  test.for([
    ['read', (ads: Ads) => ads.call(catalogue.getPollCard, ids)],
    ['deleted', (ads: Ads) => ads.call(catalogue.deletePollCard, ids)],
  ] as const)('that is %s is no other one', async ([, item]) => {
    expect(await end(item, 'c2')).toBe('unknown UPSTREAM_BAD_RESPONSE');
  });
});

describe('a create', () => {
  test('of several keeps every row of its answer, including repeated ones', async () => {
    const create = (ads: Ads) =>
      ads.call(catalogue.createPromotedTweets, {
        account_id: 'a1',
        line_item_id: 'l1',
        tweet_ids: ['1', '2'],
      });
    const { rows } = await reading(create, { data: [{ id: 'p1' }, { id: 'p1' }] });
    expect(rows).toHaveLength(2);
  });
});

describe('a refusal', () => {
  const problem = { code: 'INVALID_PARAMETER', message: 'Expected Long', parameter: 'count' };

  test('has every error with all of its members', async () => {
    const errors = [
      { ...problem, details: 'invalid number', extra: 1 },
      { code: 'INVALID', message: 'no', attribute: 'placement_type' },
    ];
    const headers = { 'x-transaction': '00abc' };
    const refusal = await refusalOf(list, { errors }, { headers });
    expect(refusal.problems).toEqual([
      { ...problem, details: 'invalid number' },
      { code: 'INVALID', message: 'no', attribute: 'placement_type' },
    ]);
    expect(refusal.itemProblems).toBeNull();
    expect(refusal.transaction).toBe('00abc');
    expect(refusal.endpoint).toBe('listCampaigns');
  });

  test('repeats a value only if the caller sent it', async () => {
    const filtered = (ads: Ads) =>
      ads.call(catalogue.listCampaigns, { account_id: 'a1', q: 'sp"ring' });
    const errors = [
      { ...problem, value: 'sp"ring' },
      { ...problem, value: 'of somebody else' },
    ];
    const { problems } = await refusalOf(filtered, { errors });
    expect(problems.map(({ value }) => value)).toEqual(['sp"ring', undefined]);
  });

  test.for([
    ['codes that are numbers', { errors: [{ code: 34, message: 'gone' }] }, ['34', 'gone']],
    ['a single error', { errors: { code: 'X', message: 'y' } }, ['X', 'y']],
    [
      'problem details',
      { errors: [{ title: 'Forbidden', type: 'about:blank', detail: 'not you', status: 403 }] },
      ['Forbidden', 'not you'],
    ],
    [
      'problem details without an envelope',
      { title: 'Too Many Requests', type: 'about:blank', status: 429, detail: 'wait' },
      ['Too Many Requests', 'wait'],
    ],
    ['no message', { errors: [{ code: 'X' }] }, ['X', 'error X']],
  ] as const)('is read if it has %s', async ([, body, expected]) => {
    const { problems } = await refusalOf(list, body);
    expect(problems.map(({ code, message }) => [code, message])).toEqual([expected]);
  });

  test('keeps type and status of problem details', async () => {
    const details = { title: 'Forbidden', type: 'about:blank', detail: 'not you', status: 403 };
    const { problems } = await refusalOf(list, { errors: [details] });
    expect(problems).toEqual([
      { code: 'Forbidden', message: 'not you', type: 'about:blank', status: 403 },
    ]);
  });

  test.for(['', 'null', '[]', '"no"', '{"errors":5}', '{"errors":[null,7,[]]}', '<html>', '{"er'])(
    'is still one if its body is %s',
    async (body) => {
      const refusal = await refusalOf(list, body);
      expect(refusal.code).toBe('UPSTREAM_REJECTED');
      expect(refusal.problems).toEqual([]);
    },
  );
});

describe('a refused batch', () => {
  const missing = { code: 'MISSING_PARAMETER', message: 'needs a name', parameter: 'name' };
  const invalid = { code: 'INVALID', message: 'no', attribute: 'status' };

  test.for([
    ['lists of errors by index', [[], [missing, invalid], []], [[], [missing, invalid], []]],
    ['fewer lists than items', [[], [missing]], [[], [missing], []]],
    ['single errors and nulls', [null, missing, {}], [[], [missing], []]],
    ['a single error for each', [missing, invalid, missing], [[missing], [invalid], [missing]]],
    ['an object by index', { 1: [missing], 2: invalid }, [[], [missing], [invalid]]],
  ] as const)('reports the errors of its items from %s', async ([, operation_errors, byItem]) => {
    const refusal = await refusalOf(batch, { operation_errors, data: [], request: [] });
    expect(refusal.itemProblems).toEqual(byItem);
    expect(refusal.problems).toEqual([]);
  });

  test.for([
    ['a flat list shorter than the batch', [missing, invalid], [missing, invalid]],
    ['more lists than items', [[missing], [], [], []], [missing]],
    ['one error alone', missing, [missing]],
  ] as const)('has errors of the whole if it has %s', async ([, operation_errors, all]) => {
    const refusal = await refusalOf(batch, { operation_errors, data: null });
    expect(refusal.itemProblems).toBeNull();
    expect(refusal.problems).toEqual(all);
  });

  test('has errors of the whole that name no item', async () => {
    const refusal = await refusalOf(batch, { errors: [invalid], operation_errors: [] });
    expect(refusal.problems).toEqual([invalid]);
    expect(refusal.itemProblems).toBeNull();
  });

  test.for([{ data: [] }, { data: null }, {}])(
    'may have a 2xx, with only errors beside %j',
    async (rest) => {
      const body = { ...rest, operation_errors: [[], [missing], []] };
      const refusal = await refusalOf(batch, body, { status: 200 });
      expect(refusal.itemProblems).toEqual([[], [missing], []]);
      expect(await endOf(reading(batch, body))).toBe('refused UPSTREAM_REJECTED');
    },
  );

  test('is none if rows are beside the errors: both are shown', async () => {
    const body = { data: [{ id: 'k1' }], operation_errors: [[], [missing], []] };
    const answer = await reading(batch, body);
    expect(answer.rows.map(({ id }) => id)).toEqual(['k1']);
    expect(answer.itemProblems).toEqual([[], [missing], []]);
  });

  test('is unreadable if a 2xx has neither rows nor errors', async () => {
    expect(await endOf(reading(batch, { request: [] }))).toBe('unknown UPSTREAM_BAD_RESPONSE');
  });

  test('may answer with one object for one item', async () => {
    const answer = await reading(batch, { data: { id: 'k1' }, request: [{ params: {} }] });
    expect(answer.rows.map(({ id }) => id)).toEqual(['k1']);
  });

  test('is not ours if the echo of any item names another account', async () => {
    const request = [{ params: { account_id: 'a1' } }, { params: { account_id: 'zz' } }];
    const end = await endOf(reading(batch, { data: [{ id: 'k1' }], request }));
    expect(end).toBe('unknown UPSTREAM_BAD_RESPONSE');
  });
});

describe('a rate limit', () => {
  const errors = [{ code: 'TOO_MANY_REQUESTS', message: 'slow down' }];
  const limited = async (headers: Record<string, string>) => {
    const { rateLimit } = await refusalOf(list, { errors }, { status: 429, headers });
    if (rateLimit === null) throw new Error('there is no rate limit');
    return rateLimit;
  };
  const inSeconds = (seconds: number): string => String(Math.floor(Date.now() / 1000) + seconds);

  test('says when its window ends', async () => {
    const reset = inSeconds(300);
    const limit = await limited({ 'x-rate-limit-reset': reset, 'x-rate-limit-limit': '450' });
    expect(limit.scope).toBe('user');
    expect(Date.parse(limit.resetAt)).toBe(Number(reset) * 1000);
    expect(limit.retryAfterSeconds).toBeGreaterThan(290);
    expect(limit.retryAfterSeconds).toBeLessThanOrEqual(300);
  });

  test('of the account is reported before that of the user', async () => {
    const reset = inSeconds(120);
    const limit = await limited({
      'x-account-rate-limit-reset': reset,
      'x-account-rate-limit-limit': '10000',
      'x-rate-limit-reset': inSeconds(600),
      'x-rate-limit-limit': '450000',
    });
    expect(limit.scope).toBe('account');
    expect(Date.parse(limit.resetAt)).toBe(Number(reset) * 1000);
  });

  test.for([
    ['nothing', {}, 60],
    ['a reset in milliseconds', { 'x-rate-limit-reset': `${inSeconds(30)}000` }, 60],
    ['a reset long past', { 'x-rate-limit-reset': '1300000000' }, 60],
    ['a reset in words', { 'x-rate-limit-reset': 'soon' }, 60],
    ['a reset in more than an hour', { 'x-rate-limit-reset': inSeconds(3700) }, 60],
    ['a reset in half an hour', { 'x-rate-limit-reset': inSeconds(1800) }, 900],
    ['a pause in seconds', { 'retry-after': '77' }, 77],
    ['an endless pause', { 'retry-after': '1000000000' }, 900],
  ] as const)('that names %s waits for a bounded time', async ([, headers, seconds]) => {
    expect((await limited(headers)).retryAfterSeconds).toBe(seconds);
  });

  test('reads a pause that is a date', async () => {
    const date = new Date(Date.now() + 90_000).toUTCString();
    const { retryAfterSeconds } = await limited({ 'retry-after': date });
    expect(retryAfterSeconds).toBeGreaterThan(80);
    expect(retryAfterSeconds).toBeLessThanOrEqual(90);
  });
});
