import { get, group, put } from '../language/endpoint.ts';
import { entity } from '../language/entity.ts';
import { choices, id, listOf, shownAs, text } from '../language/params.ts';
import { oneOf } from '../language/returns.ts';

const taxCategory = choices('TaxCategory', ['BUSINESS_NO_VAT', 'BUSINESS_WITH_VAT', 'INDIVIDUAL'], {
  doc: 'Who is taxed, a business or a person: `tax_category` of the REST API',
  values: {
    BUSINESS_NO_VAT: 'A business without a VAT number',
    BUSINESS_WITH_VAT: 'A business with a VAT number',
    INDIVIDUAL: 'A person',
  },
});
const invoiceJurisdiction = choices('InvoiceJurisdiction', ['LOI_SAPIN', 'NONE', 'NOT_SET'], {
  doc: 'The law that invoices follow: `invoice_jurisdiction` of the REST API',
  values: {
    LOI_SAPIN: 'The French law of that name',
    NONE: 'No law of this kind',
    NOT_SET: 'Nothing was chosen',
  },
});

export const taxSettings = entity(
  'TaxSettings',
  'How invoices of an account are taxed and addressed.',
  {
    tax_id: id('Tax number of the business'),
    tax_category: taxCategory.any('Who is taxed'),
    invoice_jurisdiction: invoiceJurisdiction.any('Law that invoices follow'),
    bill_to: text('Who is billed, such as ADVERTISER; the API may add values'),
    business_relationship: text(
      'Whose the account is, such as SELF or AGENCY; the API may add values',
    ),
    address_company: text('Company on invoices; set as addressName'),
    address_first_name: text('First name on invoices'),
    address_last_name: text('Last name on invoices'),
    address_email: text('E-mail address for invoices'),
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
  'The notification settings of a user for an account. Empty text means that nothing is set.',
  {
    notification_email: text('E-mail address for notices'),
    contact_phone: text('Phone number'),
    contact_phone_extension: text('Extension of the phone number'),
    subscribed_email_types: listOf(
      text('Kind of mail'),
      'Types of e-mails that the user gets, such as ACCOUNT_PERFORMANCE; the API may add values',
    ),
  },
  { key: null },
);

export const settings = group({
  getTaxSettings: get('accounts/{account_id}/tax_settings', {
    doc: 'How invoices of an account are taxed and addressed',
    returns: oneOf(taxSettings),
  }),
  updateTaxSettings: put('accounts/{account_id}/tax_settings', {
    doc: 'Changes how invoices are taxed and addressed; parameters that are left out keep their values',
    params: {
      address_name: shownAs(
        'address_company',
        text('Company on invoices; returned as addressCompany'),
      ),
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
    doc: 'The notification settings of a user for an account',
    returns: oneOf(userSettings),
  }),
  updateUserSettings: put('accounts/{account_id}/user_settings/{user_id}', {
    doc: 'Changes the notification settings of a user for an account; parameters that are left out keep their values. Refused for account admins',
    params: {
      notification_email: text('E-mail address for notices'),
      contact_phone: text('Phone number'),
      contact_phone_extension: text('Extension of the phone number'),
      subscribe_email_types: shownAs(
        'subscribed_email_types',
        listOf(
          text('Kind of mail', { format: 'constant' }),
          'Types of e-mails to get, such as ACCOUNT_PERFORMANCE or PERFORMANCE_IMPROVEMENT',
        ),
      ),
    },
    returns: oneOf(userSettings),
  }),
});
