import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { bikes, coffee } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { errorsIn } from '../support/refusals.ts';

const list = 'nf3e2000';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const lists = async (account: string, args = '') => {
  const { data } = await running.ask(
    `{ account(id: "${account}") { doNotReachLists${args} { restId name description targetable reasonsNotTargetable listSize deleted } } }`,
  );
  return data.account.doNotReachLists;
};

const send = (operations: unknown, forms?: object) =>
  running.ask(
    `mutation ($input: UpdateDoNotReachListUsersInput!) { updateDoNotReachListUsers(input: $input) {
      outcome successCount totalCount errors { code reason argument message }
    } }`,
    { input: { accountId: coffee, doNotReachListId: list, operations, ...(forms && { forms }) } },
  );

const create = (account: string, description?: string) =>
  running.ask(
    `mutation ($input: CreateDoNotReachListInput!) { createDoNotReachList(input: $input) { outcome doNotReachList { restId name description targetable reasonsNotTargetable listSize } errors { code message } } }`,
    { input: { accountId: account, ...(description !== undefined && { description }) } },
  );

describe('a do-not-reach list', () => {
  test('exists once in an account, and can be created again after its deletion', async () => {
    const made = await create(bikes, 'Asked us not to write');
    expect(made.data.createDoNotReachList).toMatchObject({
      outcome: 'APPLIED',
      errors: [],
      doNotReachList: {
        name: 'Do Not Reach List',
        description: 'Asked us not to write',
        targetable: false,
        reasonsNotTargetable: ['PROCESSING', 'TOO_SMALL'],
        listSize: null,
      },
    });
    expect(made.calls.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
      `POST /12/accounts/${bikes}/do_not_reach_lists description=Asked%20us%20not%20to%20write`,
    ]);
    const second = await create(bikes);
    expect(second.data.createDoNotReachList).toMatchObject({
      outcome: 'REJECTED',
      doNotReachList: null,
      errors: [{ code: 'INVALID' }],
    });
    const [{ restId }] = await lists(bikes);
    const gone = await running.ask(
      `mutation { deleteDoNotReachList(input: { accountId: "${bikes}", doNotReachListId: "${restId}" }) { outcome doNotReachList { deleted } } }`,
    );
    expect(gone.data.deleteDoNotReachList).toEqual({
      outcome: 'APPLIED',
      doNotReachList: { deleted: true },
    });
    expect(gone.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `DELETE /12/accounts/${bikes}/do_not_reach_lists/${restId}`,
    ]);
    expect((await create(bikes)).data.createDoNotReachList.outcome).toBe('APPLIED');
    expect(await lists(bikes)).toHaveLength(1);
    expect(await lists(bikes, '(withDeleted: true)')).toHaveLength(2);
  });

  test('accepts its global id where it is named, and no other', async () => {
    const id = `DoNotReachList:${coffee}:${list}`;
    const { data } = await running.ask(
      `mutation { deleteDoNotReachList(input: { accountId: "${coffee}", doNotReachListId: "${id}" }) { outcome } }`,
    );
    expect(data.deleteDoNotReachList.outcome).toBe('APPLIED');
    const other = await running.ask(
      `mutation { deleteDoNotReachList(input: { accountId: "${coffee}", doNotReachListId: "CustomAudience:${coffee}:${list}" }) { outcome errors { argument } } }`,
    );
    expect(other.data.deleteDoNotReachList).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ argument: 'input.doNotReachListId' }],
    });
    expect(other.calls).toEqual([]);
  });
});

