import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../../emulator/server.ts';
import { createEmulator } from '../../emulator/server.ts';
import type { LoadedRow, SdkAnswer } from '../support/sdk.ts';
import { dialects, sdkClient } from '../support/sdk.ts';
import { signedClient } from '../support/signed.ts';

const account = '18ce54trv4l';
const at = (path: string): string => `/12/accounts/${account}/${path}`;
const batchAt = (path: string): string => `/12/batch/accounts/${account}/${path}`;

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ rateWindows: false });
});
afterAll(() => emulator.close());
beforeEach(() => emulator.reset({ data: true }));

/** The newest existing row that matches, with an id of text, whatever its entity calls it. */
const rowOf = (entity: string, fits: (row: LoadedRow) => boolean = () => true): LoadedRow => {
  const rows = emulator.store.rows(entity, account);
  const found = rows.filter((row) => row['deleted'] !== true && fits(row)).at(-1);
  if (found === undefined) throw new Error(`no ${entity} fits`);
  return found;
};
const idOf = (entity: string, fits?: (row: LoadedRow) => boolean): string =>
  String(rowOf(entity, fits)['id'] ?? rowOf(entity, fits)['media_key']);
const media = (type: string, more: (row: LoadedRow) => boolean = () => true): string =>
  idOf('MediaLibraryItem', (row) => row['media_type'] === type && more(row));
const prerollLineItem = () => idOf('LineItem', (row) => row['objective'] === 'PREROLL_VIEWS');
const followersLineItem = () => idOf('LineItem', (row) => row['objective'] === 'FOLLOWERS');
const author = () =>
  String(rowOf('PromotableUser', (row) => row['promotable_user_type'] === 'FULL')['user_id']);
const inAMonth = (): string =>
  new Date(Date.now() + 30 * 86_400_000).toISOString().replace(/:\d\d\.\d{3}Z$/, ':00Z');

const dataOf = ({ body }: SdkAnswer): LoadedRow => body['data'] as unknown as LoadedRow;

/**
 * The life of an entity in a client: the row that it creates, and the changes before it is saved.
 */
interface Life {
  readonly path: string;
  readonly creates: () => LoadedRow;
  readonly changes?: LoadedRow;
  /** `loads` is false if no reader finds it, and `deletes` if no deletion is documented. */
  readonly loads?: false;
  readonly deletes?: false;
}

