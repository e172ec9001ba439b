import { expect, test } from 'vitest';
import { grouped, isFigure, wordsOf } from '../../explorer/page/answer/lists.ts';
import { momentOf } from '../../explorer/page/answer/series.ts';
import type { PastAnswer } from '../../explorer/page/run/past-answers.ts';
import { withPast } from '../../explorer/page/run/past-answers.ts';
import {
  count,
  duration,
  many,
  moment,
  reasonOf,
  sentenceOf,
  size,
  span,
  titled,
  valueText,
} from '../../explorer/page/words.ts';
import { runOf } from './ended-run.ts';

test.each([
  [count(12345), '12,345'],
  [many(1, 'call'), '1 call'],
  [many(1200, 'call'), '1,200 calls'],
  [many(0, 'call'), '0 calls'],
  [span(4, 4), '4'],
  [span(4, 2600), '4–2,600'],
  [duration(8.54), '8.5 ms'],
  [duration(120.4), '120 ms'],
  [duration(1250), '1.25 s'],
  [duration(12_300), '12 s'],
  [size(512), '512 B'],
  [size(4200), '4.2 KB'],
  [size(1_500_000), '1.5 MB'],
])('figures have units: %s', (written, expected) => {
  expect(written).toBe(expected);
});

test('a time of today has no date, that of another day has', () => {
  const [now, before] = [new Date(), new Date(Date.now() - 3 * 86_400_000)];
  expect(moment(now)).not.toContain(String(now.getFullYear()));
  expect(moment(before)).toContain(String(before.getFullYear()));
});

test.each([
  ['Syntax Error: Expected Name, found <EOF>.', 'Expected Name, found <EOF>.'],
  ['INTERNAL_ERROR', 'The API gave no reason.'],
  ['Again at 2026-10-30T14:00:00.5Z.', `Again at ${valueText('2026-10-30T14:00:00.5Z')}.`],
  ['Name must have at most 255 characters.', 'Name must have at most 255 characters.'],
])('the message %s is shown as a sentence', (message, sentence) => {
  expect(sentenceOf(message)).toBe(sentence);
});

test.each([
  [titled('dailyBudget'), 'Daily budget'],
  [titled('NOT_APPLIED'), 'Not applied'],
  [wordsOf('stats.total.clickRate'), 'Click rate'],
  [wordsOf('dailyBudget.amount'), 'Daily budget'],
  [wordsOf('billedCharge.amount (EUR)'), 'Billed charge (EUR)'],
  [wordsOf('account.campaigns.nodes'), 'Account campaigns'],
  [momentOf('Day', '2026-10-30'), 'Oct 30'],
  [momentOf('Hour', '2026-10-30T14:00:00Z'), 'Oct 30, 14:00'],
  [grouped('9007199254740993'), '9,007,199,254,740,993'],
  [grouped('cik3s001'), 'cik3s001'],
  [valueText('ALL_ON_TWITTER'), 'Everywhere on X'],
  [valueText('Autumn sale'), 'Autumn sale'],
])('names, dates and numbers are written as people do: %s', (written, expected) => {
  expect(written).toBe(expected);
});

test('a time is local and names its zone', () => {
  expect(valueText('2026-10-30T14:00:00Z')).toMatch(/2026.*(UTC|GMT|[A-Z]{2,4}T)/);
});

test('columns of numbers are figures, and ids are none', () => {
  const rows = [{ cells: { spend: '1.5', tweetId: '123', name: 'a' }, finality: 'final' as const }];
  expect(['spend', 'tweetId', 'name'].map((column) => isFigure(rows, column))).toEqual([
    true,
    false,
    false,
  ]);
});

test('what was thrown is told without the name of its class', () => {
  expect(reasonOf(new TypeError('not now'))).toBe('not now');
  expect(reasonOf('text')).toBe('text');
});

test('earlier answers are counted from the first run, the newest first', () => {
  const run = runOf('{ viewer { userId } }', { data: { viewer: { userId: '1' } } });
  const all = withPast(withPast([], run), run);
  expect(all.map(({ number }) => number)).toEqual([2, 1]);
  expect(all[0]?.title).toMatch(/^Run 2, /);
  expect(JSON.parse(all[1]?.text ?? '')).toEqual({ data: { viewer: { userId: '1' } } });
});

test('earlier answers of more than ten million characters make room, the oldest first', () => {
  const past = [3, 2, 1].map(
    (number): PastAnswer => ({ number, title: '', text: 'x'.repeat(4_000_000) }),
  );
  const run = runOf('{ viewer { userId } }', { data: {} });
  expect(withPast(past, run).map(({ number }) => number)).toEqual([4, 3, 2]);
});
