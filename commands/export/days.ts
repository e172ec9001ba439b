export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** A time in milliseconds since 1970 as the graph writes it, without the milliseconds. */
export const iso = (time: number): string => new Date(time).toISOString().replace('.000', '');

/** The number of a day since 1970: `1970-01-02` is 1. */
export const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;

/** The day of a number. */
export const dayOf = (number: number): string =>
  new Date(number * dayMs).toISOString().slice(0, 10);

/** The days from one to another, both included. */
export const daysBetween = (first: string, last: string): readonly string[] => {
  const from = numberOf(first);
  return Array.from({ length: Math.max(0, numberOf(last) - from + 1) }, (_, at) =>
    dayOf(from + at),
  );
};

/** The day that a time belongs to, in a time zone. */
export const dayIn = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(time));

/** Consecutive days that are asked for together. */
export interface Piece {
  readonly first: string;
  readonly last: string;
}

// The gateway reads weeks from Monday on; 1970 began on a Thursday.
const shift = 3;

/** The days as pieces of consecutive ones; `belongs` returns true if a day may join a piece. */
const joined = (
  days: readonly string[],
  belongs: (day: string, piece: Piece) => boolean,
): readonly Piece[] => {
  const pieces: Piece[] = [];
  for (const day of [...new Set(days)].sort()) {
    const open = pieces.at(-1);
    const isNext =
      open !== undefined && numberOf(open.last) + 1 === numberOf(day) && belongs(day, open);
    if (isNext) pieces[pieces.length - 1] = { first: open.first, last: day };
    else pieces.push({ first: day, last: day });
  }
  return pieces;
};

/**
 * The days as pieces of at most `weeks` weeks, which begin on Mondays like those of the gateway.
 */
export const piecesOf = (days: readonly string[], weeks: number): readonly Piece[] => {
  const pieceOf = (day: string): number => Math.floor((numberOf(day) + shift) / (7 * weeks));
  return joined(days, (day, { last }) => pieceOf(day) === pieceOf(last));
};

/** The days as pieces of at most `most` consecutive days. */
export const runsOf = (days: readonly string[], most: number): readonly Piece[] =>
  joined(days, (day, { first }) => numberOf(day) - numberOf(first) < most);

/** The period of one file of an account's results. */
export type Partition = 'day' | 'month';

export const isPartition = (text: string): text is Partition => text === 'day' || text === 'month';

/** The period that a day belongs to: `2026-11-20`, or `2026-11`. */
export const periodOf = (partition: Partition, day: string): string =>
  partition === 'day' ? day : day.slice(0, 7);

/** The folder of a period, as Hive names it: `date=2026-11-20`, `month=2026-11`. */
export const folderOf = (period: string): string =>
  period.length === '2026-11'.length ? `month=${period}` : `date=${period}`;

const usualDays = 90;

/** The default partition for a number of days. */
export const usualPartition = (days: number): Partition => (days > usualDays ? 'month' : 'day');