const lives: Readonly<Record<string, Life>> = {
  campaign: {
    path: 'campaigns',
    creates: () => ({
      name: 'Made by a client',
      funding_instrument_id: idOf('FundingInstrument', (row) => row['type'] === 'CREDIT_CARD'),
      daily_budget_amount_local_micro: 50_000_000,
      entity_status: 'PAUSED',
      standard_delivery: true,
    }),
    changes: { name: 'Saved by a client', daily_budget_amount_local_micro: 60_000_000 },
  },
  'line item': {
    path: 'line_items',
    creates: () => ({
      campaign_id: lineItemCampaign(),
      name: 'Made by a client',
      product_type: 'PROMOTED_TWEETS',
      objective: 'ENGAGEMENTS',
      placements: ['ALL_ON_TWITTER'],
      bid_strategy: 'AUTO',
      start_time: '2034-01-01T00:00:00Z',
      end_time: '2035-01-01T00:00:00Z',
      entity_status: 'PAUSED',
    }),
    deletes: false,
  },
  'promoted account': {
    path: 'promoted_accounts',
    creates: () => ({ line_item_id: followersLineItem(), user_id: promotable() }),
  },
  'scheduled promoted post': {
    path: 'scheduled_promoted_tweets',
    creates: () => ({
      line_item_id: idOf('LineItem'),
      scheduled_tweet_id: idOf('ScheduledTweet', (row) => row['scheduled_status'] === 'SCHEDULED'),
    }),
  },
  'targeting criterion': {
    path: 'targeting_criteria',
    creates: () => ({
      line_item_id: idOf('LineItem'),
      targeting_type: 'BROAD_KEYWORD',
      targeting_value: 'slow trains',
      operator_type: 'EQ',
    }),
  },
  'media creative': {
    path: 'media_creatives',
    creates: () => ({
      line_item_id: prerollLineItem(),
      account_media_id: idOf('AccountMedia', (row) => row['creative_type'] === 'PREROLL'),
    }),
  },
  'tracking tag': {
    path: 'tracking_tags',
    creates: () => ({
      line_item_id: idOf('LineItem'),
      tracking_tag_type: 'IMPRESSION_TAG',
      tracking_tag_url: 'https://tags.example/pixel?a=1&b=c+d',
    }),
    changes: { tracking_tag_url: 'https://tags.example/other' },
  },
  'custom audience': {
    path: 'custom_audiences',
    creates: () => ({ name: 'Made by a client' }),
    changes: { name: 'Saved by a client', description: 'For two words' },
    deletes: false,
  },
  'draft post': {
    path: 'draft_tweets',
    creates: () => ({ as_user_id: author(), text: 'Soon & soon again', nullcast: true }),
    changes: { text: 'Later + later' },
  },
  'scheduled post': {
    path: 'scheduled_tweets',
    creates: () => ({
      as_user_id: author(),
      text: 'On time',
      scheduled_at: inAMonth(),
      media_keys: [media('IMAGE')],
    }),
    changes: { text: 'Late' },
  },
  'poll card': {
    path: 'cards/poll',
    creates: () => ({
      name: 'Made by a client',
      first_choice: 'By rail',
      second_choice: 'By sea',
      duration_in_minutes: 1440,
    }),
  },
  'video conversation card': {
    path: 'cards/video_conversation',
    creates: () => ({
      name: 'Made by a client',
      title: 'Which way?',
      first_cta: '#Rail',
      first_cta_tweet: 'By rail',
      thank_you_text: 'Thank you',
      media_key: media('VIDEO', (row) => row['aspect_ratio'] === '16:9'),
    }),
    changes: { title: 'Which one?' },
    loads: false,
  },
};

/** A campaign whose line items may have any objective. */
const lineItemCampaign = (): string => {
  const row = { ...rowOf('Campaign'), id: 'sdk1', entity_status: 'PAUSED' };
  emulator.store.insert('Campaign', account, { ...row, budget_optimization: 'CAMPAIGN' });
  return 'sdk1';
};

const promotable = (): string => {
  const user = rowOf('PromotableUser', (row) => row['promotable_user_type'] === 'RETWEETS_ONLY');
  return String(user['user_id']);
};

