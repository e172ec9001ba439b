import { argumentPath } from '../errors/errors.ts';
import { problem } from '../upstream/catalogue/language/problem.ts';
import type { Path } from '../upstream/catalogue/language/values.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import { InputError, inputError } from '../upstream/client/errors.ts';
import { asGiven, faultAsGiven } from './amounts.ts';
import type { Context } from './context.ts';
import type { Args } from './field.ts';

/** Collects what is wrong with the input of a write, so that everything is reported at once. */
export interface Faults {
  /** When the input is checked, in milliseconds since 1970. */
  readonly now: number;
  readonly found: () => readonly InputError[];
  /** Adds a fault, unless there is already one at its argument. */
  readonly add: (fault: InputError) => void;
  /** The result of the work; if it throws a fault, adds that and returns `instead`. */
  readonly attempt: <T>(work: () => T, instead: T) => T;
  /** The path of an argument as the client wrote it: that of an amount instead of micros. */
  readonly asGiven: (path: Path) => Path;
}

/** What the keys begin with that are made for the plans of agents. */
export const planKeys = 'mcp:';

/**
 * Starts for the input of a client; the clock of the context checks its times. Keys of plans are
 * for agents only.
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

/** The same collector for a piece of the input: `move` gives the path of a fault that is added. */
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
