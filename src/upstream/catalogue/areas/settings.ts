import { get, group, put } from '../language/endpoint.ts';
import { entity } from '../language/entity.ts';
import { choices, id, listOf, text } from '../language/params.ts';
import { oneOf } from '../language/returns.ts';

const taxCategory = choices('TaxCategory', ['BUSINESS_NO_VAT', 'BUSINESS_WITH_VAT', 'INDIVIDUAL'], {
  doc: 'Who is taxed, a business or a person: `tax_category` of the REST API',
});
const invoiceJurisdiction = choices('InvoiceJurisdiction', ['LOI_SAPIN', 'NONE', 'NOT_SET'], {
  doc: 'The law that invoices follow: `invoice_jurisdiction` of the REST API',
  values: { NOT_SET: 'Nothing was chosen' },
});

export const taxSettings = entity(
  'TaxSettings',
  'How invoices of an account are taxed and addressed. The API shows them after a change only.',
  {
    tax_id: id('Tax number of the business'),
    tax_category: taxCategory.any('Who is taxed'),
    invoice_jurisdiction: invoiceJurisdiction.any('Law that invoices follow'),
    bill_to: text('Who is billed, as in ADVERTISER; the list may grow'),
    business_relationship: text('Whose the account is, as in SELF or AGENCY; the list may grow'),
    address_company: text('Company on invoices; changed as addressName'),
    address_first_name: text('First name on invoices'),
    address_last_name: text('Last name on invoices'),
    address_email: text('Where invoices are sent'),
    address_street1: text('Street'),
    address_street2: text('Second line of the street'),
    address_city: text('City'),
    address_region: text('Region or state'),
    address_postal_code: text('Postal code'),
    address_country: text('Two-letter code of the country'),
  },
  { key: null },
);

export const userSettings = entity(
  'UserSettings',
  'How a user wants to hear about an account. Empty text means that nothing is set.',
  {
    notification_email: text('Where notices are sent'),
    contact_phone: text('Phone number'),
    contact_phone_extension: text('Extension of the phone number'),
    subscribed_email_types: listOf(
      text('Kind of mail'),
      'Mails that the user gets, as in ACCOUNT_PERFORMANCE; the list may grow',
    ),
  },
  { key: null },
);

export const settings = group({
  updateTaxSettings: put('accounts/{account_id}/tax_settings', {
    doc: 'Changes how invoices are taxed and addressed; what is left out stays',
    params: {
      address_name: text('Company on invoices; answered as addressCompany'),
      client_address_region: text('Region of the client, of accounts that an agency owns'),
      client_address_street1: text('Street of the client, of accounts that an agency owns'),
      client_address_street2: text(
        'Second line of the client’s street, of accounts that an agency owns',
      ),
      invoice_jurisdiction: invoiceJurisdiction.any('Law that invoices follow'),
      tax_category: taxCategory.any('Who is taxed'),
      tax_exemption_id: text('Number of a tax exemption'),
      tax_id: text('Tax number of the business'),
    },
    returns: oneOf(taxSettings),
  }),
  getUserSettings: get('accounts/{account_id}/user_settings/{user_id}', {
    doc: 'How a user wants to hear about the account',
    returns: oneOf(userSettings),
  }),
  updateUserSettings: put('accounts/{account_id}/user_settings/{user_id}', {
    doc: 'Changes how a user wants to hear about the account; what is left out stays. Refused for account admins',
    params: {
      notification_email: text('Where notices are sent'),
      contact_phone: text('Phone number'),
      contact_phone_extension: text('Extension of the phone number'),
      subscribe_email_types: listOf(
        text('Kind of mail', { format: 'constant' }),
        'Mails to get, as in ACCOUNT_PERFORMANCE or PERFORMANCE_IMPROVEMENT',
      ),
    },
    returns: oneOf(userSettings),
  }),
});
