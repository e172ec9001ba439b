import { describe, expect, test } from 'vitest';
import { amountOf, microsOf, sumOf } from '../../examples/dashboard/src/micros.ts';
import { stepsTo, timesShown } from '../../examples/dashboard/src/ticks.ts';
import {
  writtenCount,
  writtenDay,
  writtenMoney,
  writtenRate,
  writtenShort,
  writtenWord,
} from '../../examples/dashboard/src/written.ts';

describe('an amount as people write it', () => {
  test.each([
    ['2.5', '2500000'],
    ['12.345678', '12345678'],
    [' 10 ', '10000000'],
    ['-0.000001', '-1'],
    ['9007199254.740993', '9007199254740993'],
    ['9223372036854.775807', '9223372036854775807'],
  ])('%j is exact in micros, and back', (text, micros) => {
    expect(microsOf(text)).toBe(micros);
    expect(amountOf(micros)).toBe(text.trim());
  });

  test.each(['ten', '5.0000001', '1,5', '.5', '1e3'])('%j is left to the gateway', (text) => {
    expect(microsOf(text)).toBe(text);
    expect(amountOf(text)).toBe(text);
  });

  test('is left out if nothing is written', () => {
    expect([microsOf(''), microsOf('  ')]).toEqual([undefined, undefined]);
  });
});

test('a sum of micros has every digit, and is null if no part has a figure', () => {
  expect(sumOf(['9007199254740993', null, '1', undefined])).toBe('9007199254740994');
  expect(sumOf(['0', null])).toBe('0');
  expect([sumOf([]), sumOf([null, undefined])]).toEqual([null, null]);
});

describe('for people', () => {
  test('money has the decimals of its currency, however large it is', () => {
    expect(writtenMoney('9223372036854.775807', 'EUR')).toBe('€9,223,372,036,854.78');
    expect(writtenMoney('2.5', 'EUR')).toBe('€2.50');
    expect(writtenMoney('1200.4', 'JPY')).toBe('¥1,200');
    expect(writtenMoney('2.5', null)).toBe('2.50');
    expect(writtenMoney('ten', 'EUR')).toBe('ten');
  });

  test('a count has every digit, and an unknown one is a dash and not 0', () => {
    expect(writtenCount('9007199254740993')).toBe('9,007,199,254,740,993');
    expect([writtenCount('0'), writtenCount(null), writtenCount(undefined)]).toEqual([
      '0',
      '–',
      '–',
    ]);
  });

  test('a rate is a percentage', () => {
    expect([writtenRate(0.01234), writtenRate(0), writtenRate(null)]).toEqual([
      '1.23%',
      '0.00%',
      '–',
    ]);
  });

  test('days, words and figures of an axis are short', () => {
    expect(writtenDay('2026-11-26')).toBe('Nov 26');
    expect(writtenWord('WEBSITE_CLICKS')).toBe('Website clicks');
    expect([writtenShort(0, 'EUR'), writtenShort(1234, 'EUR')]).toEqual(['€0', '€1.23K']);
    expect(writtenShort(1_500_000)).toBe('1.5M');
  });
});

describe('an axis', () => {
  test.each([
    [0, [0, 1]],
    [0.3, [0, 0.2, 0.4]],
    [1, [0, 0.5, 1]],
    [356, [0, 200, 400]],
    [801, [0, 500, 1000]],
  ])('for figures to %d has round steps', (most, steps) => {
    expect(stepsTo(most)).toEqual(steps.map((step) => expect.closeTo(step, 10)));
  });

  test('names at most seven times, at even distances', () => {
    expect(timesShown(30)).toEqual([0, 5, 10, 15, 20, 25]);
    expect(timesShown(7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(timesShown(1)).toEqual([0]);
    expect(timesShown(92)).toHaveLength(7);
  });
});
