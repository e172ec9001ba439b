import { decimalOf, microsOf } from '../upstream/catalogue/language/money.ts';
import type { SentenceName } from '../upstream/catalogue/language/sentences.ts';
import { type Path, Unread, type Values } from '../upstream/catalogue/language/values.ts';
import { InputError } from '../upstream/client/errors.ts';

/** An amount of money in micros, with its fault if there is one. */
interface ReadAmount {
  readonly micros: unknown;
  readonly fault: SentenceName | null;
}

/**
 * Money as micros, from the argument in micros or from the one with the amount as text: "12.50" is
 * 12500000. Null and undefined are returned unchanged.
 */
export const readAmount = (inMicros: unknown, amount: unknown): ReadAmount => {
  if (amount === undefined) return { micros: inMicros, fault: null };
  if (inMicros !== undefined && !(inMicros === null && amount === null)) {
    return { micros: inMicros, fault: 'bothAmounts' };
  }
  if (amount === null) return { micros: null, fault: null };
  const micros = typeof amount === 'string' ? microsOf(amount) : null;
  return micros === null
    ? { micros: new Unread(amount), fault: 'notAmount' }
    : { micros, fault: null };
};

const inMicros = /(Amount)?LocalMicro$/;

/**
 * The path of an argument as the client wrote it: `input.dailyBudget` for
 * `input.dailyBudgetAmountLocalMicro`, if the input has only that one.
 */
export const asGiven = (path: Path, input: Values): Path => {
  let held: unknown = { input };
  return path.map((step) => {
    const beside = held as Values | null | undefined;
    const amount = String(step).replace(inMicros, '');
    const isAmount = beside?.[step] === undefined && beside?.[amount] !== undefined;
    const member = isAmount ? amount : step;
    held = beside?.[member];
    return member;
  });
};

/** The fault at the argument that the client wrote. For an amount, the bounds are amounts too. */
export const faultAsGiven = (fault: InputError, input: Values): InputError => {
  const path = asGiven(fault.inputPath, input);
  const [before, after] = [fault.inputPath.at(-1), path.at(-1)];
  if (before === after || !inMicros.test(String(before))) return fault;
  const { facts } = fault;
  const [min, max] = [facts.min, facts.max].map((bound) =>
    bound === undefined ? undefined : decimalOf(bound),
  );
  return new InputError(fault.message, path, { ...facts, min, max });
};
