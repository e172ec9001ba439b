import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredRow } from '../../emulator/store.ts';
import { createMemoryStore } from '../../src/state/memory.ts';
import { useGateway } from '../support/gateway.ts';
import type { Rows } from '../support/launches.ts';
import { launched, madeSince, rowsIn } from '../support/launches.ts';
import { quickTime } from '../support/quick-time.ts';
import type { Random } from '../support/random.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';

// Used up windows are forgotten at once.
const windows = { get: () => undefined, set: () => undefined };
// Records of earlier copies expire, so that the memory has room for the next ones.
let aheadMs = 0;
const time = quickTime();
const memory = createMemoryStore(() => time.now() + aheadMs);
const running = useGateway({ parts: { ...time, windows, store: memory } });
let keys = 0;
beforeEach(() => running.emulator.reset());

/** Accounts of the emulator with line items; the third promotes users and shows preroll videos. */
const accounts = [
  '18ce54bik3s',
  '18ce54cf3e2',
  '18ce54trv4l',
  '18ce54gam3j',
  '18ce54ag3nc',
  '18ce54d3ns3',
];
const store = () => running.emulator.store;

const copy = (accountId: string, campaignId: unknown, more: object = {}) =>
  launched(
    running,
    {
      accountId,
      campaignId,
      activate: true,
      lineItems: { endTime: '2033-01-01T00:00:00Z' },
      idempotencyKey: `whole ${++keys}`,
      ...more,
    },
    'copyCampaign',
  );

const live = (rows: readonly StoredRow[]) => rows.filter((row) => row['deleted'] !== true);

/** The parts of a line item, with the columns that identify them. */
const parts = {
  TargetingCriterion: ['targeting_type', 'targeting_value', 'operator_type'],
  PromotedTweet: ['tweet_id'],
  PromotedAccount: ['user_id'],
  MediaCreative: ['account_media_id', 'landing_url'],
  PrerollCallToAction: ['call_to_action', 'call_to_action_url'],
  TrackingTag: ['tracking_tag_type', 'tracking_tag_url'],
  LineItemCuratedCategory: ['curated_category_id'],
  ScheduledPromotedTweet: ['scheduled_tweet_id'],
} as const;

