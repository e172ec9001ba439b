import { beforeEach, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { form, requests } from '../support/posts-world.ts';

const a = 'mcr1';
const stamps = {
  created_at: '2025-01-03T00:00:00Z',
  updated_at: '2025-01-03T00:00:00Z',
  deleted: false,
};
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
  const { store } = running.emulator;
  store.clear('MediaCreative', a);
  const lineItem = (id: string, objective: string) =>
    store.insert('LineItem', a, { ...store.find('LineItem', a, id), objective });
  lineItem('l1', 'WEBSITE_CLICKS');
  lineItem('l2', 'PREROLL_VIEWS');
  const media = (id: string, creative_type: string) =>
    store.insert('AccountMedia', a, {
      id,
      video_id: null,
      media_url: `https://media.example/${id}`,
      creative_type,
      ...stamps,
    });
  media('b1', 'BANNER');
  media('v1', 'PREROLL');
});

const shown = (id: string, lineItemId: string, more: object = {}) =>
  running.emulator.store.insert('MediaCreative', a, {
    id,
    line_item_id: lineItemId,
    account_media_id: 'b1',
    landing_url: null,
    creative_type: 'BANNER',
    entity_status: 'ACTIVE',
    approval_status: 'ACCEPTED',
    ...stamps,
    ...more,
  });
const create = (input: object) =>
  running.ask(
    `mutation ($input: CreateMediaCreativeInput!) { createMediaCreative(input: $input) {
       outcome errors { code argument parameter }
       mediaCreative { lineItemId accountMediaId landingUrl creativeType entityStatus approvalStatus } } }`,
    { input: { accountId: a, ...input } },
  );

test('media is added to a line item', async () => {
  const { data, calls } = await create({
    accountMediaId: 'b1',
    lineItemId: 'l1',
    landingUrl: 'https://shop.example/a?b=c&d=e',
  });
  expect(data.createMediaCreative).toEqual({
    outcome: 'APPLIED',
    errors: [],
    mediaCreative: {
      lineItemId: 'l1',
      accountMediaId: 'b1',
      landingUrl: 'https://shop.example/a?b=c&d=e',
      creativeType: 'BANNER',
      entityStatus: 'ACTIVE',
      approvalStatus: 'ACCEPTED',
    },
  });
  expect(form(calls[0]?.body ?? '')).toEqual({
    account_media_id: 'b1',
    line_item_id: 'l1',
    landing_url: 'https://shop.example/a?b=c&d=e',
  });
});

test('the target of a click is required only for website clicks, and ignored for preroll', async () => {
  const missing = await create({ accountMediaId: 'b1', lineItemId: 'l1' });
  expect(missing.data.createMediaCreative).toMatchObject({
    outcome: 'REJECTED',
    errors: [{ code: 'MISSING_PARAMETER', parameter: 'landing_url' }],
  });
  const optional = await create({ accountMediaId: 'b1', lineItemId: 'l3' });
  expect(optional.data.createMediaCreative.outcome).toBe('APPLIED');
  const landingUrl = 'https://shop.example/';
  const ignored = await create({ accountMediaId: 'v1', lineItemId: 'l2', landingUrl });
  expect(ignored.data.createMediaCreative).toMatchObject({
    outcome: 'APPLIED',
    mediaCreative: { landingUrl: null, creativeType: 'PREROLL' },
  });
});

test('unknown media is refused by the API, an invalid URL before any call', async () => {
  const unknown = await create({ accountMediaId: 'b9', lineItemId: 'l3' });
  expect(unknown.data.createMediaCreative).toMatchObject({
    outcome: 'REJECTED',
    errors: [{ code: 'ACCOUNT_MEDIA_NOT_FOUND' }],
  });
  const noUrl = await create({ accountMediaId: 'b1', lineItemId: 'l3', landingUrl: 'shop' });
  expect(noUrl.data.createMediaCreative).toMatchObject({
    outcome: 'REJECTED',
    errors: [{ code: 'BAD_USER_INPUT', argument: 'input.landingUrl' }],
  });
  expect(noUrl.calls).toHaveLength(0);
});

test('the creatives of many line items are one call, and so is the media of all of them', async () => {
  shown('m1', 'l1');
  shown('m2', 'l1', { account_media_id: 'v1' });
  shown('m3', 'l2');
  const { data, errors, calls } = await running.ask(
    `{ account(id: "${a}") { lineItems { nodes { restId mediaCreatives { nodes {
        restId lineItem { restId objective } accountMedia { creativeType } } } } } } }`,
  );
  expect(errors).toBeUndefined();
  const of = (restId: string, objective: string) => ({ restId, objective });
  expect(data.account.lineItems.nodes).toEqual([
    {
      restId: 'l1',
      mediaCreatives: {
        nodes: [
          {
            restId: 'm1',
            lineItem: of('l1', 'WEBSITE_CLICKS'),
            accountMedia: { creativeType: 'BANNER' },
          },
          {
            restId: 'm2',
            lineItem: of('l1', 'WEBSITE_CLICKS'),
            accountMedia: { creativeType: 'PREROLL' },
          },
        ],
      },
    },
    {
      restId: 'l2',
      mediaCreatives: {
        nodes: [
          {
            restId: 'm3',
            lineItem: of('l2', 'PREROLL_VIEWS'),
            accountMedia: { creativeType: 'BANNER' },
          },
        ],
      },
    },
    { restId: 'l3', mediaCreatives: { nodes: [] } },
  ]);
  expect(requests(calls, a)).toEqual([
    'GET line_items',
    'GET media_creatives',
    'GET account_media',
  ]);
});

test('the creatives of a campaign are those of its line items', async () => {
  shown('m1', 'l1');
  shown('m3', 'l3');
  const { data, calls } = await running.ask(
    `{ account(id: "${a}") {
        mediaCreatives(campaignId: "Campaign:${a}:c4") { nodes { restId } }
        campaign(id: "c1") { mediaCreatives { nodes { restId } } } } }`,
  );
  expect(data.account).toEqual({
    mediaCreatives: { nodes: [{ restId: 'm3' }] },
    campaign: { mediaCreatives: { nodes: [{ restId: 'm1' }] } },
  });
  const lists = calls.filter(({ endpoint }) => endpoint === 'listMediaCreatives');
  expect(lists.map(({ query }) => query['campaign_id']).toSorted()).toEqual(['c1', 'c4']);
  // The campaign that the client named is verified beside them.
  expect(calls.map(({ endpoint }) => endpoint)).toContain('getCampaign');
  expect(calls).toHaveLength(3);
});

test('a creative is removed softly', async () => {
  shown('m1', 'l1');
  const { data } = await running.ask(
    `mutation { deleteMediaCreative(input: { accountId: "${a}", mediaCreativeId: "m1" }) {
      outcome mediaCreative { restId deleted } } }`,
  );
  expect(data.deleteMediaCreative).toEqual({
    outcome: 'APPLIED',
    mediaCreative: { restId: 'm1', deleted: true },
  });
  const found = await running.ask(
    `{ account(id: "${a}") { mediaCreative(id: "m1") { landingUrl } } node(id: "MediaCreative:${a}:m1") { ... on MediaCreative { deleted } } }`,
  );
  expect(found.data).toEqual({ account: { mediaCreative: null }, node: { deleted: true } });
});
