import { microsOf } from './micros.ts';
import { writtenMoney } from './written.ts';

interface Props {
  /** A decimal in units of the currency. */
  readonly amount: string;
  readonly currency: string | null | undefined;
}

/** An amount with the decimals of its currency, exact under the pointer. */
export const Money = ({ amount, currency }: Props) => (
  <span className="amount" title={`${microsOf(amount)} micros`}>
    {writtenMoney(amount, currency)}
  </span>
);
