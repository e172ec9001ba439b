import { argumentPath } from '../../errors/errors.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { type Row, tagRow } from '../../upstream/client/row.ts';
import type { StoppedWrite } from '../context.ts';
import type { Args } from '../field.ts';
import { underInput } from '../input.ts';
import type { WriteRequest } from '../write-request.ts';
import { changesOf } from './sent-changes.ts';

/** A write as a dry run records it; `number` is the number of writes before it. */
export const stoppedWrite = (
  { endpoint, input, faults: { asGiven } }: WriteRequest,
  number: number,
): StoppedWrite => ({
  endpoint,
  input,
  rows: inventedRows(endpoint, input, number),
  argumentAt: (path) => argumentPath(asGiven(underInput(path))),
});

/** True if an id is that of a row that a step of a stopped launch would create. */
export const isUnmade = (id: unknown): boolean => /^unmade\d+x\d+$/.test(String(id));

/** The rows of a write, made from its input. A new row has an id that no row of the API has. */
const inventedRows = (endpoint: Endpoint, input: Args, number: number): readonly Row[] => {
  const { of: entity, as, counted } = endpoint.returns;
  // Records about people and conversions are only counted, and an ended token leaves no row.
  const isSeen = as !== 'each' && counted === undefined && endpoint.quirks.ends === undefined;
  if (entity === null || !isSeen) return [];
  const accountId = entity.inAccount ? String(input['account_id']) : null;
  const source = { entity, accountId, endpoint: null };
  return changesOf(endpoint, input).map(({ kind, id, sent }, index) => {
    const own = kind === 'Create' ? `unmade${number}x${index}` : id;
    return tagRow({ ...sent, ...(entity.key !== null && { [entity.key]: own }) }, source);
  });
};
