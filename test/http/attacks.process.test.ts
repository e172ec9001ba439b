import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Emulator } from '../../emulator/server.ts';
import { createEmulator } from '../../emulator/server.ts';
import type { EndpointName } from '../../src/upstream/catalogue/endpoint-names.ts';
import { attack, codesOf, post } from '../support/attacks.ts';
import { fillAccount } from '../support/full-account.ts';
import { chain, hostileDocuments } from '../support/hostile-documents.ts';
import { runs } from '../support/sampling.ts';
import type { SpawnedGateway } from '../support/spawned-gateway.ts';
import { ownerOf, spawnGateway } from '../support/spawned-gateway.ts';

let emulator: Emulator;
let gateway: SpawnedGateway;

// The first requests pay for loading and compiling the gateway itself, which no attacker chooses.
const usual = [
  '{ account(id: "big1") { campaigns(first: 1000) { nodes { name fundingInstrument { description } } } } }',
  '{ nodes(ids: ["Campaign:big1:c1", "Campaign:big1:none"]) { id ... on Campaign { name } } }',
  '{ __schema { types { name fields { name } } } }',
  '{ none }',
];

const start = async (env = ownerOf(emulator)): Promise<SpawnedGateway> => {
  const started = await spawnGateway(emulator, { env });
  for (const query of usual) await post(started, { query });
  return started;
};

beforeAll(async () => {
  emulator = await createEmulator({ rateWindows: false });
  fillAccount(emulator, 'big1');
  fillAccount(emulator, 'faulty1', {
    purchase_order_number: { not: 'text' },
    deleted: 'false',
    created_at: '2026-03-01T10:00:00+02:00',
  });
  gateway = await start();
});

afterEach(async () => {
  emulator.reset();
  if (gateway.isRunning() && (await answersSoon())) return;
  await gateway.kill();
  gateway = await start();
});

afterAll(async () => {
  await gateway.kill();
  await emulator.close();
});

const answersSoon = async (): Promise<boolean> => {
  const signal = AbortSignal.timeout(2000);
  const answered = await fetch(new URL('/livez', gateway.admin), { signal }).catch(() => null);
  return answered?.ok === true;
};

describe('an expensive document', () => {
  test.each(hostileDocuments)('$title', async ({ codes, ...attempt }) => {
    const answered = await attack(gateway, attempt);
    if (codes !== undefined) expect(codesOf(answered)).toEqual(codes);
    if (answered.errors === undefined) expect(answered.data).toBeTruthy();
  });
});

const forbidden = {
  kind: 'answer',
  status: 403,
  json: { errors: [{ code: 'NO', message: 'no' }] },
} as const;

const refuse = (endpoint: EndpointName, delayMs = 0): void =>
  emulator.fault({ match: { endpoint }, times: 100, fault: { ...forbidden, delayMs } });

