import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemaFor } from '../../src/schema/index.ts';
import { subgraphOf, subgraphWithout } from '../../src/schema/subgraph.ts';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { keyOf, keysOf } from '../support/keys.ts';
import type { Peer } from '../support/peer.ts';
import { startPeer } from '../support/peer.ts';
import { ads, crm, useComposers } from '../support/supergraph.ts';
import { signIn } from '../support/visitor.ts';

// Third-party programs take long to load on a busy machine.
const patience = 120_000;

const compose = useComposers();
const running = useGateway({
  env: { TYPE_PREFIX: 'Ads', GATEWAY_API_KEYS: keysOf({ router: '' }) },
});
const peers: Peer<string>[] = [];
const started = { crm: '', session: '', colleague: '' };

beforeAll(async () => {
  coreWorld(running, 'crm1');
  const { emulator } = running;
  const { userId } = emulator.addUser('colleague');
  coreWorld(running, 'crm2');
  const services = await startPeer<string>('crm', null);
  peers.push(services);
  Object.assign(started, {
    crm: services.answer,
    session: await signIn(running),
    colleague: await signIn(running, userId),
  });
}, patience);
afterAll(() => Promise.all(peers.map(({ stop }) => stop())));

const schema = schemaFor({ text: 'Ads', onPageInfo: false });
const subgraph = subgraphOf(schema);

