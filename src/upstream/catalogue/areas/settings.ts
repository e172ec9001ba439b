import { get, group, put } from '../language/endpoint.ts';
import { entity, oneOf } from '../language/entity.ts';
import { choices, type Fields, id, listOf, text } from '../language/params.ts';
import { onlyWhen } from '../language/rules.ts';
import { shownAs } from '../language/storage.ts';

const taxCategory = choices(
  'TaxCategory',
  'Who is taxed, a business or a person: `tax_category` of the REST API',
  {
    BUSINESS_NO_VAT: 'A business without a VAT number',
    BUSINESS_WITH_VAT: 'A business with a VAT number',
    INDIVIDUAL: 'A person',
  },
);
const invoiceJurisdiction = choices(
  'InvoiceJurisdiction',
  'The law that invoices follow: `invoice_jurisdiction` of the REST API',
  {
    LOI_SAPIN: 'The French law of that name',
    NONE: 'No law of this kind',
    NOT_SET: 'Nothing was chosen',
  },
);

const billTo = choices('BillTo', 'Who is billed: `bill_to` of the REST API', {
  ADVERTISER: 'The advertiser',
  AGENCY: 'The agency',
  NOT_SET: 'Nothing was chosen. Not accepted as input',
});
const businessRelationship = choices(
  'BusinessRelationship',
  'The owner of an account: `business_relationship` of the REST API',
  {
    AGENCY: 'An agency owns it, for a client. Only then the client has an address',
    SELF: 'The advertiser owns it',
  },
);

export const taxSettings = entity(
  'TaxSettings',
  'How invoices of an account are taxed and addressed.',
  {
    tax_id: id('Tax number of the business'),
    tax_category: taxCategory.any('Who is taxed'),
    invoice_jurisdiction: invoiceJurisdiction.any('Law that invoices follow'),
    bill_to: billTo.any('Who is billed'),
    business_relationship: businessRelationship.any(
      'The owner of the account: the advertiser or an agency',
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

/** The parts of an address: of the owner of the account, or of the client of an agency. */
const addressOf = (prefix: string, owner: string, more = ''): Fields => ({
  [`${prefix}city`]: text(`City of ${owner}${more}`),
  [`${prefix}country`]: text(`Two-letter code of the country of ${owner}${more}`, {
    format: 'country',
  }),
  [`${prefix}email`]: text(`E-mail address of ${owner}${more}`),
  [`${prefix}first_name`]: text(`First name of ${owner}${more}`),
  [`${prefix}last_name`]: text(`Last name of ${owner}${more}`),
  [`${prefix}postal_code`]: text(`Postal code of ${owner}${more}`),
  [`${prefix}region`]: text(`Region or state of ${owner}${more}`),
  [`${prefix}street1`]: text(`Street of ${owner}${more}`),
  [`${prefix}street2`]: text(`Second line of the street of ${owner}${more}`),
});

const ofAgency = ', only if an agency owns the account; not returned';
const client = {
  client_address_name: text(`Company of the client${ofAgency}`),
  ...addressOf('client_address_', 'the client', ofAgency),
};

export const settings = group({
  getTaxSettings: get('accounts/{account_id}/tax_settings', {
    doc: 'How invoices of an account are taxed and addressed',
    returns: oneOf(taxSettings),
  }),
  updateTaxSettings: put('accounts/{account_id}/tax_settings', {
    doc: 'Changes how invoices are taxed and addressed; parameters that are left out keep their values',
    params: {
      tax_id: text('Tax number of the business, its VAT registration'),
      tax_category: taxCategory.any('Who is taxed'),
      tax_exemption_id: text('Number of a VAT exemption; not returned'),
      invoice_jurisdiction: invoiceJurisdiction.any('Law that invoices follow'),
      bill_to: billTo.except('Who is billed', 'NOT_SET'),
      business_relationship: businessRelationship.any(
        'The owner of the account: the advertiser or an agency',
      ),
      address_name: shownAs(
        'address_company',
        text('Company on invoices; returned as addressCompany'),
      ),
      ...addressOf('address_', 'the owner of the account'),
      ...client,
    },
    rules: Object.keys(client).map((name) =>
      onlyWhen(name, 'business_relationship', ['AGENCY'], { orAbsent: true }),
    ),
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
