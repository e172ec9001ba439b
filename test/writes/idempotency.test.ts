import { beforeEach, describe, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';
import { errorsIn } from '../support/refusals.ts';

const a = 'idm1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

let made = 0;
const newKey = (): string => {
  made += 1;
  return `key ${made}`;
};
const campaign = {
  accountId: a,
  fundingInstrumentId: 'f1',
  dailyBudgetAmountLocalMicro: '5000000',
};
const told = 'outcome errors { code message argument }';
const create = (name: string, idempotencyKey: string | null) =>
  running.ask(
    `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { ${told} campaign { restId name } } }`,
    { input: { ...campaign, name, idempotencyKey } },
  );
const change = (mutation: string, input: object) =>
  running.ask(
    `mutation ($input: ${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) { ${told} campaign { restId name deleted } } }`,
    { input: { accountId: a, ...input } },
  );
const writes = ({ calls }: Pick<Answer, 'calls'>) => calls.filter(({ method }) => method !== 'GET');
const outcomeOf = ({ data }: Answer) =>
  Object.values<{ outcome: string } | null>(data ?? {})[0]?.outcome;
const rowsNamed = (name: string) =>
  running.emulator.store.rows('Campaign', a).filter((row) => row['name'] === name);
const lose = (apply: boolean, match: object = { method: 'POST' }) =>
  running.emulator.fault({ match, times: 1, fault: { kind: 'drop', apply } });

describe('a write with a key', () => {
  test('is sent once, and repeated requests get its outcome and its row', async () => {
    const key = newKey();
    const first = await create('Once', key);
    const again = await create('Once', key);
    expect(again.data).toEqual(first.data);
    expect(outcomeOf(first)).toBe('APPLIED');
    expect([writes(first).length, writes(again).length]).toEqual([1, 0]);
    // The name is read by the id.
    expect(again.calls.map(({ endpoint }) => endpoint)).toEqual(['getCampaign']);
  });

  test('is sent once for simultaneous requests, which all get its outcome', async () => {
    const key = newKey();
    running.emulator.fault({ match: { method: 'POST' }, fault: { kind: 'delay', delayMs: 300 } });
    const all = await Promise.all(Array.from({ length: 8 }, () => create('Together', key)));
    expect(new Set(all.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(all.map(outcomeOf)).toEqual(Array(8).fill('APPLIED'));
    expect(rowsNamed('Together')).toHaveLength(1);
  });

  test('is refused with another input, and nothing is sent; another mutation may have the same key', async () => {
    const key = newKey();
    await create('Mine', key);
    const other = await create('Other', key);
    expect(other.errors?.[0]).toMatchObject({
      path: ['createCampaign'],
      extensions: { code: 'IDEMPOTENCY_KEY_REUSED', argument: 'input.idempotencyKey' },
    });
    expect(other.calls).toEqual([]);
    const update = await change('updateCampaign', {
      campaignId: 'c1',
      name: 'Mine too',
      idempotencyKey: key,
    });
    expect(outcomeOf(update)).toBe('APPLIED');
  });

  test('is the same however its ids are written', async () => {
    const key = newKey();
    const input = (campaignId: string) => ({ campaignId, name: 'Spelled', idempotencyKey: key });
    await change('updateCampaign', input('c1'));
    const again = await change('updateCampaign', input(`Campaign:${a}:C1`));
    expect(outcomeOf(again)).toBe('APPLIED');
    expect(writes(again)).toEqual([]);
  });

  test.each(['', 'x'.repeat(256), 'tab\t', 'é'])('is refused if the key is %j', async (key) => {
    const answered = await create('Bad key', key);
    expect(outcomeOf(answered)).toBe('REJECTED');
    expect(errorsIn(answered)[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.idempotencyKey',
    });
    expect(answered.calls).toEqual([]);
  });

  test('that the API refused stays refused; one that was certainly not applied may be sent again', async () => {
    const refusedKey = newKey();
    const refuse = (status: number) =>
      running.emulator.fault({
        match: { method: 'POST' },
        times: 1,
        fault: { kind: 'answer', status, json: { errors: [{ code: 'NO', message: 'No.' }] } },
      });
    refuse(400);
    expect(outcomeOf(await create('Refused', refusedKey))).toBe('REJECTED');
    const again = await create('Refused', refusedKey);
    expect([outcomeOf(again), again.calls.length]).toEqual(['REJECTED', 0]);
    const deniedKey = newKey();
    refuse(401);
    expect((await create('Denied', deniedKey)).errors?.[0]?.extensions.code).toBe(
      'UPSTREAM_AUTH_FAILED',
    );
    expect(outcomeOf(await create('Denied', deniedKey))).toBe('APPLIED');
  });

  test('that the gateway refused for its input is not recorded', async () => {
    const key = newKey();
    expect(outcomeOf(await create('', key))).toBe('REJECTED');
    expect(outcomeOf(await create('Mended', key))).toBe('APPLIED');
  });
});

describe('after an unknown outcome the same key reads back and never sends', () => {
  test('a creation that took effect is APPLIED, with its row', async () => {
    const key = newKey();
    lose(true);
    expect(outcomeOf(await create('Lost answer', key))).toBe('UNKNOWN');
    const again = await create('Lost answer', key);
    expect(again.data.createCampaign).toMatchObject({
      outcome: 'APPLIED',
      errors: [],
      campaign: { restId: rowsNamed('Lost answer')[0]?.['id'] },
    });
    expect(writes(again)).toEqual([]);
    expect(again.calls[0]?.query['sort_by']).toBe('created_at-desc');
    const third = await create('Lost answer', key);
    expect([outcomeOf(third), third.calls.map(({ endpoint }) => endpoint)]).toEqual([
      'APPLIED',
      ['getCampaign'],
    ]);
  });

  test.each([200, 400, 401, 403, 429, 500])(
    'a creation that took effect and whose %s had another account is UNKNOWN, then APPLIED, and was sent once',
    async (status) => {
      const key = newKey();
      const name = `Answer of another ${status}`;
      const request = { params: { account_id: 'zzz' } };
      const errors = [{ code: 'THEIRS', message: 'About theirs.' }];
      running.emulator.fault({
        match: { method: 'POST' },
        times: 1,
        fault:
          status === 200
            ? { kind: 'merge', set: { request } }
            : { kind: 'answer', status, apply: true, json: { errors, request } },
      });
      const first = await create(name, key);
      expect(first.errors).toBeUndefined();
      expect(first.data.createCampaign).toMatchObject({
        outcome: 'UNKNOWN',
        errors: [{ code: 'UPSTREAM_OUTCOME_UNKNOWN', message: expect.stringContaining('account') }],
      });
      expect(JSON.stringify(first.data)).not.toMatch(/theirs/i);
      const again = await create(name, key);
      expect(outcomeOf(again)).toBe('APPLIED');
      expect(writes(again)).toEqual([]);
      expect(rowsNamed(name)).toHaveLength(1);
    },
  );

  test('a creation that did not take effect stays UNKNOWN, and reports what was found', async () => {
    const key = newKey();
    lose(false);
    expect(outcomeOf(await create('Lost request', key))).toBe('UNKNOWN');
    const again = await create('Lost request', key);
    expect(again.data.createCampaign.outcome).toBe('UNKNOWN');
    expect(again.data.createCampaign.errors[0]).toMatchObject({
      code: 'UPSTREAM_OUTCOME_UNKNOWN',
      message: expect.stringContaining('no new row'),
    });
    expect(writes(again)).toEqual([]);
    expect(rowsNamed('Lost request')).toEqual([]);
  });

  test('a row matches one key: it does not match that of an ended write, with or without a key', async () => {
    for (const other of [newKey(), null]) {
      const key = newKey();
      const name = `Taken ${other}`;
      lose(false);
      expect(outcomeOf(await create(name, key))).toBe('UNKNOWN');
      expect(outcomeOf(await create(name, other))).toBe('APPLIED');
      expect(outcomeOf(await create(name, key))).toBe('UNKNOWN');
    }
  });

  test('equal inputs stay UNKNOWN while it is not known whose the row is', async () => {
    const [one, two] = [newKey(), newKey()];
    lose(true);
    await create('Twins', one);
    lose(false);
    await create('Twins', two);
    expect(outcomeOf(await create('Twins', one))).toBe('UNKNOWN');
    expect(outcomeOf(await create('Twins', two))).toBe('UNKNOWN');
    expect(rowsNamed('Twins')).toHaveLength(1);
  });

  test('a row from before the write does not match', async () => {
    const created = await create('Older', null);
    const { restId } = created.data.createCampaign.campaign;
    const { store } = running.emulator;
    const row = store.find('Campaign', a, restId);
    store.insert('Campaign', a, { ...row, id: 'old77', created_at: '2025-01-01T00:00:00Z' });
    store.remove('Campaign', a, restId);
    const key = newKey();
    lose(false);
    await create('Older', key);
    expect(outcomeOf(await create('Older', key))).toBe('UNKNOWN');
  });

  test('a row from after the write does not match', async () => {
    const key = newKey();
    const fresh = await create('By hand', null);
    const { restId } = fresh.data.createCampaign.campaign;
    const { store } = running.emulator;
    const row = store.find('Campaign', a, restId);
    store.remove('Campaign', a, restId);
    lose(false);
    await create('By hand', key);
    const madeAfter = async (ms: number) => {
      const created = new Date(Date.now() + ms).toISOString();
      store.insert('Campaign', a, { ...row, id: 'hand7', created_at: created });
      return outcomeOf(await create('By hand', key));
    };
    expect(await madeAfter(120_000)).toBe('UNKNOWN');
    // Clocks may differ by a minute.
    expect(await madeAfter(30_000)).toBe('APPLIED');
  });

  test('a change is APPLIED if the row has the new values, else UNKNOWN', async () => {
    const [one, two] = [newKey(), newKey()];
    lose(true, { method: 'PUT' });
    const changed = { campaignId: 'c1', name: 'Changed', idempotencyKey: one };
    expect(outcomeOf(await change('updateCampaign', changed))).toBe('UNKNOWN');
    const seen = await change('updateCampaign', changed);
    expect(seen.data.updateCampaign).toMatchObject({
      outcome: 'APPLIED',
      campaign: { restId: 'c1', name: 'Changed' },
    });
    lose(false, { method: 'PUT' });
    const unchanged = { campaignId: 'c1', name: 'Never', idempotencyKey: two };
    expect(outcomeOf(await change('updateCampaign', unchanged))).toBe('UNKNOWN');
    const still = await change('updateCampaign', unchanged);
    expect(outcomeOf(still)).toBe('UNKNOWN');
    expect([...writes(seen), ...writes(still)]).toEqual([]);
  });

  test('a deletion is APPLIED if the row is deleted or gone, else UNKNOWN', async () => {
    const remove = (campaignId: string, idempotencyKey: string) =>
      change('deleteCampaign', { campaignId, idempotencyKey });
    const [soft, gone, not] = [newKey(), newKey(), newKey()];
    lose(true, { method: 'DELETE' });
    expect(outcomeOf(await remove('c1', soft))).toBe('UNKNOWN');
    const seen = await remove('c1', soft);
    expect(seen.data.deleteCampaign).toMatchObject({
      outcome: 'APPLIED',
      campaign: { restId: 'c1', deleted: true },
    });
    lose(true, { method: 'DELETE' });
    expect(outcomeOf(await remove('c4', gone))).toBe('UNKNOWN');
    const answer = {
      kind: 'answer',
      status: 404,
      json: { errors: [{ code: 'NOT_FOUND' }] },
    } as const;
    running.emulator.fault({ match: { method: 'GET' }, times: 1, fault: answer });
    expect(outcomeOf(await remove('c4', gone))).toBe('APPLIED');
    lose(false, { method: 'DELETE' });
    expect(outcomeOf(await remove('c2', not))).toBe('UNKNOWN');
    expect(outcomeOf(await remove('c2', not))).toBe('UNKNOWN');
    expect(writes(seen)).toEqual([]);
  });

  test.each([true, false])(
    'a batch is read back item by item (it took effect: %s)',
    async (apply) => {
      const name = `Batch ${apply}`;
      const send = (idempotencyKey: string) =>
        running.ask(
          `mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input) { ${told} results { outcome campaign { restId name deleted } } } }`,
          {
            input: {
              accountId: a,
              idempotencyKey,
              operations: [
                { update: { campaignId: 'c1', name: `${name} update` } },
                ...[0, 1].map(() => ({
                  create: {
                    fundingInstrumentId: 'f1',
                    name,
                    dailyBudgetAmountLocalMicro: '5000000',
                  },
                })),
                { delete: { campaignId: 'c4' } },
              ],
            },
          },
        );
      const key = newKey();
      lose(apply);
      expect(outcomeOf(await send(key))).toBe('UNKNOWN');
      const again = await send(key);
      expect(writes(again)).toEqual([]);
      const { outcome, results } = again.data.batchCampaigns;
      expect(outcome).toBe(apply ? 'APPLIED' : 'UNKNOWN');
      if (!apply) return;
      expect(results).toMatchObject([
        { outcome: 'APPLIED', campaign: { restId: 'c1', name: `${name} update` } },
        { outcome: 'APPLIED', campaign: { name } },
        { outcome: 'APPLIED', campaign: { name } },
        { outcome: 'APPLIED', campaign: { restId: 'c4', deleted: true } },
      ]);
    },
  );

  test('several posts promoted by one call are found one by one', async () => {
    const promote = (idempotencyKey: string) =>
      running.ask(
        `mutation ($tweetIds: [ID!]!, $key: String) { createPromotedTweets(input: { accountId: "${a}", lineItemId: "l3", tweetIds: $tweetIds, idempotencyKey: $key }) { ${told} promotedTweets { tweetId } } }`,
        { tweetIds: ['1166476031668015104', '1166476031668015105'], key: idempotencyKey },
      );
    const key = newKey();
    lose(true);
    expect(outcomeOf(await promote(key))).toBe('UNKNOWN');
    const again = await promote(key);
    expect(again.data.createPromotedTweets).toMatchObject({
      outcome: 'APPLIED',
      promotedTweets: [{ tweetId: '1166476031668015104' }, { tweetId: '1166476031668015105' }],
    });
    expect(writes(again)).toEqual([]);
  });

  test('a write that cannot be read back stays UNKNOWN and is not sent', async () => {
    const send = (key: string) =>
      running.ask(
        `mutation ($key: String) { createSandboxAccount(input: { idempotencyKey: $key }) { ${told} } invalidateAccessToken { outcome } }`,
        { key },
      );
    const key = newKey();
    lose(false);
    expect((await send(key)).data.createSandboxAccount.outcome).toBe('UNKNOWN');
  });
});

describe('a request that waits for another', () => {
  const hasty = useGateway({ timeouts: { mutation: 1500 } });
  test('is told to retry when the time to wait is over', async () => {
    hasty.emulator.reset();
    coreWorld(hasty, a);
    hasty.emulator.fault({ match: { method: 'POST' }, times: 1, fault: { kind: 'hang' } });
    const ask = () =>
      hasty.ask(
        `mutation { createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "Slow", idempotencyKey: "slow", dailyBudgetAmountLocalMicro: 5000000 }) { outcome } }`,
      );
    const both = await Promise.all([ask(), ask()]);
    const codes = both.map(({ errors }) => errors?.[0]?.extensions.code);
    expect(codes.toSorted()).toEqual(['IDEMPOTENCY_IN_PROGRESS', undefined]);
    expect(both.map(outcomeOf)).toContain('UNKNOWN');
  });
});
