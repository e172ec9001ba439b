import { expect, test } from 'vitest';
import { errorsOf, useEmulator } from '../support/emulator.ts';

const account = '18ce54bik3s';
const owner = '18ce54cf3e2';
const at = (path: string): string => `/12/accounts/${account}/${path}`;
const held = useEmulator();

type Row = Readonly<Record<string, unknown>>;
const rowOf = (entity: string, fits: (row: Row) => boolean = () => true): Row =>
  held.emulator.store
    .rows(entity, account)
    .find((row) => row['deleted'] !== true && fits(row)) as Row;

const stamp = { created_at: '2025-01-01T00:00:00Z', updated_at: '2025-01-01T00:00:00Z' };
/** An audience of another account, which this one may only read. */
const shared = (): void => {
  held.emulator.store.insert('CustomAudience', account, {
    id: 'shared1',
    name: 'Of others',
    audience_type: 'FLEXIBLE',
    owner_account_id: owner,
    permission_level: 'READ_ONLY',
    deleted: false,
    ...stamp,
  });
};

/** A change or deletion that is not documented, although the same row could be created. */
test.each([
  [
    'an account without a name',
    () => held.client.put(`/12/accounts/${account}`, { name: '' }),
    { status: 400, parameter: 'name' },
  ],
  [
    'a card with a medium that nobody has',
    () => {
      const { id } = rowOf('Card', ({ components }) => Array.isArray(components));
      const destination = { type: 'WEBSITE', url: 'https://a.example' };
      const details = { type: 'DETAILS', title: 'See it', destination };
      const json = { components: [{ type: 'MEDIA', media_key: '3_1' }, details] };
      return held.client.send('PUT', at(`cards/${id}`), { json });
    },
    { status: 404, parameter: 'components' },
  ],
  [
    'the title of an image',
    () => {
      const { media_key: key } = rowOf('MediaLibraryItem', (row) => row['media_type'] === 'IMAGE');
      return held.client.put(at(`media_library/${key}`), { title: 'Still' });
    },
    { status: 400, parameter: 'title' },
  ],
  [
    'the deletion of an audience that the account may only read',
    () => {
      shared();
      const params = { custom_audience_id: 'shared1' };
      const operations = [{ operation_type: 'Delete', params }];
      return held.client.json(`/12/batch/accounts/${account}/custom_audiences`, operations);
    },
    { status: 400, code: 'ACTION_NOT_ALLOWED' },
  ],
  [
    'the end of a share by an account that does not own the audience',
    () => {
      shared();
      held.emulator.store.insert('CustomAudiencePermission', account, {
        id: 'share1',
        custom_audience_id: 'shared1',
        granted_account_id: owner,
        permission_level: 'READ_ONLY',
        deleted: false,
        ...stamp,
      });
      return held.client.del(at('custom_audiences/shared1/permissions/share1'));
    },
    { status: 403, code: 'ACTION_NOT_ALLOWED' },
  ],
] as const)('%s is refused', async (_what, change, { status, ...wanted }) => {
  const answer = await change();
  const found = errorsOf(answer);
  const errors = answer.body['operation_errors']?.[0] ?? found.errors;
  expect([found.status, errors]).toMatchObject([status, [wanted]]);
});
