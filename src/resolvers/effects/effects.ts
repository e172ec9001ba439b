import { argumentPath } from '../../errors/errors.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { pathNames } from '../../upstream/catalogue/language/identifiers.ts';
import type { Path } from '../../upstream/catalogue/language/values.ts';
import { fieldName } from '../../upstream/catalogue/names.ts';
import { type Row, SOURCE, tagRow } from '../../upstream/client/row.ts';
import type { StoppedWrite } from '../context.ts';
import type { Args } from '../field.ts';
import { underInput } from '../input.ts';
import type { WriteRequest } from '../write-request.ts';
import { changesOf, type SentChange } from './sent-changes.ts';

/** The effect of a write on one row. */
export interface Effect extends SentChange {
  readonly entity: Entity;
  readonly accountId: string | null;
  /** The row with the sent values. A created row has an id that no row of the API has. */
  readonly row: Row;
  /** The index of the batch item; null if the write is not a batch. */
  readonly item: number | null;
  /** The parameter with the id of the row. */
  readonly target: string;
  /** The argument of a parameter, under the name that the client wrote. */
  readonly at: (...path: Path) => string;
  readonly write: StoppedWrite;
}

/** The effects of a write on rows, in the order of its items. */
export const effectsOf = (write: StoppedWrite): readonly Effect[] => {
  const { endpoint, input, rows, argumentAt, faulty } = write;
  if (rows.length === 0) return [];
  const { operations } = endpoint;
  return changesOf(endpoint, input).flatMap((change, index) => {
    const row = rows[index];
    if (row === undefined || faulty?.has(index)) return [];
    const within = operations === null ? [] : ['operations', index, fieldName(change.kind)];
    // A row that the client names, such as a media by its key, is a new row.
    const kind = operations === null && endpoint.method === 'POST' ? 'Create' : change.kind;
    return {
      ...change,
      kind,
      entity: row[SOURCE].entity,
      accountId: row[SOURCE].accountId,
      row,
      item: operations === null ? null : index,
      target: operations?.[change.kind]?.target ?? pathNames(endpoint.path).at(-1) ?? '',
      at: (...path: Path) => argumentAt([...within, ...path]),
      write,
    };
  });
};

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
