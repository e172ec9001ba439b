import { Flawed } from '../../loaders/page-query.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { clientMessageOf } from '../../upstream/client/errors.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Load } from '../field.ts';
import { andThen, splitRows } from '../reads/grouped.ts';
import { type EntityPaths, type Needs, needsOf } from '../reads/needs.ts';
import type { Outcome, Payload, WriteEnd, WriteError } from '../write-errors.ts';
import { atMost } from '../write-errors.ts';

/** The result of one item of a write. */
export interface ItemResult {
  readonly index: number;
  readonly outcome: Outcome;
  readonly row: Row | null;
  readonly errors: readonly WriteError[];
}

/** The result of a write of several items, with its items in the order of the input. */
export interface ItemsPayload {
  readonly outcome: Outcome;
  readonly errors: readonly WriteError[];
  readonly results: readonly ItemResult[];
}

/**
 * The payload of a write that the API refused as a whole, or that was not sent. Items with an error
 * of their own are REJECTED, the others NOT_APPLIED.
 */
export const refusedItems = (
  { outcome, errors, byItem }: Pick<WriteEnd, 'outcome' | 'errors' | 'byItem'>,
  count: number,
): ItemsPayload => {
  const results = Array.from({ length: count }, (_, index): ItemResult => {
    const own = byItem?.[index] ?? [];
    const ofItem = own.length > 0 ? 'REJECTED' : 'NOT_APPLIED';
    const ended = outcome === 'UNKNOWN' ? outcome : ofItem;
    return { index, outcome: ended, row: null, errors: atMost(own) };
  });
  return { outcome, errors, results };
};

/** The rows that can be shown, with an error for the others, which must not hide the outcome. */
export const shownRows = (
  rows: readonly Row[],
  needs: Needs,
): { readonly rows: readonly Row[]; readonly errors: readonly WriteError[] } => {
  const parted = splitRows(rows, needs);
  if (parted === null) return { rows, errors: [] };
  const error = { code: 'UPSTREAM_BAD_RESPONSE', message: clientMessageOf(parted.flaw) };
  return { rows: parted.rows, errors: [error] };
};

/** The load of a write of several rows. The payload has the rows that can be shown. */
export const showingRows =
  (load: Load<unknown, Payload>, entity: Entity, paths: EntityPaths): Load<unknown, Payload> =>
  (roots, args, context, field) =>
    andThen(load(roots, args, context, field), (payloads) =>
      payloads.map((payload) => {
        if (payload instanceof Error || payload instanceof Flawed) return payload;
        const { rows, errors } = shownRows(payload.rows, needsOf(field, entity.name, paths));
        return { ...payload, rows, errors: [...payload.errors, ...errors] };
      }),
    );
