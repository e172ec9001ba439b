import { ValueError } from '../../upstream/client/errors.ts';
import { builder } from './builder.ts';

interface MoneyValue {
  readonly micros: string;
  readonly currency: string | null;
}

/** An amount in micros with its currency; null without an amount. Throws ValueError where it is not a whole number. */
export const moneyOf = (micros: unknown, currency: unknown): MoneyValue | null => {
  if (micros === null || micros === undefined) return null;
  const digits = typeof micros === 'number' || typeof micros === 'string' ? String(micros) : '';
  if (!/^-?\d{1,19}$/.test(digits)) throw new ValueError('an amount in micros');
  return { micros: digits, currency: typeof currency === 'string' ? currency : null };
};

/** An amount in micros as the shortest exact decimal: 50000000 is "50", 12500000 is "12.5". */
const decimalOf = (micros: string): string => {
  const sign = micros.startsWith('-') ? '-' : '';
  const digits = micros.slice(sign.length).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -6)}${fraction === '' ? '' : `.${fraction}`}`;
};

export const Money = builder.objectRef<MoneyValue>('Money').implement({
  description: 'An amount of money. It is exact: it is never converted to a float.',
  fields: (t) => ({
    micros: t.expose('micros', {
      type: 'Long',
      nullable: false,
      description: 'The amount × 1,000,000, in every currency.',
    }),
    amount: t.string({
      nullable: false,
      description: 'The amount as the shortest exact decimal: "50", "12.5".',
      resolve: ({ micros }) => decimalOf(micros),
    }),
    currency: t.exposeString('currency', {
      description: 'ISO 4217 code; null where the answer held no currency.',
    }),
  }),
});
