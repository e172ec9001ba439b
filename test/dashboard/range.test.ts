import { describe, expect, test } from 'vitest';
import {
  datesOf,
  faultOfDates,
  nameOfRange,
  rangeNamed,
  writtenRange,
} from '../../examples/dashboard/src/range.ts';

describe('two dates', () => {
  test.each([
    ['2026-11-20', '2026-11-20', 'Nov 20, 2026'],
    ['2026-11-01', '2026-11-20', 'Nov 1 – 20, 2026'],
    ['2026-08-21', '2026-11-20', 'Aug 21 – Nov 20, 2026'],
    ['2027-12-30', '2028-01-02', 'Dec 30, 2027 – Jan 2, 2028'],
  ])('%s and %s are a range', (first, last, written) => {
    expect(faultOfDates(first, last)).toBeNull();
    const range = { days: { first, last } };
    expect(rangeNamed(nameOfRange(range))).toEqual(range);
    expect(writtenRange(range)).toBe(written);
    expect(datesOf(range, '2026-11-28')).toEqual({ first, last });
  });

  test.each([
    ['', '2026-11-20', 'Both dates are needed.'],
    ['2026-11-20', '', 'Both dates are needed.'],
    ['2026-11-20', '2026-11-19', 'The last day is before the first.'],
    ['2026-08-20', '2026-11-20', 'At most 92 days can be shown, not 93.'],
  ])('%j and %j are no range', (first, last, fault) => {
    expect(faultOfDates(first, last)).toBe(fault);
    expect(rangeNamed(`${first}..${last}`)).toEqual({ lastDays: 30 });
  });
});

describe('a number of days', () => {
  test.each([1, 7, 30, 90, 92])('%d is a range', (lastDays) => {
    expect(rangeNamed(nameOfRange({ lastDays }))).toEqual({ lastDays });
    expect(writtenRange({ lastDays })).toBe(`Last ${lastDays} days`);
  });

  test.each([
    [1, '2026-11-28'],
    [30, '2026-10-30'],
  ])('the last %d days end today', (lastDays, first) => {
    expect(datesOf({ lastDays }, '2026-11-28')).toEqual({ first, last: '2026-11-28' });
  });

  test.each(['', '0', '93', '-7', '7.5', '100', 'seven'])('%j is 30', (name) => {
    expect(rangeNamed(name)).toEqual({ lastDays: 30 });
  });
});
