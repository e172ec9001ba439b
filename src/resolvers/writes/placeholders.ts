import { hash } from 'node:crypto';

// Other programs write these words for missing values. Their hashes are known from lists of people.
const nothing = ['-', 'n/a', 'na', 'nan', 'nil', 'none', 'null', 'undefined', 'unknown'];
const stand = ['anonymous', 'dummy', 'email', 'example', 'noemail', 'no-email', 'nomail', 'test'];
const words: ReadonlySet<string> = new Set([...nothing, ...stand, 'placeholder', 'testing']);

/** True if both sides of an address are such words: `test@example.com`, `none@none.com`. */
const isAddress = (text: string): boolean => {
  const [local = '', domain] = text.split('@');
  const [label = ''] = (domain ?? '').split('.');
  return words.has(local) && words.has(label);
};

// The advertising id of zeros means that a person has turned it off. The other is the id of every
// device of one series.
const zeros = '00000000-0000-0000-0000-000000000000';
const devices: ReadonlySet<string> = new Set([zeros, '9774d56d682e549c']);

/** A number that has nothing but a country: `+1 000 000 0000`. */
const emptyNumber = /^\+[1-9][0-9]{0,2}0{7,}$/;

/** True if a normalised identifier is a placeholder, which many people have. */
export const isPlaceholder = (text: string): boolean =>
  words.has(text) || isAddress(text) || devices.has(text) || emptyNumber.test(text);

const addresses = ['test@test.com', 'test@example.com', 'none@none.com', 'null@null.com'];
const hashes: ReadonlySet<string> = new Set(
  ['', ...words, ...devices, ...addresses].map((text) => hash('sha256', text, 'hex')),
);

/** True if a hash is that of an empty text, or of a frequent placeholder. */
export const isPlaceholderHash = (digest: string): boolean => hashes.has(digest.toLowerCase());
