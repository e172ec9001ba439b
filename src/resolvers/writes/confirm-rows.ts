import {
  listedBy,
  listInputFor,
  readBackOf,
  readEndpointsOf,
  showsAll,
} from '../../loaders/read-endpoints.ts';
import { nullIfUnknown } from '../../loaders/refusals.ts';
import type { LedgerEntry } from '../../state/ledger.ts';
import { type Endpoint, revealed } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { pathNames, sameId } from '../../upstream/catalogue/language/identifiers.ts';
import {
  columnOf,
  isChangeShown,
  isCreationShown,
} from '../../upstream/catalogue/language/stored-values.ts';
import { argumentOf } from '../../upstream/catalogue/names.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import { idOf, type Row, tagRow } from '../../upstream/client/row.ts';
import { rowName, type SentChange, showsDeletion } from '../effects/effects.ts';
import type { Args, LoadContext } from '../field.ts';
import { rowAt } from '../reads/node.ts';

/** A write that was sent and whose outcome is unknown. */
export interface UncertainWrite {
  readonly endpoint: Endpoint;
  readonly input: Args;
  readonly entry: LedgerEntry;
}

/** Thrown if the API does not show the outcome of a write. Clients see the message. */
export class Unconfirmed extends Error {}

export const noReadBack = (): Unconfirmed =>
  new Unconfirmed('The API offers no way to read it back.');

// The tolerance of times: a row that was created this long before or after the write may still be
// its own.
export const toleranceMs = 60_000;

/** The largest number of pages of a list that are read to find the rows of one write. */
export const MAX_READ_BACK_PAGES = 10;

/** The ids in an endpoint's path, taken from the input of a write. */
export const pathOf = ({ path }: Endpoint, input: Args): Args =>
  Object.fromEntries(pathNames(path).map((name) => [name, input[name]]));

/**
 * The rows that creations made, one for each, in their order. Such a row is new, was not claimed by
 * another write, and shows exactly the sent values. Throws Unconfirmed unless there are as many
 * such rows as equal creations.
 */
export const createdRows = async (
  write: UncertainWrite,
  creations: readonly SentChange[],
  asking: LoadContext,
): Promise<readonly Row[]> => {
  const { endpoint, entry } = write;
  const [first] = creations;
  const entity = endpoint.returns.of;
  if (first === undefined || entity === null) return [];
  if (await entry.hasDuplicate()) {
    throw new Unconfirmed('The outcome of another write with the same input is unknown too.');
  }
  for (const creation of creations) requireVisible(entity, creation);
  const recent = await readNewest(write, rangeOf(creations, entry), asking);
  const unclaimed = await entry.unclaimed(recent.map(rowName));
  const open = new Set(recent.filter((row) => unclaimed.has(rowName(row))));
  const taken = new Map<SentChange, Row>();
  for (const one of creations) {
    if (taken.has(one)) continue;
    const equal = creations.filter(({ sent }) => JSON.stringify(sent) === JSON.stringify(one.sent));
    const found = [...open].filter((row) => isMadeBy(entity, one, row));
    if (found.length !== equal.length) throw miscounted(found.length, equal.length);
    for (const [index, row] of found.entries()) {
      taken.set(equal[index] as SentChange, row);
      open.delete(row);
    }
  }
  if (!(await entry.claim([...taken.values()].map(rowName)))) {
    throw new Unconfirmed('The matching row belongs to another write.');
  }
  return creations.map((one) => taken.get(one) as Row);
};

const miscounted = (found: number, expected: number): Unconfirmed =>
  new Unconfirmed(
    found === 0
      ? 'The API has no new row with these values.'
      : `The API has ${found} new rows with these values, and ${expected} of them should be from this write.`,
  );

const isMadeBy = (entity: Entity, { fields, sent }: SentChange, row: Row): boolean =>
  !Number.isNaN(createdAt(row)) && isCreationShown(fields, { entity, sent, row });

/** Throws Unconfirmed if a sent value is not shown, so that no row can be identified. */
const requireVisible = (entity: Entity, { fields, sent }: SentChange): void => {
  const given = Object.entries(fields).filter(
    ([name, { isOfResponse }]) => (sent[name] ?? null) !== null && isOfResponse !== true,
  );
  if (given.length === 0)
    throw new Unconfirmed('These values do not distinguish the new row from others.');
  const hidden = given.find((named) => columnOf(entity, named) === null);
  if (hidden !== undefined)
    throw new Unconfirmed(`The API does not show ${argumentOf(...hidden)}.`);
};

/** The rows of a list to read. Times are in milliseconds since 1970, on the clock `now`. */
interface RowRange {
  /** The values that rows have in columns, by the column's name. */
  readonly like: Readonly<Record<string, readonly unknown[]>>;
  readonly since: number;
  readonly until: number;
  readonly now: () => number;
}

