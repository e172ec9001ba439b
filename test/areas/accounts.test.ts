import { beforeEach, describe, expect, test } from 'vitest';
import { agency, bikes, games } from '../support/accounts.ts';
import type { Running } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';
import { errorsIn } from '../support/refusals.ts';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const placesOf = (calls: Awaited<ReturnType<Running['ask']>>['calls']) =>
  calls.map(({ host, method, path }) => `${host} ${method} ${path}`);

describe('sandbox accounts', () => {
  test('are created, changed and deleted; only creation and deletion go to the sandbox', async () => {
    const made = await running.ask(
      `mutation { createSandboxAccount { outcome errors { code } account { restId name deleted } } }`,
    );
    expect(made.data.createSandboxAccount).toMatchObject({ outcome: 'APPLIED', errors: [] });
    const { restId } = made.data.createSandboxAccount.account;
    expect(placesOf(made.calls)).toEqual(['sandbox POST /sandbox/12/accounts']);

    const changed = await running.ask(
      `mutation ($id: ID!) { updateAccount(input: { accountId: $id, name: "Tried out", industryType: EDUCATION }) {
        outcome account { name industryType }
      } }`,
      { id: restId },
    );
    expect(changed.data.updateAccount).toEqual({
      outcome: 'APPLIED',
      account: { name: 'Tried out', industryType: 'EDUCATION' },
    });
    expect(placesOf(changed.calls)).toEqual([`ads PUT /12/accounts/${restId}`]);
    expect(changed.calls[0]?.body).toBe('industry_type=EDUCATION&name=Tried%20out');

    const gone = await running.ask(
      `mutation ($id: ID!) { deleteSandboxAccount(input: { accountId: $id }) { outcome errors { code message argument } account { restId deleted } } }`,
      { id: `Account:${restId}` },
    );
    expect(gone.data.deleteSandboxAccount).toEqual({
      outcome: 'APPLIED',
      errors: [],
      account: { restId, deleted: true },
    });
    expect(placesOf(gone.calls)).toEqual([`sandbox DELETE /sandbox/12/accounts/${restId}`]);

    const again = await running.ask(
      `mutation ($id: ID!) { deleteSandboxAccount(input: { accountId: $id }) { outcome account { restId } errors { code } } }`,
      { id: restId },
    );
    expect(again.data.deleteSandboxAccount).toMatchObject({ outcome: 'REJECTED', account: null });
  });

  test('accept posts in the name of their creator', async () => {
    const made = await running.ask(`mutation { createSandboxAccount { account { restId } } }`);
    const { restId } = made.data.createSandboxAccount.account;
    const draft = (asUserId: string) =>
      running.ask(
        `mutation ($id: ID!, $user: ID!) { createDraftTweet(input: { accountId: $id, asUserId: $user, text: "Hello" }) { outcome errors { code message argument } } }`,
        { id: restId, user: asUserId },
      );
    const own = await draft(running.emulator.credentials.userId);
    expect(own.data.createDraftTweet.outcome).toBe('APPLIED');
    const other = await draft('1480000000000000999');
    expect(other.data.createDraftTweet.outcome).toBe('REJECTED');
  });

  test('show after their deletion the columns that its answer omits, by one more read', async () => {
    const { data, calls } = await running.ask(
      `mutation { deleteSandboxAccount(input: { accountId: "${games}" }) { outcome errors { code message argument } account { businessId deleted } } }`,
    );
    expect(data.deleteSandboxAccount).toEqual({
      outcome: 'APPLIED',
      errors: [],
      account: { businessId: '5qnl3', deleted: true },
    });
    expect(placesOf(calls)).toEqual([
      `sandbox DELETE /sandbox/12/accounts/${games}`,
      'ads GET /12/accounts',
    ]);
  });

  test('refuse an undocumented industry before any call', async () => {
    const { data, errors, calls } = await running.ask(
      `mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { outcome errors { code message argument } } }`,
      { input: { accountId: bikes, industryType: 'UNRECOGNIZED' } },
    );
    expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.industryType',
    });
    expect(calls).toEqual([]);
  });

  test('return REJECTED if the API refuses an account that is not the viewer’s', async () => {
    const { data, calls } = await running.ask(
      `mutation { updateAccount(input: { accountId: "18ce54h0t3l", name: "Mine" }) { outcome account { name } errors { code } } }`,
    );
    expect(data.updateAccount).toEqual({
      outcome: 'REJECTED',
      account: null,
      errors: [{ code: 'ACCOUNT_NOT_FOUND' }],
    });
    expect(calls).toHaveLength(1);
  });
});

