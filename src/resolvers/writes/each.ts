import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { listIn } from '../../upstream/catalogue/language/values.ts';
import { argumentOf } from '../../upstream/catalogue/names.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Args, Load } from '../field.ts';
import type { Outcome, WriteEnd, WriteError } from '../write-errors.ts';
import { atMost, unknownOutcome } from '../write-errors.ts';
import { type ItemResult, type ItemsPayload, refusedItems } from './items.ts';
import { once, prepare, send } from './write.ts';

/** The functions that read the result of an item from a response. */
export interface ItemReading {
  /** The id that connects a row to its item. */
  readonly idOfItem: (item: unknown) => unknown;
  readonly idOfRow: (row: Row) => unknown;
  /** The errors of a refused item; null if it was applied. */
  readonly refusal: (row: Row) => readonly WriteError[] | null;
}

/**
 * Loads a mutation whose items the API applies or refuses one by one, in one call. If the second of
 * three items is refused, the payload is APPLIED, the second item REJECTED, and the others are
 * APPLIED. If the response lacks an item, item and payload are UNKNOWN.
 */
export const writeEach = (
  endpoint: Endpoint,
  reading: ItemReading,
): Load<unknown, ItemsPayload> => {
  const list = endpoint.returns.perItemOf ?? '';
  const param = endpoint.params[list];
  const argument = param === undefined ? list : argumentOf(list, param);
  return once(async (args, asking) => {
    const prepared = prepare(endpoint, args, asking);
    const items = listIn((prepared.input as Args)[list]);
    const read = ({ rows }: CallResult) => items.map((item) => rowOf(item, rows, reading));
    const settled = (result: CallResult): CallResult | null =>
      read(result).every((row) => row !== undefined) ? result : null;
    const outcomeOf = (result: CallResult): Outcome =>
      payloadOf(read(result).map(resultOf(reading)), []).outcome;
    const sent = await send({ ...prepared, settled, outcomeOf }, asking);
    return 'outcome' in sent
      ? refusedItems(byItem(sent, items.length, argument), items.length)
      : payloadOf(read(sent).map(resultOf(reading)), sent.problems ?? []);
  });
};

const rowOf = (item: unknown, rows: readonly Row[], { idOfItem, idOfRow }: ItemReading) => {
  const expected = String(idOfItem(item));
  return rows.find((row) => String(idOfRow(row)) === expected);
};

const resultOf =
  ({ refusal }: ItemReading) =>
  (row: Row | undefined, index: number): ItemResult => {
    if (row === undefined) {
      const errors = [unknownOutcome('The response does not mention this item.')];
      return { index, outcome: 'UNKNOWN', row: null, errors };
    }
    const errors = refusal(row);
    return errors === null
      ? { index, outcome: 'APPLIED', row, errors: [] }
      : { index, outcome: 'REJECTED', row, errors: atMost(errors) };
  };

const payloadOf = (
  results: readonly ItemResult[],
  problems: readonly WriteError[],
): ItemsPayload => {
  const count = (expected: Outcome): number =>
    results.filter(({ outcome }) => outcome === expected).length;
  const refused = count('REJECTED');
  const missing = count('UNKNOWN');
  const errors = [
    ...(missing > 0 ? [unknownOutcome(`${missing} of ${results.length} items are missing.`)] : []),
    ...(refused > 0 ? [partlyRefused(refused, results.length)] : []),
    ...problems,
  ];
  const outcome = refused === results.length ? 'REJECTED' : 'APPLIED';
  return { outcome: missing > 0 ? 'UNKNOWN' : outcome, errors, results };
};

const partlyRefused = (refused: number, all: number): WriteError => ({
  code: 'UPSTREAM_REJECTED',
  message: `The API refused ${refused} of ${all}; \`results\` says which and why.`,
});

/** The end of a write, with each error about an item at that item. */
const byItem = ({ outcome, errors }: WriteEnd, count: number, argument: string) => {
  const indexOf = (error: WriteError): number =>
    Number(/^\[(\d+)\]/.exec(error.argument?.slice(`input.${argument}`.length) ?? '')?.[1] ?? -1);
  return {
    outcome,
    errors: errors.filter((error) => indexOf(error) < 0),
    byItem: Array.from({ length: count }, (_, index) =>
      errors.filter((error) => indexOf(error) === index),
    ),
  };
};