/** The rows that creations may have made: with the sent values, made while the write ran. */
const rangeOf = (creations: readonly SentChange[], entry: LedgerEntry): RowRange => {
  const [first] = creations;
  const like = Object.entries(first?.fields ?? {}).flatMap(([name, param]) => {
    const values = [...new Set(creations.map(({ sent }) => sent[name]))];
    return values.includes(undefined) ? [] : [[param.shownAs ?? name, values] as const];
  });
  return {
    like: Object.fromEntries(like),
    since: entry.since - toleranceMs,
    until: entry.until + toleranceMs,
    now: entry.now,
  };
};

const always: RowRange = { like: {}, since: 0, until: Number.POSITIVE_INFINITY, now: Date.now };

/** The newest rows of the list with the write's rows, in at most `MAX_READ_BACK_PAGES` calls. */
const readNewest = async (
  { endpoint, input }: Pick<UncertainWrite, 'endpoint' | 'input'>,
  { like, since, until, now }: RowRange,
  { context, field }: LoadContext,
): Promise<readonly Row[]> => {
  const { list } = readBackOf(endpoint);
  const fixed = list && { ...pathOf(list, input), ...listedBy(endpoint, input) };
  const listInput = list && listInputFor(list, fixed ?? {}, like);
  if (list === null || listInput === null) throw noReadBack();
  const rows: Row[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_READ_BACK_PAGES; pages += 1) {
    const callInput: Args = cursor === null ? listInput : { ...listInput, cursor };
    const result: CallResult = await context.ads.call(list, callInput, field.trace);
    if ((result.flaws ?? []).length > 0) throw new Unconfirmed('Not all rows can be read.');
    // The response shows how far the API's clock is ahead.
    const ahead = context.ads.now() - now();
    const recent = result.rows.filter((row) => !(createdAt(row) - ahead < since));
    rows.push(...recent.filter((row) => !(createdAt(row) - ahead > until)));
    cursor = result.nextCursor;
    const isDone = 'sort_by' in listInput && recent.length < result.rows.length;
    if (cursor === null || isDone) return rows;
  }
  throw new Unconfirmed('There are too many new rows to find it.');
};

/** All rows of the list that contains the write's rows, or those with these values. */
export const listedRows = (
  write: UncertainWrite,
  asking: LoadContext,
  like: RowRange['like'] = {},
): Promise<readonly Row[]> => readNewest(write, { ...always, like }, asking);

/** The time at which a row was created, in milliseconds since 1970; NaN if it has none. */
const createdAt = (row: Row): number => Date.parse(String(row['created_at']));

type RowChange = SentChange & { readonly entity: Entity };

/** The current row of an update or deletion. Throws Unconfirmed if it does not show it. */
export const changedRow = async (
  { endpoint, input }: UncertainWrite,
  change: RowChange,
  asking: LoadContext,
): Promise<Row> => {
  const { entity, kind, fields, sent, id } = change;
  const row = await readTarget({ endpoint, input }, change, asking);
  if (kind === 'Delete') {
    // Reads never use the sandbox, so a row of the sandbox may exist although no read shows it.
    if (row === null && endpoint.host === 'ads') {
      const accountId = entity.inAccount ? String(input['account_id']) : null;
      return tagRow(
        { [entity.key ?? 'id']: id, deleted: true },
        { entity, accountId, endpoint: null },
      );
    }
    if (row !== null && showsDeletion(endpoint, row) === true) return row;
    throw new Unconfirmed('It still exists.');
  }
  if (row !== null && isChangeShown(fields, { entity, sent, row })) return row;
  throw new Unconfirmed('The API does not show all of what was sent.');
};

/** The row that a write was to change; null if the API has none. */
const readTarget = (
  { endpoint, input }: Pick<UncertainWrite, 'endpoint' | 'input'>,
  { entity, id }: RowChange,
  asking: LoadContext,
): Promise<Row | null> => {
  const { context, field } = asking;
  const { item } = readBackOf(endpoint);
  return nullIfUnknown(async () => {
    if (item !== null) {
      const callInput = { ...pathOf(item, input), ...revealed(item) };
      const { rows } = await context.ads.call(item, callInput, field.trace);
      return rows[0] ?? null;
    }
    const byId = readEndpointsOf(entity);
    if (byId.list !== null || byId.item !== null) {
      return rowAt({ entity, accountId: String(input['account_id']), id }, asking);
    }
    const rows = await readNewest({ endpoint, input }, always, asking);
    const row = rows.find((one) => sameId(idOf(one), id)) ?? null;
    const { list } = readBackOf(endpoint);
    if (row === null && list !== null && !showsAll(list)) {
      throw new Unconfirmed('The API does not show it to this user, though it may exist.');
    }
    return row;
  });
};
