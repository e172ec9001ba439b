/** A format in words for people, and a value that has it if an example helps. */
export interface Format {
  readonly words: string;
  readonly example?: string;
}

/** A format; its words may mention the example as `{example}`. */
export const format = (words: string, example: string): Format =>
  Object.freeze({ words: words.replace('{example}', example), example });

const id = '1503831318555086849';

/**
 * The formats of texts. `item` is for lists that are joined by commas: text that is not blank and
 * has no comma. `webEvent` is the id of a web event, alone or as `tw-<pixel>-<event>`.
 */
export const formats = {
  cardUri: format('a card URI such as {example}', `card://${id}`),
  clock: format('a time of day such as {example}', '07:30'),
  constant: format('letters in upper case, digits and underscores', 'SITE_VISIT'),
  country: format('a country code of two letters, such as {example}', 'US'),
  currency: format('a currency code of three letters, such as {example}', 'USD'),
  cursor: { words: 'a cursor' },
  decimal: format('a decimal such as {example}', '100.99'),
  digits: format('digits, such as {example}', '333903271'),
  domain: format('a domain without a protocol, such as {example}', 'example.com'),
  email: format('an e-mail address', 'name@example.com'),
  https: format('an address that begins with https://', 'https://example.com'),
  ipAddress: format('an IP address', '192.0.2.1'),
  item: format('text without commas', 'Running shoes'),
  language: format('a language code of two letters, such as {example}', 'en'),
  locale: format('a language and a country, such as {example}', 'en-US'),
  percent: format('a number from 1.00 to 99.00 with at most two decimals', '12.50'),
  place: format('the key of a place, such as {example}', '3376992a082d67c7'),
  price: format('an amount, a space and a currency, as in {example}', '20.00 USD'),
  printable: format('letters, digits and signs of ASCII', 'order 4711'),
  sha256: { words: 'a SHA-256 of 64 hex digits' },
  timeRange: format(
    'two ISO 8601 times with a slash between them',
    '2026-06-01T09:00:00Z/2026-06-08T09:00:00Z',
  ),
  timeZone: format('the name of a time zone, such as {example}', 'America/New_York'),
  trimmed: format('text that does not begin or end with a space', 'Running shoes'),
  url: format('an address that begins with https:// or http://', 'https://example.com'),
  urls: format('addresses with commas between them', 'https://example.com'),
  webEvent: format('the id of a web event', 'tw-o8z6j-o8z72'),
} as const satisfies Readonly<Record<string, Format>>;

/**
 * The formats of identifiers. Their alphabets are documented, so other text is refused before it
 * is sent. `digits` are numbers of 64 bits with a sign, as posts and users have them.
 */
export const idFormats = {
  base36: format('an id such as {example}', '18ce54d4x5t'),
  digits: format('an id of digits, such as {example}', id),
  webhook: format('an id of digits, such as {example}', id),
  package: format('the id of an app, such as {example}', 'com.example.app'),
  mediaKey: format('a media key such as {example}', '3_931236738554519552'),
  iab: format('an id of letters, digits and dashes, such as {example}', 'IAB1-1'),
} as const satisfies Readonly<Record<string, Format>>;

export type TextFormat = keyof typeof formats;
export type IdFormat = keyof typeof idFormats;
