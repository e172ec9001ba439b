const instant =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d(?::?\d\d)?))?$/;

/**
 * An ISO 8601 time with any offset, or a date, as `YYYY-MM-DDThh:mm:ssZ`; fractions of a second are
 * dropped. Null for invalid text, such as 30 February, second 60, or a time without a zone.
 */
export const utc = (value: string): string | null => {
  const match = instant.exec(value);
  if (match === null) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] = match;
  const local = Date.UTC(+`${year}`, +`${month}` - 1, +`${day}`, +hour, +minute, +second);
  // Date.UTC turns 30 February into 1 or 2 March, so a valid time is one that is written back
  // unchanged.
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  if (+`${year}` < 1 || iso(local) !== written) return null;
  if (zone === 'Z') return written;
  const offset = zoneMinutes(zone);
  return offset === null ? null : iso(local - offset * 60_000);
};

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** A time in milliseconds since 1970 as `YYYY-MM-DDThh:mm:ssZ`. */
export const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, -5)}Z`;

const zoneMinutes = (zone: string): number | null => {
  const hours = +zone.slice(1, 3);
  const minutes = +(zone.slice(3).replace(':', '') || '0');
  if (hours > 14 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const postDate = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d\d) (\d\d:\d\d:\d\d) ([+-]\d{4}) (\d{4})$/;

/** A date of a post, `Tue Aug 27 22:22:12 +0000 2019`, as `utc` returns it; null if invalid. */
export const postTime = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const [, name = '', day, time, zone, year] = postDate.exec(value) ?? [];
  const month = String(months.indexOf(name) + 1).padStart(2, '0');
  return year === undefined ? utc(value) : utc(`${year}-${month}-${day}T${time}${zone}`);
};

/** The same as `utc` with milliseconds: `2026-06-01T09:00:00.120Z`. Further digits are dropped. */
export const utcToMilliseconds = (value: string): string | null => {
  const [, fraction = ''] = /\.(\d{1,9})/.exec(value) ?? [];
  return utc(value)?.replace('Z', `.${fraction.padEnd(3, '0').slice(0, 3)}Z`) ?? null;
};

/** The number of a day since 1970-01-01. */
export const dayNumber = (day: string): number => Date.parse(day) / dayMs;

const days = new Map<number, string>();
// Results are of a few hundred days, and numbers can be anything.
const maxDays = 1000;

/** The day with this number: 0 is `1970-01-01`. */
export const dayOf = (number: number): string => {
  const known = days.get(number);
  if (known !== undefined) return known;
  const made = new Date(number * dayMs).toISOString().slice(0, 10);
  if (days.size < maxDays) days.set(number, made);
  return made;
};

/** The day so many days after another one, or before it. */
export const plusDays = (day: string, days: number): string => dayOf(dayNumber(day) + days);

/** True if a text is a day of the calendar, such as `2026-05-19`. */
export const isDay = (text: string): boolean => {
  if (realDays.has(text)) return true;
  const isReal = isRealDay(text);
  if (isReal && realDays.size < maxDays) realDays.add(text);
  return isReal;
};

const realDays = new Set<string>();

const isRealDay = (text: string): boolean =>
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  dayOf(dayNumber(text)) === text;

/** The precision of a time that is sent. */
interface Precision {
  readonly drops?: 'seconds';
  readonly keeps?: 'milliseconds';
  readonly orDay?: true;
}

/** A time in UTC as it is sent, or a day if the parameter takes days. Null for invalid text. */
export const timeOf = ({ drops, keeps, orDay }: Precision, value: string): string | null => {
  if (orDay === true && isDay(value)) return value;
  if (keeps === 'milliseconds') return utcToMilliseconds(value);
  const read = utc(value);
  return read !== null && drops === 'seconds' ? read.replace(/\d\dZ$/, '00Z') : read;
};
