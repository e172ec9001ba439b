import { beforeEach, expect, test } from 'vitest';
import { bikes, startup } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { errorsIn } from '../support/refusals.ts';

// Another user administers coffee: admins have no user settings.
const owner = '1500000000000000001';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const readBack = `{ account(id: "${startup}") { userSettings(userId: "${owner}") { accountId notificationEmail contactPhone contactPhoneExtension subscribedEmailTypes } } }`;

test('user settings begin empty, change one by one, and are cleared with null', async () => {
  const before = await running.ask(readBack);
  expect(before.data.account.userSettings).toEqual({
    accountId: startup,
    notificationEmail: '',
    contactPhone: '',
    contactPhoneExtension: '',
    subscribedEmailTypes: [],
  });
  expect(before.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET /12/accounts/${startup}/user_settings/${owner}`,
  ]);
  const changed = await running.ask(
    `mutation { updateUserSettings(input: {
      accountId: "${startup}", userId: "${owner}", notificationEmail: "ads@nordlicht.example", contactPhone: "+49 40 1",
      subscribeEmailTypes: ["ACCOUNT_PERFORMANCE", "PERFORMANCE_IMPROVEMENT"]
    }) { outcome errors { code } userSettings { notificationEmail contactPhone subscribedEmailTypes } } }`,
  );
  expect(changed.data.updateUserSettings).toEqual({
    outcome: 'APPLIED',
    errors: [],
    userSettings: {
      notificationEmail: 'ads@nordlicht.example',
      contactPhone: '+49 40 1',
      subscribedEmailTypes: ['ACCOUNT_PERFORMANCE', 'PERFORMANCE_IMPROVEMENT'],
    },
  });
  expect(new URLSearchParams(changed.calls[0]?.body).get('subscribe_email_types')).toBe(
    'ACCOUNT_PERFORMANCE,PERFORMANCE_IMPROVEMENT',
  );
  const cleared = await running.ask(
    `mutation { updateUserSettings(input: { accountId: "${startup}", userId: "${owner}", contactPhone: null, subscribeEmailTypes: null }) { outcome errors { code message argument } } }`,
  );
  expect(cleared.calls[0]?.body).toBe('contact_phone=&subscribe_email_types=');
  const after = await running.ask(readBack);
  expect(after.data.account.userSettings).toMatchObject({
    notificationEmail: 'ads@nordlicht.example',
    contactPhone: '',
    subscribedEmailTypes: [],
  });
});

test('user settings are the user’s own: those of others are refused, and siblings are answered', async () => {
  const read = await running.ask(
    `{ account(id: "${startup}") { name userSettings(userId: "1500000000000000002") { contactPhone } } }`,
  );
  expect(read.data.account).toEqual({ name: 'Fjord & Fern Startup', userSettings: null });
  expect(read.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  const { data } = await running.ask(
    `mutation { updateUserSettings(input: { accountId: "${startup}", userId: "1500000000000000002", contactPhone: "1" }) { outcome userSettings { contactPhone } errors { code } } }`,
  );
  expect(data.updateUserSettings).toEqual({
    outcome: 'REJECTED',
    userSettings: null,
    errors: [{ code: 'ACTION_NOT_ALLOWED' }],
  });
});

test.each([
  ['userId: "12x"', 'userId'],
  ['userId: "Account:1"', 'userId'],
])('a user is named by digits: %s is refused before any call', async (args, argument) => {
  const { errors, calls } = await running.ask(
    `{ account(id: "${startup}") { userSettings(${args}) { contactPhone } } }`,
  );
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
  expect(calls).toEqual([]);
});

test('a kind of mail with a comma in it is refused before any call, because the API would read it as two', async () => {
  const { data, errors, calls } = await running.ask(
    `mutation { updateUserSettings(input: { accountId: "${startup}", userId: "${owner}", subscribeEmailTypes: ["A,B"] }) { outcome errors { code message argument } } }`,
  );
  expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    argument: 'input.subscribeEmailTypes[0]',
  });
  expect(calls).toEqual([]);
});

test('tax settings are answered in their state after a change, the company under its own name', async () => {
  const { data, calls } = await running.ask(
    `mutation { updateTaxSettings(input: {
      accountId: "${bikes}", addressName: "Nordlicht GmbH", taxCategory: BUSINESS_WITH_VAT, invoiceJurisdiction: NONE, taxId: "DE811234", taxExemptionId: "X-1"
    }) { outcome errors { code message argument } taxSettings { addressCompany taxCategory invoiceJurisdiction taxId billTo accountId } } }`,
  );
  expect(data.updateTaxSettings).toEqual({
    outcome: 'APPLIED',
    errors: [],
    taxSettings: {
      addressCompany: 'Nordlicht GmbH',
      taxCategory: 'BUSINESS_WITH_VAT',
      invoiceJurisdiction: 'NONE',
      taxId: 'DE811234',
      billTo: 'NOT_SET',
      accountId: bikes,
    },
  });
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `PUT /12/accounts/${bikes}/tax_settings`,
  ]);
  const next = await running.ask(
    `mutation { updateTaxSettings(input: { accountId: "${bikes}", taxId: null }) { taxSettings { addressCompany taxId } } }`,
  );
  expect(next.data.updateTaxSettings.taxSettings).toEqual({
    addressCompany: 'Nordlicht GmbH',
    taxId: null,
  });
  const neither = await running.ask(
    `mutation { updateTaxSettings(input: { accountId: "${bikes}", taxCategory: null }) { outcome errors { code parameter } } }`,
  );
  expect(neither.data.updateTaxSettings).toEqual({
    outcome: 'REJECTED',
    errors: [{ code: 'INVALID_PARAMETER', parameter: 'tax_category' }],
  });
});

test('tax settings of an unknown jurisdiction are refused, and those of another user’s account REJECTED', async () => {
  const unknown = await running.ask(
    `mutation ($input: UpdateTaxSettingsInput!) { updateTaxSettings(input: $input) { outcome errors { code message argument } } }`,
    { input: { accountId: bikes, invoiceJurisdiction: 'UNRECOGNIZED' } },
  );
  expect(errorsIn(unknown)[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    argument: 'input.invoiceJurisdiction',
  });
  expect(unknown.calls).toEqual([]);
  const foreign = await running.ask(
    `mutation { updateTaxSettings(input: { accountId: "18ce54h0t3l", taxId: "1" }) { outcome errors { code } taxSettings { taxId } } }`,
  );
  expect(foreign.data.updateTaxSettings).toEqual({
    outcome: 'REJECTED',
    errors: [{ code: 'ACCOUNT_NOT_FOUND' }],
    taxSettings: null,
  });
});

const addressOf = (prefix: string) => ({
  [`${prefix}City`]: 'London',
  [`${prefix}Country`]: 'GB',
  [`${prefix}Email`]: 'tax@nordlicht.example',
  [`${prefix}FirstName`]: 'Ada',
  [`${prefix}LastName`]: 'Berg',
  [`${prefix}Name`]: 'ABC, Co.',
  [`${prefix}PostalCode`]: 'SW1A 1AA',
  [`${prefix}Region`]: 'London',
  [`${prefix}Street1`]: '21 March St',
  [`${prefix}Street2`]: 'Floor 2',
});
const updateTax = (input: object) =>
  running.ask(
    `mutation ($input: UpdateTaxSettingsInput!) { updateTaxSettings(input: $input) { outcome errors { code argument parameter } taxSettings {
      addressCity addressCompany addressCountry addressEmail addressFirstName addressLastName addressPostalCode addressRegion addressStreet1 addressStreet2
      billTo businessRelationship
    } } }`,
    { input: { accountId: bikes, ...input } },
  );

test('tax settings accept both addresses, the owner’s and the one for bills', async () => {
  const { data, calls } = await updateTax({
    ...addressOf('address'),
    ...addressOf('clientAddress'),
    billTo: 'AGENCY',
    businessRelationship: 'AGENCY',
  });
  expect(data.updateTaxSettings).toEqual({
    outcome: 'APPLIED',
    errors: [],
    taxSettings: {
      addressCity: 'London',
      addressCompany: 'ABC, Co.',
      addressCountry: 'GB',
      addressEmail: 'tax@nordlicht.example',
      addressFirstName: 'Ada',
      addressLastName: 'Berg',
      addressPostalCode: 'SW1A 1AA',
      addressRegion: 'London',
      addressStreet1: '21 March St',
      addressStreet2: 'Floor 2',
      billTo: 'AGENCY',
      businessRelationship: 'AGENCY',
    },
  });
  const parts = 'city country email first_name last_name name postal_code region street1 street2';
  const names = parts.split(' ').flatMap((part) => [`address_${part}`, `client_address_${part}`]);
  const sent = [...new URLSearchParams(calls[0]?.body).keys()].sort();
  expect(sent).toEqual([...names, 'bill_to', 'business_relationship'].sort());
});

test('an account has a client only if an agency owns it', async () => {
  const unsent = await updateTax({ businessRelationship: 'SELF', clientAddressCity: 'Kiel' });
  expect(unsent.calls).toEqual([]);
  expect(unsent.data.updateTaxSettings).toMatchObject({
    outcome: 'REJECTED',
    errors: [{ code: 'BAD_USER_INPUT', argument: 'input.clientAddressCity' }],
  });
  // Only the API knows who owns the account if the input does not say it.
  const refused = await updateTax({ clientAddressCity: 'Kiel' });
  expect(refused.calls).toHaveLength(1);
  expect(refused.data.updateTaxSettings).toMatchObject({
    outcome: 'REJECTED',
    errors: [{ parameter: 'client_address_city', argument: 'input.clientAddressCity' }],
  });
  expect((await updateTax({ businessRelationship: 'AGENCY' })).data.updateTaxSettings.outcome).toBe(
    'APPLIED',
  );
  const taken = await updateTax({ clientAddressCity: 'Kiel' });
  expect(taken.data.updateTaxSettings.outcome).toBe('APPLIED');
});

test.each([
  [{ addressCountry: 'Germany' }, 'addressCountry'],
  [{ businessRelationship: 'AGENCY', clientAddressCountry: 'deu' }, 'clientAddressCountry'],
  [{ billTo: 'NOT_SET' }, 'billTo'],
])('invalid tax settings are refused before any call: %j', async (input, argument) => {
  const { data, errors, calls } = await updateTax(input);
  expect(calls).toEqual([]);
  expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    argument: `input.${argument}`,
  });
});
