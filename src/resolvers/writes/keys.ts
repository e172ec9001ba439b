import type { BeginResult } from '../../state/ledger.ts';
import { text } from '../../upstream/catalogue/language/params.ts';
import { validateValue } from '../../upstream/catalogue/language/validate-value.ts';
import { isObject } from '../../upstream/catalogue/language/values.ts';
import { inputError } from '../../upstream/client/errors.ts';
import type { Faults } from '../faults.ts';
import type { Args, LoadContext } from '../field.ts';

/** What a key is. */
export const keyParam = text('The key of a write', { min: 1, max: 255, format: 'printable' });

const keyFault = (key: unknown) => validateValue('idempotency_key', keyParam, key);

/** The key that a caller gave a write, null if it gave none. */
export const keyIn = ({ idempotencyKey: key }: Args, faults: Faults): string | null => {
  if (key === undefined || key === null) return null;
  const why = keyFault(key);
  if (why !== null) faults.add(inputError({ ...why, path: ['input', 'idempotencyKey'] }));
  return String(key);
};

/** A write, and the key under which it is sent only once. */
export interface KeyedWrite {
  readonly mutation: string;
  readonly key: string | null;
  /**
   * What a repetition must have too: values by the names of the API, with the ids of the API, and
   * without the key.
   */
  readonly compared: Args;
  readonly faults: Pick<Faults, 'found'>;
}

/**
 * Begins a write, unless the ledger knows how it ended. A faulty write cannot begin: the result is
 * null if its key is unknown, and the key stays free. A known one is resumed, because a time in it
 * may have passed since it was sent.
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