describe('features', () => {
  test('are texts; the account shows those that were granted', async () => {
    const { data, calls } = await running.ask(
      `{ account(id: "${bikes}") { all: features some: features(featureKeys: ["REACH_FREQUENCY_CAP", "WEBSITE_CLICKS_CPM_BILLING"]) } }`,
    );
    expect(data.account).toEqual({
      all: [
        'AGE_TARGETING',
        'CITY_TARGETING',
        'REACH_AND_FREQUENCY_ANALYTICS',
        'REACH_FREQUENCY_CAP',
      ],
      some: ['REACH_FREQUENCY_CAP'],
    });
    expect(calls).toHaveLength(2);
    expect(calls.map(({ query }) => query['feature_keys'])).toContain(
      'REACH_FREQUENCY_CAP,WEBSITE_CLICKS_CPM_BILLING',
    );
  });

  test('are granted and removed only on the sandbox host', async () => {
    const added = await running.ask(
      `mutation { addSandboxFeatures(input: { accountId: "${bikes}", featureKeys: ["DR_TAP", "BRAND_TPN"] }) { outcome errors { code message argument } features } }`,
    );
    expect(added.data.addSandboxFeatures.outcome).toBe('APPLIED');
    expect(added.data.addSandboxFeatures.features).toEqual(
      expect.arrayContaining(['AGE_TARGETING', 'DR_TAP', 'BRAND_TPN']),
    );
    expect(placesOf(added.calls)).toEqual([`sandbox POST /sandbox/12/accounts/${bikes}/features`]);
    expect(added.calls[0]?.body).toBe('feature_keys=DR_TAP%2CBRAND_TPN');

    const removed = await running.ask(
      `mutation { removeSandboxFeatures(input: { accountId: "${bikes}", featureKeys: ["DR_TAP"] }) { outcome errors { code message argument } features } }`,
    );
    expect(placesOf(removed.calls)).toEqual([
      `sandbox DELETE /sandbox/12/accounts/${bikes}/features`,
    ]);
    expect(removed.calls[0]?.query).toEqual({ feature_keys: 'DR_TAP' });
    expect(removed.data.removeSandboxFeatures.features).not.toContain('DR_TAP');
    expect(removed.data.removeSandboxFeatures.features).toContain('BRAND_TPN');
  });

  test('outside the documented ones are refused with their position, and none is sent', async () => {
    const { data, errors, calls } = await running.ask(
      `mutation { addSandboxFeatures(input: { accountId: "${bikes}", featureKeys: ["DR_TAP", "CITY_TARGETING"] }) { outcome errors { code message argument } } }`,
    );
    expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.featureKeys[1]',
    });
    const none = await running.ask(
      `mutation { removeSandboxFeatures(input: { accountId: "${bikes}", featureKeys: [] }) { outcome errors { code message argument } } }`,
    );
    expect(errorsIn(none)[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect([...calls, ...none.calls]).toEqual([]);
  });

  test('are read again after a write of the same request', async () => {
    const { data, calls } = await running.ask(
      `mutation {
        before: updateAccount(input: { accountId: "${bikes}", name: "One" }) { account { features } }
        addSandboxFeatures(input: { accountId: "${bikes}", featureKeys: ["DR_TAP"] }) { outcome errors { code message argument } }
        after: updateAccount(input: { accountId: "${bikes}", name: "Two" }) { account { features } }
      }`,
    );
    expect(data.before.account.features).not.toContain('DR_TAP');
    expect(data.after.account.features).toContain('DR_TAP');
    expect(calls).toHaveLength(5);
  });
});

