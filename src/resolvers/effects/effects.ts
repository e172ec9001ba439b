import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { pathNames } from '../../upstream/catalogue/language/paths.ts';
import type { Path } from '../../upstream/catalogue/language/values.ts';
import { fieldName } from '../../upstream/catalogue/names.ts';
import { type Row, SOURCE } from '../../upstream/client/row.ts';
import type { StoppedWrite } from '../context.ts';
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