describe.each(Object.values(dialects))('a client in $name', (dialect) => {
  const client = () => sdkClient(emulator, dialect);

  test.each(Object.entries(lives))('creates, changes and deletes a %s', async (_what, life) => {
    const { path, creates, changes, loads = true, deletes = true } = life;
    const made = await client().create(at(path), creates());
    expect(made).toMatchObject({ status: 201 });
    const row = dataOf(made);
    const own = `${at(path)}/${row['id']}`;
    const loaded = loads ? dataOf(await client().load(own)) : row;
    expect(loaded).toMatchObject({ id: row['id'] });
    if (changes !== undefined) {
      const saved = await client().save(own, { ...loaded, ...changes });
      expect(saved).toMatchObject({ status: 200, body: { data: { id: row['id'], ...changes } } });
    }
    if (!deletes) return;
    expect(await client().remove(own)).toMatchObject({ status: 200, body: { data: {} } });
    expect((await client().remove(own)).status).toBe(404);
  });

  test('saves a campaign without changing the sent columns', async () => {
    const kept = rowOf('Campaign', (row) => row['budget_optimization'] === 'LINE_ITEM');
    const path = at(`campaigns/${kept['id']}`);
    const loaded = dataOf(await client().load(path));
    const status = { entity_status: 'PAUSED' };
    const saved = await client().save(path, { ...loaded, ...status, currency: 'XXX' });
    expect(saved.status).toBe(200);
    const { updated_at: _now, effective_status: _e, reasons_not_servable: _r, ...rest } = loaded;
    expect(saved.body['data']).toMatchObject({ ...rest, ...status, servable: false });
    expect(saved.body['request']).not.toHaveProperty('params.currency');
  });

  test('loads and saves an account', async () => {
    const loaded = dataOf(await client().load(`/12/accounts/${account}`));
    const row = { ...loaded, salt: 'x', name: 'Thistle & Thread, by rail' };
    const saved = await client().save(`/12/accounts/${account}`, row);
    expect(saved).toMatchObject({ status: 200, body: { data: { name: row.name, id: account } } });
    expect((await client().load(at('features'))).status).toBe(200);
    expect((await client().load('/12/accounts', { count: 2 })).body['data']).toHaveLength(2);
  });

  test('creates funding in the sandbox, loads it, and deletes it', async () => {
    const path = `/sandbox${at('funding_instruments')}`;
    const made = await client().create(path, {
      currency: 'GBP',
      start_time: '2025-01-01T00:00:00Z',
      type: 'CREDIT_CARD',
      credit_limit_local_micro: 37_500_000_000,
    });
    expect(made).toMatchObject({ status: 201, body: { data: { currency: 'GBP' } } });
    const own = `funding_instruments/${dataOf(made)['id']}`;
    expect((await client().load(at(own))).body['data']).toMatchObject({ able_to_fund: true });
    expect((await client().remove(`/sandbox${at(own)}`)).body['data']).toMatchObject({
      deleted: true,
    });
  });

  test('promotes a post, which is no PUT, and removes it', async () => {
    const tweet_ids = [idOf('Tweet', (row) => row['is_own'] === true)];
    const line_item_id = idOf('LineItem');
    const made = await client().create(at('promoted_tweets'), { line_item_id, tweet_ids });
    expect(made.status).toBe(201);
    const [row] = made.body['data'] ?? [];
    const own = at(`promoted_tweets/${row?.['id']}`);
    expect((await client().load(own)).body['data']).toMatchObject({ line_item_id });
    expect((await client().remove(own)).body['data']).toMatchObject({ deleted: true });
  });

  test('saves, adds and deletes campaigns in one batch, with every column it knows', async () => {
    const [first, second] = ['one', 'two'].map((id) => ({
      ...rowOf('Campaign', (row) => row['budget_optimization'] === 'CAMPAIGN'),
      id,
      entity_status: 'PAUSED',
      standard_delivery: true,
    }));
    for (const row of [first, second]) emulator.store.insert('Campaign', account, row ?? {});
    const create = lives['campaign']?.creates() ?? {};
    const answer = await client().batch(batchAt('campaigns'), [
      ['Create', { ...create, servable: true, id: null }],
      ['Update', { ...first, name: 'Batched', campaign_id: 'one' }],
      ['Delete', { ...second, to_delete: true, campaign_id: 'two' }],
    ]);
    expect(answer.body['operation_errors']).toBeUndefined();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: [
          { name: create['name'], standard_delivery: true, deleted: false },
          { id: 'one', name: 'Batched', deleted: false },
          { id: 'two', deleted: true },
        ],
      },
    });
  });

  test('saves and deletes targeting criteria in one batch', async () => {
    const known = rowOf('TargetingCriterion');
    const answer = await client().batch(batchAt('targeting_criteria'), [
      [
        'Create',
        {
          line_item_id: known['line_item_id'],
          targeting_type: 'PHRASE_KEYWORD',
          targeting_value: 'night train',
          operator_type: 'EQ',
        },
      ],
      ['Delete', { ...known, to_delete: true, targeting_criterion_id: known['id'] }],
    ]);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: [{ name: 'night train' }, { id: known['id'], deleted: true }] },
    });
  });

  test('saves a card of components with the details of its media in the answer', async () => {
    const { id } = rowOf('Card', (row) => row['components'] !== undefined);
    const { body } = await client().load(at(`cards/${id}`));
    const components = body['data']?.[0]?.['components'];
    const saved = await client().json('PUT', at(`cards/${id}`), { name: 'Saved', components });
    expect(saved).toMatchObject({
      status: 200,
      body: { data: [{ id, name: 'Saved', components }] },
    });
    const name = 'Made';
    const made = await client().json('POST', at('cards'), { name, components });
    expect(made).toMatchObject({ status: 201, body: { data: { name } } });
  });

  test('shares an audience, and revokes it', async () => {
    const { id } = rowOf('CustomAudience');
    const path = at(`custom_audiences/${id}/permissions`);
    emulator.store.insert('Feature', account, { id: 'SHARE_AUDIENCE_OUTSIDE_BUSINESS' });
    const made = await client().create(path, {
      custom_audience_id: id,
      granted_account_id: '18ce54bik3s',
      permission_level: 'READ_ONLY',
    });
    expect(made.status).toBe(201);
    const own = `${path}/${dataOf(made)['id']}`;
    expect((await client().remove(own)).body['data']).toMatchObject({ deleted: true });
  });

  test('saves media and settings with every column it knows', async () => {
    const video = rowOf('MediaLibraryItem', (row) => row['media_type'] === 'VIDEO');
    const saved = await client().save(at(`media_library/${video['media_key']}`), {
      ...video,
      title: 'Saved',
    });
    expect(saved).toMatchObject({ status: 200, body: { data: { title: 'Saved' } } });
    const tax = await client().save(at('tax_settings'), {
      address_city: 'Leith',
      address_name: 'Thistle & Thread',
      tax_category: 'BUSINESS_WITH_VAT',
    });
    expect(tax).toMatchObject({
      status: 200,
      body: { data: { address_company: 'Thistle & Thread' } },
    });
  });
});

