import { describe, expect, test } from 'vitest';
import { begun, ended, isEnded, itemsOf, leftOf } from '../../examples/dashboard/src/run.ts';

const chosen = Array.from({ length: 100 }, (_, at) => ({ id: `c${at}`, name: `Campaign ${at}` }));
const applied = (index: number) => ({ index, outcome: 'APPLIED', errors: [] }) as const;
const allApplied = {
  outcome: 'APPLIED',
  errors: [],
  results: Array.from({ length: 40 }, (_, index) => applied(index)),
} as const;
const refused = {
  outcome: 'NOT_APPLIED',
  errors: [{ message: 'You may not.' }],
  results: [],
} as const;

describe('a change of a hundred campaigns', () => {
  test('is sent in batches of at most forty, each campaign once', () => {
    const run = begun(chosen, 'PAUSED');
    expect(run.rest.map(({ length }) => length)).toEqual([40, 40, 20]);
    expect(itemsOf(run)).toEqual(chosen);
    expect(leftOf(run)).toEqual(chosen);
    expect(isEnded(run)).toBe(false);
  });

  test('has ended when each batch has, and leaves out the campaigns of a refused one', () => {
    const run = [allApplied, refused, allApplied].reduce(ended, begun(chosen, 'PAUSED'));
    expect(isEnded(run)).toBe(true);
    expect(run.done.map(({ id }) => id)).toEqual(chosen.map(({ id }) => id));
    expect(leftOf(run)).toEqual(chosen.slice(40, 80));
    expect(run.done.slice(40, 80).every(({ errors }) => errors === refused.errors)).toBe(true);
  });

  test('keeps unknown outcomes, beside those that were not applied', () => {
    const run = ended(begun(chosen, 'PAUSED'), { ...refused, outcome: 'UNKNOWN' });
    expect(run.rest.map(({ length }) => length)).toEqual([40, 20]);
    expect(leftOf(run)).toEqual(chosen);
    expect(itemsOf(run).map(({ id }) => id)).toEqual(chosen.map(({ id }) => id));
  });
});

test('each campaign of a batch has its own result, whatever the order of results', () => {
  const error = { message: 'It was deleted.' };
  const results = [
    { index: 1, outcome: 'REJECTED', errors: [error] },
    { index: 0, outcome: 'NOT_APPLIED', errors: [] },
  ] as const;
  const run = ended(begun(chosen.slice(0, 3), 'ACTIVE'), {
    outcome: 'NOT_APPLIED',
    errors: [],
    results,
  });
  expect(run.done.map(({ outcome }) => outcome)).toEqual([
    'NOT_APPLIED',
    'REJECTED',
    'NOT_APPLIED',
  ]);
  expect(run.done[1]?.errors).toEqual([error]);
  expect(run.entityStatus).toBe('ACTIVE');
});

test('a change of no campaign has ended', () => {
  expect(isEnded(begun([], 'PAUSED'))).toBe(true);
});
