import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { refuseEmpty } from '../empty.ts';
import { responseWith } from '../read.ts';
import { invalid, refusal } from '../refusal.ts';
import type { Handler, Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';

/** The id of the user whose settings are requested. Throws a 403 for another user's. */
const requireSelf = ({ user, input }: Scope): string => {
  const id = String(input['user_id']);
  if (id === user?.userId) return id;
  const message = 'The settings of a user are that user’s own';
  throw refusal(403, 'ACTION_NOT_ALLOWED', message, { parameter: 'user_id', value: id });
};

const unset = {
  notification_email: '',
  contact_phone: '',
  contact_phone_extension: '',
  subscribed_email_types: [],
};

const userSettings = ({ store, accountId }: Scope, id: string): StoredRow =>
  store.find('UserSettings', accountId, id) ?? { id, ...unset };

const shown = (scope: Scope, { id: _id, ...row }: StoredRow) => responseWith(scope, 200, row);

const getUserSettings: Handler = (scope) => shown(scope, userSettings(scope, requireSelf(scope)));

const updateUserSettings: Handler = (scope) => {
  const { input, store, accountId } = scope;
  const before = userSettings(scope, requireSelf(scope));
  const texts = ['notification_email', 'contact_phone', 'contact_phone_extension']
    .filter((name) => input[name] !== undefined)
    .map((name) => [name, input[name] ?? '']);
  const emailTypes = input['subscribe_email_types'];
  const row = store.insert('UserSettings', accountId, {
    ...before,
    ...Object.fromEntries(texts),
    ...(emailTypes !== undefined && { subscribed_email_types: emailTypes ?? [] }),
  });
  // Parameter, echo and column have three different names.
  const { subscribe_email_types: echoed, ...echo } = scope.echo as Values;
  const renamed = echoed === undefined ? {} : { subscribed_campaign_events: echoed };
  return shown({ ...scope, echo: { ...echo, ...renamed } }, row);
};

const noTax = {
  id: 'tax',
  tax_id: null,
  tax_category: 'BUSINESS_NO_VAT',
  invoice_jurisdiction: 'NOT_SET',
  bill_to: 'NOT_SET',
  business_relationship: 'SELF',
  address_company: null,
  address_first_name: null,
  address_last_name: null,
  address_email: null,
  address_street1: null,
  address_street2: null,
  address_city: null,
  address_region: null,
  address_postal_code: null,
  address_country: null,
};

const taxSettings = ({ store, accountId }: Scope): StoredRow =>
  store.find('TaxSettings', accountId, noTax.id) ?? noTax;

const getTaxSettings: Handler = (scope) => shown(scope, taxSettings(scope));

const updateTaxSettings: Handler = (scope) => {
  const { endpoint, input, store, accountId } = scope;
  refuseEmpty('TaxSettings', endpoint.params, input);
  const before = taxSettings(scope);
  const given = Object.entries(endpoint.params)
    .filter(([name]) => input[name] !== undefined)
    .map(([name, { shownAs = name }]) => [shownAs, input[name]] as const)
    .filter(([column]) => Object.hasOwn(noTax, column));
  const after: StoredRow = { ...before, ...Object.fromEntries(given) };
  requireAgency(input, after);
  return shown(scope, store.insert('TaxSettings', accountId, after));
};

/** Throws a 400 for an address of the client of an account that no agency owns. */
const requireAgency = (input: Values, { business_relationship }: StoredRow): void => {
  const name = Object.keys(input).find((one) => one.startsWith('client_address_'));
  if (name === undefined || business_relationship === 'AGENCY') return;
  throw invalid(name, 'Only an account that an agency owns has a client');
};

export const handlers: Readonly<Record<string, Handler>> = {
  getTaxSettings,
  getUserSettings,
  updateUserSettings,
  updateTaxSettings,
};
