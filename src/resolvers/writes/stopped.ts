import type { DryRun, StoppedWrite } from '../../context.ts';
import { argumentPath } from '../../errors.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import { type Row, tagRow } from '../../upstream/client/row.ts';
import type { Args } from '../field.ts';
import { underInput } from '../input.ts';
import { changesOf } from './changes.ts';
import type { Ended, Sending } from './sending.ts';
import { unknownOutcome, type WrittenErrors } from './write-errors.ts';

/**
 * Records a write that a dry run stops before its call. A step of a launch goes on with rows made
 * of what it would send, so that the steps after it have parents.
 */
export const stop = (sending: Sending, { stopped }: DryRun): CallResult | Ended => {
  const write = stoppedWrite(sending, stopped.length);
  const { rows } = write;
  stopped.push(write);
  if (sending.step === undefined) return unsent;
  const itemIndexes = rows.map((_, index) => index);
  return { rows, itemIndexes, texts: [], nextCursor: null, totalCount: null };
};

/** Records a batch that is refused for nothing but faults of items, so that the others are told. */
export const recordSound = (
  sending: Sending,
  { stopped }: DryRun,
  { errors, byItem }: WrittenErrors,
): void => {
  if (errors.length > 0 || byItem === null) return;
  const faulty = byItem.flatMap((found, index) => (found.length > 0 ? [index] : []));
  stopped.push({ ...stoppedWrite(sending, stopped.length), faulty: new Set(faulty) });
};

/** A write that may be sent; `number` is that of the writes before it. */
export const stoppedWrite = (
  { endpoint, input, faults: { asGiven } }: Sending,
  number: number,
): StoppedWrite => ({
  endpoint,
  input,
  rows: inventedRows(endpoint, input, number),
  argumentAt: (path) => argumentPath(asGiven(underInput(path))),
});

const unsent: Ended = { outcome: 'NOT_APPLIED', errors: [], byItem: null, rows: [], texts: [] };

/** How a write stands whose key was used before, and of which nobody knows how it ended. */
export const leftOpen = (): Ended => ({
  ...unsent,
  outcome: 'UNKNOWN',
  errors: [unknownOutcome('It was sent before. Sent with its key, it is read back first.')],
});

/** Whether an id is that of a row that a step of a stopped launch would make. */
export const isUnmade = (id: unknown): boolean => /^unmade\d+x\d+$/.test(String(id));

/** The rows of a write, made of its input. A new one has an id that no row of the API has. */
const inventedRows = (endpoint: Endpoint, input: Args, number: number): readonly Row[] => {
  const { of: entity, as, counted } = endpoint.returns;
  // Records about people and conversions are only counted; of a token that ends nothing is left.
  const isSeen = as !== 'each' && counted === undefined && endpoint.quirks.ends === undefined;
  if (entity === null || !isSeen) return [];
  const accountId = entity.inAccount ? String(input['account_id']) : null;
  const source = { entity, accountId, endpoint: null };
  return changesOf(endpoint, input).map(({ kind, id, sent }, index) => {
    const own = kind === 'Create' ? `unmade${number}x${index}` : id;
    return tagRow({ ...sent, ...(entity.key !== null && { [entity.key]: own }) }, source);
  });
};
