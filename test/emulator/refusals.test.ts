import { describe, expect, test } from 'vitest';
import { dataOf, errorsOf, useEmulator } from '../support/emulator.ts';

const account = '18ce54trv4l';
const at = (path: string): string => `/12/accounts/${account}/${path}`;
const batchAt = (path: string): string => `/12/batch/accounts/${account}/${path}`;
const held = useEmulator();
const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
const day = 86_400_000;

describe('the parts of a card', () => {
  const website = { type: 'WEBSITE', url: 'https://shop.example' };
  const media = () => ({
    type: 'MEDIA',
    media_key: held.emulator.store.rows('MediaLibraryItem', account)[0]?.['media_key'],
  });
  const card = (components: readonly object[]) =>
    held.client.json(at('cards'), { name: 'Card', components });

  test.each(['toString', 'constructor', '__proto__', 'OTHER', ''])(
    'of the kind %s are refused with 400',
    async (type) => {
      const answer = await card([media(), JSON.parse(`{ "type": "${type}", "title": "x" }`)]);
      expect(errorsOf(answer)).toMatchObject({
        status: 400,
        errors: [{ code: 'INVALID_PARAMETER' }],
      });
      const details = { type: 'DETAILS', title: 'x', destination: { ...website, type } };
      expect((await card([media(), details])).status).toBe(400);
    },
  );

  test.each([
    ['component', (details: object) => ({ ...details, colour: 'red' }), 'colour'],
    [
      'destination',
      (details: object) => ({ ...details, destination: { ...website, target: {} } }),
      'target',
    ],
  ])('have no member that a %s does not have', async (_what, change, parameter) => {
    const details = { type: 'DETAILS', title: 'x', destination: website };
    const answer = await card([media(), change(details)]);
    expect(errorsOf(answer)).toMatchObject({
      status: 400,
      errors: [{ code: 'INVALID_PARAMETER', parameter }],
    });
    held.emulator.set({ strict: false });
    expect((await card([media(), change(details)])).status).toBe(201);
  });
});

describe('unknown members', () => {
  test('are refused in the tree of an audience, in users and in operations', async () => {
    const audience = held.emulator.store
      .rows('CustomAudience', account)
      .find((row) => row['audience_type'] === 'MOBILE_AUDIENCE')?.['id'];
    const leaf = { custom_audience_id: audience, colour: 'red' };
    const segments = { boolean_operator: 'AND', child_segments: [leaf] };
    const params = { name: 'Tree', audience_type: 'FLEXIBLE', segments };
    const tree = await held.client.json(batchAt('custom_audiences'), [
      { operation_type: 'Create', params },
    ]);
    expect(tree.status).toBe(400);
    expect(tree.body['operation_errors']).toMatchObject([[{ parameter: 'colour', value: 'red' }]]);
    const users = await held.client.json(at(`custom_audiences/${audience}/users`), [
      { operation_type: 'Update', params: { users: [{ handle: ['a'.repeat(64)], shoe: ['44'] }] } },
    ]);
    expect(users.body['operation_errors']).toMatchObject([[{ parameter: 'shoe' }]]);
    const operation = { operation_type: 'Delete', params: { campaign_id: 'c1' }, comment: 'x' };
    const batch = await held.client.json(batchAt('campaigns'), [operation]);
    expect(batch.body['operation_errors']).toMatchObject([[{ parameter: 'comment' }]]);
  });

  test('are refused in the criteria of an estimate', async () => {
    const criterion = { targeting_type: 'BROAD_KEYWORD', targeting_value: 'x', colour: 'red' };
    const answer = await held.client.json(at('audience_estimate'), {
      targeting_criteria: [criterion],
    });
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ parameter: 'colour' }] });
    held.emulator.set({ strict: false });
    const lax = await held.client.json(at('audience_estimate'), {
      targeting_criteria: [criterion],
    });
    expect(lax.status).toBe(200);
  });
});

test('a row that occurs in a batch twice has a code of its own', async () => {
  const campaign_id = String(held.emulator.store.rows('Campaign', account)[0]?.['id']);
  const answer = await held.client.json(batchAt('campaigns'), [
    { operation_type: 'Update', params: { campaign_id, name: 'a' } },
    { operation_type: 'Update', params: { campaign_id: campaign_id.toUpperCase(), name: 'b' } },
  ]);
  expect(answer.status).toBe(400);
  expect(answer.body['operation_errors']).toMatchObject([
    [],
    [{ code: 'DUPLICATE_OPERATION', parameter: 'campaign_id' }],
  ]);
});

