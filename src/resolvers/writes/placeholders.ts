import { hash } from 'node:crypto';

// Other programs write these where nothing is known. Each is long known from lists of people.
const nothing = ['-', 'n/a', 'na', 'nan', 'nil', 'none', 'null', 'undefined', 'unknown'];
const stand = ['anonymous', 'dummy', 'email', 'example', 'noemail', 'no-email', 'nomail', 'test'];
const words: ReadonlySet<string> = new Set([...nothing, ...stand, 'placeholder', 'testing']);

/** `test@example.com`, `none@none.com`: such a word on both sides. */
const isAddress = (text: string): boolean => {
  const [local = '', domain] = text.split('@');
  const [label = ''] = (domain ?? '').split('.');
  return words.has(local) && words.has(label);
};

// An advertising id of zeros stands for a person who has turned it off. The other is the id of
// every device of one series.
const zeros = '00000000-0000-0000-0000-000000000000';
const devices: ReadonlySet<string> = new Set([zeros, '9774d56d682e549c']);

/** A number of which only the country is given: `+1 000 000 0000`. */
const emptyNumber = /^\+[1-9][0-9]{0,2}0{7,}$/;

/** Whether a normalised identifier stands for nobody, so that many people have it. */
export const isPlaceholder = (text: string): boolean =>
  words.has(text) || isAddress(text) || devices.has(text) || emptyNumber.test(text);

const addresses = ['test@test.com', 'test@example.com', 'none@none.com', 'null@null.com'];
const hashes: ReadonlySet<string> = new Set(
  ['', ...words, ...devices, ...addresses].map((text) => hash('sha256', text, 'hex')),
);

/** Whether a hash is that of nothing, or of a frequent placeholder. */
export const isPlaceholderHash = (digest: string): boolean => hashes.has(digest.toLowerCase());
