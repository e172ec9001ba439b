import { argumentPath } from '../errors.ts';
import type { Path } from '../upstream/catalogue/language/values.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import { InputError } from '../upstream/client/errors.ts';
import { asGiven, faultAsGiven } from './amounts.ts';
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

/** Starts without faults, for the input of a client; `now` is the clock that checks its times. */
export const createFaults = (input: Args, now: () => number): Faults => {
  const byArgument = new Map<string, InputError>();
  return faultsWith({
    now: now(),
    found: () => [...byArgument.values()],
    add: (found) => {
      const fault = faultAsGiven(found, input);
      const argument = argumentPath(fault.inputPath);
      if (!byArgument.has(argument)) byArgument.set(argument, fault);
    },
    asGiven: (path) => asGiven(path, input),
  });
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
