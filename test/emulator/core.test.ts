import { describe, expect, test } from 'vitest';
import { errorsOf } from '../support/emulator.ts';
import { campaignsOf, euros, idsIn, story } from '../support/seeded.ts';

const { held, funding, newCampaign, createCampaign, createLineItem, lineItemOf, put } = story();

describe('campaigns', () => {
  test('are created with defaults and the currency of the funding instrument', async () => {
    const answer = await held.client.post(
      campaignsOf(euros),
      newCampaign({ name: 'Frühling & Co' }),
    );
    expect(answer.status).toBe(201);
    expect(answer.body['data']).toMatchObject({
      name: 'Frühling & Co',
      entity_status: 'ACTIVE',
      budget_optimization: 'CAMPAIGN',
      standard_delivery: true,
      daily_budget_amount_local_micro: 50_000_000,
      total_budget_amount_local_micro: null,
      currency: 'EUR',
      deleted: false,
    });
    const data = answer.body['data'];
    expect(data?.['id']).toMatch(/^[0-9a-z]+$/);
    expect(data?.['created_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(data?.['updated_at']).toBe(data?.['created_at']);
  });

  test('are created from a query as well as from a form', async () => {
    const answer = await held.client.send('POST', campaignsOf(euros), { query: newCampaign() });
    expect(answer.status).toBe(201);
  });

  test('accept names of 255 characters and order numbers of 50, not one more', async () => {
    const status = async (more: Record<string, string>) =>
      (await held.client.post(campaignsOf(euros), newCampaign(more))).status;
    expect(await status({ name: '🚲'.repeat(255) })).toBe(201);
    expect(await status({ name: 'x'.repeat(256) })).toBe(400);
    expect(await status({ purchase_order_number: 'x'.repeat(50) })).toBe(201);
    expect(await status({ purchase_order_number: 'x'.repeat(51) })).toBe(400);
  });

  test('need an existing funding instrument', async () => {
    const answer = await held.client.post(
      campaignsOf(euros),
      newCampaign({ funding_instrument_id: 'zzz' }),
    );
    expect(errorsOf(answer)).toMatchObject({
      status: 404,
      errors: [{ code: 'FUNDING_INSTRUMENT_NOT_FOUND', parameter: 'funding_instrument_id' }],
    });
  });

  test('need a daily budget, except for insertion orders and line item budgets', async () => {
    const create = (more: Record<string, string>) =>
      held.client.post(campaignsOf(euros), {
        name: 'x',
        funding_instrument_id: funding(euros),
        ...more,
      });
    expect(errorsOf(await create({}))).toMatchObject({
      status: 400,
      errors: [{ code: 'MISSING_PARAMETER', parameter: 'daily_budget_amount_local_micro' }],
    });
    expect((await create({ budget_optimization: 'LINE_ITEM' })).status).toBe(201);
    const order = { funding_instrument_id: funding(euros, 'INSERTION_ORDER') };
    expect((await create(order)).status).toBe(201);
  });

  test('refuse a daily budget above the total, even a stored one', async () => {
    const over = { total_budget_amount_local_micro: 49_999_999 };
    expect((await held.client.post(campaignsOf(euros), newCampaign(over))).status).toBe(400);
    const exact = { total_budget_amount_local_micro: 50_000_000 };
    const id = await createCampaign(exact);
    const raise = await held.client.put(`${campaignsOf(euros)}/${id}`, {
      daily_budget_amount_local_micro: 50_000_001,
    });
    expect(raise.status).toBe(400);
  });

  test('change the given columns, clear those given empty, keep the rest', async () => {
    const id = await createCampaign({ purchase_order_number: 'PO-1', name: 'Before' });
    const answer = await held.client.put(`${campaignsOf(euros)}/${id}`, {
      purchase_order_number: '',
      entity_status: 'PAUSED',
    });
    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject({
      name: 'Before',
      purchase_order_number: null,
      entity_status: 'PAUSED',
      reasons_not_servable: ['PAUSED_BY_ADVERTISER', 'INCOMPLETE'],
    });
  });

  test.each(['name', 'entity_status', 'budget_optimization', 'standard_delivery'])(
    'keep their %s if it is given empty, which is refused',
    async (parameter) => {
      const id = await createCampaign({ name: 'Before' });
      const path = `${campaignsOf(euros)}/${id}`;
      const before = (await held.client.get(path)).body['data'];
      const refused = { status: 400, errors: [{ code: 'INVALID_PARAMETER', parameter }] };
      expect(errorsOf(await held.client.put(path, { [parameter]: '' }))).toMatchObject(refused);
      expect((await held.client.get(path)).body['data']).toEqual(before);
    },
  );

  test('are not created with an empty flag or choice', async () => {
    const given = { entity_status: '', standard_delivery: '' };
    const answer = await held.client.post(campaignsOf(euros), newCampaign(given));
    expect(answer.status).toBe(400);
    expect(answer.body['errors']).toHaveLength(2);
    expect(answer.body['errors']).toEqual(
      expect.arrayContaining(
        Object.keys(given).map((parameter) =>
          expect.objectContaining({ code: 'INVALID_PARAMETER', parameter }),
        ),
      ),
    );
  });

  test('may lose budgets and order number', async () => {
    const total = 'total_budget_amount_local_micro';
    const id = await createCampaign({ purchase_order_number: 'PO-1', [total]: 90_000_000 });
    const answer = await held.client.put(`${campaignsOf(euros)}/${id}`, {
      purchase_order_number: '',
      daily_budget_amount_local_micro: '',
      [total]: '',
    });
    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject({
      purchase_order_number: null,
      daily_budget_amount_local_micro: null,
      total_budget_amount_local_micro: null,
    });
  });

  test('cannot be made a draft by an update', async () => {
    const id = await createCampaign();
    const answer = await held.client.put(`${campaignsOf(euros)}/${id}`, { entity_status: 'DRAFT' });
    expect(answer.status).toBe(400);
  });

  test('are deleted once, softly, and then are not found', async () => {
    const id = await createCampaign();
    const path = `${campaignsOf(euros)}/${id}`;
    const deleted = await held.client.del(path);
    expect(deleted.status).toBe(200);
    expect(deleted.body['data']).toMatchObject({ id, deleted: true, servable: null });
    expect(errorsOf(await held.client.del(path))).toMatchObject({
      status: 404,
      errors: [{ code: 'CAMPAIGN_NOT_FOUND' }],
    });
    expect((await held.client.put(path, { name: 'x' })).status).toBe(404);
  });

  test('are active 200 at most in an account, paused ones without limit', async () => {
    put(199);
    expect((await held.client.post(campaignsOf(euros), newCampaign())).status).toBe(201);
    const beyond = await held.client.post(campaignsOf(euros), newCampaign());
    expect(errorsOf(beyond)).toMatchObject({
      status: 400,
      errors: [{ code: 'TOO_MANY_CAMPAIGNS' }],
    });
    const paused = await createCampaign({ entity_status: 'PAUSED' });
    const wake = await held.client.put(`${campaignsOf(euros)}/${paused}`, {
      entity_status: 'ACTIVE',
    });
    expect(wake.status).toBe(400);
  });
});

describe('line items', () => {
  test('inherit funding instrument and currency, and single writes do not show the former', async () => {
    const answer = await createLineItem(await createCampaign());
    expect(answer.status).toBe(201);
    expect(answer.body['data']).toMatchObject({ currency: 'EUR', entity_status: 'ACTIVE' });
    expect(answer.body['data']).not.toHaveProperty('funding_instrument_id');
    const read = await held.client.get(
      `/12/accounts/${euros}/line_items/${answer.body['data']?.['id']}`,
    );
    expect(read.body['data']?.['funding_instrument_id']).toBe(funding(euros));
  });

  test('of one campaign have one product type and one objective', async () => {
    const campaign = await createCampaign();
    await createLineItem(campaign, { objective: 'REACH', product_type: 'PROMOTED_TWEETS' });
    const other = await createLineItem(campaign, { objective: 'FOLLOWERS' });
    expect(errorsOf(other)).toMatchObject({ status: 400, errors: [{ attribute: 'objective' }] });
    const media = await createLineItem(campaign, { objective: 'REACH', product_type: 'MEDIA' });
    expect(errorsOf(media)).toMatchObject({ status: 400, errors: [{ attribute: 'product_type' }] });
    expect((await createLineItem(campaign, { objective: 'REACH' })).status).toBe(201);
  });

  test('of one campaign are 100 at most', async () => {
    const campaign = await createCampaign();
    await createLineItem(campaign, { entity_status: 'PAUSED' });
    const [first] = held.emulator.store
      .rows('LineItem', euros)
      .filter((r) => r['campaign_id'] === campaign);
    for (let n = 1; n < 99; n += 1) {
      held.emulator.store.insert('LineItem', euros, { ...first, id: `li${n}` });
    }
    expect((await createLineItem(campaign, { entity_status: 'PAUSED' })).status).toBe(201);
    expect(errorsOf(await createLineItem(campaign, { entity_status: 'PAUSED' }))).toMatchObject({
      status: 400,
      errors: [{ code: 'TOO_MANY_LINE_ITEMS' }],
    });
  });

  test('need an existing campaign, and an end', async () => {
    expect(errorsOf(await createLineItem('zzz'))).toMatchObject({
      status: 404,
      errors: [{ code: 'CAMPAIGN_NOT_FOUND' }],
    });
    const endless = await held.client.post(`/12/accounts/${euros}/line_items`, {
      campaign_id: await createCampaign(),
    });
    expect(errorsOf(endless)).toMatchObject({
      status: 400,
      errors: [{ code: 'MISSING_PARAMETER', parameter: 'end_time' }],
    });
  });

  test('accept times with any offset and show them in UTC', async () => {
    const answer = await createLineItem(await createCampaign(), {
      start_time: '2030-01-01T00:00:00+0200',
      end_time: '2030-06-15',
    });
    expect(answer.body['data']).toMatchObject({
      start_time: '2029-12-31T22:00:00Z',
      end_time: '2030-06-15T00:00:00Z',
    });
  });

  test('for an app store have the platform of that store', async () => {
    const id = await lineItemOf({ ios_app_store_identifier: '333903271' });
    const criteria = await held.client.get(`/12/accounts/${euros}/targeting_criteria`, {
      line_item_ids: id,
    });
    expect(criteria.body['data']).toMatchObject([{ targeting_type: 'PLATFORM', name: 'iOS' }]);
  });
});

describe('promoted posts', () => {
  const path = `/12/accounts/${euros}/promoted_tweets`;
  const spare = (own: boolean): string =>
    String(
      held.emulator.store
        .rows('Tweet', euros)
        .filter((row) => row['is_own'] === own)
        .at(-1)?.['id'],
    );

  test('are created several at a time, with a total that nobody requested', async () => {
    const line_item_id = await lineItemOf();
    const answer = await held.client.post(path, { line_item_id, tweet_ids: spare(true) });
    expect(answer.status).toBe(201);
    expect(answer.body['total_count']).toBe(1);
    expect(answer.body['data']).toMatchObject([{ line_item_id, tweet_id: spare(true) }]);
  });

  test('of unknown posts are refused, with all others of the call', async () => {
    const line_item_id = await lineItemOf();
    const tweet_ids = `${spare(true)},12345`;
    expect(errorsOf(await held.client.post(path, { line_item_id, tweet_ids }))).toMatchObject({
      status: 400,
      errors: [{ code: 'INVALID_PARAMETER', parameter: 'tweet_ids', value: '12345' }],
    });
    const { body } = await held.client.get(path, { line_item_ids: line_item_id });
    expect(body['data']).toEqual([]);
  });

  test('of other users are hidden reposts with an id of their own', async () => {
    const line_item_id = await lineItemOf();
    const tweet_ids = spare(false);
    const answer = await held.client.post(path, { line_item_id, tweet_ids });
    expect(answer.body['data']?.[0]?.['tweet_id']).toMatch(/^\d{19}$/);
    expect(answer.body['data']?.[0]?.['tweet_id']).not.toBe(tweet_ids);
  });

  test('get the same id again after a deletion', async () => {
    const line_item_id = await lineItemOf();
    const form = { line_item_id, tweet_ids: spare(true) };
    const id = (await held.client.post(path, form)).body['data']?.[0]?.['id'];
    expect((await held.client.del(`${path}/${id}`)).body['data']?.['deleted']).toBe(true);
    expect((await held.client.del(`${path}/${id}`)).status).toBe(404);
    const again = await held.client.post(path, form);
    expect(again.body['data']).toMatchObject([{ id, deleted: false }]);
  });

  test('accept 50 posts at a time and not 51', async () => {
    const line_item_id = await lineItemOf();
    const ids = (count: number) => Array.from({ length: count }, (_, i) => 1000 + i).join();
    for (const id of ids(51).split(',')) {
      held.emulator.store.insert('Tweet', euros, { id, is_own: true, full_text: id });
    }
    expect((await held.client.post(path, { line_item_id, tweet_ids: ids(50) })).status).toBe(201);
    expect((await held.client.post(path, { line_item_id, tweet_ids: ids(51) })).status).toBe(400);
  });

  test('need an existing line item', async () => {
    const answer = await held.client.post(path, { line_item_id: 'zzz', tweet_ids: spare(true) });
    expect(errorsOf(answer)).toMatchObject({
      status: 404,
      errors: [{ code: 'LINE_ITEM_NOT_FOUND' }],
    });
  });

  test('are hidden with their line item, although they are not deleted', async () => {
    const line_item_ids = await lineItemOf();
    await held.client.post(path, { line_item_id: line_item_ids, tweet_ids: spare(true) });
    const row = held.emulator.store.find('LineItem', euros, line_item_ids) ?? {};
    held.emulator.store.insert('LineItem', euros, { ...row, deleted: true });
    expect(idsIn(await held.client.get(path, { line_item_ids }))).toEqual([]);
    const all = await held.client.get(path, { line_item_ids, with_deleted: true });
    expect(all.body['data']).toMatchObject([{ deleted: false }]);
  });
});

describe('targeting', () => {
  const path = `/12/accounts/${euros}/targeting_criteria`;
  const add = (line_item_id: string, targeting_type: string, targeting_value: string, more = {}) =>
    held.client.post(path, {
      line_item_id,
      targeting_type,
      targeting_value,
      operator_type: 'EQ',
      ...more,
    });

  test('shows the name of a value, and the operator only in lists', async () => {
    const line_item_ids = await lineItemOf();
    const created = await add(line_item_ids, 'LOCATION', '3078869807f9dd36');
    expect(created.body['data']).toMatchObject({ name: 'Germany', location_type: 'COUNTRIES' });
    expect(created.body['data']).not.toHaveProperty('operator_type');
    const listed = await held.client.get(path, { line_item_ids, lang: 'de' });
    expect(listed.body['data']).toMatchObject([
      { operator_type: 'EQ', localized_name: 'Deutschland' },
    ]);
    const plain = await held.client.get(path, { line_item_ids });
    expect(plain.body['data']?.[0]).not.toHaveProperty('localized_name');
  });

  test('has one age bucket for a line item', async () => {
    const lineItem = await lineItemOf();
    expect((await add(lineItem, 'AGE', 'AGE_25_TO_34')).status).toBe(201);
    expect((await add(lineItem, 'AGE', 'AGE_35_TO_49')).status).toBe(400);
  });

  test('of television shows is listed after that of a place', async () => {
    const lineItem = await lineItemOf();
    expect((await add(lineItem, 'TV_SHOW', '10000283242')).status).toBe(400);
    await add(lineItem, 'LOCATION', '96683cc9126741d1');
    expect((await add(lineItem, 'TV_SHOW', '10000283242')).status).toBe(201);
  });

  test.each(['CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED'])(
    'of %s needs an existing audience that can be targeted, and shows its name',
    async (type) => {
      const lineItem = await lineItemOf();
      const audience = (targetable: boolean) =>
        held.emulator.store
          .rows('CustomAudience', euros)
          .find((row) => row['targetable'] === targetable);
      expect((await add(lineItem, type, 'zzz')).status).toBe(404);
      expect((await add(lineItem, type, String(audience(false)?.['id']))).status).toBe(400);
      const added = await add(lineItem, type, String(audience(true)?.['id']));
      expect(added.status).toBe(201);
      expect(added.body['data']?.['name']).toBe(audience(true)?.['name']);
    },
  );

  test('of app lists can only exclude', async () => {
    const lineItem = await lineItemOf();
    const included = await add(lineItem, 'APP_LIST', '1');
    expect(errorsOf(included)).toMatchObject({
      status: 400,
      errors: [{ code: 'INCLUSIVE_PARAMETERS', parameter: 'targeting_type' }],
    });
    const excluded = await add(lineItem, 'APP_LIST', '1', { operator_type: 'NE' });
    expect(excluded.status).toBe(201);
  });
});
