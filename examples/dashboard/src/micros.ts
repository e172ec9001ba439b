/**
 * An amount as people write it, in micros, without a floating-point number between; undefined where nothing is written. What is
 * no amount stays as it is, so that the gateway refuses it with everything else.
 */
export const microsOf = (text: string): string | undefined => {
  const written = text.trim();
  if (written === '') return undefined;
  const [, whole, decimals = ''] = /^(-?\d+)(?:\.(\d{1,6}))?$/.exec(written) ?? [];
  return whole === undefined ? written : String(BigInt(whole + decimals.padEnd(6, '0')));
};
