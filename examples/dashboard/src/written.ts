const isNumeric = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

const write = (text: string, options: Intl.NumberFormatOptions): string =>
  isNumeric(text) ? new Intl.NumberFormat('en', options).format(text) : text;

/**
 * A decimal text in its currency, with as many decimals as the currency has: €12.50. It never
 * becomes a floating-point number.
 */
export const writtenMoney = (amount: string, currency: string | null | undefined): string =>
  write(
    amount,
    currency
      ? { style: 'currency', currency }
      : { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  );

/** A word of an enumeration as people write it: WEBSITE_CLICKS is "Website clicks". */
export const writtenWord = (word: string): string =>
  word.charAt(0) + word.slice(1).replaceAll('_', ' ').toLowerCase();

/** A count, however long, or a dash where there is none: null is not 0. */
export const writtenCount = (count: string | null | undefined): string =>
  count == null ? '–' : write(count, {});

/** A rate as a percentage, or a dash where there is none. */
export const writtenRate = (rate: number | null | undefined): string =>
  rate == null
    ? '–'
    : new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 2 }).format(rate);

/** A message with its times of the API in the zone of this browser: `Nov 28, 4:24 PM GMT+1`. */
export const writtenTimes = (message: string): string =>
  message.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
    new Date(time).toLocaleString('en', {
      ...{ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
      timeZoneName: 'short',
    }),
  );

/** A day of results as people write it: 2026-11-26 is "Nov 26". */
export const writtenDay = (date: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(
    new Date(date),
  );

/** A round figure on an axis, with its currency if it has one: €1.2K. */
export const writtenShort = (figure: number, currency?: string | null): string =>
  new Intl.NumberFormat('en', {
    notation: 'compact',
    ...(currency && { style: 'currency', currency, maximumSignificantDigits: 3 }),
  }).format(figure);
