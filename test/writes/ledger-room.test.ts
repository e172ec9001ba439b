import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../src/state/memory.ts';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';
import { launchDocument, launchInput } from '../support/launches.ts';
import { patience, runs } from '../support/sampling.ts';
import { bearer, signIn } from '../support/visitor.ts';

const account = '18ce54bik3s';
const windows = { get: () => undefined, set: () => undefined };
const running = useGateway({ parts: { windows } });
beforeEach(() => running.emulator.reset({ data: true }));

let keys = 0;
const newKey = (): string => {
  keys += 1;
  return `room ${keys}`;
};
const codeOf = ({ errors }: Answer) => errors?.[0]?.extensions.code;
const called = ({ calls }: Answer) => calls.map(({ endpoint }) => endpoint);

describe('a repeated write', () => {
  const create = (key: string, fields: string) =>
    running.ask(
      `mutation ($key: String) { createCampaign(input: { accountId: "${account}", fundingInstrumentId: "fik3s000", name: "Kept", dailyBudget: "50", idempotencyKey: $key }) { outcome errors { code message } ${fields} } }`,
      { key },
    );
  const named = 'campaign { restId name }';
  const change = (id: string, more: object): void => {
    const { store } = running.emulator;
    const row = store.find('Campaign', account, id);
    if (row !== null && row !== undefined) store.insert('Campaign', account, { ...row, ...more });
  };

  test('returns outcome, errors and ids without a call', async () => {
    const key = newKey();
    const fields = 'campaign { id restId accountId } campaignEdge { node { id } }';
    const first = await create(key, fields);
    const again = await create(key, fields);
    expect(again.data).toEqual(first.data);
    expect(again.calls).toEqual([]);
  });

  test('shows the current state of its row, which is read by its id', async () => {
    const key = newKey();
    const first = await create(key, named);
    const { restId } = first.data.createCampaign.campaign;
    change(restId, { name: 'Renamed since' });
    const again = await create(key, named);
    expect(again.data.createCampaign).toEqual({
      outcome: 'APPLIED',
      errors: [],
      campaign: { restId, name: 'Renamed since' },
    });
    expect(called(again)).toEqual(['getCampaign']);
  });

  test('shows no row if the API no longer has one', async () => {
    const key = newKey();
    const { data } = await create(key, named);
    running.emulator.store.remove('Campaign', account, data.createCampaign.campaign.restId);
    const again = await create(key, named);
    expect(again.errors).toBeUndefined();
    expect(again.data.createCampaign).toEqual({ outcome: 'APPLIED', errors: [], campaign: null });
  });

  test('stays APPLIED if its row cannot be read, and an error reports that', async () => {
    const key = newKey();
    await create(key, named);
    running.emulator.fault({
      match: { endpoint: 'getCampaign' },
      fault: { kind: 'answer', status: 403 },
    });
    const again = await create(key, named);
    expect(again.errors).toBeUndefined();
    expect(again.data.createCampaign).toMatchObject({
      outcome: 'APPLIED',
      errors: [{ code: 'FORBIDDEN', message: expect.stringContaining('could not be read') }],
      campaign: null,
    });
  });

  const batch = (key: string, fields: string) =>
    running.ask(
      `mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input) { outcome results { outcome campaign { ${fields} } errors { code } } rows { ${fields} } } }`,
      {
        input: {
          accountId: account,
          idempotencyKey: key,
          operations: [
            { update: { campaignId: 'cik3s001', name: `First ${key}` } },
            ...['a', 'b'].map((name) => ({
              create: {
                fundingInstrumentId: 'fik3s000',
                name: `${name} ${key}`,
                dailyBudget: '50',
              },
            })),
            { delete: { campaignId: 'cik3s002' } },
          ],
        },
      },
    );

  test('of a batch returns its ids without a call, and reads more with one', async () => {
    const key = newKey();
    const first = await batch(key, 'restId name deleted');
    const ids = await batch(key, 'restId');
    expect(ids.calls).toEqual([]);
    const idsIn = ({ data }: Answer) =>
      data.batchCampaigns.results.map(
        ({ campaign }: { campaign: { restId: string } }) => campaign.restId,
      );
    expect(idsIn(ids)).toEqual(idsIn(first));
    const whole = await batch(key, 'restId name deleted');
    expect(whole.data).toEqual(first.data);
    expect(called(whole)).toEqual(['listCampaigns']);
  });

  test('of a batch matches each item with its row again, although the answer had another order', async () => {
    const key = newKey();
    running.emulator.fault({
      match: { method: 'POST' },
      times: 1,
      fault: { kind: 'edit', edit: 'reverseRows' },
    });
    const first = await batch(key, 'restId name deleted');
    expect(first.data.batchCampaigns.results[1].campaign.name).toBe(`a ${key}`);
    expect((await batch(key, 'restId name deleted')).data).toEqual(first.data);
  });

  test('of a deletion shows the row as deleted', async () => {
    const remove = (key: string) =>
      running.ask(
        `mutation ($key: String) { deleteCampaign(input: { accountId: "${account}", campaignId: "cik3s003", idempotencyKey: $key }) { outcome campaign { restId name deleted } } }`,
        { key },
      );
    const key = newKey();
    const first = await remove(key);
    expect(first.data.deleteCampaign.campaign.deleted).toBe(true);
    expect((await remove(key)).data).toEqual(first.data);
  });

  test('of a launch reads the selected fields, and sends nothing', async () => {
    const input = { ...launchInput(), idempotencyKey: newKey() };
    const launch = () => running.ask(launchDocument('launchCampaign'), { input });
    const first = await launch();
    expect(first.data.launchCampaign.outcome).toBe('APPLIED');
    const again = await launch();
    expect(again.data).toEqual(first.data);
    expect(again.calls.every(({ method }) => method === 'GET')).toBe(true);
    expect(called(again).toSorted()).toEqual([
      'getCampaign',
      'listLineItems',
      'listPromotedTweets',
      'listTargetingCriteria',
    ]);
  });
});

