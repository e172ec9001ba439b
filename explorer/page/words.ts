const numbers = new Intl.NumberFormat('en');

/** A whole number, as in `12,345`. */
export const count = (value: number): string => numbers.format(Math.round(value));

/** A number with a noun: `1 call`, `26 calls`. */
export const many = (value: number, one: string): string =>
  `${count(value)} ${one}${value === 1 ? '' : 's'}`;

/** A range: `4`, or `4–26`. */
export const span = (least: number, most: number): string =>
  least === most ? count(least) : `${count(least)}–${count(most)}`;

/** A duration: `8.5 ms`, `120 ms`, `1.25 s`, `12 s`. */
export const duration = (ms: number): string => {
  if (ms >= 10_000) return `${numbers.format(Math.round(ms / 1000))} s`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms >= 10 ? Math.round(ms) : Math.round(ms * 10) / 10} ms`;
};

/** A size in units of 1000: `512 B`, `4.2 KB`, `1.5 MB`. */
export const size = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
};

/** A time of today as `14:05`, of another day with its date. */
export const moment = (at: Date): string =>
  at.toDateString() === new Date().toDateString()
    ? at.toLocaleTimeString([], { timeStyle: 'short' })
    : at.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

/** The message of a thrown value, without the name of its class. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** A message as a sentence, with local times: without `Syntax Error:` before it. */
export const sentenceOf = (message: string): string => {
  const text = message.replace(/^Syntax Error: /, '').replace(time, localTime);
  return /^[A-Z][A-Z_]+\.?$/.test(text) ? 'The API gave no reason.' : text;
};

/** A name as words: `dailyBudget` as `Daily budget`, `NOT_APPLIED` as `Not applied`. */
export const titled = (name: string): string => {
  const lower = /^[A-Z\d_]+$/.test(name) ? name.toLowerCase() : name;
  const words = lower
    .replace(/([a-z\d])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`)
    .replace(/[_.]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const time = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const wholeTime = new RegExp(`^${time.source}$`);

const localTime = (text: string): string =>
  new Date(text).toLocaleString([], {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  });

/** A value as people read it: a time in the local zone, a word of an enumeration in lower case. */
export const valueText = (value: string): string => {
  if (value === 'ALL_ON_TWITTER') return 'Everywhere on X';
  const isWord = /^[A-Z]+(_[A-Z]+)+$|^[A-Z]{4,}$/.test(value);
  return isWord ? titled(value) : value.replace(wholeTime, localTime);
};

/** True if a text has all words of a search, in any order and case. */
export const hasWords = (text: string, search: string): boolean =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));
