import { identifierOf, isIdentifier } from './identifiers.ts';
import { amountName } from './money.ts';
import type { Path } from './values.ts';

/** Labels that do not follow from the name of the parameter or argument. */
const irregular: Readonly<Record<string, string>> = {
  account_media_ids: 'Account media',
  as_user_id: 'User to act as',
  effective_at: 'Effective time',
  entity_ids: 'Entities',
  expires_at: 'Expiry time',
  first: 'First day',
  funded_amount_local_micro: 'Funded amount',
  gtin: 'GTIN',
  idempotency_key: 'Idempotency key',
  lang: 'Language',
  last: 'Last day',
  mpn: 'MPN',
  num_items: 'Number of items',
  number_items: 'Number of items',
  q: 'Search text',
  scheduled_at: 'Scheduled time',
  sort_by: 'Order',
  targeting_criterion_ids: 'Targeting criteria',
  trim_user: 'Short users',
  twclid: 'Click ID',
  twitter_id: 'X user ID',
  x_auth_access_type: 'Access type',
};

const words: Readonly<Record<string, string>> = {
  ab: 'A/B',
  api: 'API',
  cta: 'call to action',
  eq: 'equal',
  googleplay: 'Google Play',
  gte: 'at least',
  id: 'ID',
  ids: 'IDs',
  ios: 'iOS',
  ip: 'IP',
  lt: 'less than',
  ne: 'not equal',
  oauth: 'OAuth',
  os: 'OS',
  twitter: 'X',
  uri: 'URI',
  uris: 'URIs',
  url: 'URL',
};

/** A text with a capital first letter: `iOS` stays. */
export const capitalised = (text: string): string =>
  text.startsWith('iOS') ? text : text.charAt(0).toUpperCase() + text.slice(1);

// The id of something in the graph is shown as that thing: `campaign_ids` are "Campaigns".
const withoutId = (name: string): string => {
  if (!isIdentifier(name)) return name;
  const { of, orOf, by } = identifierOf(name);
  const isInGraph = of !== undefined || orOf !== undefined || by !== undefined;
  return isInGraph ? name.replace(/_id(s?)$/, '$1') : name;
};

/**
 * The name of a field as a form shows it: "Daily budget" for `daily_budget_amount_local_micro`,
 * "Campaigns" for `campaign_ids`. Takes the name of a parameter or of an argument.
 */
export const labelOf = (name: string): string => {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, '');
  const names = withoutId(amountName(snake))
    .replace(/_micro$/, '')
    .split('_');
  return irregular[snake] ?? capitalised(names.map((name) => words[name] ?? name).join(' '));
};

/** A label inside a sentence: "daily budget", but "URL". */
export const labelWithin = (name: string): string => {
  const label = labelOf(name);
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
};

/** A word of an enumeration inside a sentence: `PROMOTED_TWEETS` is "promoted tweets". */
export const wordWithin = (word: string): string =>
  word === 'ALL_ON_TWITTER'
    ? 'everywhere on X'
    : word
        .toLowerCase()
        .split('_')
        .map((part) => words[part] ?? part)
        .join(' ');

/** The label of the value at a path; of an item of a list "Keywords: item 3". */
export const labelAt = (path: Path): string => {
  const label = labelOf(String(path.findLast((step) => typeof step === 'string') ?? 'value'));
  const last = path.at(-1);
  return typeof last === 'number' ? `${label}: item ${last + 1}` : label;
};
