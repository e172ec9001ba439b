import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '../../src/upstream/catalogue/index.ts';
import { parseLossless, parseUntrusted } from '../../src/upstream/client/json/untrusted.ts';
import { carefully, damaged, deep, json, outcome, slowly } from '../support/json-texts.ts';
import { patience, runs, seed } from '../support/sampling.ts';

vi.setConfig({ testTimeout: patience });

const numRuns = runs(1000, 200_000);

describe('parsing without losing digits', () => {
  test(`gives the result of the slow parser (seed ${seed})`, () => {
    fc.assert(
      fc.property(json, (text) => {
        const wrapped = `{"data":${text}}`;
        expect(parseLossless(wrapped)).toStrictEqual(slowly(wrapped));
        expect(parseLossless(text)).toStrictEqual(slowly(text));
      }),
      { seed, numRuns },
    );
  });

  test(`throws if JSON.parse throws (seed ${seed})`, () => {
    fc.assert(
      fc.property(damaged, (text) => {
        expect(outcome(() => parseLossless(text))).toStrictEqual(outcome(() => slowly(text)));
      }),
      { seed, numRuns },
    );
  });

  test('keeps the ids of posts and leaves small integers as numbers', () => {
    const text =
      '{"id":1166476031668015104,"next":[-9223372036854775808, 9007199254740991],"n":12}';
    expect(parseLossless(text)).toEqual({
      id: '1166476031668015104',
      next: ['-9223372036854775808', 9007199254740991],
      n: 12,
    });
  });

  test('does not change digits inside texts', () => {
    const text = '{"name":"one, 1166476031668015104, two","id":1166476031668015104}';
    expect(parseLossless(text)).toEqual({
      name: 'one, 1166476031668015104, two',
      id: '1166476031668015104',
    });
  });

  test('accepts no number that is not JSON', () => {
    expect(() => parseLossless('{"id":00000000000000000001}')).toThrow(SyntaxError);
    expect(() => parseLossless('{"id":+1166476031668015104}')).toThrow(SyntaxError);
  });

  test('accepts no number as the name of a member', () => {
    expect(() => parseLossless('{ 1166476031668015104:1}')).toThrow(SyntaxError);
  });

  test('ends on a huge text that breaks off between escaped quotes', () => {
    const text = `{"id":[1166476031668015104],"name":"${'\\"'.repeat(1_000_000)}`;
    expect(() => parseLossless(text)).toThrow(SyntaxError);
  });
});

describe('parsing text of another machine', () => {
  test.for([false, true])(
    `gives the result of the slow parser, long integers expected: %s (seed ${seed})`,
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

  test('accepts 100 levels', () => {
    expect(() => parseUntrusted('['.repeat(100) + ']'.repeat(100))).not.toThrow();
  });
});

test('only rows of posts and of results jobs have JSON integers beyond 2^53', () => {
  const entities = endpoints.flatMap(({ returns: { of } }) => (of?.hasLongs ? [of.name] : []));
  expect([...new Set(entities)].toSorted()).toEqual(['StatsJob', 'Tweet']);
});
