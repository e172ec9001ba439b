import { expect, test } from 'vitest';
import { fittingOf } from '../../explorer/page/run/answers.ts';
import { runOf } from './ended-run.ts';

/** An answer of this many characters of JSON. */
const answer = (name: string, characters: number) => {
  const empty = JSON.stringify({ name, text: '' }).length;
  return { name, text: 'x'.repeat(characters - empty) };
};
const kept = (...answers: readonly (readonly [string, number])[]): readonly string[] =>
  fittingOf(answers.map(([name, characters]) => answer(name, characters))).map(({ name }) => name);

test('an answer that is too long for the store is left out, and the others stay', () => {
  expect(kept(['Short', 145_000], ['TooLong', 580_000], ['Long', 290_000], ['Small', 500])).toEqual(
    ['Short', 'Long', 'Small'],
  );
});

test('a new answer replaces the oldest ones that leave no room for it', () => {
  expect(kept(['Last', 290_000], ['Short', 145_000], ['Long', 290_000], ['Small', 500])).toEqual([
    'Last',
    'Short',
    'Small',
  ]);
});

test('all together have less than 490,000 characters as they are stored', () => {
  const fitting = fittingOf([1, 2, 3, 4].map((at) => answer(`${at}`, 163_333)));
  expect(fitting).toHaveLength(2);
  expect(fittingOf([answer('a', 489_999)])).toHaveLength(1);
  expect(fittingOf([answer('a', 490_000)])).toEqual([]);
  const most = fittingOf([answer('a', 244_999), answer('b', 244_998), answer('c', 300)]);
  expect(JSON.stringify(most).length).toBeLessThanOrEqual(490_000);
});

test('an answer is shown without the calls and the windows, which are beside it', () => {
  const calls = { upstream: { calls: [] }, adsBudget: [] };
  const data = { viewer: { userId: '1' } };
  const run = runOf('{ viewer { userId } }', { data, extensions: calls });
  expect(JSON.parse(run.text)).toEqual({ data });
  expect(run).toMatchObject({ calls: [], budget: [], isTraced: true });
  const other = runOf('{ viewer { userId } }', {
    data,
    extensions: { ...calls, dryRun: { writes: [] } },
  });
  expect(JSON.parse(other.text)).toEqual({ data, extensions: { dryRun: { writes: [] } } });
  expect(runOf('{ viewer { userId } }', { data }).isTraced).toBe(false);
});