/** The columns that the API or the copy sets for each row on its own. */
const own = {
  campaign: [
    'id',
    'created_at',
    'updated_at',
    'name',
    'entity_status',
    'effective_status',
    'servable',
    'reasons_not_servable',
  ],
  lineItem: [
    'id',
    'created_at',
    'updated_at',
    'campaign_id',
    'entity_status',
    'advertiser_user_id',
    'end_time',
  ],
};
const others = (row: StoredRow, names: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

const ofLineItem = (rows: Rows, entity: keyof typeof parts, id: unknown): readonly string[] =>
  live(rows[entity])
    // Such a post is promoted under its own id after its publication.
    .filter(
      (row) =>
        row['line_item_id'] === id && (entity === 'PromotedTweet' || row['tweet_id'] == null),
    )
    .map((row) => JSON.stringify([entity, ...parts[entity].map((name) => row[name] ?? null)]))
    .sort();

const lineItemsOf = (rows: Rows, campaignId: unknown) =>
  live(rows.LineItem)
    .filter((row) => row['campaign_id'] === campaignId)
    .toSorted((one, other) => String(one['created_at']).localeCompare(String(other['created_at'])));

/** The rows of a copy beside the rows of the original. */
const compared = (
  rows: { readonly before: Rows; readonly made: Rows },
  campaignId: unknown,
  ids: readonly string[],
) => {
  const [campaign] = rows.made.Campaign;
  const original = rows.before.Campaign.find(({ id }) => id === campaignId);
  if (campaign === undefined || original === undefined) throw new Error('there is no copy');
  expect(others(campaign, own.campaign)).toEqual(others(original, own.campaign));
  const originals = lineItemsOf(rows.before, campaignId);
  const copies = ids.map((id) => rows.made.LineItem.find((row) => row['id'] === id) as StoredRow);
  expect(new Set(copies)).toEqual(new Set(rows.made.LineItem));
  expect(copies.map((row) => others(row, own.lineItem))).toEqual(
    originals.map((row) => others(row, own.lineItem)),
  );
  const partsOf = (of: Rows, row: StoredRow | undefined) =>
    (Object.keys(parts) as (keyof typeof parts)[]).flatMap((entity) =>
      ofLineItem(of, entity, row?.['id']),
    );
  const missing: string[] = [];
  const added: string[] = [];
  for (const [index, row] of originals.entries()) {
    const wanted = partsOf(rows.before, row);
    const found = partsOf(rows.made, copies[index]);
    missing.push(...wanted.filter((part) => !found.includes(part)));
    added.push(...found.filter((part) => !wanted.includes(part)));
  }
  return { missing, added, states: [campaign, ...copies].map((row) => row['entity_status']) };
};

/**
 * Copies a campaign, and expects that the copy is complete, or paused with a list of the missing
 * parts.
 */
const expectWhole = async (accountId: string, campaignId: unknown): Promise<void> => {
  const before = rowsIn(running, accountId);
  const { payload, errors } = await copy(accountId, campaignId);
  expect(errors).toBeUndefined();
  expect(payload.outcome, JSON.stringify(payload.errors)).toBe('APPLIED');
  const made = madeSince(before, running, accountId);
  const { missing, added, states } = compared(
    { before, made },
    campaignId,
    payload.lineItems.map(idOf),
  );
  expect(added).toEqual([]);
  const told = payload.errors.filter(({ message }: CopyNote) => / lacks /.test(message));
  expect(told.length, JSON.stringify([missing, payload.errors])).toBeGreaterThanOrEqual(
    missing.length,
  );
  if (told.length > 0) expect(new Set(states)).toEqual(new Set(['PAUSED']));
  else if (payload.errors.length === 0) expect(states[0]).toBe('ACTIVE');
  // An original with nothing to show has a copy with nothing to show.
  for (const { message } of payload.errors)
    expect(message).toMatch(/ lacks |nothing to show|Nothing/);
  aheadMs += 48 * 3_600_000;
  // An account has room for 256 active line items.
  for (const [entity, rows] of Object.entries(made))
    for (const { id } of rows) store().remove(entity, accountId, String(id));
};
const idOf = ({ lineItem }: { readonly lineItem: { readonly restId: string } }) => lineItem.restId;
interface CopyNote {
  readonly message: string;
}

/** The campaigns with line items that are not copies: the order of their line items is known. */
const campaignsOf = (accountId: string): readonly unknown[] => {
  const rows = rowsIn(running, accountId);
  const originals = live(rows.Campaign).filter(({ name }) => !/\(copy\)$/.test(String(name)));
  const known = new Set(originals.map(({ id }) => id));
  return [...new Set(live(rows.LineItem).map((row) => row['campaign_id']))].filter((id) =>
    known.has(id),
  );
};

const change = (entity: string, accountId: string, row: StoredRow, to: object): StoredRow =>
  store().insert(entity, accountId, { ...row, ...to });

/** Makes all audiences targetable, and promotes promotable users where possible. */
const prepare = (accountId: string): void => {
  for (const row of store().rows('CustomAudience', accountId))
    change('CustomAudience', accountId, row, { targetable: true });
  for (const row of store().rows('LineItem', accountId)) {
    if (row['product_type'] !== 'PROMOTED_ACCOUNT') continue;
    change('LineItem', accountId, row, { placements: ['TWITTER_TIMELINE'] });
  }
};

const some = <T>(random: Random, from: readonly T[]): T | undefined =>
  from.length === 0 ? undefined : random.of(from);

let inserted = 0;
const add = (entity: string, accountId: string, values: object): void => {
  const id = `x${++inserted}`;
  const date = '2026-02-01T00:00:00Z';
  store().insert(entity, accountId, {
    id,
    created_at: date,
    updated_at: date,
    deleted: false,
    ...values,
  });
};

/** Gives a line item parts that it could have, and removes criteria. */
const vary = (random: Random, accountId: string, row: StoredRow): void => {
  const rows = (entity: string) => live(store().rows(entity, accountId));
  const line_item_id = row['id'];
  const usual = { line_item_id, entity_status: 'ACTIVE', approval_status: 'ACCEPTED' };
  const has = (entity: string) => rows(entity).some((one) => one['line_item_id'] === line_item_id);
  const url = () => `https://example.com/${random.upTo(1e6)}`;
  for (let left = random.upTo(2); left > 0; left -= 1) {
    const tracking_tag_type = random.of(['IMPRESSION_TAG', 'CLICK_TRACKER']);
    add('TrackingTag', accountId, { line_item_id, tracking_tag_type, tracking_tag_url: url() });
  }
  const media = some(random, rows('AccountMedia'));
  const isPreroll = row['objective'] === 'PREROLL_VIEWS';
  if (media !== undefined && random.chance(0.4)) {
    const landing_url = isPreroll ? null : url();
    const { creative_type } = media as { readonly creative_type: unknown };
    add('MediaCreative', accountId, {
      ...usual,
      account_media_id: media['id'],
      landing_url,
      creative_type,
    });
  }
  if (isPreroll && !has('PrerollCallToAction'))
    add('PrerollCallToAction', accountId, {
      line_item_id,
      call_to_action: 'SHOP',
      call_to_action_url: url(),
    });
  if (isPreroll && !has('LineItemCuratedCategory') && random.chance(0.3)) {
    const category = random.of(store().rows('CuratedCategory', accountId));
    add('LineItemCuratedCategory', accountId, {
      line_item_id,
      curated_category_id: category['id'],
    });
  }
  const scheduled = rows('ScheduledTweet').find((one) => one['tweet_id'] === null);
  if (scheduled !== undefined && random.chance(0.3))
    add('ScheduledPromotedTweet', accountId, {
      line_item_id,
      scheduled_tweet_id: scheduled['id'],
      tweet_id: null,
    });
  if (random.chance(0.5)) {
    const targeting_value = `word ${random.upTo(1e6)}`;
    const values = { targeting_type: 'BROAD_KEYWORD', targeting_value, name: targeting_value };
    add('TargetingCriterion', accountId, { line_item_id, operator_type: 'NE', ...values });
  }
  for (const one of rows('TargetingCriterion')) {
    if (one['line_item_id'] !== line_item_id || one['targeting_type'] !== 'PLATFORM') continue;
    if (random.chance(0.3)) change('TargetingCriterion', accountId, one, { deleted: true });
  }
  const start = `20${20 + random.upTo(11)}-03-04T05:06:07Z`;
  change('LineItem', accountId, row, { start_time: start });
};

describe(`copies with seed ${seed}`, () => {
  test(
    'are complete, or name the missing parts and stay paused: those of the emulator’s campaigns',
    async () => {
      const random = randomFrom(seed);
      const all = accounts.flatMap((id) =>
        campaignsOf(id).map((campaign) => [id, campaign] as const),
      );
      const chosen = runs(0, 1) === 1 ? all : Array.from({ length: 10 }, () => random.of(all));
      for (const account of accounts) prepare(account);
      for (const [accountId, campaign] of chosen) await expectWhole(accountId, campaign);
    },
    patience,
  );

  test(
    'are complete, or name the missing parts and stay paused: those of random campaigns',
    async () => {
      const random = randomFrom(seed + 1);
      for (const account of accounts) prepare(account);
      for (let run = 0; run < runs(10, 500); run += 1) {
        const accountId = random.of(accounts);
        const campaign = random.of(campaignsOf(accountId));
        for (const row of lineItemsOf(rowsIn(running, accountId), campaign))
          vary(random, accountId, row);
        await expectWhole(accountId, campaign);
      }
    },
    patience,
  );
});
