import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bikes, coffee } from '../support/accounts.ts';
import { type Agent, withAgent } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { connect, publishedEnv, type Tokens, withToken } from '../support/outside-clients.ts';

const env = { ...(await publishedEnv()), LIMIT_KEPT_LIST_MS: '60000' };
const running = useGateway({ env });
const scopes = ['ads.read', 'ads.write', 'ads.spend'];
let narrow: Tokens;
let wide: Tokens;
let other: Tokens;
beforeAll(async () => {
  narrow = (await connect(running, { scopes, accounts: [bikes] })).tokens;
  wide = (await connect(running, { scopes, accounts: [bikes, coffee] })).tokens;
  other = (await connect(running, { scopes, accounts: [coffee] })).tokens;
});
beforeEach(() => running.emulator.reset());

const as = <T>(tokens: Tokens, work: (agent: Agent) => Promise<T>): Promise<T> =>
  withAgent(running, work, { headers: withToken(tokens) });

/** The result of a query of an agent, and the calls that it cost. */
const ask = (tokens: Tokens, document: string, variables: object = {}) =>
  as(tokens, async ({ call }) => {
    const { members, calls, text } = await call('ads_query', { document, variables });
    return { data: members.data, errors: members.errors ?? [members], calls, text };
  });

/** The ids of campaigns of an account, as its user sees them. */
const campaignsOf = async (account: string): Promise<readonly string[]> => {
  const tokens = account === bikes ? narrow : other;
  const document = `{ account(id: "${account}") { campaigns { nodes { id } } } }`;
  const { data } = await ask(tokens, document);
  return data.account.campaigns.nodes.map(({ id }: { readonly id: string }) => id);
};

describe('reads', () => {
  test.each(['ads_accounts', 'ads_find'])(
    '%s lists only the chosen accounts, even after others were listed',
    async (tool) => {
      const given = tool === 'ads_find' ? { kind: 'ACCOUNT' } : {};
      const idsFor = (tokens: Tokens) =>
        as(tokens, async ({ call }) => {
          const { members } = await call(tool, given);
          return members.rows.map(([id]: readonly string[]) => id);
        });
      expect((await idsFor(wide)).toSorted()).toEqual([`Account:${bikes}`, `Account:${coffee}`]);
      expect(await idsFor(narrow)).toEqual([`Account:${bikes}`]);
      expect(await idsFor(other)).toEqual([`Account:${coffee}`]);
    },
  );

  test('a name is one of a chosen account', async () => {
    const found = (account: string) =>
      as(narrow, ({ call }) => call('ads_find', { kind: 'CAMPAIGN', account }));
    expect((await found('Nordlicht Bikes')).members.rows[0][0]).toMatch(`Campaign:${bikes}:`);
    const { members } = await found('Harbor & Pine Coffee');
    expect(members.message).toContain('There is no account named Harbor & Pine Coffee');
  });

  test('totals count only the chosen accounts', async () => {
    const { data } = await ask(narrow, '{ accounts { totalCount nodes { id } } }');
    expect(data.accounts).toEqual({ totalCount: 1, nodes: [{ id: `Account:${bikes}` }] });
  });

  test.each([
    ['account', `{ account(id: "${coffee}") { name } }`],
    ['account in capitals', `{ account(id: "${coffee.toUpperCase()}") { name } }`],
    ['node', `{ node(id: "Account:${coffee}") { ... on Account { name } } }`],
    ['a list in it', `{ account(id: "${coffee}") { campaigns { nodes { id } } } }`],
    ['a node in it', `{ node(id: "Campaign:${coffee}:abc") { ... on Campaign { name } } }`],
    [
      'nodes in it',
      `{ nodes(ids: ["Campaign:${coffee}:abc", "Campaign:${coffee}:abd"]) { id ... on Campaign { name } } }`,
    ],
  ])('another %s is FORBIDDEN before any call', async (_, document) => {
    await ask(wide, document);
    const { errors, calls } = await ask(narrow, document);
    expect(errors.length).toBeGreaterThan(0);
    const codes = errors.map(
      (one: { extensions?: { code: string }; code?: string }) => one.extensions?.code ?? one.code,
    );
    expect(new Set(codes)).toEqual(new Set(['FORBIDDEN']));
    expect(calls).toEqual([]);
  });

  test('an account that is read along with another fails alone', async () => {
    const document = `{ a: account(id: "${bikes}") { name } b: account(id: "${coffee}") { name } }`;
    const { data, errors, calls } = await ask(narrow, document);
    expect(data).toEqual({ a: { name: 'Nordlicht Bikes' }, b: null });
    expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'FORBIDDEN' } }]);
    expect(calls.every(({ path }) => !path.includes(coffee))).toBe(true);
  });

  test('a result for more accounts is not returned to a client with fewer', async () => {
    const [campaign = ''] = await campaignsOf(coffee);
    const document =
      'query($id: ID!) { node(id: $id) { ... on Campaign { name stats(range: { lastDays: 30 }) { metrics { impressions } } } } }';
    await ask(wide, document, { id: campaign });
    const { data, errors, calls } = await ask(narrow, document, { id: campaign });
    expect(data?.node ?? null).toBeNull();
    expect(errors.length).toBeGreaterThan(0);
    expect(calls).toEqual([]);
  });

  test('data of no account is FORBIDDEN', async () => {
    const { errors, calls } = await ask(wide, '{ productCatalogs { restId } }');
    const [first] = errors;
    expect(first.extensions?.code ?? first.code).toBe('FORBIDDEN');
    expect(calls).toEqual([]);
  });

  test('the user’s uploads are not included', async () => {
    const staged = `mutation { stageMedia(input: { accountId: "${bikes}", mediaCategory: TWEET_IMAGE, mediaType: "image/png", totalBytes: 100 }) { outcome upload { url } } }`;
    const options = { headers: { 'x-api-key': 'key-of-writer'.padEnd(32, '.') } };
    const { data: made } = await running.ask(staged, {}, options);
    const { url } = made.stageMedia.upload;
    const document = 'query ($url: String!) { stagedMedia(upload: $url) { accountId } }';
    expect((await running.ask(document, { url }, options)).data.stagedMedia).not.toBeNull();
    const { data, calls } = await ask(wide, document, { url });
    expect([data.stagedMedia, calls]).toEqual([null, []]);
  });

  test('reference data is available to everybody', async () => {
    const { data } = await ask(narrow, '{ contentCategories { name } }');
    expect(data.contentCategories.length).toBeGreaterThan(0);
  });

  test('figures of another account are FORBIDDEN', async () => {
    const given = { level: 'CAMPAIGN', account: coffee, range: { lastDays: 7 } };
    const found = await as(narrow, ({ call }) => call('ads_results', given));
    expect([found.isError, found.members.code, found.calls]).toEqual([true, 'FORBIDDEN', []]);
  });
});

