import type { Random } from './random.ts';

/** A marker for a member that is left out. */
export const ABSENT = Symbol('absent');

const texts = [
  '',
  'true',
  'false',
  '12',
  '-3',
  '1e3',
  'NaN',
  'null',
  'UNHEARD_OF',
  '9007199254740993',
  '99999999999999999999',
  '2026-03-01T10:00:00+02:00',
  '2026-03-01',
  'Wed Oct 10 20:19:24 +0000 2018',
  'quote " back \\ line \n \u2028 tab \t',
  'lone \ud800 surrogate',
  '\u0000',
  '👩‍👩‍👧 é',
  '[object Object]',
] as const;

const numbers = [0, -0, 1, -1, 5, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e-7] as const;

const objects = [
  {},
  { id: 'x', name: 'y' },
  { a: { b: [1, null] } },
  { toJSON: 'no function' },
  { length: 2 },
  JSON.parse('{ "then": "later" }'),
] as const;

const lists = [[], [null], ['one', 2, null], [['a'], 'b'], [{ id: 7 }], [true]] as const;

/** A value that most columns do not expect, and that JSON can express. */
export const faultyValue = (random: Random): unknown => {
  if (random.chance(0.12)) return ABSENT;
  if (random.chance(0.15)) return null;
  if (random.chance(0.12)) return random.chance(0.5);
  return random.of<unknown>(random.of<readonly unknown[]>([texts, texts, numbers, objects, lists]));
};
