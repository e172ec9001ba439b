/** True for a parameter or column of micros, which also has a name for the amount itself. */
export const isMicros = (name: string): boolean => name.endsWith('_local_micro');

/** The name of the amount: `daily_budget` for `daily_budget_amount_local_micro`. */
export const amountName = (name: string): string => name.replace(/(_amount)?_local_micro$/, '');

const unit = '. In micros of the currency: amount × 1,000,000';

/** The description of a parameter or column of micros, and what it is without the unit. */
export const inMicros = (doc: string): string => `${doc}${unit}`;
export const withoutUnit = (doc: string): string => doc.replace(unit, '');

/** An amount in micros as the shortest exact decimal: 50000000 is "50", 12500000 is "12.5". */
export const decimalOf = (micros: string): string => {
  const sign = micros.startsWith('-') ? '-' : '';
  const digits = micros.slice(sign.length).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -6)}${fraction === '' ? '' : `.${fraction}`}`;
};

/** The micros of an amount as people write it: "12.50" is 12500000. Null for other text. */
export const microsOf = (amount: string): string | null => {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d{1,30})(?:\.(\d{1,6}))?$/.exec(amount) ?? [];
  if (sign === undefined) return null;
  const micros = BigInt(whole + fraction.padEnd(6, '0'));
  return sign === '' ? String(micros) : String(-micros);
};

/** Number of decimals of a currency: 2 for EUR, 0 for JPY; null if it is not a currency. */
export const decimalsOf = (currency: unknown): number | null => {
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return null;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? null;
};

/** An amount as people write it: `1,400.00 EUR`. */
export const moneyText = (amount: string, currency: unknown): string => {
  const [whole = '', fraction = ''] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const decimals = fraction.padEnd(decimalsOf(currency) ?? 2, '0');
  const unit = typeof currency === 'string' ? ` ${currency}` : '';
  return `${grouped}${decimals === '' ? '' : `.${decimals}`}${unit}`;
};