describe('malformed rows', () => {
  test('leave the other places unchanged if they fail', async () => {
    refuse('getCampaign', 50);
    refuse('getLineItem');
    const { data, errors } = await attack(gateway, {
      query:
        '{ nodes(ids: ["Campaign:big1:c1", "Account:big1", "LineItem:big1:l1"]) { id ... on Campaign { currency } ... on LineItem { currency } } }',
    });
    expect(data).toEqual({ nodes: [null, { id: 'Account:big1' }, null] });
    expect(errors?.map(({ path }) => path?.join('.')).sort()).toEqual(['nodes.0', 'nodes.2']);
  });

  test('are null in members that do not fit, with errors', async () => {
    const answered = await attack(gateway, {
      query:
        '{ account(id: "faulty1") { campaigns(first: 1) { nodes { purchaseOrderNumber deleted createdAt } } } }',
    });
    const [node] = answered.data.account.campaigns.nodes;
    expect(node).toEqual({
      purchaseOrderNumber: null,
      deleted: false,
      createdAt: '2026-03-01T08:00:00Z',
    });
    expect(codesOf(answered)).toEqual(['UPSTREAM_BAD_RESPONSE']);
    expect(answered.errors).toHaveLength(1);
  });

  test('are reported a hundred times if there are a thousand', async () => {
    const { data, errors = [] } = await attack(gateway, {
      query:
        '{ account(id: "faulty1") { campaigns(first: 1000) { nodes { purchaseOrderNumber id } } } }',
    });
    expect(data.account.campaigns.nodes).toHaveLength(1000);
    expect(errors).toHaveLength(100);
    expect(errors[98]?.path).toEqual(['account', 'campaigns', 'nodes', 98, 'purchaseOrderNumber']);
  });

  const ids = (count: number) => Array.from({ length: count }, (_, index) => `Account:a${index}`);
  const belowFragments = (levels: number): string =>
    `query ($ids: [ID!]!) { ...C0 } ${chain(levels, { end: 'nodes(ids: $ids) { ... on Account { name } }' })}`;

  test.each([
    [11, 'FORBIDDEN'],
    [14, 'COST_LIMIT_EXCEEDED'],
  ])('are forty that fail below fragments that double %i times', async (levels, code) => {
    refuse('listAccounts');
    const variables = { ids: ids(40) };
    const answered = await attack(gateway, { query: belowFragments(levels), variables });
    expect(codesOf(answered)).toEqual([code]);
  });

  test('are five hundred that fail below such fragments because nobody is the viewer', async () => {
    const ofNobody = await start({});
    const variables = { ids: ids(500) };
    const answered = await attack(ofNobody, { query: belowFragments(11), variables }).finally(
      ofNobody.kill,
    );
    expect(codesOf(answered)).toEqual(['UNAUTHENTICATED']);
    expect(answered.errors).toHaveLength(100);
  });
});

describe('a thousand rows', () => {
  test('under a condition on fragments that double', async () => {
    const spread = (name: string) => `...${name} @include(if: $y)`;
    const fragments = chain(10, { type: 'FundingInstrument', spread, end: 'description' });
    const { data } = await attack(gateway, {
      query: `query ($y: Boolean!) { account(id: "big1") { campaigns(first: 1000) { nodes { fundingInstrument { ...C0 } } } } } ${fragments}`,
      variables: { y: true },
    });
    const last = { fundingInstrument: { description: 'Credit' } };
    expect(data.account.campaigns.nodes[999]).toEqual(last);
  });

  test('forty-eight times, with all of their fields under 48 names', async () => {
    const names = Array.from({ length: 48 }, (_, index) => `r${index}: raw`).join(' ');
    const ids = '"Account:big1" '.repeat(48);
    const answered = await attack(gateway, {
      query: `{ nodes(ids: [${ids}]) { ... on Account { campaigns(first: 1000) { nodes { ${names} } } } } }`,
    });
    expect(codesOf(answered)).toEqual(['COST_LIMIT_EXCEEDED']);
  });

  test('of which 201 select the same are two calls, and not refused', async () => {
    const query =
      '{ account(id: "big1") { campaigns(first: 201) { nodes { account { features } } } } }';
    const { data, errors } = await attack(gateway, { query });
    expect(errors).toBeUndefined();
    expect(data.account.campaigns.nodes).toHaveLength(201);
    const calls = emulator.calls().map(({ endpoint }) => endpoint);
    expect(calls.slice(-2)).toEqual(['listCampaigns', 'listFeatures']);
    expect(calls.length % 2).toBe(0);
  });
});

test('documents that are mostly comments are not kept', async () => {
  const node = ['--max-old-space-size=96'];
  const small = await spawnGateway(emulator, { env: ownerOf(emulator), node });
  const comments = '#\n'.repeat(31_000);
  const count = runs(70, 210);
  for (let index = 0; index < count; index += 1) {
    const { status } = await post(small, { query: `#${index}\n${comments}{ viewer { userId } }` });
    expect(status).toBe(200);
  }
  await small.kill();
}, 120_000);
