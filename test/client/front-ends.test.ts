import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AdsGraphError, createClient } from '../../client/client.ts';
import { useGateway } from '../support/gateway.ts';
import { launching } from '../support/launches.ts';
import type { RoughRoad } from '../support/rough-road.ts';
import { startRoughRoad } from '../support/rough-road.ts';

const running = useGateway();
let road: RoughRoad;
beforeAll(async () => {
  road = await startRoughRoad(() => running.url);
});
afterAll(() => road.close());
beforeEach(() => {
  running.emulator.reset({ data: true });
  road.meet();
  road.seen();
});

const create = `mutation ($input: CreateCampaignInput!) {
  createCampaign(input: $input) {
    outcome campaign { name lineItems(first: 1) { totalCount } } errors { argument } } }`;
const spring = (more: object = {}) => ({
  input: {
    accountId: launching.accountId,
    fundingInstrumentId: launching.fundingInstrumentId,
    name: 'Spring',
    dailyBudget: '50',
    ...more,
  },
});
const writes = () => running.emulator.calls().filter(({ method }) => method !== 'GET').length;
const failureOf = async (asked: Promise<unknown>): Promise<AdsGraphError> => {
  const error = await asked.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(AdsGraphError);
  return error as AdsGraphError;
};

describe('a whole response', () => {
  const client = (keys = new Map<string, string>()) => createClient({ url: road.url, keys });

  test('of a query has its data, and the errors beside it', async () => {
    road.meet('lost');
    // This client uses the real clock.
    const begun = performance.now();
    const document = `query ($account: ID!) { account(id: $account) {
      restId campaigns(after: "?") { nodes { id } } } }`;
    const { data, errors } = await client().respond(document, { account: launching.accountId });
    expect(data).toEqual({ account: { restId: launching.accountId, campaigns: null } });
    expect(errors).toMatchObject([{ path: ['account', 'campaigns'] }]);
    expect(road.seen()).toHaveLength(2);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(499);
  });

  test('without data is thrown', async () => {
    const { code } = await failureOf(client().respond('{ a }', {}));
    expect(code).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  test('of a write has the errors beside its payload, and a key like every write', async () => {
    const keys = new Map<string, string>();
    const fault = { kind: 'answer', status: 403 } as const;
    running.emulator.fault({ match: { endpoint: 'listLineItems' }, fault });
    road.meet('response lost');
    const { data, errors } = await client(keys).respond(create, spring());
    const campaign = { name: 'Spring', lineItems: null };
    expect(data).toEqual({ createCampaign: { outcome: 'APPLIED', campaign, errors: [] } });
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect([writes(), keys.size, road.seen().length]).toEqual([1, 0, 2]);
  });

  test('is read part by part', async () => {
    const heard: unknown[] = [];
    const document = `query ($account: ID!) { account(id: $account) { restId ... @defer { name } } }`;
    const { data } = await client().respond(document, { account: launching.accountId }, (part) =>
      heard.push(structuredClone(part)),
    );
    const restId = launching.accountId;
    expect(heard[0]).toEqual({ account: { restId } });
    expect(data).toEqual({ account: { restId, name: expect.any(String) } });
  });
});

describe('a write', () => {
  test('is open from its first request until its outcome is known', async () => {
    const keys = new Map<string, string>();
    const client = createClient({ url: road.url, keys, pause: async () => undefined });
    expect(await client.isOpen(create, spring())).toBe(false);
    road.meet(...Array<'response lost'>(5).fill('response lost'));
    await failureOf(client.write(create, spring()));
    expect(await client.isOpen(create, spring())).toBe(true);
    expect(await client.isOpen(create, spring({ name: 'Summer' }))).toBe(false);
    expect((await client.write(create, spring())).outcome).toBe('APPLIED');
    expect(await client.isOpen(create, spring())).toBe(false);
    expect(writes()).toBe(1);
  }, 60_000);

  test('is not sent if the code before it throws; a write that was sent before stays open', async () => {
    const keys = new Map<string, string>();
    let left = 0;
    const beforeWrite = async () => {
      if (left === 0) throw new Error('Somebody else has signed in.');
      left -= 1;
    };
    const client = createClient({ url: road.url, keys, beforeWrite });
    const held = await failureOf(client.write(create, spring()));
    expect(held).toMatchObject({
      message: 'Somebody else has signed in.',
      outcome: 'NOT_APPLIED',
      errors: [],
    });
    expect([road.seen().length, keys.size]).toEqual([0, 0]);
    left = 1;
    road.meet('response lost');
    const open = await failureOf(client.write(create, spring()));
    expect(open).toMatchObject({ message: 'Somebody else has signed in.', outcome: 'UNKNOWN' });
    expect([road.seen().length, keys.size, writes()]).toEqual([1, 1, 1]);
  });
});

describe('a dry run', () => {
  const client = (keys = new Map<string, string>()) => createClient({ url: running.url, keys });

  test('reports the effects of a write, sends nothing and keeps no key', async () => {
    const keys = new Map<string, string>();
    const told = await client(keys).dryRun(create, spring());
    expect(told).toMatchObject({ field: 'createCampaign', outcome: 'READY', errors: [] });
    expect(told.sentences[0]).toContain('New: Campaign “Spring”');
    expect(told.money).toMatchObject([{ currency: 'EUR', dailyBefore: '0', dailyAfter: '50' }]);
    const faulty = await client(keys).dryRun(create, spring({ name: '' }));
    expect(faulty.errors).toMatchObject([{ argument: 'input.name' }]);
    expect([writes(), keys.size]).toEqual([0, 0]);
  });

  test('that failed is an error', async () => {
    const { code } = await failureOf(client().dryRun('mutation { a }', spring()));
    expect(code).toBe('GRAPHQL_VALIDATION_FAILED');
  });
});
