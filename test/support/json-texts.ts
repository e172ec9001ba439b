import fc from 'fast-check';
import { anyText } from './any-text.ts';

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
const revive = JSON.parse as (text: string, reviver: Reviver) => unknown;

const exact = (value: unknown, source = ''): unknown =>
  typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
    ? source
    : value;

/**
 * The value of a JSON text with every digit, by the language's own means: exact, and many times
 * slower than the gateway's.
 */
export const slowly = (text: string): unknown =>
  revive(text, (_, value, { source }) => exact(value, source));

/** The depth of a value, counted by the brackets of its text. */
const depthOf = (value: unknown): number => {
  let depth = 0;
  let deepest = 0;
  for (const char of JSON.stringify(value).replaceAll(/"(?:\\.|[^"\\])*"/g, '')) {
    depth += Number('[{'.includes(char)) - Number(']}'.includes(char));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

/** The value of a text from another machine, parsed by the same means. */
export const carefully = (text: string): unknown => {
  const json = text.replace(/^\ufeff/, '');
  if (depthOf(JSON.parse(json)) > 100) throw new RangeError();
  return revive(json, (name, value, { source }) =>
    name === '__proto__' ? undefined : exact(value, source),
  );
};

/** The result of a parser: the value with every sign and digit, or the name of the error. */
export const outcome = (parse: () => unknown): unknown => {
  try {
    return { value: parse() };
  } catch (error) {
    return (error as Error).name;
  }
};

const blank = fc.constantFrom('', '', '', ' ', '\n', '\t  ');
const number = fc.oneof(
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(String),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((double) => JSON.stringify(double)),
  fc.constantFrom(
    '-0',
    '0.1234567890123456789',
    '1234567890123456789.5',
    '1234567890123456789e3',
    '9007199254740993.0',
    '1e21',
    '-1e400',
    '9'.repeat(400),
    '1e1234567890123456789',
    '12E-1234567890123456789',
    '9007199254740991',
    '9007199254740992',
    '-9007199254740992',
    '1000000000000000',
  ),
);
const string = fc
  .oneof(
    anyText(),
    fc.string({ unit: fc.constantFrom(...'"\\:,[]{} -1234567890'), minLength: 0, maxLength: 40 }),
    fc.constantFrom(
      '1234567890123456789',
      ', 1234567890123456789,',
      ':1234567890123456789',
      '[-12345678901234567]',
    ),
  )
  .map((text) => JSON.stringify(text));

/** The name of a member, as JSON. */
export const name = fc.oneof(
  string,
  fc.constantFrom('"__proto__"', '"_\\u005Fpr\\u006fto_\\u005f"', '"7"'),
);

/** Any JSON. */
export const { json } = fc.letrec<{ json: string; array: string; object: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    number,
    string,
    fc.constantFrom('null', 'true'),
    tie('array'),
    tie('object'),
  ),
  array: fc
    .tuple(blank, fc.array(fc.tuple(tie('json'), blank), { maxLength: 5 }))
    .map(
      ([pad, items]) => `[${pad}${items.map(([item, end]) => `${pad}${item}${end}`).join(',')}]`,
    ),
  object: fc
    .tuple(blank, fc.array(fc.tuple(name, tie('json')), { maxLength: 5 }))
    .map(
      ([pad, members]) =>
        `{${members.map(([key, item]) => `${pad}${key}:${pad}${item}`).join(',')}${pad}}`,
    ),
}));

/** JSON with one character that is wrong. */
export const damaged = fc
  .tuple(json, fc.nat(), fc.constantFrom('', '"', '0', ',', '\\', '-', '12345678901234567'))
  .map(([text, at, junk]) => {
    const place = at % (text.length + 1);
    return `[${text.slice(0, place)}${junk}${text.slice(place + 1)}`;
  });
/** JSON with about as many levels as the limit allows. */
export const deep = fc
  .tuple(json, fc.integer({ min: 90, max: 105 }), fc.boolean())
  .map(([text, levels, isArray]) =>
    isArray
      ? '['.repeat(levels) + text + ']'.repeat(levels)
      : `${'{"a":'.repeat(levels)}${text}${'}'.repeat(levels)}`,
  );
