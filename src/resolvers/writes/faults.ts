import { argumentPath } from '../../errors.ts';
import type { Path } from '../../upstream/catalogue/language/values.ts';
import { InputError } from '../../upstream/client/errors.ts';
import { asGiven, faultAsGiven } from '../amounts.ts';
import type { Args } from '../field.ts';

/** What is wrong with the input of a write, gathered so that all of it is told at once. */
export interface Faults {
  readonly found: () => readonly InputError[];
  /** Adds one, unless something is known to be wrong at its place already. */
  readonly add: (fault: InputError) => void;
  /** What the work gives; `instead` where it finds a fault, which is added. */
  readonly attempt: <T>(work: () => T, instead: T) => T;
  /** The path of an argument as it was given: of an amount, where that stands for micros. */
  readonly asGiven: (path: Path) => Path;
}

/** No faults yet of the input that a client gave. */
export const createFaults = (input: Args): Faults => {
  const byPlace = new Map<string, InputError>();
  return faultsWith({
    found: () => [...byPlace.values()],
    add: (found) => {
      const fault = faultAsGiven(found, input);
      const place = argumentPath(fault.inputPath);
      if (!byPlace.has(place)) byPlace.set(place, fault);
    },
    asGiven: (path) => asGiven(path, input),
  });
};

/** The same faults; those that are added here go to the place that `move` gives. */
export const movedFaults = (faults: Faults, move: (at: Path) => Path): Faults =>
  faultsWith({
    ...faults,
    add: (fault) => faults.add(new InputError(fault.message, move(fault.inputPath), fault)),
  });

const faultsWith = (own: Omit<Faults, 'attempt'>): Faults => ({
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