describe('spans of time', () => {
  test('a line item does not end before it begins', async () => {
    const campaign = held.emulator.store
      .rows('Campaign', account)
      .find((row) => row['entity_status'] === 'PAUSED' && row['deleted'] === false);
    const [lineItem] = held.emulator.store
      .rows('LineItem', account)
      .filter((row) => row['campaign_id'] === campaign?.['id']);
    const create = (begins: number, ends: number) =>
      held.client.post(at('line_items'), {
        campaign_id: String(campaign?.['id']),
        product_type: 'PROMOTED_TWEETS',
        objective: String(lineItem?.['objective']),
        placements: 'ALL_ON_TWITTER',
        categories: 'IAB20',
        start_time: iso(Date.now() + begins * day),
        end_time: iso(Date.now() + ends * day),
      });
    expect(errorsOf(await create(2, 1))).toMatchObject({
      status: 400,
      errors: [{ code: 'INVALID_PARAMETER', parameter: 'end_time' }],
    });
    expect((await create(-2, 1)).status).toBe(201);
    expect((await create(1, 2)).status).toBe(201);
  });

  test('a post is not scheduled for a past time', async () => {
    const [known] = held.emulator.store
      .rows('ScheduledTweet', account)
      .filter((row) => row['scheduled_status'] === 'SCHEDULED');
    const past = iso(Date.now() - 5 * 60_000);
    const refused = {
      status: 400,
      errors: [{ code: 'INVALID_PARAMETER', parameter: 'scheduled_at' }],
    };
    const made = held.client.post(at('scheduled_tweets'), {
      as_user_id: String(known?.['user_id']),
      text: 'Yesterday',
      scheduled_at: past,
    });
    expect(errorsOf(await made)).toMatchObject(refused);
    const own = at(`scheduled_tweets/${known?.['id']}`);
    expect(errorsOf(await held.client.put(own, { scheduled_at: past }))).toMatchObject(refused);
    expect((await held.client.put(own, { text: 'The same time' })).status).toBe(200);
  });

  test('people are put on a do-not-reach list at once', async () => {
    held.emulator.set({ strict: false });
    for (const row of held.emulator.store.rows('DoNotReachList', account)) {
      held.emulator.store.remove('DoNotReachList', account, String(row['id']));
    }
    const { id } = dataOf(await held.client.post(at('do_not_reach_lists'), {}));
    const params = { users: [{ email: ['a'.repeat(64)] }], effective_at: iso(Date.now() + day) };
    const path = `/12/batch/accounts/${account}/do_not_reach_lists/${id}/users`;
    const answer = await held.client.json(path, [
      { operation_type: 'Update', params },
      { operation_type: 'Update', params: { users: params.users, beyond: 1 } },
    ]);
    expect(answer.status).toBe(400);
    expect(answer.body['operation_errors']).toMatchObject([
      [{ code: 'INVALID_PARAMETER', parameter: 'effective_at' }],
      [],
    ]);
  });

  test('people of an audience are not added after the 13 months in which they leave again', async () => {
    const audience = held.emulator.store.rows('CustomAudience', account)[0]?.['id'];
    const update = (params: object) =>
      held.client.json(at(`custom_audiences/${audience}/users`), [
        { operation_type: 'Update', params: { users: [{ handle: ['a'.repeat(64)] }], ...params } },
      ]);
    const late = new Date();
    late.setUTCMonth(late.getUTCMonth() + 13, late.getUTCDate() + 1);
    const answer = await update({ effective_at: iso(late.getTime()) });
    expect(answer.status).toBe(400);
    expect(answer.body['operation_errors']).toMatchObject([
      [{ code: 'INVALID_TIME_WINDOW', parameter: 'effective_at' }],
    ]);
    const expires_at = iso(late.getTime() + day);
    expect((await update({ effective_at: iso(late.getTime()), expires_at })).status).toBe(200);
    expect((await update({ effective_at: iso(late.getTime() - 3 * day) })).status).toBe(200);
  });
});

