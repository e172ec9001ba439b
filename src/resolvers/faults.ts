import { argumentPath } from '../errors.ts';
import { InputError } from '../upstream/client/errors.ts';

/** What is wrong with the input of a write, gathered so that all of it is told at once. */
export interface Faults {
  readonly found: () => readonly InputError[];
  /** Adds one, unless something is known to be wrong at its place already. */
  readonly add: (fault: InputError) => void;
  /** What the work gives; `instead` where it finds a fault, which is added. */
  readonly attempt: <T>(work: () => T, instead: T) => T;
}

/** No faults yet. */
export const createFaults = (): Faults => {
  const byPlace = new Map<string, InputError>();
  const add = (fault: InputError): void => {
    const place = argumentPath(fault.inputPath);
    if (!byPlace.has(place)) byPlace.set(place, fault);
  };
  return {
    found: () => [...byPlace.values()],
    add,
    attempt: (work, instead) => {
      try {
        return work();
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        add(error);
        return instead;
      }
    },
  };
};
