import { beforeEach, expect, test } from 'vitest';
import { bikes, games } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

test('app event tags are listed with all of their columns', async () => {
  const { data, errors, calls } = await running.ask(
    `{ account(id: "${games}") { appEventTags(first: 1) { totalCount pageInfo { hasNextPage } nodes {
      id restId accountId createdAt updatedAt deleted appStoreIdentifier osType conversionType providerAppEventId providerAppEventName
      postViewAttributionWindow postEngagementAttributionWindow deepLinkScheme retargetingEnabled status lastTrackedAt
    } } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.account.appEventTags).toMatchObject({
    totalCount: 7,
    pageInfo: { hasNextPage: true },
  });
  expect(data.account.appEventTags.nodes).toEqual([
    {
      id: `AppEventTag:${games}:eam3j000`,
      restId: 'eam3j000',
      accountId: games,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      deleted: false,
      appStoreIdentifier: 'example.kumomobilegames',
      osType: 'ANDROID',
      conversionType: 'INSTALL',
      providerAppEventId: null,
      providerAppEventName: null,
      postViewAttributionWindow: 1,
      postEngagementAttributionWindow: 14,
      deepLinkScheme: 'kumomobilegames://',
      retargetingEnabled: true,
      status: 'TRACKING',
      lastTrackedAt: '2025-05-30T17:00:04Z',
    },
  ]);
  expect(new Set(calls.map(({ path }) => path))).toEqual(
    new Set([`/12/accounts/${games}/app_event_tags`]),
  );
});

test('app event tags are found by id: in the account, as nodes, up to 200 in one call', async () => {
  const { data, calls } = await running.ask(
    `{ nodes(ids: ["AppEventTag:${games}:eam3j000", "AppEventTag:${games}:eam3j003", "AppEventTag:${games}:nope"]) { id ... on AppEventTag { conversionType deleted } } }`,
  );
  expect(data.nodes).toEqual([
    { id: `AppEventTag:${games}:eam3j000`, conversionType: 'INSTALL', deleted: false },
    { id: `AppEventTag:${games}:eam3j003`, conversionType: 'TUTORIAL_COMPLETE', deleted: true },
    null,
  ]);
  expect(calls.map(({ path, query }) => [path, query['app_event_tag_ids']])).toEqual([
    [`/12/accounts/${games}/app_event_tags`, 'eam3j000,eam3j003,nope'],
  ]);
  const one = await running.ask(
    `{ account(id: "${games}") { found: appEventTag(id: "eam3j001") { conversionType } gone: appEventTag(id: "eam3j003") { restId } } }`,
  );
  expect(one.data.account).toEqual({ found: { conversionType: 'PURCHASE' }, gone: null });
});

test('app event tags with an unknown value are UNRECOGNIZED, and raw shows the value', async () => {
  running.emulator.store.insert('AppEventTag', bikes, {
    id: 'strange',
    deleted: false,
    conversion_type: 'TELEPORT',
    os_type: 'ANDROID',
  });
  const { data } = await running.ask(
    `{ account(id: "${bikes}") { appEventTags { nodes { conversionType raw } } } }`,
  );
  expect(data.account.appEventTags.nodes).toMatchObject([
    { conversionType: 'UNRECOGNIZED', raw: { conversion_type: 'TELEPORT' } },
  ]);
});
