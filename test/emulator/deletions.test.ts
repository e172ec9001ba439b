import { describe, expect, test } from 'vitest';
import { dataOf, errorsOf, useEmulator } from '../support/emulator.ts';

const account = '18ce54trv4l';
const at = (path: string): string => `/12/accounts/${account}/${path}`;
const held = useEmulator();

type Row = Readonly<Record<string, unknown>>;
const rowOf = (entity: string, fits: (row: Row) => boolean = () => true): Row =>
  held.emulator.store
    .rows(entity, account)
    .find((row) => row['deleted'] !== true && fits(row)) as Row;
const idOf = (...wanted: Parameters<typeof rowOf>): string => String(rowOf(...wanted)['id']);

describe.each([
  ['DRAFT', 'draft_tweets', () => idOf('DraftTweet')],
  [
    'SCHEDULED',
    'scheduled_tweets',
    () => idOf('ScheduledTweet', (row) => row['scheduled_status'] === 'SCHEDULED'),
  ],
] as const)('a deleted post of type %s', (type, path, found) => {
  const previews = async (id: string) =>
    dataOf(await held.client.get(at('tweet_previews'), { tweet_type: type, tweet_ids: id }));
  const listed = async (id: string) =>
    dataOf(await held.client.get(at('tweets'), { tweet_type: type, tweet_ids: id }));

  test('is neither previewed nor listed, and cannot be found', async () => {
    const id = found();
    expect(await previews(id)).toHaveLength(1);
    const column = type === 'DRAFT' ? 'status' : 'scheduled_status';
    const { status, body } = await held.client.del(at(`${path}/${id}`));
    expect([status, body['data']]).toMatchObject([200, { id, [column]: 'DELETED' }]);
    expect(await previews(id)).toEqual([]);
    expect(await listed(id)).toEqual([]);
    const gone = [
      held.client.get(at(`${path}/${id}`)),
      held.client.put(at(`${path}/${id}`), { text: 'Again' }),
      held.client.del(at(`${path}/${id}`)),
    ];
    expect((await Promise.all(gone)).map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

test('a deleted draft is not sent to devices', async () => {
  const id = idOf('DraftTweet');
  const preview = at(`draft_tweets/preview/${id}`);
  expect((await held.client.post(preview)).status).toBe(200);
  await held.client.del(at(`draft_tweets/${id}`));
  expect((await held.client.post(preview)).status).toBe(404);
});

describe.each([
  ['poll', 'PollCard'],
  ['video_conversation', 'VideoConversationCard'],
])('a deleted card of the kind %s', (path, entity) => {
  test('is no longer found by its URI, not even with deleted cards', async () => {
    const { id, card_uri: uri } = rowOf(entity);
    const byUri = async () =>
      dataOf(
        await held.client.get(at('cards/all'), { card_uris: String(uri), with_deleted: true }),
      );
    expect(await byUri()).toHaveLength(1);
    const deleted = dataOf(await held.client.del(at(`cards/${path}/${id}`)));
    expect(deleted).toMatchObject({ id, deleted: true });
    expect(await byUri()).toEqual([]);
  });
});

describe('of a deleted audience', () => {
  const deleteIt = async (id: string) => {
    const { store } = held.emulator;
    store.insert('CustomAudience', account, {
      ...store.find('CustomAudience', account, id),
      deleted: true,
    });
  };
  const missing = [{ code: 'NOT_FOUND', parameter: 'custom_audience_id' }];

  test('no permissions and no line items are listed, and it can be neither shared nor filled', async () => {
    const id = idOf('CustomAudience', (row) => row['audience_type'] === 'CRM');
    await deleteIt(id);
    const path = at(`custom_audiences/${id}`);
    const answers = await Promise.all([
      held.client.get(`${path}/permissions`),
      held.client.get(`${path}/targeted`),
      held.client.post(`${path}/permissions`, {
        granted_account_id: '18ce54bik3s',
        permission_level: 'READ_ONLY',
      }),
    ]);
    for (const answer of answers) {
      expect(errorsOf(answer)).toMatchObject({ status: 404, errors: missing });
    }
  });

  test('the permissions are listed together with deleted ones', async () => {
    const id = idOf('CustomAudience', (row) => row['audience_type'] === 'CRM');
    await deleteIt(id);
    const path = at(`custom_audiences/${id}/permissions`);
    expect((await held.client.get(path, { with_deleted: true })).status).toBe(200);
  });
});
