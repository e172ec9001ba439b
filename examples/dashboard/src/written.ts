const isNumeric = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

const write = (text: string, options: Intl.NumberFormatOptions): string =>
  isNumeric(text) ? new Intl.NumberFormat('en', options).format(text) : text;

/**
 * A decimal text in its currency, with as many decimals as the currency has: €12.50. It never becomes
 * a floating-point number.
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
    : new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 }).format(rate);
