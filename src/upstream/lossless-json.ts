// A bare run of digits would fire on every id in quotes; a number stands after a colon, comma, bracket, blank or minus.
// Sixteen times \d, because V8 skips ahead by a text of known length and not by \d{16}: five times as fast.
const maybeLong = new RegExp(`[:,[\\s-]${'\\d'.repeat(16)}`);
const longAfterMark = /([:,[]\s*)(-?[1-9]\d{15,})(?=\s*[,\]}])/g;
const longAnywhere = /(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE])/g;

const quoted = (digits: string): string =>
  Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`;

/**
 * Parses JSON and keeps every digit: integers beyond 2^53 become strings of their digits. Throws SyntaxError as
 * `JSON.parse` does.
 */
export const parseLossless = (text: string): unknown => {
  if (!maybeLong.test(text)) return JSON.parse(text);
  try {
    // Inside a string the inserted quote would be followed by a digit, which no JSON allows: a wrong guess always throws.
    return JSON.parse(
      text.replace(longAfterMark, (_, mark: string, digits: string) => mark + quoted(digits)),
    );
  } catch {
    return JSON.parse(outsideStrings(text, (part) => part.replace(longAnywhere, quoted)));
  }
};

const outsideStrings = (text: string, change: (part: string) => string): string => {
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

const maxDepth = 100;
// Any of its letters may be escaped.
const maybePrototype = /__proto__|\\u00(?:5f|6f|7[024])/i;

/**
 * Parses what another machine sent: losslessly, a byte order mark ignored, members named `__proto__` left out. Throws
 * SyntaxError for what is no JSON and RangeError for what is nested deeper than anything that walks it may go.
 */
export const parseUntrusted = (text: string): unknown => {
  const value = parseLossless(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  checkDepth(value, maxDepth);
  if (maybePrototype.test(text)) dropPrototypes(value);
  return value;
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const checkDepth = (value: unknown, left: number): void => {
  if (!isObject(value)) return;
  if (left === 0) throw new RangeError(`nested deeper than ${maxDepth}`);
  // Both loops see every value of a page: no arrays of entries, no calls for what is no object.
  if (Array.isArray(value)) {
    for (const item of value) if (isObject(item)) checkDepth(item, left - 1);
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) if (isObject(members[name])) checkDepth(members[name], left - 1);
};

const dropPrototypes = (value: unknown): void => {
  if (!isObject(value)) return;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const member of Object.values(value)) dropPrototypes(member);
};
