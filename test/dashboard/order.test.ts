import { describe, expect, test } from 'vitest';
import { figureColumns } from '../../examples/dashboard/src/figure-columns.ts';
import type { Figure } from '../../examples/dashboard/src/order.ts';
import { ordered } from '../../examples/dashboard/src/order.ts';

const inOrder = (figures: readonly Figure[], isDescending: boolean): readonly Figure[] =>
  ordered(figures, (figure) => figure, isDescending);

describe('rows', () => {
  test.each([
    ['counts, with every digit', [3n, 9007199254740993n, 9007199254740992n, 0n]],
    ['rates', [0.5, 0.25, 0, 1.5]],
  ])('are in the order of %s', (_, figures: readonly (bigint | number)[]) => {
    const up = figures.toSorted((one, other) => (one < other ? -1 : 1));
    expect(inOrder(figures, false)).toEqual(up);
    expect(inOrder(figures, true)).toEqual(up.toReversed());
  });

  test('are in the alphabetical order of people', () => {
    const names = ['Winter 10', 'winter 9', 'Äpfel', 'Birnen', 'Apfel'];
    const up = ['Apfel', 'Äpfel', 'Birnen', 'winter 9', 'Winter 10'];
    expect(inOrder(names, false)).toEqual(up);
    expect(inOrder(names, true)).toEqual(up.toReversed());
  });

  test('without a figure are last in both directions, and 0 is a figure', () => {
    expect(inOrder([null, 2n, null, 0n], false)).toEqual([0n, 2n, null, null]);
    expect(inOrder([null, 2n, null, 0n], true)).toEqual([2n, 0n, null, null]);
  });

  test('with equal figures keep their places in both directions', () => {
    const rows = ['a', 'b', 'c', 'd'].map((name, at) => ({ name, count: BigInt(at % 2) }));
    for (const [isDescending, names] of [
      [false, 'acbd'],
      [true, 'bdac'],
    ] as const) {
      const shown = ordered(rows, ({ count }) => count, isDescending);
      expect(shown.map(({ name }) => name).join('')).toBe(names);
    }
  });
});

describe('a column', () => {
  const total = {
    billedChargeLocalMicro: '9007199254740993',
    impressions: '0',
    clicks: '12',
    clickRate: 0.125,
    costPerClick: { amount: '0.333333' },
  };

  test.each([
    ['Spend', 9007199254740993n],
    ['Impressions', 0n],
    ['Clicks', 12n],
    ['Click rate', 0.125],
    ['Cost per click', 333333n],
  ] as const)('%s sorts by the values that it shows', (name, figure) => {
    expect(figureColumns[name]({ total })).toBe(figure);
  });

  test.each(Object.values(figureColumns))('has no figure if none is known', (figureOf) => {
    const unknown = {
      billedChargeLocalMicro: null,
      impressions: null,
      clicks: null,
      clickRate: null,
      costPerClick: null,
    };
    expect([figureOf(null), figureOf({ total: unknown })]).toEqual([null, null]);
  });
});
