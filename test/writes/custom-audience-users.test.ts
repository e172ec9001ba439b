import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEmulator } from '../../emulator/server.ts';
import { coffee } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { errorsIn } from '../support/refusals.ts';
import { signedClient } from '../support/signed.ts';

const audience = 'af3e2000';
/** The example of the public documentation: the SHA-256 of `adsapi`. */
const adsapi = '49e0be2aeccfb51a8dee4c945c8a70a9ac500cf6f5cb08112575f74db9b1470d';
const sha1 = adsapi.slice(0, 40);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const send = (
  operations: unknown,
  forms?: object,
  options?: { readonly headers?: Readonly<Record<string, string>> },
) =>
  running.ask(
    `mutation ($input: UpdateCustomAudienceUsersInput!) { updateCustomAudienceUsers(input: $input) {
      outcome successCount totalCount errors { code reason argument message parameter value }
    } }`,
    {
      input: {
        accountId: coffee,
        customAudienceId: audience,
        operations,
        ...(forms !== undefined && { forms }),
      },
    },
    options,
  );

describe('the people of an audience', () => {
  test('are added and removed in one call, and every person is a record', async () => {
    const { data, calls } = await send([
      {
        update: {
          users: [
            { email: [adsapi.toUpperCase()], partnerUserId: ['Customer-1'] },
            { handle: [adsapi, sha256('other')], phoneNumber: null },
          ],
          effectiveAt: '2026-01-01T00:00:00+01:00',
          expiresAt: '2027-01-01T00:00:00Z',
        },
      },
      { delete: { users: [{ deviceId: [adsapi] }, { twitterId: [adsapi] }] } },
    ]);
    expect(data.updateCustomAudienceUsers).toEqual({
      outcome: 'APPLIED',
      successCount: 4,
      totalCount: 4,
      errors: [],
    });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /12/accounts/${coffee}/custom_audiences/${audience}/users`,
    ]);
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual([
      {
        operation_type: 'Update',
        params: {
          effective_at: '2025-12-31T23:00:00Z',
          expires_at: '2027-01-01T00:00:00Z',
          users: [
            { email: [adsapi], partner_user_id: ['Customer-1'] },
            { handle: [adsapi, sha256('other')] },
          ],
        },
      },
      {
        operation_type: 'Delete',
        params: { users: [{ device_id: [adsapi] }, { twitter_id: [adsapi] }] },
      },
    ]);
  });

  test.each([
    ['email', '  Bob.Smith@Example.COM ', 'bob.smith@example.com'],
    ['deviceId', '4B61639E-47CC-4056-A16A-C8217E029462', '4b61639e-47cc-4056-a16a-c8217e029462'],
    ['deviceId', 'af3802a465767e36', 'af3802a465767e36'],
    ['handle', ' @AdsAPI', 'adsapi'],
    ['twitterId', '0143567 ', '143567'],
    ['phoneNumber', '+49 (30) 90-1820', '+4930901820'],
    ['phoneNumber', '00 1 415.555.2671', '+14155552671'],
    ['phoneNumber', '\u202a+49 30 901820\u202c', '+4930901820'],
    ['email', '\u200b\u2060jane@a.example\u00ad', 'jane@a.example'],
    ['email', 'none@a.example', 'none@a.example'],
  ])('are sent raw: %s %j is hashed as %j', async (kind, raw, normal) => {
    const { data, calls } = await send([{ update: { users: [{ [kind]: [raw] }] } }], {
      [kind]: 'RAW',
    });
    expect(data.updateCustomAudienceUsers.outcome).toBe('APPLIED');
    const name = kind.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
    expect(JSON.parse(calls[0]?.body ?? '')[0].params.users).toEqual([
      { [name]: [sha256(normal)] },
    ]);
    expect(calls[0]?.body).not.toContain(normal);
  });

  test('may mix the forms by kind, and ids of another system are never hashed', async () => {
    const user = { email: [adsapi], handle: ['adsapi'], partnerUserId: [adsapi, 'x@y.example'] };
    const { calls } = await send([{ delete: { users: [user] } }], { handle: 'RAW' });
    expect(JSON.parse(calls[0]?.body ?? '')[0].params.users).toEqual([
      { email: [adsapi], handle: [adsapi], partner_user_id: [adsapi, 'x@y.example'] },
    ]);
  });
});

describe('invalid identifiers', () => {
  const secret = 'Jane.Roe+secret@Example.com';
  test.each([
    ['raw where a hash is said', { email: [secret] }, undefined, 'email'],
    ['raw by default', { phoneNumber: ['+4930901820'] }, {}, 'phoneNumber'],
    ['hashed where raw is said', { email: [adsapi] }, { email: 'RAW' }, 'email'],
    [
      'hashed in capitals where raw is said',
      { handle: [adsapi.toUpperCase()] },
      { handle: 'RAW' },
      'handle',
    ],
    ['a hashed device where raw is said', { deviceId: [adsapi] }, { deviceId: 'RAW' }, 'deviceId'],
    ['63 hex digits', { email: [adsapi.slice(1)] }, undefined, 'email'],
    ['65 hex digits', { email: [`${adsapi}0`] }, undefined, 'email'],
    ['no e-mail address', { email: ['Jane Roe secret'] }, { email: 'RAW' }, 'email'],
    ['a screen name with a blank', { handle: ['jane secret'] }, { handle: 'RAW' }, 'handle'],
    ['a user id with letters', { twitterId: ['secret12'] }, { twitterId: 'RAW' }, 'twitterId'],
    [
      'a number without its country',
      { phoneNumber: ['030 901820'] },
      { phoneNumber: 'RAW' },
      'phoneNumber',
    ],
    [
      'a number with an additional zero',
      { phoneNumber: ['+49 (0)30 901820'] },
      { phoneNumber: 'RAW' },
      'phoneNumber',
    ],
    [
      'a number with an additional zero between blanks',
      { phoneNumber: ['0044 ( 0 ) 20 79460000'] },
      { phoneNumber: 'RAW' },
      'phoneNumber',
    ],
    ['the SHA-1 of a device', { deviceId: [sha1] }, { deviceId: 'RAW' }, 'deviceId'],
    ['the SHA-1 of an address', { handle: [sha1] }, { handle: 'RAW' }, 'handle'],
    [
      'the MD5 of a device, or an id without its dashes',
      { deviceId: [adsapi.slice(0, 32).toUpperCase()] },
      { deviceId: 'RAW' },
      'deviceId',
    ],
    ['a device id with a star', { deviceId: ['secret*1234567'] }, { deviceId: 'RAW' }, 'deviceId'],
  ])('because they are %s are refused, unsent and unrepeated', async (_why, user, forms, kind) => {
    const { data, errors, calls, extensions } = await send(
      [{ update: { users: [{ email: null, handle: null, partnerUserId: ['1'] }, user] } }],
      forms,
      { headers: { 'x-ads-trace': '1' } },
    );
    expect(calls).toHaveLength(0);
    expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: `input.operations[0].update.users[1].${kind}[0]`,
    });
    const shown = JSON.stringify([errors, extensions]);
    for (const value of Object.values(user).flat()) expect(shown).not.toContain(value);
  });

  test.each([
    ['phoneNumber', '(415) 555-0100'],
    ['phoneNumber', '4155550100'],
    ['phoneNumber', '1 415 555 0100'],
    ['phoneNumber', 'tel:+14155550100'],
    ['email', 'Jane <jane.secret@example.com>'],
    ['email', '<jane.secret@example.com>'],
    ['email', 'mailto:jane.secret@example.com'],
    ['email', '"jane.secret"@example.com'],
    ['email', "'jane.secret@example.com'"],
    ['email', 'jane.secret@example.com;'],
    ['email', 'jane.secret@example.com,roe@example.com'],
    ['email', 'jane.secret@localhost'],
    ['email', 'jane.secret@example..com'],
  ])('are MALFORMED, and named by their index: %s %s', async (kind, value) => {
    const sound = { email: "Jane.O'Roe@example.com", phoneNumber: '+14155550100' }[kind];
    const { data, calls } = await send([{ update: { users: [{ [kind]: [sound, value] }] } }], {
      [kind]: 'RAW',
    });
    expect(calls).toEqual([]);
    const { outcome, errors } = data.updateCustomAudienceUsers;
    expect(outcome).toBe('REJECTED');
    expect(errors).toMatchObject([
      { reason: 'MALFORMED', argument: `input.operations[0].update.users[0].${kind}[1]` },
    ]);
    expect(JSON.stringify(errors)).not.toContain(value);
  });

  test.each([
    ['email', 'ja\u200bne@a.example', 'MALFORMED'],
    ['email', 'jane@a\u00ad.example', 'MALFORMED'],
    ['email', 'j\ufffdrgen@a.example', 'MALFORMED'],
    ['handle', 'ja\u202ene', 'MALFORMED'],
    ['email', 'Test@Example.com', 'NOT_ALLOWED'],
    ['email', 'none@none.example', 'NOT_ALLOWED'],
    ['handle', 'NULL', 'NOT_ALLOWED'],
    ['deviceId', '00000000-0000-0000-0000-000000000000', 'NOT_ALLOWED'],
    ['deviceId', 'undefined', 'NOT_ALLOWED'],
    ['phoneNumber', '+1 000 000 0000', 'NOT_ALLOWED'],
  ])('without a value are refused: %s %j is %s', async (kind, value, reason) => {
    const { data, calls } = await send([{ update: { users: [{ [kind]: [value] }] } }], {
      [kind]: 'RAW',
    });
    expect(calls).toEqual([]);
    expect(data.updateCustomAudienceUsers.errors).toMatchObject([
      { reason, argument: `input.operations[0].update.users[0].${kind}[0]` },
    ]);
  });

  test.each(['', 'null', 'test@test.com'])('the hash of %j is refused', async (text) => {
    const { data, calls } = await send([{ update: { users: [{ email: [sha256(text)] }] } }]);
    expect([calls, data.updateCustomAudienceUsers.errors]).toMatchObject([
      [],
      [{ reason: 'NOT_ALLOWED' }],
    ]);
  });

  test.each([
    ['a number for a text', [{ update: { users: [{ phoneNumber: [4930901820] }] } }]],
    ['a text for a person', [{ update: { users: ['4930901820'] } }]],
    ['an object for a text', [{ update: { users: [{ email: [{ raw: '4930901820' }] }] } }]],
    ['an unknown kind', [{ update: { users: [{ phone: ['4930901820'] }] } }]],
  ])('because of %s are refused without a repetition', async (_why, operations) => {
    const answered = await send(operations, { phoneNumber: 'RAW' });
    expect(answered.calls).toHaveLength(0);
    const found = errorsIn(answered);
    expect(found[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(JSON.stringify(found)).not.toContain('4930901820');
  });

  const jane = 'jane.doe@example.com';
  const place = { accountId: coffee, customAudienceId: audience };
  const of = (user: unknown) => [{ update: { users: [user] } }];
  test.each([
    [
      'the name of a field',
      { operations: of({ [jane]: ['x'] }) },
      'input.operations[0].update.users[0]',
    ],
    [
      'the name instead of a list',
      { operations: [{ update: { users: { [jane]: ['x'] } } }] },
      'input.operations[0].update.users',
    ],
    ['a name beside the operations', { operations: [], [jane]: 1 }, 'input'],
    ['a form', { operations: [], forms: { email: jane } }, 'input.forms.email'],
    ['a kind of form', { operations: [], forms: { [jane]: 'RAW' } }, 'input.forms'],
    ['an operation', { operations: [{ [jane]: {} }] }, 'input.operations[0]'],
    ['two operations', { operations: [{ update: null, [jane]: {} }] }, 'input.operations[0]'],
  ])('given as %s are not repeated, and the place is named', async (_what, more, argument) => {
    const { errors, calls } = await running.ask(
      `mutation ($input: UpdateCustomAudienceUsersInput!) { updateCustomAudienceUsers(input: $input) { outcome errors { code message argument } } }`,
      { input: { ...place, ...more } },
    );
    expect(calls).toHaveLength(0);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
    expect(JSON.stringify(errors)).not.toContain('jane');
    expect(errors?.[0]?.message).toContain('may identify a person');
  });

  test.each([
    [
      'a time',
      { operations: [{ update: { users: [], effectiveAt: jane } }] },
      'input.operations[0].update.effectiveAt',
    ],
    ['an id', { operations: [], customAudienceId: [jane] }, 'input.customAudienceId'],
  ])(
    'given as %s are reported with the other faults, and not repeated',
    async (_what, more, argument) => {
      const { data, errors, calls } = await running.ask(
        `mutation ($input: UpdateCustomAudienceUsersInput!) { updateCustomAudienceUsers(input: $input) { outcome errors { reason message argument } } }`,
        { input: { ...place, ...more } },
      );
      expect([calls, errors]).toEqual([[], undefined]);
      const faults = data.updateCustomAudienceUsers.errors;
      expect(faults).toContainEqual(expect.objectContaining({ reason: 'MALFORMED', argument }));
      expect(JSON.stringify(faults)).not.toContain('jane');
    },
  );

  test.each([
    ['IdentifierForms', 'forms: $value, operations: []', { email: jane }],
    ['IdentifierForm! = RAW', 'forms: { email: $value }, operations: []', jane],
    ['[CustomAudienceUser!]!', 'operations: [{ update: { users: $value } }]', [{ [jane]: ['x'] }]],
    [
      'PersonalIdentifier!',
      'operations: [{ update: { users: [{ email: [$value] }] } }]',
      { [jane]: 1 },
    ],
    ['DateTime', 'operations: [{ update: { users: [], effectiveAt: $value } }]', jane],
  ])('are not repeated from a variable of the type %s', async (type, input, value) => {
    const answered = await running.ask(
      `mutation ($value: ${type}) { updateCustomAudienceUsers(input: { accountId: "${coffee}", customAudienceId: "${audience}", ${input} }) { outcome errors { code message argument } } }`,
      { value },
    );
    expect(answered.calls).toHaveLength(0);
    const found = errorsIn(answered);
    expect(found[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(JSON.stringify(found)).not.toContain('jane');
  });

  test.each([jane, `CustomAudience:${coffee}:${jane}`, `Campaign:${coffee}:jane`])(
    'are not repeated in the place of an id: %s',
    async (customAudienceId) => {
      const { data, errors, calls } = await running.ask(
        `mutation ($input: UpdateCustomAudienceUsersInput!) { updateCustomAudienceUsers(input: $input) { outcome errors { code message argument } } }`,
        { input: { accountId: coffee, customAudienceId, operations: of({ email: [adsapi] }) } },
      );
      expect(calls).toHaveLength(0);
      expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: 'input.customAudienceId',
      });
      expect(JSON.stringify(data)).not.toContain('jane');
    },
  );

  test('are named if they lack a field name', async () => {
    const { data } = await running.ask(
      `mutation ($input: UpdateCustomAudienceUsersInput!) { updateCustomAudienceUsers(input: $input) { outcome errors { reason message argument } } }`,
      { input: { accountId: coffee, operations: [] } },
    );
    expect(data.updateCustomAudienceUsers.errors).toContainEqual({
      reason: 'REQUIRED',
      message: 'Custom audience must be given.',
      argument: 'input.customAudienceId',
    });
  });

  test.each([
    '{ phoneNumber: [4930901820] }',
    '"4930901820"',
    '{ email: "4930901820", phone: "1" }',
  ])('inside the document are not repeated either: %s', async (user) => {
    const { errors, calls } = await running.ask(
      `mutation { updateCustomAudienceUsers(input: { accountId: "${coffee}", customAudienceId: "${audience}", operations: [{ update: { users: [${user}] } }] }) { outcome errors { code message argument } } }`,
    );
    expect(calls).toHaveLength(0);
    expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(JSON.stringify(errors)).not.toContain('4930901820');
  });

  test('are at least one for each person, of at least one person', async () => {
    const nobody = await send([{ update: { users: [] } }]);
    expect(errorsIn(nobody)[0]?.extensions).toMatchObject({
      argument: 'input.operations[0].update.users',
    });
    const nothing = await send([{ update: { users: [{ email: [] }] } }]);
    expect(errorsIn(nothing)[0]?.extensions).toMatchObject({
      argument: 'input.operations[0].update.users[0].email',
    });
    expect([...nobody.calls, ...nothing.calls]).toHaveLength(0);
  });

  test('expire after they take effect', async () => {
    const time = '2026-06-01T00:00:00Z';
    const { data, errors, calls } = await send([
      { update: { users: [{ email: [adsapi] }], effectiveAt: time, expiresAt: time } },
    ]);
    expect(calls).toHaveLength(0);
    expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.operations[0].update.expiresAt',
    });
  });
});

describe('repetitions of the API about people', () => {
  const [raw, hashed] = ['Jane.Doe+secret@Example.com', sha256('jane.doe+secret@example.com')];
  const own = 'customer-4711-secret';
  const users = [{ email: [raw], partnerUserId: [own] }];
  const echo = `${raw} ${hashed} ${own}`;
  const problem = {
    code: 'INVALID_PARAMETER',
    message: `${echo} is no person`,
    parameter: 'email',
    attribute: echo,
    details: echo,
    value: hashed,
  };
  test.each([
    ['a refusal', 400, { errors: [problem] }, 'INVALID_PARAMETER'],
    ['a 401', 401, { errors: [problem] }, undefined],
    ['a 500', 500, { errors: [problem] }, 'UPSTREAM_OUTCOME_UNKNOWN'],
    ['a refusal of one operation', 400, { operation_errors: [[problem]] }, 'INVALID_PARAMETER'],
    ['operation errors in no order', 400, { operation_errors: 'x', errors: [problem] }, undefined],
    ['a code or a title', 400, { errors: [{ title: own, detail: echo }] }, 'UNKNOWN'],
    ['a parameter', 400, { errors: [{ code: own, parameter: raw, message: echo }] }, 'UNKNOWN'],
    ['a success without data', 200, { data: null, errors: [problem] }, 'UPSTREAM_OUTCOME_UNKNOWN'],
  ])('in %s is not passed on', async (_where, status, json, code) => {
    running.emulator.fault({ fault: { kind: 'answer', status, json } });
    const { data, errors, extensions } = await send(
      [{ update: { users } }],
      { email: 'RAW' },
      {
        headers: { 'x-ads-trace': '1' },
      },
    );
    const text = JSON.stringify([data, errors, extensions]);
    for (const value of [raw, hashed, own]) expect(text).not.toContain(value);
    if (code !== undefined) {
      expect(data.updateCustomAudienceUsers.errors[0]?.code).toBe(code);
    }
    if (status === 401) {
      expect(errors?.[0]?.extensions['upstream']).toMatchObject({
        status: 401,
        errors: [{ code: 'INVALID_PARAMETER', parameter: 'email' }],
      });
    }
  });
});

describe('a request', () => {
  const one = { update: { users: [{ email: [adsapi] }] } };

  test('has 1 to 2,500 operations', async () => {
    const most = await send(Array(2500).fill(one));
    expect(most.data.updateCustomAudienceUsers).toMatchObject({
      outcome: 'APPLIED',
      successCount: 2500,
    });
    expect(most.calls).toHaveLength(1);
    for (const operations of [[], Array(2501).fill(one)]) {
      const { data, errors, calls } = await send(operations);
      expect(calls).toHaveLength(0);
      expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: 'input.operations',
      });
    }
  });

  test('has at most 5,000,000 bytes, as sent', async () => {
    const frame = '[{"operation_type":"Update","params":{"users":[{"partner_user_id":[""]}]}}]';
    // Two bytes for each of some letters: bytes are counted, not characters.
    const filling = (bytes: number) => `${'ü'.repeat(1000)}${'x'.repeat(bytes - 2000)}`;
    const of = (bytes: number) =>
      send([{ update: { users: [{ partnerUserId: [filling(bytes - frame.length)] }] } }]);
    const most = await of(5_000_000);
    expect(most.data.updateCustomAudienceUsers.outcome).toBe('APPLIED');
    expect(most.calls[0]?.headers['content-length']).toBe('5000000');
    const more = await of(5_000_001);
    expect(more.calls).toHaveLength(0);
    expect(errorsIn(more)[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'input.operations',
    });
  });

  test.each([
    ['took fewer than it counted', { success_count: 1, total_count: 2 }],
    ['counted fewer than were sent', { success_count: 1, total_count: 1 }],
    ['counted more than were sent', { success_count: 3, total_count: 3 }],
    ['did not count', {}],
  ])('is UNKNOWN if the API %s, reports both counts, and is sent once', async (_why, data) => {
    running.emulator.fault({ fault: { kind: 'merge', set: { data } } });
    const users = [{ email: [adsapi] }, { handle: [adsapi] }];
    const answer = await send([{ update: { users } }]);
    expect(answer.calls).toHaveLength(1);
    const { success_count: taken = null, total_count: counted = null } = data as Record<
      string,
      number
    >;
    expect(answer.data.updateCustomAudienceUsers).toMatchObject({
      outcome: 'UNKNOWN',
      successCount: taken,
      totalCount: counted,
      errors: [{ code: 'UPSTREAM_OUTCOME_UNKNOWN' }],
    });
    const [{ message }] = answer.data.updateCustomAudienceUsers.errors;
    expect(message).toContain('2 records were sent');
    expect(message).toContain('Sending the same records again is safe');
  });

  test('is UNKNOWN without an answer', async () => {
    running.emulator.fault({ fault: { kind: 'cut', at: 'body' } });
    const { data, calls } = await send([one]);
    expect(calls).toHaveLength(1);
    expect(data.updateCustomAudienceUsers).toMatchObject({
      outcome: 'UNKNOWN',
      successCount: null,
      totalCount: null,
    });
  });

  test('hashes phone numbers as the vendor’s only example does', async () => {
    const { calls } = await send([{ update: { users: [{ phoneNumber: ['+1 123 456-7890'] }] } }], {
      phoneNumber: 'RAW',
    });
    expect(calls[0]?.body).toContain(
      '1fa6b8d986d9b9cd01bf36951815158bbde9f520c0567c835dfe34783d0a4231',
    );
  });

  test('accepts the time at which people leave as well as that at which they are added', async () => {
    const { data, calls } = await send([
      {
        delete: {
          users: [{ email: [adsapi] }],
          effectiveAt: '2026-01-01T00:00:00Z',
          expiresAt: '2026-02-01T00:00:00Z',
        },
      },
    ]);
    expect(data.updateCustomAudienceUsers.outcome).toBe('APPLIED');
    expect(JSON.parse(calls[0]?.body ?? '')[0]).toMatchObject({
      operation_type: 'Delete',
      params: { effective_at: '2026-01-01T00:00:00Z', expires_at: '2026-02-01T00:00:00Z' },
    });
  });

  test('reads counts that are written as text', async () => {
    running.emulator.fault({
      match: { method: 'POST' },
      fault: { kind: 'merge', set: { data: { success_count: '1', total_count: '1' } } },
    });
    const { data } = await send([{ update: { users: [{ email: [adsapi] }] } }]);
    expect(data.updateCustomAudienceUsers).toEqual({
      outcome: 'APPLIED',
      successCount: 1,
      totalCount: 1,
      errors: [],
    });
  });

  test('shows the errors of the API beside the counts', async () => {
    running.emulator.fault({
      match: { method: 'POST' },
      fault: { kind: 'merge', set: { errors: [{ code: 'NOTICE', message: 'Nearly too many.' }] } },
    });
    const { data } = await send([{ update: { users: [{ email: [adsapi] }] } }]);
    expect(data.updateCustomAudienceUsers).toMatchObject({
      outcome: 'APPLIED',
      errors: [{ code: 'NOTICE' }],
    });
  });

  test('that the API refuses for one operation names it and changes nothing', async () => {
    const { data } = await send([
      one,
      { update: { users: [{ email: [adsapi] }], expiresAt: '2020-01-01T00:00:00Z' } },
    ]);
    expect(data.updateCustomAudienceUsers).toMatchObject({
      outcome: 'REJECTED',
      errors: [
        {
          code: 'INVALID_TIME_WINDOW',
          argument: 'input.operations[1].update.expiresAt',
          parameter: 'expires_at',
        },
      ],
    });
    expect(running.emulator.store.rows('CustomAudienceMember', coffee)).toHaveLength(0);
  });

  test.each([
    ['is not there', 'nosuch', 'NOT_FOUND'],
    ['is shared for reading', 'ag3nc000', 'ACTION_NOT_ALLOWED'],
    ['is flexible', 'af3e2004', 'INVALID'],
  ])('is REJECTED if the audience %s', async (_why, id, code) => {
    const { data } = await running.ask(
      `mutation { updateCustomAudienceUsers(input: { accountId: "${coffee}", customAudienceId: "${id}", operations: [{ delete: { users: [{ email: "${adsapi}" }] } }] }) { outcome errors { code argument } } }`,
    );
    expect(data.updateCustomAudienceUsers).toEqual({
      outcome: 'REJECTED',
      errors: [{ code, argument: null }],
    });
  });

  test('makes an audience of a hundred people targetable', async () => {
    const users = Array.from({ length: 100 }, (_, n) => ({ email: [sha256(String(n))] }));
    const { data } = await running.ask(
      `mutation ($users: [CustomAudienceUser!]!) { updateCustomAudienceUsers(input: { accountId: "${coffee}", customAudienceId: "af3e2003", operations: [{ update: { users: $users } }] }) { outcome errors { code message argument } } }`,
      { users },
    );
    expect(data.updateCustomAudienceUsers.outcome).toBe('APPLIED');
    const after = await running.ask(
      `{ account(id: "${coffee}") { customAudience(id: "af3e2003") { audienceSize targetable reasonsNotTargetable } } }`,
    );
    expect(after.data.account.customAudience).toEqual({
      audienceSize: '100',
      targetable: true,
      reasonsNotTargetable: [],
    });
  });
});

describe('the emulator alone', () => {
  const path = `/12/accounts/${coffee}/custom_audiences/${audience}/users`;
  const one = { operation_type: 'Update', params: { users: [{ email: [adsapi] }] } };

  test('counts 1,500 of these a minute, and none of the 450 other writes', async () => {
    const emulator = await createEmulator({ strict: true });
    const client = signedClient(emulator);
    try {
      const first = await client.json(path, [one]);
      expect(first.status).toBe(200);
      expect(first.headers).toMatchObject({
        'x-rate-limit-limit': '1500',
        'x-rate-limit-remaining': '1499',
      });
      emulator.set({ rateLimits: { audiences: 1 } });
      expect((await client.json(path, [one])).status).toBe(429);
    } finally {
      await client.close();
      await emulator.close();
    }
  });

  test('refuses requests that the gateway never sends', async () => {
    const client = signedClient(running.emulator);
    try {
      for (const [items, errors] of [
        [Array(2501).fill(one), { errors: [{ parameter: 'operations' }] }],
        [
          [
            {
              operation_type: 'Update',
              params: { users: [{ partner_user_id: ['x'.repeat(5e6)] }] },
            },
          ],
          { errors: [{ code: 'INVALID' }] },
        ],
        [
          [one, { operation_type: 'Update', params: { users: [{ email: ['a@b.example'] }] } }],
          { operation_errors: [[], [{ code: 'INVALID_PARAMETER', parameter: 'email' }]] },
        ],
        [
          [{ operation_type: 'Delete', params: {} }],
          { operation_errors: [[{ code: 'MISSING_PARAMETER', parameter: 'users' }]] },
        ],
      ] as const) {
        const { status, body } = await client.json(path, items);
        expect(status).toBe(400);
        expect(body).toMatchObject(errors);
      }
    } finally {
      await client.close();
    }
  });
});