describe('data of an account', () => {
  test('includes its apps, one page in one call', async () => {
    const { data, calls } = await running.ask(
      `{ account(id: "${games}") { apps(first: 1) { nodes { restId osType appStoreIdentifier accountId } totalCount pageInfo { hasNextPage } } } }`,
    );
    expect(data.account.apps).toEqual({
      nodes: [
        {
          restId: 'app1kumo',
          osType: 'Android',
          appStoreIdentifier: 'example.kumomobilegames',
          accountId: games,
        },
      ],
      totalCount: 2,
      pageInfo: { hasNextPage: true },
    });
    expect(calls).toHaveLength(1);
  });

  test('includes the permissions of its viewer', async () => {
    const { data, calls } = await running.ask(
      `{ account(id: "${agency}") { viewerAccess { userId permissions } } }`,
    );
    expect(data.account.viewerAccess).toEqual({
      userId: '1500000000000000001',
      permissions: ['ACCOUNT_ADMIN', 'TWEET_COMPOSER'],
    });
    expect(placesOf(calls)).toEqual([`ads GET /12/accounts/${agency}/authenticated_user_access`]);
  });

  test('is refused alone if the account is another user’s', async () => {
    const { data, errors } = await running.ask(
      `{ account(id: "18ce54h0t3l") { restId viewerAccess { userId } features } mine: account(id: "${bikes}") { features } }`,
    );
    expect(data.account).toEqual({ restId: '18ce54h0t3l', viewerAccess: null, features: null });
    expect(data.mine.features).toContain('AGE_TARGETING');
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  });
});