describe('kept answers', () => {
  test('can be read again only with the same accounts', async () => {
    const document = `{ account(id: "${bikes}") { campaigns(first: 200) { nodes { id name raw } } } }`;
    const found = await as(wide, ({ call }) => call('ads_query', { document }));
    const { answer } = found.members.page ?? {};
    expect(answer).toMatch(/^[\w-]{16}$/);
    const again = (tokens: Tokens) =>
      as(tokens, ({ call }) => call('ads_read', { answer, offset: 0 }));
    expect((await again(wide)).isError).toBe(false);
    expect((await again(narrow)).members.code).toBe('ANSWER_EXPIRED');
    expect((await again(other)).members.code).toBe('ANSWER_EXPIRED');
  });
});

describe('writes', () => {
  const pause = async (account: string) => ({
    document: `mutation { updateCampaign(input: { accountId: "${account}", campaignId: "${(await campaignsOf(account))[0]}", entityStatus: PAUSED }) { outcome } }`,
    why: 'a test',
  });

  test('of another account are not planned', async () => {
    const given = await pause(coffee);
    const made = await as(narrow, ({ call }) => call('ads_prepare', given));
    expect([made.isError, made.members.code, made.calls]).toEqual([true, 'FORBIDDEN', []]);
  });

  test('are applied by the client that prepared them, with its accounts', async () => {
    const given = await pause(bikes);
    const made = await as(wide, ({ call }) => call('ads_prepare', given));
    const { plan } = made.members;
    for (const tokens of [narrow, other]) {
      for (const tool of ['ads_apply', 'ads_outcome']) {
        const found = await as(tokens, ({ call }) => call(tool, { plan }));
        expect([found.isError, found.members.code]).toEqual([true, 'PLAN_NOT_FOUND']);
      }
    }
    const uri = `ads://plans/${plan}`;
    const resource = (tokens: Tokens) =>
      as(tokens, ({ client }) => client.readResource({ uri }).then(JSON.stringify));
    await expect(resource(narrow)).rejects.toThrow();
    expect(await resource(wide)).toContain(plan);
    const keyed = await withAgent(running, ({ call }) => call('ads_apply', { plan }), {
      headers: { 'x-api-key': 'key-of-writer'.padEnd(32, '.') },
    });
    expect(keyed.members.code).toBe('PLAN_NOT_FOUND');
    const applied = await as(wide, ({ call }) => call('ads_apply', { plan }));
    expect(applied.members.outcome).toBe('APPLIED');
  });
});
