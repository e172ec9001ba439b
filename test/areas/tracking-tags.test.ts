import { beforeEach, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { form, requests } from '../support/posts-world.ts';
import { errorsIn } from '../support/refusals.ts';

const a = 'trk1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
  running.emulator.store.clear('TrackingTag', a);
  for (const [id, lineItemId] of [
    ['g1', 'l1'],
    ['g2', 'l3'],
  ] as const) {
    running.emulator.store.insert('TrackingTag', a, {
      id,
      line_item_id: lineItemId,
      tracking_tag_type: 'CLICK_TRACKER',
      tracking_tag_url: `https://track.example/${id}`,
      created_at: '2025-01-03T00:00:00Z',
      updated_at: '2025-01-03T00:00:00Z',
      deleted: false,
    });
  }
});

const create = (input: object) =>
  running.ask(
    `mutation ($input: CreateTrackingTagInput!) { createTrackingTag(input: $input) {
       outcome errors { code argument parameter } trackingTag { lineItemId trackingTagType trackingTagUrl } } }`,
    {
      input: {
        accountId: a,
        lineItemId: 'l2',
        trackingTagType: 'IMPRESSION_TAG',
        trackingTagUrl: 'https://track.example/seen',
        ...input,
      },
    },
  );
const update = (id: string, trackingTagUrl: string) =>
  running.ask(
    `mutation { updateTrackingTag(input: { accountId: "${a}", trackingTagId: "${id}", trackingTagUrl: "${trackingTagUrl}" }) {
      outcome errors { code argument } trackingTag { trackingTagUrl trackingTagType } } }`,
  );

test('a tracking tag is added to a line item', async () => {
  const { data, calls } = await create({});
  expect(data.createTrackingTag).toEqual({
    outcome: 'APPLIED',
    errors: [],
    trackingTag: {
      lineItemId: 'l2',
      trackingTagType: 'IMPRESSION_TAG',
      trackingTagUrl: 'https://track.example/seen',
    },
  });
  expect(form(calls[0]?.body ?? '')).toEqual({
    line_item_id: 'l2',
    tracking_tag_type: 'IMPRESSION_TAG',
    tracking_tag_url: 'https://track.example/seen',
  });
});

test('an unknown kind of tag or an invalid URL is refused before any call', async () => {
  const kind = await create({ trackingTagType: 'UNRECOGNIZED' });
  expect(errorsIn(kind)[0]?.extensions.code).toBe('BAD_USER_INPUT');
  expect(kind.calls).toHaveLength(0);
  const url = await create({ trackingTagUrl: 'track.example' });
  expect(errorsIn(url)[0]?.extensions).toMatchObject({ argument: 'input.trackingTagUrl' });
  expect(url.calls).toHaveLength(0);
});

test('a missing line item is refused by the API', async () => {
  const { data } = await create({ lineItemId: 'l77' });
  expect(data.createTrackingTag).toMatchObject({
    outcome: 'REJECTED',
    errors: [{ code: 'LINE_ITEM_NOT_FOUND', parameter: 'line_item_id' }],
  });
});

test('the URL of an existing tracking tag can be changed', async () => {
  const { data, calls } = await update('g1', 'https://track.example/new');
  expect(data.updateTrackingTag).toEqual({
    outcome: 'APPLIED',
    errors: [],
    trackingTag: { trackingTagUrl: 'https://track.example/new', trackingTagType: 'CLICK_TRACKER' },
  });
  expect(requests(calls, a)).toEqual(['PUT tracking_tags/g1']);
  const unknown = await update('g99', 'https://track.example/new');
  expect(unknown.data.updateTrackingTag.outcome).toBe('REJECTED');
});

test('the tracking tags of many line items are one call and link back', async () => {
  const { data, calls } = await running.ask(
    `{ account(id: "${a}") { lineItems { nodes { trackingTags { nodes { restId lineItem { restId name } } } } } } }`,
  );
  expect(data.account.lineItems.nodes).toEqual([
    { trackingTags: { nodes: [{ restId: 'g1', lineItem: { restId: 'l1', name: null } }] } },
    { trackingTags: { nodes: [] } },
    { trackingTags: { nodes: [{ restId: 'g2', lineItem: { restId: 'l3', name: null } }] } },
  ]);
  expect(requests(calls, a)).toEqual(['GET line_items', 'GET tracking_tags']);
});

test('a deleted tracking tag is shown only on request', async () => {
  const { data } = await running.ask(
    `mutation { deleteTrackingTag(input: { accountId: "${a}", trackingTagId: "g1" }) { outcome errors { code message argument } trackingTag { deleted } } }`,
  );
  expect(data.deleteTrackingTag).toEqual({
    outcome: 'APPLIED',
    errors: [],
    trackingTag: { deleted: true },
  });
  const found = await running.ask(
    `{ account(id: "${a}") {
        trackingTag(id: "g1") { trackingTagUrl }
        live: trackingTags(lineItemIds: ["l1"]) { nodes { restId } }
        all: trackingTags(trackingTagIds: ["g1", "g2"], withDeleted: true) { nodes { restId deleted } } } }`,
  );
  expect(found.data.account).toEqual({
    trackingTag: null,
    live: { nodes: [] },
    all: {
      nodes: [
        { restId: 'g1', deleted: true },
        { restId: 'g2', deleted: false },
      ],
    },
  });
});
