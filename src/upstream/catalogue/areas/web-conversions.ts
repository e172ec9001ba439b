import { group, post } from '../language/endpoint.ts';
import { entity, oneOf } from '../language/entity.ts';
import { hashOf, int, listOf, required, shape, text, time } from '../language/params.ts';
import { atLeastOne, neverAlone } from '../language/rules.ts';

const webConversionsResult = entity(
  'WebConversionsResult',
  'What the API says of recorded web conversions.',
  {
    conversions_processed: int('Number of conversions that the API processed'),
    debug_id: text('The id of the request, to ask the support of the API about it'),
  },
  { key: null, inAccount: false },
);

const identifiers = shape(
  'WebConversionIdentifiers',
  'Identifiers of one person',
  {
    twclid: text('The click id that X put into the address of the page as `twclid`', {
      min: 1,
      personal: true,
    }),
    hashed_email: hashOf('email', 'An e-mail address, hashed or raw as `forms.hashedEmail` says'),
    hashed_phone_number: hashOf(
      'phone_number',
      'A phone number, hashed or raw as `forms.hashedPhoneNumber` says',
    ),
    ip_address: text('The IP address, sent as it is. Another identifier must be given too', {
      format: 'ipAddress',
      personal: true,
    }),
    user_agent: text(
      'The User-Agent of the browser, sent as it is. Another identifier must be given too',
      { format: 'trimmed', personal: true },
    ),
  },
  [atLeastOne('twclid', 'hashed_email', 'hashed_phone_number', 'ip_address', 'user_agent')],
);

const content = shape('WebConversionContent', 'An item that a conversion is about', {
  content_id: text('Its id in the catalogue of the advertiser'),
  content_name: text('Its name'),
  content_type: text('Its kind'),
  content_price: text('Its price, as a decimal such as 100.99', {
    format: 'decimal',
    unquoted: true,
  }),
  num_items: int('Number of these items'),
  content_group_id: text('The id of its group'),
});

const conversion = shape(
  'WebConversion',
  'An action of a person on a website',
  {
    conversion_time: required(time('When it happened', { keeps: 'milliseconds' })),
    event_id: required(
      text(
        'The event as Ads Manager names it: its id, such as ol288, or tw-<pixel>-<event>. No endpoint lists them',
        { format: 'webEvent' },
      ),
    ),
    identifiers: required(
      listOf(
        identifiers,
        'Who did it: the more identifiers, the likelier a match. `ipAddress` or `userAgent` alone is refused',
        { min: 1 },
      ),
    ),
    value: text('What it is worth, as a decimal such as 20.00', { format: 'decimal' }),
    price_currency: text('Currency of the value, as its ISO 4217 code', { format: 'currency' }),
    number_items: int('How many items it is about', { min: 1 }),
    conversion_id: text(
      'An id of its own. Conversions of an event with the same id are counted once, even if the pixel reports them too',
      { min: 1 },
    ),
    description: text('What it is about'),
    contents: listOf(content, 'The items that it is about'),
  },
  [neverAlone('identifiers', ['ip_address', 'user_agent'])],
);

export const webConversions = group({
  recordWebConversions: post('measurement/conversions/{pixel_id}', {
    doc: 'Records what people did on a website. At most 60,000 conversions of an account in 15 minutes; for users who are ACCOUNT_ADMIN or AD_MANAGER of the account',
    body: 'json',
    params: {
      conversions: required(listOf(conversion, 'The conversions', { min: 1, max: 500 })),
    },
    returns: oneOf(webConversionsResult, {
      counted: {
        records: 'conversions',
        in: ['conversions_processed'],
        knownBy: 'conversion_id',
      },
    }),
  }),
});
