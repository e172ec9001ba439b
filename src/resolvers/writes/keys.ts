import type { BeginResult } from '../../state/ledger.ts';
import { text } from '../../upstream/catalogue/language/params.ts';
import { validateValue } from '../../upstream/catalogue/language/validate-value.ts';
import { isObject } from '../../upstream/catalogue/language/values.ts';
import { inputError } from '../../upstream/client/errors.ts';
import type { Faults } from '../faults.ts';
import type { Args, LoadContext } from '../field.ts';

/** The parameter for keys. */
export const keyParam = text('The key of a write', { min: 1, max: 255, format: 'printable' });

const keyFault = (key: unknown) => validateValue('idempotency_key', keyParam, key);

/** The caller's key of a write; null if there is none. */
export const keyIn = ({ idempotencyKey: key }: Args, faults: Faults): string | null => {
  if (key === undefined || key === null) return null;
  const why = keyFault(key);
  if (why !== null) faults.add(inputError({ ...why, path: ['input', 'idempotencyKey'] }));
  return String(key);
};

/** A write and its key. The write is sent only once for the key. */
export interface KeyedWrite {
  readonly mutation: string;
  readonly key: string | null;
  /**
   * The values that a repetition must also have, with the names and ids of the API, without the
   * key.
   */
  readonly compared: Args;
  readonly faults: Pick<Faults, 'found'>;
}

/**
 * Begins a write, or returns the outcome that the ledger has. A faulty write cannot begin: if its
 * key is unknown, the result is null and the key stays free. If the key is known, the write is
 * resumed, because a time in it may have passed since it was sent.
 */
export const begin = async (
  { mutation, key, compared, faults }: KeyedWrite,
  { context: { ledger, viewer, deadline } }: LoadContext,
): Promise<BeginResult | null> => {
  const intent = { viewer, mutation, key, input: textOf(compared) };
  if (faults.found().length === 0) return ledger.begin(intent, deadline);
  return key === null || keyFault(key) !== null ? null : ledger.resume(intent, deadline);
};

/** An input as JSON with its members in one order, so that equal inputs are equal texts. */
export const textOf = (input: Args): string =>
  JSON.stringify(input, (_name, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  );