describe('the room of a store', () => {
  const criteria = runs(50, 500);
  const batches = runs(12, 300);
  // Room for some of the batches in the sample; the full figures use the default.
  const bytes = runs(100_000, 32 * 1024 * 1024);
  const shared = useGateway({ env: { LIMIT_LEDGER_BYTES: String(bytes) }, parts: { windows } });
  const lineItem = (): string => {
    const [row] = shared.emulator.store.rows('LineItem', account);
    return String(row?.['id']);
  };
  const fill = (key: string | null) =>
    shared.ask(
      'mutation ($input: BatchTargetingCriteriaInput!) { batchTargetingCriteria(input: $input) { outcome } }',
      {
        input: {
          accountId: account,
          idempotencyKey: key,
          operations: Array.from({ length: criteria }, (_, index) => ({
            create: {
              lineItemId: lineItem(),
              targetingType: 'BROAD_KEYWORD',
              operatorType: 'EQ',
              targetingValue: `${key} ${index} ${'w'.repeat(60)}`,
            },
          })),
        },
      },
    );

  test('is shared: one user does not stop the keyed writes of another', {
    timeout: patience,
  }, async () => {
    const outcomes: Answer[] = [];
    let peak = 0;
    for (let index = 0; index < batches; index += 1) {
      outcomes.push(await fill(`batch ${index}`));
      peak = Math.max(peak, process.memoryUsage().rss);
    }
    const refused = outcomes.filter(({ errors }) => errors !== undefined);
    console.log(
      `${batches} batches of ${criteria}: ${refused.length} refused, at most ${Math.round(peak / 1024 / 1024)} MiB resident, the emulator among them`,
    );
    expect(outcomes[0]?.data.batchTargetingCriteria.outcome).toBe('APPLIED');
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) {
      expect(codeOf(one)).toBe('STATE_STORE_UNAVAILABLE');
      expect(one.errors?.[0]?.message).toContain('LIMIT_LEDGER_BYTES');
      expect(one.calls).toEqual([]);
    }
    // Recorded writes are still answered, and writes without a key continue.
    expect((await fill('batch 0')).data).toEqual(outcomes[0]?.data);
    expect((await fill(null)).data.batchTargetingCriteria.outcome).toBe('APPLIED');
    const { userId } = shared.emulator.addUser('another_user');
    shared.emulator.grant(userId, account);
    const other = await shared.ask(
      `mutation { createCampaign(input: { accountId: "${account}", fundingInstrumentId: "fik3s000", name: "Mine", dailyBudget: "5", idempotencyKey: "mine" }) { outcome } }`,
      {},
      bearer(await signIn(shared, userId)),
    );
    expect(other.errors).toBeUndefined();
    expect(other.data.createCampaign.outcome).toBe('APPLIED');
  });

  test('is not used up by the cache', async () => {
    const store = createMemoryStore();
    const megabyte = 'x'.repeat(1024 * 1024);
    for (let index = 0; index < 300; index += 1) await store.cache(`c${index}`, megabyte, 60_000);
    await store.set('record', '1', 60_000);
    expect(await store.get('record', 'c299', 'c0')).toEqual(['1', megabyte, null]);
    expect(await store.compareAndSwap({ key: 'c299', from: megabyte, to: null, ttlMs: 1 })).toBe(
      true,
    );
    expect(await store.get('c299')).toEqual([null]);
    await store.close();
  });
});