describe('unknown parameters', () => {
  const unknown = { servable: true, bogus: 'a b' };

  test('are ignored unless strictness is on', async () => {
    const { id, name } = rowOf('Campaign', (row) => row['entity_status'] === 'PAUSED');
    const path = at(`campaigns/${id}`);
    const client = sdkClient(emulator, dialects.python);
    expect((await client.save(path, { name, ...unknown })).status).toBe(200);
    emulator.set({ strict: true });
    const refused = await client.save(path, { name, ...unknown });
    expect(refused.status).toBe(400);
    expect(refused.body['errors']).toMatchObject([
      { parameter: 'servable' },
      { parameter: 'bogus' },
    ]);
    emulator.reset();
    expect((await client.save(path, { name, ...unknown })).status).toBe(200);
  });

  test('with an unusual value for a known name are read, and only once', async () => {
    const client = sdkClient(emulator, dialects.python);
    const twice = await client.create(at('campaigns'), { name: ['a', 'b'] });
    expect(twice).toMatchObject({ status: 400, body: { errors: [{ parameter: 'name' }] } });
    const counted = await client.load(at('campaigns'), { with_total_count: 'True', count: 1 });
    expect(counted.body['total_count']).toBe(
      emulator.store.rows('Campaign', account).filter((row) => row['entity_status'] !== 'DRAFT')
        .length,
    );
    const unread = await client.load(at('campaigns'), { with_draft: 'yes' });
    expect(unread).toMatchObject({ status: 400, body: { errors: [{ parameter: 'with_draft' }] } });
  });
});

describe('behind a proxy that ends TLS', () => {
  test('a signature covers the scheme that the caller used', async () => {
    const proxied = sdkClient(emulator, dialects.ruby, { 'x-forwarded-proto': 'https' });
    expect((await proxied.load(`/12/accounts/${account}`)).status).toBe(200);
    const plain = signedClient(emulator);
    const forged = { headers: { 'x-forwarded-proto': 'https' } };
    expect((await plain.get(`/12/accounts/${account}`, {}, forged)).status).toBe(401);
    const twoProxies = { headers: { 'x-forwarded-proto': 'http, https' } };
    expect((await plain.get(`/12/accounts/${account}`, {}, twoProxies)).status).toBe(200);
    await plain.close();
  });
});