test.each([
  ['/12/accounts', 'q'],
  [at('campaigns'), 'q'],
  [at('cards'), 'q'],
  [at('custom_audiences'), 'q'],
  [at('campaigns'), 'campaign_ids'],
  [at('campaigns'), 'count'],
  [at('campaigns'), 'cursor'],
  [at('campaigns'), 'sort_by'],
])('%s with an empty %s is refused', async (path, parameter) => {
  expect(errorsOf(await held.client.get(path, { [parameter]: '' }))).toMatchObject({
    status: 400,
    errors: [{ code: 'INVALID_PARAMETER', parameter }],
  });
});

test.each([
  ['account_media', 'account_media_ids', 'a,,b'],
  ['account_media', 'account_media_ids', 'a,'],
  ['tweets', 'tweet_ids', '1,,2'],
  ['cards', 'card_types', 'IMAGE_APP,'],
])(
  '%s with the empty item of %s=%s is invalid, and nothing is missing',
  async (path, name, list) => {
    const query = { [name]: list, ...(path === 'tweets' && { tweet_type: 'PUBLISHED' }) };
    const { status, errors } = errorsOf(await held.client.get(at(path), query));
    expect([status, errors]).toMatchObject([
      400,
      [{ code: 'INVALID_PARAMETER', parameter: name, value: '' }],
    ]);
    expect(JSON.stringify(errors)).not.toContain('required');
  },
);

test.each([
  [{ email: 'a'.repeat(64) }, 'email'],
  [{ handle: `${'a'.repeat(64)},${'b'.repeat(64)}` }, 'handle'],
  [{ partner_user_id: 'p1' }, 'partner_user_id'],
])('people as %j have text instead of the documented list', async (user, parameter) => {
  const audience = held.emulator.store
    .rows('CustomAudience', account)
    .find((row) => row['audience_type'] === 'CRM')?.['id'];
  const { status, body } = await held.client.json(at(`custom_audiences/${audience}/users`), [
    { operation_type: 'Update', params: { users: [user] } },
  ]);
  expect(status).toBe(400);
  expect(body['operation_errors']).toMatchObject([[{ code: 'INVALID_PARAMETER', parameter }]]);
});

describe('an estimate', () => {
  const criterion = { targeting_type: 'BROAD_KEYWORD', targeting_value: 'tent' };
  const estimate = (line_item_id: unknown) =>
    held.client.json(at('audience_estimate'), {
      targeting_criteria: [{ ...criterion, operator_type: 'EQ', line_item_id }],
    });

  test('accepts criteria with all members of their creation', async () => {
    const lineItem = held.emulator.store.rows('LineItem', account)[0]?.['id'];
    expect((await estimate(lineItem)).status).toBe(200);
    expect(errorsOf(await estimate('zzz'))).toMatchObject({
      status: 404,
      errors: [{ code: 'LINE_ITEM_NOT_FOUND', parameter: 'line_item_id' }],
    });
  });
});

describe('settings of a user', () => {
  const startup = '/12/accounts/18ce54n3w01/user_settings/1500000000000000001';
  const agency = '/12/accounts/18ce54ag3nc/user_settings';

  test('are only for administrators of the account', async () => {
    const path = at('user_settings/1500000000000000001');
    const closed = { status: 403, errors: [{ code: 'ACTION_NOT_ALLOWED' }] };
    expect(errorsOf(await held.client.get(path))).toMatchObject(closed);
    expect(errorsOf(await held.client.put(path, { contact_phone: '1' }))).toMatchObject(closed);
    expect(held.emulator.store.rows('UserSettings', account)).toEqual([]);
  });

  test('are for everybody else, each their own', async () => {
    expect(dataOf(await held.client.put(startup, { contact_phone: '1' }))).toMatchObject({
      contact_phone: '1',
    });
    const [, colleague] = held.emulator.users;
    if (colleague === undefined) throw new Error('nobody else');
    const as = { credentials: colleague };
    expect((await held.client.get(`${agency}/${colleague.userId}`, {}, as)).status).toBe(200);
    expect((await held.client.get(`${agency}/1500000000000000001`, {}, as)).status).toBe(403);
  });
});