describe('the people of a do-not-reach list', () => {
  test('are given raw or hashed, sent as hashes in one call, and counted', async () => {
    const [{ listSize: before }] = await lists(coffee);
    const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const { data, calls } = await send(
      [
        {
          update: {
            users: [
              { email: [' Bob.Smith@Example.COM '], phoneNumber: [sha256('+14155552671')] },
              { email: ['ann@example.com'] },
            ],
            expiresAt,
          },
        },
        { delete: { users: [{ phoneNumber: [sha256('+49301')] }] } },
      ],
      { email: 'RAW' },
    );
    expect(data.updateDoNotReachListUsers).toEqual({
      outcome: 'APPLIED',
      successCount: 3,
      totalCount: 3,
      errors: [],
    });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /12/batch/accounts/${coffee}/do_not_reach_lists/${list}/users`,
    ]);
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual([
      {
        operation_type: 'Update',
        params: {
          expires_at: `${expiresAt.slice(0, 19)}Z`,
          users: [
            {
              email: [sha256('bob.smith@example.com')],
              phone_number: [sha256('+14155552671')],
            },
            { email: [sha256('ann@example.com')] },
          ],
        },
      },
      { operation_type: 'Delete', params: { users: [{ phone_number: [sha256('+49301')] }] } },
    ]);
    expect((await lists(coffee))[0].listSize).toBe(String(Number(before) + 2));
  });

  test('make it large enough to exclude them, and can be removed again', async () => {
    await create(bikes);
    const [{ restId }] = await lists(bikes);
    const users = Array.from({ length: 120 }, (_, index) => ({ email: [sha256(`p${index}`)] }));
    const change = (operation: object) =>
      running.ask(
        `mutation ($input: UpdateDoNotReachListUsersInput!) { updateDoNotReachListUsers(input: $input) { outcome } }`,
        { input: { accountId: bikes, doNotReachListId: restId, operations: [operation] } },
      );
    await change({ update: { users } });
    expect(await lists(bikes)).toMatchObject([
      { targetable: true, reasonsNotTargetable: [], listSize: '120' },
    ]);
    await change({ delete: { users: users.slice(0, 40) } });
    expect(await lists(bikes)).toMatchObject([
      { targetable: false, reasonsNotTargetable: ['TOO_SMALL'] },
    ]);
  });

  const digest = sha256('x');
  const inMonths = (months: number, days: number): string => {
    const date = new Date();
    date.setUTCMonth(date.getUTCMonth() + months);
    return new Date(date.getTime() + days * 86_400_000).toISOString();
  };
  test.each([
    ['13 months from now or later', inMonths(13, 1), 'months'],
    ['now or before', inMonths(0, -1), 'future'],
  ])('are not removed %s, which is refused before any call', async (_when, expiresAt, word) => {
    const { data, calls } = await send([{ update: { users: [{ email: [digest] }], expiresAt } }]);
    expect(calls).toEqual([]);
    expect(data.updateDoNotReachListUsers.errors[0]).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.operations[0].update.expiresAt',
      message: expect.stringContaining(word),
    });
  });

  test.each([
    ['effectiveAt', { users: [{ email: [digest] }], effectiveAt: '2026-01-01T00:00:00Z' }],
    ['a handle', { users: [{ handle: [digest] }] }],
  ])('have no %s', async (_what, update) => {
    const { errors, calls } = await send([{ update }]);
    expect(calls).toEqual([]);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  test.each([
    ['nobody', { users: [] }],
    ['a person without identifiers', { users: [{ email: [] }] }],
    ['a raw address where a hash is said', { users: [{ email: ['jane@example.com'] }] }],
  ])('cannot be %s', async (_what, update) => {
    const { data, errors, calls } = await send([{ update }]);
    expect(calls).toEqual([]);
    expect(errorsIn({ data, errors })[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(JSON.stringify([data, errors])).not.toContain('jane@');
  });

  test.each([{ success_count: 1, total_count: 2 }, { success_count: 3, total_count: 3 }, {}])(
    'are UNKNOWN if the API counts %j of two, and are not sent again',
    async (data) => {
      running.emulator.fault({ fault: { kind: 'merge', set: { data } } });
      const users = [{ email: [digest] }, { phoneNumber: [digest] }];
      const answer = await send([{ update: { users } }]);
      expect(answer.calls).toHaveLength(1);
      const { outcome, errors } = answer.data.updateDoNotReachListUsers;
      expect(outcome).toBe('UNKNOWN');
      expect(errors[0].message).toContain('2 records were sent');
      expect(errors[0].message).toContain('Sending the same records again is safe');
    },
  );

  test('of a list that does not exist are REJECTED', async () => {
    const { data } = await running.ask(
      `mutation { updateDoNotReachListUsers(input: { accountId: "${bikes}", doNotReachListId: "nope", operations: [{ update: { users: [{ email: ["${digest}"] }] } }] }) { outcome errors { code } } }`,
    );
    expect(data.updateDoNotReachListUsers).toEqual({
      outcome: 'REJECTED',
      errors: [{ code: 'NOT_FOUND' }],
    });
  });
});
