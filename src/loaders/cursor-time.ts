import type { JsonBytes } from '../upstream/client/answer/json-bytes.ts';
import { isUtcTime } from '../upstream/client/answer/utc-time.ts';
import { quotient, setDigits } from './base36.ts';

// A cursor says a time in UTC without parts of seconds by 8 digits in base 36: 4 for the day, 4 for the second of the day. Any other
// time stands in it as the API wrote it.

const secondsOfDay = 86_400;
const code = new Uint8Array(8);

/** By month, the days of the year before it; February has 28. */
const daysBefore = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

/** The number of leap years from 1 to this one. */
const leapYears = (year: number): number =>
  quotient(year, 4) - quotient(year, 100) + quotient(year, 400);

/** Days since 31 December of the year 0; -1 for one that is in no calendar, and for years with more than four digits of days. */
const dayOf = (year: number, month: number, day: number): number => {
  const leaps = leapYears(year);
  const leapDay = leaps - leapYears(year - 1);
  const start = daysBefore[month] as number;
  const length = (daysBefore[month + 1] as number) - start + (month === 2 ? leapDay : 0);
  if (day > length || year === 0 || year > 4000) return -1;
  return 365 * (year - 1) + leaps - leapDay + start + (month > 2 ? leapDay : 0) + day;
};

const firstDay = dayOf(1970, 1, 1);

const zeros = 11 * 0x30;

/** The number that two digits at this place are. */
const pairAt = (bytes: Uint8Array, at: number): number =>
  10 * (bytes[at] as number) + (bytes[at + 1] as number) - zeros;

/** The seconds from the year 1 to a time in UTC that has no parts of seconds; null for any other text. */
export const secondOf = (bytes: Uint8Array, from: number, to: number): number | null => {
  if (!isUtcTime(bytes, from, to)) return null;
  const year = 100 * pairAt(bytes, from) + pairAt(bytes, from + 2);
  const day = dayOf(year, pairAt(bytes, from + 5), pairAt(bytes, from + 8));
  const minutes = 60 * pairAt(bytes, from + 11) + pairAt(bytes, from + 14);
  return day === -1 ? null : secondsOfDay * day + 60 * minutes + pairAt(bytes, from + 17);
};

/** Writes the time that `secondOf` says so. */
export const writeSecond = (out: JsonBytes, second: number): void => {
  const day = quotient(second, secondsOfDay);
  setDigits(code, 4, 4, day);
  setDigits(code, 8, 4, second - secondsOfDay * day);
  out.base64(code, 0, code.length);
};

/** How the API writes a time. */
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)`;
const wholeTime = new RegExp(`^${time}$`);

/** Writes a time; nothing but blanks for what is none. */
export const writeTime = (out: JsonBytes, text: string): void => {
  const bytes = Buffer.from(text);
  const second = secondOf(bytes, 0, bytes.length);
  if (second === null) out.base64Text(wholeTime.test(text) ? text : '');
  else writeSecond(out, second);
};

/** How a cursor says a time, as the source of a regular expression. */
export const timePattern = `[0-9a-z]{8}|${time}`;

/** The time that a cursor says so. Throws RangeError where there is none. */
export const timeFrom = (said: string): string => {
  if (said.length > code.length) return said;
  const day = Number.parseInt(said.slice(0, 4), 36) - firstDay;
  const second = Number.parseInt(said.slice(4), 36);
  return new Date(1000 * (day * secondsOfDay + second)).toISOString().replace('.000Z', 'Z');
};
