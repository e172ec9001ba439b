import { argumentPath } from '../errors/errors.ts';
import { decimalOf, microsOf } from '../upstream/catalogue/language/money.ts';
import { problem } from '../upstream/catalogue/language/problem.ts';
import type { SentenceName } from '../upstream/catalogue/language/sentences.ts';
import { type Path, Unread, type Values } from '../upstream/catalogue/language/values.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import { InputError, inputError } from '../upstream/client/errors.ts';
import type { Context } from './context.ts';
import type { Args } from './field.ts';

/** A collector of faults in the input of a write, so that all are reported together. */
export interface Faults {
  /** The time at which the input is checked, in milliseconds since 1970. */
  readonly now: number;
  readonly found: () => readonly InputError[];
  /** Adds a fault, unless its argument has one already. */
  readonly add: (fault: InputError) => void;
  /** The result of `work`. If it throws a fault, adds the fault and returns `instead`. */
  readonly attempt: <T>(work: () => T, instead: T) => T;
  /** The path of an argument as the client wrote it: that of an amount instead of micros. */
  readonly asGiven: (path: Path) => Path;
}

/** The beginning of the keys that agents' plans have. */
export const planKeys = 'mcp:';

/**
 * Creates a collector for an input, whose times are checked by the clock of the context. Only
 * agents may use keys of plans.
 */
export const createFaults = (
  input: Args,
  { now, isAgent }: Pick<Context, 'now' | 'isAgent'>,
): Faults => {
  const byArgument = new Map<string, InputError>();
  const faults = faultsWith({
    now: now(),
    found: () => [...byArgument.values()],
    add: (found) => {
      const fault = faultAsGiven(found, input);
      const argument = argumentPath(fault.inputPath);
      if (!byArgument.has(argument)) byArgument.set(argument, fault);
    },
    asGiven: (path) => asGiven(path, input),
  });
  const { idempotencyKey: key } = input;
  if (!isAgent && typeof key === 'string' && key.startsWith(planKeys)) {
    const path = ['input', 'idempotencyKey'];
    faults.add(inputError(problem(path, 'reserved', { value: planKeys })));
  }
  return faults;
};

/** The collector for a part of the input. `move` converts the path of each added fault. */
export const movedFaults = (faults: Faults, move: (at: Path) => Path): Faults =>
  faultsWith({
    ...faults,
    add: (fault) => faults.add(new InputError(fault.message, move(fault.inputPath), fault.facts)),
  });

const faultsWith = (own: Without<Faults, 'attempt'>): Faults => ({
  ...own,
  attempt: (work, instead) => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      own.add(error);
      return instead;
    }
  },
});

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
 * `input.dailyBudgetAmountLocalMicro`, unless the input has the latter.
 */
export const asGiven = (path: Path, input: Values): Path => {
  let held: unknown = { input };
  return path.map((step) => {
    const beside = held as Values | null | undefined;
    const found =
      beside?.[step] === undefined && typeof step === 'string' ? step.replace(inMicros, '') : step;
    held = beside?.[found];
    return found;
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
