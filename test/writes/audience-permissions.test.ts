import { beforeEach, describe, expect, test } from 'vitest';
import { agency, bikes, coffee } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { errorsIn } from '../support/refusals.ts';

const hotels = '18ce54h0t3l';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const share = (accountId: string, customAudienceId: string, grantedAccountId: string) =>
  running.ask(
    `mutation ($input: CreateCustomAudiencePermissionInput!) { createCustomAudiencePermission(input: $input) {
      outcome errors { code parameter } customAudiencePermission { restId customAudienceId grantedAccountId permissionLevel deleted }
    } }`,
    { input: { accountId, customAudienceId, grantedAccountId, permissionLevel: 'READ_ONLY' } },
  );

const sharedWith = async (accountId: string): Promise<readonly string[]> => {
  const { data } = await running.ask(
    `{ account(id: "${accountId}") { customAudiences(permissionScope: SHARED) { nodes { restId } } } }`,
  );
  return data.account.customAudiences.nodes.map(({ restId }: { restId: string }) => restId);
};

describe('permission to use an audience', () => {
  test('is listed with the account that has it, counted, and narrowed', async () => {
    const answer = await running.ask(`{ account(id: "${agency}") { customAudience(id: "ag3nc000") {
      permissions { totalCount nodes { restId accountId permissionLevel grantedAccount { name } customAudience { restId } } }
      none: permissions(grantedAccountIds: ["${bikes}"]) { nodes { restId } }
      one: permissions(customAudiencePermissionIds: ["MG3NC000"], orderBy: { field: CREATED_AT, direction: DESC }) { nodes { restId } }
    } } }`);
    expect(answer.errors).toBeUndefined();
    expect(answer.data.account.customAudience).toEqual({
      permissions: {
        totalCount: 1,
        nodes: [
          {
            restId: 'mg3nc000',
            accountId: agency,
            permissionLevel: 'READ_ONLY',
            grantedAccount: { name: 'Harbor & Pine Coffee' },
            customAudience: { restId: 'ag3nc000' },
          },
        ],
      },
      none: { nodes: [] },
      one: { nodes: [{ restId: 'mg3nc000' }] },
    });
    const list = `/12/accounts/${agency}/custom_audiences/ag3nc000/permissions`;
    const calls = answer.calls.map(({ path, query }) => [path, query]);
    expect(calls).toHaveLength(4);
    // The account waits only for the first list.
    expect(calls).toEqual(
      expect.arrayContaining([
        [list, { count: '50', sort_by: 'created_at-asc' }],
        [list, { count: '50', sort_by: 'created_at-asc', granted_account_ids: bikes }],
        [
          list,
          { count: '50', sort_by: 'created_at-desc', custom_audience_permission_ids: 'mg3nc000' },
        ],
        [`/12/accounts/${coffee}`, { with_deleted: 'true' }],
      ]),
    );
  });

  test('is granted and revoked, and the other account sees the audience meanwhile', async () => {
    expect(await sharedWith(bikes)).toEqual([]);
    const given = await share(agency, 'ag3nc002', `Account:${bikes}`);
    expect(given.data.createCustomAudiencePermission).toEqual({
      outcome: 'APPLIED',
      errors: [],
      customAudiencePermission: {
        restId: expect.any(String),
        customAudienceId: 'ag3nc002',
        grantedAccountId: bikes,
        permissionLevel: 'READ_ONLY',
        deleted: false,
      },
    });
    expect(given.calls).toHaveLength(1);
    expect(given.calls[0]?.body).toBe(`granted_account_id=${bikes}&permission_level=READ_ONLY`);
    expect(await sharedWith(bikes)).toEqual(['ag3nc002']);
    const { restId } = given.data.createCustomAudiencePermission.customAudiencePermission;
    const remove = () =>
      running.ask(
        `mutation { deleteCustomAudiencePermission(input: { accountId: "${agency}", customAudienceId: "ag3nc002", customAudiencePermissionId: "${restId}" }) { outcome errors { code } customAudiencePermission { restId deleted } } }`,
      );
    expect((await remove()).data.deleteCustomAudiencePermission).toEqual({
      outcome: 'APPLIED',
      errors: [],
      customAudiencePermission: { restId, deleted: true },
    });
    expect(await sharedWith(bikes)).toEqual([]);
    expect((await remove()).data.deleteCustomAudiencePermission).toEqual({
      outcome: 'REJECTED',
      errors: [{ code: 'NOT_FOUND' }],
      customAudiencePermission: null,
    });
    const after = await running.ask(
      `{ account(id: "${agency}") { customAudience(id: "ag3nc002") { permissions { nodes { restId } } deleted: permissions(withDeleted: true) { nodes { deleted } } } } }`,
    );
    expect(after.data.account.customAudience).toEqual({
      permissions: { nodes: [] },
      deleted: { nodes: [{ deleted: true }] },
    });
  });

  test.each([
    ['by an account that does not own it', coffee, 'ag3nc001', bikes, 'ACTION_NOT_ALLOWED'],
    ['to another business without the feature', coffee, 'af3e2000', bikes, 'ACTION_NOT_ALLOWED'],
    ['to an account that is not there', agency, 'ag3nc002', 'nosuch', 'ACCOUNT_NOT_FOUND'],
    ['to an account that has it', agency, 'ag3nc000', coffee, 'INVALID_PARAMETER'],
    ['of an audience that is not there', agency, 'nosuch', coffee, 'NOT_FOUND'],
  ])('is not granted %s', async (_why, account, audience, grantee, code) => {
    const { data } = await share(account, audience, grantee);
    expect(data.createCustomAudiencePermission).toMatchObject({
      outcome: 'REJECTED',
      customAudiencePermission: null,
      errors: [{ code }],
    });
  });

  test('is granted within a business without any feature', async () => {
    const { store } = running.emulator;
    const business = store.find('Account', null, coffee)?.['business_id'];
    store.insert('Account', null, {
      ...store.find('Account', null, hotels),
      business_id: business,
    });
    const { data } = await share(coffee, 'af3e2000', hotels);
    expect(data.createCustomAudiencePermission.outcome).toBe('APPLIED');
  });

  test('ends for new targeting, while existing targeting continues', async () => {
    const { store } = running.emulator;
    const [lineItem] = store
      .rows('LineItem', coffee)
      .filter((row) => row['deleted'] === false && row['entity_status'] === 'ACTIVE');
    const target = () =>
      running.ask(
        `mutation { createTargetingCriterion(input: { accountId: "${coffee}", lineItemId: "${lineItem?.['id']}", targetingType: CUSTOM_AUDIENCE, targetingValue: "ag3nc000", operatorType: EQ }) { outcome errors { code } targetingCriterion { restId } } }`,
      );
    const before = await target();
    expect(before.data.createTargetingCriterion.outcome).toBe('APPLIED');
    await running.ask(
      `mutation {
        old: deleteTailoredAudiencePermission(input: { accountId: "${agency}", tailoredAudienceId: "ag3nc000", tailoredAudiencePermissionId: "og3nc000" }) { outcome errors { code message argument } }
        deleteCustomAudiencePermission(input: { accountId: "${agency}", customAudienceId: "ag3nc000", customAudiencePermissionId: "mg3nc000" }) { outcome errors { code message argument } }
      }`,
    );
    expect((await target()).data.createTargetingCriterion).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'NOT_FOUND' }],
    });
    const { restId } = before.data.createTargetingCriterion.targetingCriterion;
    const after = await running.ask(
      `{ account(id: "${coffee}") { targetingCriterion(id: "${restId}") { deleted customAudience { name } } } }`,
    );
    expect(after.data.account.targetingCriterion).toEqual({ deleted: false, customAudience: null });
  });

  test('needs a level, or is refused before any call', async () => {
    const { data, errors, calls } = await running.ask(
      `mutation ($level: AudiencePermissionLevel!) { createCustomAudiencePermission(input: { accountId: "${agency}", customAudienceId: "ag3nc002", grantedAccountId: "${bikes}", permissionLevel: $level }) { outcome errors { code message argument } } }`,
      { level: 'UNRECOGNIZED' },
    );
    expect(calls).toHaveLength(0);
    expect(errorsIn({ data, errors })[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('permission under the old name of audiences, in version 5', () => {
  const read = `{ account(id: "${agency}") { name tailoredAudiencePermissions(tailoredAudienceId: "AG3NC000") { totalCount nodes { restId tailoredAudienceId permissionLevel grantedAccountId } } } }`;

  test('is listed, granted and revoked', async () => {
    const listed = await running.ask(read);
    expect(listed.data.account.tailoredAudiencePermissions).toEqual({
      totalCount: 1,
      nodes: [
        {
          restId: 'og3nc000',
          tailoredAudienceId: 'ag3nc000',
          permissionLevel: 'READ_ONLY',
          grantedAccountId: coffee,
        },
      ],
    });
    const list = `/5/accounts/${agency}/tailored_audiences/ag3nc000/permissions`;
    expect(listed.calls.map(({ path }) => path)).toContain(list);
    const given = await running.ask(
      `mutation { createTailoredAudiencePermission(input: { accountId: "${agency}", tailoredAudienceId: "ag3nc000", grantedAccountId: "${bikes}", permissionLevel: READ_WRITE }) { outcome errors { code message argument } tailoredAudiencePermission { restId permissionLevel } } }`,
    );
    expect(given.data.createTailoredAudiencePermission).toMatchObject({
      outcome: 'APPLIED',
      tailoredAudiencePermission: { permissionLevel: 'READ_WRITE' },
    });
    expect(given.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([`POST ${list}`]);
    const taken = await running.ask(
      `mutation { deleteTailoredAudiencePermission(input: { accountId: "${agency}", tailoredAudienceId: "ag3nc000", tailoredAudiencePermissionId: "og3nc000" }) { outcome errors { code message argument } tailoredAudiencePermission { deleted } } }`,
    );
    expect(taken.data.deleteTailoredAudiencePermission).toEqual({
      outcome: 'APPLIED',
      errors: [],
      tailoredAudiencePermission: { deleted: true },
    });
    expect(taken.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `DELETE ${list}/og3nc000`,
    ]);
  });

  test('fails alone if the version is gone', async () => {
    running.emulator.set({ retiredVersions: ['5'] });
    const { data, errors } = await running.ask(read);
    expect(data.account).toEqual({
      name: 'Brightline Media (client work)',
      tailoredAudiencePermissions: null,
    });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['account', 'tailoredAudiencePermissions'],
      extensions: { code: 'UPSTREAM_REJECTED' },
    });
  });

  test('of a malformed audience is refused before any call', async () => {
    const { errors, calls } = await running.ask(
      `{ account(id: "${agency}") { tailoredAudiencePermissions(tailoredAudienceId: "../x") { nodes { restId } } } }`,
    );
    expect(calls).toHaveLength(0);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'tailoredAudienceId',
    });
  });
});
