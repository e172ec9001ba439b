import { clientMessageOf, isOfCall } from '../../src/upstream/client/errors.ts';
import type { Patient } from './patient.ts';

/** The result of a check. */
export interface Finding {
  readonly ok: boolean;
  /** The state that was found, without a full stop at its end. */
  readonly message: string;
  /** The advice; null for none. */
  readonly todo: string | null;
}

/** One line of the doctor: it looks, and changes nothing. */
export interface Check {
  readonly name: string;
  readonly examine: (patient: Patient) => Promise<Finding>;
}

const withoutStop = (text: string): string => text.replace(/\.+$/, '');

const finding = (ok: boolean, message: string, todo: string | null): Finding => ({
  ok,
  message: withoutStop(message),
  todo: todo === null ? null : withoutStop(todo),
});

export const fine = (message: string, todo: string | null = null): Finding =>
  finding(true, message, todo);

export const wrong = (message: string, todo: string): Finding => finding(false, message, todo);

/** The finding of a check whose call failed for a reason that is not its own. */
export const unknownFor = (error: unknown): Finding => {
  if (!isOfCall(error)) throw error;
  return wrong(`unknown: ${clientMessageOf(error)}`, 'Fix the problems above, or try again');
};

/** Of checks that need a user: what they find without one. */
export const notAsked = (): Finding =>
  fine(
    'not checked, because there is no token of a user',
    'Set ADS_ACCESS_TOKEN and ADS_ACCESS_TOKEN_SECRET, or sign in with `ads-graph login`, to see more',
  );
