// \d{15} written out, which matches faster.
const long = `-?[1-9]${'\\d'.repeat(15)}\\d*`;
const longAsValue = new RegExp(`(?<=^|[:,[\\s])${long}(?=\\s*(?:[,\\]}]|$))`, 'g');
const longPattern = new RegExp(`(?<![\\d.eE+-])${long}(?![\\d.eE])`, 'g');

const quoted = (digits: string): string =>
  Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`;

/**
 * Parses JSON and keeps every digit: integers beyond ±(2^53 - 1) become strings, so
 * `9007199254740993` is `'9007199254740993'`. Throws SyntaxError as `JSON.parse` does.
 */
export const parseLossless = (text: string): unknown => {
  const marked = text.replace(longAsValue, quoted);
  try {
    // Quotes that are wrongly inserted inside a string always make the JSON invalid, so a wrong
    // guess throws.
    return JSON.parse(marked);
  } catch (error) {
    if (marked === text) throw error;
    return JSON.parse(outsideStrings(text, (outside) => outside.replace(longPattern, quoted)));
  }
};

const outsideStrings = (text: string, change: (outside: string) => string): string => {
  let changed = '';
  let from = 0;
  while (from < text.length) {
    const start = text.indexOf('"', from);
    if (start === -1) return changed + change(text.slice(from));
    const end = endOfString(text, start + 1);
    changed += change(text.slice(from, start)) + text.slice(start, end);
    from = end;
  }
  return changed;
};

const endOfString = (text: string, from: number): number => {
  let quote = text.indexOf('"', from);
  while (quote !== -1 && isEscaped(text, quote, from)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
};

const isEscaped = (text: string, at: number, from: number): boolean => {
  let first = at;
  while (first > from && text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
};

/** The most levels of arrays and objects. */
export const maxDepth = 100;

/**
 * Parses JSON from another machine: keeps every digit, ignores a byte order mark and omits members
 * named `__proto__`. Throws SyntaxError for invalid JSON, and RangeError for more than 100 levels.
 * `hasLongs` only saves time: set it if integers beyond 2^53 are likely.
 */
export const parseUntrusted = (text: string, hasLongs = false): unknown => {
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (!hasLongs) {
    const value: unknown = JSON.parse(json);
    // A number beyond 2^53 stays beyond it when JSON.parse rounds, so every lost digit is noticed.
    if (!isRounded(value, maxDepth)) return value;
  }
  const value = parseLossless(json);
  isRounded(value, maxDepth);
  return value;
};

const isRounded = (value: unknown, left: number): boolean =>
  typeof value === 'number'
    ? Math.abs(value) > Number.MAX_SAFE_INTEGER
    : typeof value === 'object' && value !== null && clean(value, left);

/**
 * Removes members named `__proto__`. True if a number may have lost digits. Throws RangeError
 * beyond `left` levels.
 */
const clean = (value: object, left: number): boolean => {
  if (left === 0) throw new RangeError(`nested deeper than ${maxDepth}`);
  let rounded = false;
  // These loops see every value of a page, so they allocate nothing.
  if (Array.isArray(value)) {
    for (const item of value) if (isRounded(item, left - 1)) rounded = true;
    return rounded;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    if (isRounded(members[name], left - 1)) rounded = true;
    if (name === '__proto__') Reflect.deleteProperty(members, name);
  }
  return rounded;
};
