/**
 * An amount as people write it, in micros, without a floating-point number in between; undefined
 * for an empty text. Any other text stays as it is, so that the gateway reports it with all other
 * faults.
 */
export const microsOf = (text: string): string | undefined => {
  const written = text.trim();
  if (written === '') return undefined;
  const [, whole, decimals = ''] = /^(-?\d+)(?:\.(\d{1,6}))?$/.exec(written) ?? [];
  return whole === undefined ? written : String(BigInt(whole + decimals.padEnd(6, '0')));
};

/** Micros as people write the amount: 2500000 is 2.5. Any other text stays as it is. */
export const amountOf = (micros: string): string => {
  const [, sign = '', digits] = /^(-?)(\d+)$/.exec(micros) ?? [];
  if (digits === undefined) return micros;
  const padded = digits.padStart(7, '0');
  return `${sign}${padded.slice(0, -6)}.${padded.slice(-6)}`.replace(/\.?0+$/, '');
};

/** The sum of whole numbers, such as micros, with all digits; null where no part has a figure. */
export const sumOf = (parts: readonly (string | null | undefined)[]): string | null => {
  const figures = parts.filter((part) => part != null);
  return figures.length === 0
    ? null
    : String(figures.reduce((sum, part) => sum + BigInt(part), 0n));
};
