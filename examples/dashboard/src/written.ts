const isNumeric = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

const write = (text: string, options: Intl.NumberFormatOptions): string =>
  isNumeric(text) ? new Intl.NumberFormat('en', options).format(text) : text;

/**
 * A decimal text in its currency, with all its digits: it never becomes a floating-point number.
 */
export const writtenMoney = (amount: string, currency: string | null | undefined): string => {
  const style = currency ? ({ style: 'currency', currency } as const) : {};
  return write(amount, {
    ...style,
    maximumFractionDigits: 6,
    trailingZeroDisplay: 'stripIfInteger',
  });
};

/** A count, however long, or a dash where there is none: null is not 0. */
export const writtenCount = (count: string | null | undefined): string =>
  count == null ? '–' : write(count, {});

/** A rate as a percentage, or a dash where there is none. */
export const writtenRate = (rate: number | null | undefined): string =>
  rate == null
    ? '–'
    : new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 }).format(rate);