describe('account history', () => {
  const history = (args: string) =>
    `{ account(id: "${bikes}") { history(${args}) { nodes { accountId entityType entityId changeType changeTime changeBy { userId platform } changes entityData } pageInfo { hasNextPage } } } }`;
  const span = `startTime: "2022-02-24T08:00:00Z", endTime: "2022-03-10T00:00:00Z"`;

  test('leads to the entity, in one call for all changes and none for the id', async () => {
    const of = (entityType: string, entityId: string, selection: string) =>
      running.ask(
        `{ account(id: "${bikes}") { history(entityType: ${entityType}, entityId: "${entityId}", ${span}) { nodes { entity { ${selection} } } } } }`,
      );
    const campaign = await of(
      'CAMPAIGN',
      'cik3s000',
      '__typename id ... on Campaign { restId name }',
    );
    expect(campaign.errors).toBeUndefined();
    const [first, second] = campaign.data.account.history.nodes;
    expect(first.entity).toMatchObject({
      __typename: 'Campaign',
      id: `Campaign:${bikes}:cik3s000`,
      restId: 'cik3s000',
      name: expect.any(String),
    });
    expect(second).toEqual(first);
    expect(campaign.calls.map(({ endpoint }) => endpoint)).toEqual([
      'listAccountHistory',
      'getCampaign',
    ]);
    const idOnly = await of('CAMPAIGN', 'cik3s000', '__typename id');
    expect(idOnly.data.account.history.nodes[0].entity.id).toBe(`Campaign:${bikes}:cik3s000`);
    expect(idOnly.calls).toHaveLength(1);
    const { store } = running.emulator;
    for (const [kind, entity] of [
      ['LINE_ITEM', 'LineItem'],
      ['PROMOTED_TWEET', 'PromotedTweet'],
      ['TARGETING_CRITERIA', 'TargetingCriterion'],
    ] as const) {
      const row = store.rows(entity, bikes)[0];
      const { data } = await running.ask(
        `query ($start: DateTime!, $end: DateTime!) { account(id: "${bikes}") { history(entityType: ${kind}, entityId: "${row?.['id']}", startTime: $start, endTime: $end) { nodes { entity { __typename ... on ${entity} { restId createdAt } } } } } }`,
        { start: '2020-01-01T00:00:00Z', end: '2030-01-01T00:00:00Z' },
      );
      expect(data.account.history.nodes[0].entity).toMatchObject({
        __typename: entity,
        restId: row?.['id'],
        createdAt: row?.['created_at'],
      });
    }
  });

  test('lists the changes of one entity within a span', async () => {
    const { data, calls } = await running.ask(
      history(`entityType: CAMPAIGN, entityId: "cik3s000", ${span}`),
    );
    const [created, changed] = data.account.history.nodes;
    expect(data.account.history.nodes).toHaveLength(2);
    expect(created).toMatchObject({
      accountId: bikes,
      entityType: 'CAMPAIGN',
      entityId: 'cik3s000',
      changeType: 'CREATE',
      changeTime: '2022-02-24T08:31:00Z',
      changeBy: { userId: '1500000000000000001', platform: 'API_OTHER' },
      changes: {},
    });
    expect(created.entityData).toMatchObject({ funding_instrument_id: expect.any(String) });
    expect(created.entityData).not.toHaveProperty('id');
    expect(changed.changeTime).toBe('2022-03-09T07:31:00Z');
    expect(calls).toHaveLength(1);
    expect(calls[0]?.query).toMatchObject({
      entity_type: 'CAMPAIGN',
      entity_id: 'cik3s000',
      start_time: '2022-02-24T08:00:00Z',
      end_time: '2022-03-10T00:00:00Z',
    });
  });

  test('continues after a cursor without repeating an entry', async () => {
    const args = `entityType: CAMPAIGN, entityId: "cik3s000", ${span}`;
    const first = await running.ask(
      `{ account(id: "${bikes}") { history(first: 1, ${args}) { nodes { changeType } pageInfo { endCursor hasNextPage } } } }`,
    );
    const { nodes, pageInfo } = first.data.account.history;
    expect(nodes).toEqual([{ changeType: 'CREATE' }]);
    expect(pageInfo.hasNextPage).toBe(true);
    const next = await running.ask(
      `query ($after: String) { account(id: "${bikes}") { history(first: 1, after: $after, ${args}) { nodes { changeType } pageInfo { hasNextPage } } } }`,
      { after: pageInfo.endCursor },
    );
    expect(next.data.account.history).toEqual({
      nodes: [{ changeType: 'UPDATE' }],
      pageInfo: { hasNextPage: false },
    });
  });

  test.each([
    ['startTime: "2022-02-24T08:30:00Z", endTime: "2022-03-10T00:00:00Z"', 'startTime'],
    ['startTime: "2022-02-24T08:00:00Z", endTime: "2022-03-10T00:00:01Z"', 'endTime'],
    ['startTime: "2022-02-24T08:00:00+05:30", endTime: "2022-03-10T00:00:00Z"', 'startTime'],
    ['startTime: "2022-02-24T08:00:00Z", endTime: "2022-02-24T08:00:00Z"', 'endTime'],
  ])(
    'accepts only whole hours, in order: %s is refused before any call',
    async (times, argument) => {
      const { data, errors, calls } = await running.ask(
        history(`entityType: CAMPAIGN, entityId: "cik3s000", ${times}`),
      );
      expect(data.account.history).toBeNull();
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
      expect(calls).toEqual([]);
    },
  );

  test('accepts whole hours of any zone', async () => {
    const { data, calls } = await running.ask(
      history(
        `entityType: CAMPAIGN, entityId: "cik3s000", startTime: "2022-02-24T09:00:00+01:00", endTime: "2022-02-25T05:30:00+05:30"`,
      ),
    );
    expect(data.account.history.nodes).toHaveLength(1);
    expect(calls[0]?.query).toMatchObject({
      start_time: '2022-02-24T08:00:00Z',
      end_time: '2022-02-25T00:00:00Z',
    });
  });

  test('accepts the global id of an entity of the right kind, and only of this account', async () => {
    const ask = (entityId: string) =>
      running.ask(history(`entityType: CAMPAIGN, entityId: "${entityId}", ${span}`));
    const fitting = await ask(`Campaign:${bikes}:cik3s000`);
    expect(fitting.data.account.history.nodes).toHaveLength(2);
    for (const other of [`LineItem:${bikes}:lik3s000`, `Campaign:${games}:cam3j000`]) {
      const { errors, calls } = await ask(other);
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: 'entityId',
      });
      expect(calls).toEqual([]);
    }
  });

  test('needs its entity: without one the document is not even executed', async () => {
    const { errors, calls } = await running.ask(history(`entityType: CAMPAIGN, ${span}`));
    expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(calls).toEqual([]);
  });

  test('is a beta that may be refused alone', async () => {
    const { data, errors } = await running.ask(
      `{ account(id: "18ce54n3w01") { name history(entityType: CAMPAIGN, entityId: "c1", ${span}) { nodes { changeType } } } }`,
    );
    expect(data.account).toEqual({ name: 'Fjord & Fern Startup', history: null });
    expect(errors?.map(({ extensions, path }) => [extensions.code, path])).toEqual([
      ['FORBIDDEN', ['account', 'history']],
    ]);
  });
});
