import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '../src/upstream/catalogue/index.ts';
import { parseLossless, parseUntrusted } from '../src/upstream/client/answer/lossless-json.ts';
import { patience, runs, seed } from './support/sampling.ts';

vi.setConfig({ testTimeout: patience });

const numRuns = runs(1000, 200_000);

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
const revive = JSON.parse as (text: string, reviver: Reviver) => unknown;

const exact = (value: unknown, source = ''): unknown =>
  typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
    ? source
    : value;

/** The same by the language's own means: exact, and many times slower. */
const slowly = (text: string): unknown =>
  revive(text, (_, value, { source }) => exact(value, source));

/** How deep a value nests, counted by the brackets of its text. */
const depthOf = (value: unknown): number => {
  let depth = 0;
  let deepest = 0;
  for (const char of JSON.stringify(value).replaceAll(/"(?:\\.|[^"\\])*"/g, '')) {
    depth += Number('[{'.includes(char)) - Number(']}'.includes(char));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

/** What a text from another machine says, by the same means. */
const carefully = (text: string): unknown => {
  const json = text.replace(/^\ufeff/, '');
  if (depthOf(JSON.parse(json)) > 100) throw new RangeError();
  return revive(json, (name, value, { source }) =>
    name === '__proto__' ? undefined : exact(value, source),
  );
};

/** What a parser makes of a text: its value with every sign and digit, or the name of its error. */
const outcome = (parse: () => unknown): unknown => {
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
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'"\\:,[]{} -1234567890'), minLength: 0, maxLength: 40 }),
    fc.constantFrom(
      '1234567890123456789',
      ', 1234567890123456789,',
      ':1234567890123456789',
      '[-12345678901234567]',
    ),
  )
  .map((text) => JSON.stringify(text));

const name = fc.oneof(
  string,
  fc.constantFrom('"__proto__"', '"_\\u005Fpr\\u006fto_\\u005f"', '"7"'),
);

const { json } = fc.letrec<{ json: string; array: string; object: string }>((tie) => ({
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

const damaged = fc
  .tuple(json, fc.nat(), fc.constantFrom('', '"', '0', ',', '\\', '-', '12345678901234567'))
  .map(([text, at, junk]) => {
    const place = at % (text.length + 1);
    return `[${text.slice(0, place)}${junk}${text.slice(place + 1)}`;
  });
const deep = fc
  .tuple(json, fc.integer({ min: 90, max: 105 }), fc.boolean())
  .map(([text, levels, isArray]) =>
    isArray
      ? '['.repeat(levels) + text + ']'.repeat(levels)
      : `${'{"a":'.repeat(levels)}${text}${'}'.repeat(levels)}`,
  );

describe('parsing without losing digits', () => {
  test(`gives what the slow way gives (seed ${seed})`, () => {
    fc.assert(
      fc.property(json, (text) => {
        const wrapped = `{"data":${text}}`;
        expect(parseLossless(wrapped)).toStrictEqual(slowly(wrapped));
      }),
      { seed, numRuns },
    );
  });

  test(`throws where JSON.parse throws (seed ${seed})`, () => {
    fc.assert(
      fc.property(damaged, (text) => {
        expect(outcome(() => parseLossless(text))).toStrictEqual(outcome(() => slowly(text)));
      }),
      { seed, numRuns },
    );
  });

  test('keeps the ids of posts and leaves what is small enough a number', () => {
    const text =
      '{"id":1166476031668015104,"next":[-9223372036854775808, 9007199254740991],"n":12}';
    expect(parseLossless(text)).toEqual({
      id: '1166476031668015104',
      next: ['-9223372036854775808', 9007199254740991],
      n: 12,
    });
  });

  test('leaves digits inside texts alone', () => {
    const text = '{"name":"one, 1166476031668015104, two","id":1166476031668015104}';
    expect(parseLossless(text)).toEqual({
      name: 'one, 1166476031668015104, two',
      id: '1166476031668015104',
    });
  });

  test('takes no number that JSON does not have', () => {
    expect(() => parseLossless('{"id":00000000000000000001}')).toThrow(SyntaxError);
    expect(() => parseLossless('{"id":+1166476031668015104}')).toThrow(SyntaxError);
  });

  test('takes no number for the name of a member', () => {
    expect(() => parseLossless('{ 1166476031668015104:1}')).toThrow(SyntaxError);
  });

  test('does not lose itself in a huge text that breaks off between escaped quotes', () => {
    const text = `{"id":[1166476031668015104],"name":"${'\\"'.repeat(1_000_000)}`;
    expect(() => parseLossless(text)).toThrow(SyntaxError);
  });
});

describe('parsing what another machine sent', () => {
  test.for([false, true])(
    `gives what the slow way gives, long integers expected: %s (seed ${seed})`,
    (hasLongs) => {
      const sent = fc
        .tuple(fc.constantFrom('', '\ufeff'), fc.oneof(json, json, damaged, deep))
        .map(([mark, text]) => `${mark}{"data":${text},"next_cursor":null}`);
      fc.assert(
        fc.property(sent, (text) => {
          expect(outcome(() => parseUntrusted(text, hasLongs))).toStrictEqual(
            outcome(() => carefully(text)),
          );
        }),
        { seed, numRuns },
      );
    },
  );

  test('skips a byte order mark', () => {
    expect(parseUntrusted('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  test.for(['__proto__', '\\u005f_proto__', '__\\u0070roto__', '_\\u005Fproto_\\u005f'])(
    'leaves out a member named %s at any depth',
    (name) => {
      const value = parseUntrusted(`{"a":[{"${name}":{"polluted":true},"b":1}],"${name}":2}`);
      expect(JSON.stringify(value)).toBe('{"a":[{"b":1}]}');
      expect(Object.hasOwn(value as object, '__proto__')).toBe(false);
    },
  );

  test.for([
    ['arrays', '['.repeat(101) + ']'.repeat(101)],
    ['objects', `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`],
    ['both', `${'[1,{"a":'.repeat(51)}1${'},2]'.repeat(51)}`],
  ] as const)('refuses %s that are nested more than 100 deep', ([, text]) => {
    expect(() => parseUntrusted(text)).toThrow(RangeError);
  });

  test('takes what is nested 100 deep', () => {
    expect(() => parseUntrusted('['.repeat(100) + ']'.repeat(100))).not.toThrow();
  });
});

test('posts are the rows that hold JSON integers beyond 2^53', () => {
  const entities = endpoints.flatMap(({ returns: { of } }) => (of?.hasLongs ? [of.name] : []));
  expect([...new Set(entities)]).toEqual(['Tweet']);
});