describe.each([
  // It refuses a graph with any unknown security directive.
  ['Apollo Gateway', 'apollo', 'apollo', subgraphWithout(schema, ['authenticated'])],
  ['Hive Gateway', 'hive', 'guild', subgraph],
] as const)('%s', (_name, program, composer, sdl) => {
  let url = '';
  beforeAll(async () => {
    const { supergraphs } = await compose(ads(running.url, sdl), crm(started.crm));
    const env = { ADS_ROUTER_KEY: keyOf('router') };
    const peer = await startPeer<string>(program, supergraphs[composer], env);
    peers.push(peer);
    url = peer.answer;
  }, patience);

  const ask = async (query: string, session: string | null, variables = {}) => {
    const before = running.emulator.calls().length;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(session !== null && { authorization: `Bearer ${session}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors = [] } = await response.json();
    return { data, errors, calls: running.emulator.calls().slice(before) };
  };
  const clients = `{
    clients {
      name
      account { number }
      orders { total campaign { slogan } page { hasNextPage } }
      adAccount { name campaigns(first: 1) { nodes { name budgetOwner } pageInfo { hasNextPage } } }
      campaigns { restId name }
    }
  }`;

  test('leads from clients to their accounts and campaigns, and back to the entities of those', async () => {
    const { data, errors, calls } = await ask(clients, started.session);
    expect(errors).toEqual([]);
    expect(data.clients[0]).toEqual({
      name: 'Harbour Bikes',
      account: { number: 'A-1' },
      orders: [{ total: 12, campaign: { slogan: 'Ride on' }, page: { hasNextPage: false } }],
      adAccount: {
        name: 'Core',
        campaigns: {
          nodes: [{ name: 'Campaign c1', budgetOwner: 'owner of c1 in crm1' }],
          pageInfo: { hasNextPage: true },
        },
      },
      campaigns: [
        { restId: 'c1', name: 'Campaign c1' },
        { restId: 'c4', name: 'Campaign c4' },
      ],
    });
    // The rows of both accounts, and for each its list and the campaigns that its client names.
    expect(calls).toHaveLength(5);
  });

  test('leads from accounts to their clients', async () => {
    const document = `query ($ids: [ID!]) {
      accounts(accountIds: $ids) { nodes { restId client { name } } }
    }`;
    const { data, errors, calls } = await ask(document, started.session, {
      ids: ['crm1', 'crm2'],
    });
    expect(errors).toEqual([]);
    expect(data.accounts.nodes).toEqual([
      { restId: 'crm1', client: { name: 'Harbour Bikes' } },
      { restId: 'crm2', client: { name: 'Someone Else' } },
    ]);
    expect(calls).toHaveLength(1);
  });

  test('sends a write, and shows fields of another subgraph on its result', async () => {
    const name = `Renamed through ${program}`;
    const { data, errors, calls } = await ask(
      `mutation ($input: AdsUpdateCampaignInput!) {
        updateCampaign(input: $input) { outcome campaign { name budgetOwner } errors { message } }
      }`,
      started.session,
      { input: { accountId: 'crm1', campaignId: 'c2', name } },
    );
    expect(errors).toEqual([]);
    expect(data.updateCampaign).toEqual({
      outcome: 'APPLIED',
      campaign: { name, budgetOwner: 'owner of c2 in crm1' },
      errors: [],
    });
    expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  test('passes on the outcome of a refused write, with its errors', async () => {
    const { data, errors, calls } = await ask(
      `mutation ($input: AdsUpdateCampaignInput!) {
        updateCampaign(input: $input) {
          outcome campaign { id } errors { code argument }
        }
      }`,
      started.session,
      { input: { accountId: 'crm1', campaignId: 'c2', name: '' } },
    );
    expect(errors).toEqual([]);
    expect(data.updateCampaign).toEqual({
      outcome: 'REJECTED',
      campaign: null,
      errors: [{ code: 'BAD_USER_INPUT', argument: 'input.name' }],
    });
    expect(calls).toEqual([]);
  });

  test('has pages of two graphs for Relay side by side, and `node` of the other', async () => {
    const { data, errors, calls } = await ask(
      `{
        node(id: "2") { id ... on Client { name } }
        clientList(first: 1) { nodes { name } pageInfo { hasNextPage endCursor } }
        accounts(first: 1) { nodes { restId } pageInfo { hasNextPage endCursor } }
      }`,
      started.session,
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({
      node: { id: '2', name: 'Someone Else' },
      clientList: {
        nodes: [{ name: 'Harbour Bikes' }],
        pageInfo: { hasNextPage: true, endCursor: null },
      },
      accounts: {
        nodes: [{ restId: expect.any(String) }],
        pageInfo: { hasNextPage: true, endCursor: expect.any(String) },
      },
    });
    expect(calls).toHaveLength(1);
  });

  test('sends each user’s requests as that user, and refuses anonymous ones', async () => {
    const { data, errors } = await ask(clients, started.colleague);
    expect(data.clients.map(({ name }: { name: string }) => name)).toHaveLength(2);
    expect(data.clients[0].account).toEqual({ number: 'A-1' });
    expect(errors.length).toBeGreaterThan(0);
    for (const { extensions } of errors) expect(extensions.code).toBe('FORBIDDEN');
    expect(JSON.stringify(data)).not.toContain('Campaign c1');
    const nobody = await ask('{ accounts(first: 1) { nodes { name } } }', null);
    expect(nobody.data?.accounts ?? null).toBeNull();
    expect(nobody.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    expect(nobody.calls).toEqual([]);
  });

  test('sends its key and the session only to the ads graph', async () => {
    const { data, errors } = await ask('{ headersHeard viewer { signedIn } }', started.session);
    expect(errors).toEqual([]);
    expect(data.viewer.signedIn).toBe(true);
    expect(data.headersHeard).toContain('content-type');
    expect(data.headersHeard).not.toContain('authorization');
    expect(data.headersHeard).not.toContain('x-api-key');
  });

  test('keeps users apart who send the same at the same moment', async () => {
    const sessions = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? started.session : started.colleague,
    );
    const own = await ask('{ viewer { userId } }', started.session);
    const answers = await Promise.all(
      sessions.map((session) => ask('{ viewer { userId } clients { name } }', session)),
    );
    const isOwn = answers.map(({ data }) => data.viewer.userId === own.data.viewer.userId);
    expect(isOwn).toEqual(sessions.map((session) => session === started.session));
  });

  test('does not lend its key to anonymous users: requests for them read and write nothing', async () => {
    const { data } = await ask('{ viewer { signedIn asOwner userId } }', null);
    expect(data.viewer).toEqual({ signedIn: false, asOwner: false, userId: null });
    const write = `mutation ($input: AdsUpdateCampaignInput!) {
      updateCampaign(input: $input) { outcome }
    }`;
    const input = { accountId: 'crm1', campaignId: 'c3', name: 'By nobody' };
    const { errors, calls } = await ask(write, null, { input });
    expect(errors[0].extensions.code).toBe('UNAUTHENTICATED');
    expect(calls).toEqual([]);
  });

  test.each([
    ['defer', '{ accounts(first: 1) { nodes { restId ... @defer { name } } } }'],
    ['stream', '{ accounts(first: 2) { nodes @stream { restId } } }'],
  ])('refuses @%s, and requests nothing', async (directive, document) => {
    const { data = null, errors, calls } = await ask(document, started.session);
    expect(data).toBeNull();
    expect(errors[0]).toMatchObject({
      message: `Unknown directive "@${directive}".`,
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
    expect(calls).toEqual([]);
  });

  const noted = 'query ($of: [CampaignReference!]!) { campaignsNoted(references: $of)';
  const reference = (accountId: string, restId: string) => ({ accountId, restId });

  test('resolves 500 references of an account in 3 calls, and their ids in none', async () => {
    const { store } = running.emulator;
    store.clear('Campaign', 'crm2');
    const stamp = { created_at: '2025-01-01T00:00:00Z', updated_at: '2025-01-01T00:00:00Z' };
    const of = Array.from({ length: 500 }, (_, index) => {
      const row = { id: `c${index}`, name: `campaign ${index}`, deleted: false, ...stamp };
      store.insert('Campaign', 'crm2', row);
      return reference('crm2', row.id);
    });
    const { data, errors, calls } = await ask(`${noted} { name } }`, started.session, { of });
    expect(errors).toEqual([]);
    expect(data.campaignsNoted.map(({ name }: { name: string }) => name)).toEqual(
      of.map((_, index) => `campaign ${index}`),
    );
    expect(calls).toHaveLength(3);
    const ids = await ask(`${noted} { id } }`, started.session, { of });
    expect(ids.data.campaignsNoted[499].id).toBe('Campaign:crm2:c499');
    expect(ids.calls).toEqual([]);
  });

  test('has null for a malformed reference alone', async () => {
    const of = [reference('crm1', 'c1'), reference('crm1', '../x'), reference('crm1', 'c4')];
    const { data, errors } = await ask(`${noted} { restId name } }`, started.session, { of });
    expect(data.campaignsNoted.map(({ name }: { name: string }) => name)).toEqual([
      'Campaign c1',
      null,
      'Campaign c4',
    ]);
    expect(errors).toHaveLength(1);
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});

test(
  'Apollo Gateway does not start with @authenticated',
  async () => {
    const { supergraphs } = await compose(ads(running.url, subgraph), crm(started.crm));
    const start = startPeer<string>('apollo', supergraphs.apollo);
    await expect(start).rejects.toThrow('is for: SECURITY but is unsupported');
  },
  patience,
);
