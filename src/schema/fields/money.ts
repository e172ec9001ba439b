import { decimalOf } from '../../upstream/catalogue/language/money.ts';
import { ValueError } from '../../upstream/client/errors.ts';
import { builder } from './builder.ts';

interface MoneyValue {
  readonly micros: string;
  /** An Error if the currency could not be read. */
  readonly currency: string | Error | null;
}

/** Micros with their currency, or null. Throws ValueError if they are not a whole number. */
export const moneyOf = (micros: unknown, currency: unknown): MoneyValue | null => {
  if (micros === null || micros === undefined) return null;
  const digits = typeof micros === 'number' || typeof micros === 'string' ? String(micros) : '';
  if (!/^-?\d{1,19}$/.test(digits)) throw new ValueError('an amount in micros');
  const isKnown = typeof currency === 'string' || currency instanceof Error;
  return { micros: digits, currency: isKnown ? currency : null };
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
    currency: t.string({
      description: 'ISO 4217 code; null if the response has no currency.',
      resolve: ({ currency }) => {
        if (currency instanceof Error) throw currency;
        return currency;
      },
    }),
  }),
});
