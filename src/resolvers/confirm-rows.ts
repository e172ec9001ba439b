import { listInputFor, readBackOf } from '../loaders/read-back.ts';
import { readEndpointsOf } from '../loaders/read-endpoints.ts';
import { nullIfUnknown } from '../loaders/refusals.ts';
import type { Entry } from '../state/ledger.ts';
import type { Endpoint, OperationType } from '../upstream/catalogue/language/endpoint.ts';
import { revealed } from '../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../upstream/catalogue/language/entity.ts';
import { pathNames } from '../upstream/catalogue/language/paths.ts';
import type { Answer } from '../upstream/client/client.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf, SOURCE, tagRow } from '../upstream/client/row.ts';
import { agreements, isAlike, isComparable } from './agreement.ts';
import type { Args } from './field.ts';
import { sameId } from './ids.ts';
import type { Asking } from './node.ts';

/** A write that was sent and whose outcome is unknown. */
export interface UncertainWrite {
  readonly endpoint: Endpoint;
  readonly input: Args;
  readonly entry: Entry;
}

/** The change of one row that a write, or one item of a batch, was to make. */
export interface Change {
  readonly kind: OperationType;
  /** The columns that were sent, without the id. */
  readonly sent: Args;
  /** The id of the row; '' for a creation. */
  readonly id: string;
}

/** The API does not show whether a write took effect. The message is shown to the client. */
export class Unconfirmed extends Error {}

export const unreadable = (): Unconfirmed => new Unconfirmed('The API has no way to read it back.');

// Clocks differ: a row that is older than the write by more than this was not created by it.
const toleranceMs = 60_000;

/** The largest number of pages of a list that are read to find the rows of one write. */
export const MAX_READ_BACK_PAGES = 10;

/** The ids in an endpoint's path, taken from the input of a write. */
export const pathOf = ({ path }: Endpoint, input: Args): Args =>
  Object.fromEntries(pathNames(path).map((name) => [name, input[name]]));

/** The name of a row under which a write claims it. */
export const rowName = (row: Row): string => {
  const { entity, accountId } = row[SOURCE];
  return `${entity.name}:${accountId ?? ''}:${idOf(row)}`.toLowerCase();
};

/**
 * The rows that creations made, one for each, in their order: rows that are new, that no other write has claimed and that hold
 * what was sent. Throws Unconfirmed unless there are exactly as many such rows as equal creations.
 */
export const createdRows = async (
  write: UncertainWrite,
  creations: readonly Change[],
  asking: Asking,
): Promise<readonly Row[]> => {
  const { endpoint, entry } = write;
  const [first] = creations;
  const entity = endpoint.returns.of;
  if (first === undefined || entity === null) return [];
  if (await entry.hasTwin()) {
    throw new Unconfirmed('Another write with the same input is open too.');
  }
  const shared = Object.entries(first.sent).filter(([name, value]) =>
    creations.every(({ sent }) => sent[name] === value),
  );
  const range = { like: Object.fromEntries(shared), since: entry.since - toleranceMs };
  const recent = await readNewest(write, range, asking);
  const unclaimed = await entry.unclaimed(recent.map(rowName));
  const open = new Set(recent.filter((row) => unclaimed.has(rowName(row))));
  const taken = new Map<Change, Row>();
  for (const one of creations) {
    if (taken.has(one)) continue;
    const equal = creations.filter(({ sent }) => JSON.stringify(sent) === JSON.stringify(one.sent));
    const found = [...open].filter((row) => isMadeBy(entity, one.sent, row));
    if (found.length !== equal.length) {
      throw new Unconfirmed(
        `${found.length} new rows are as was asked for, and not ${equal.length}.`,
      );
    }
    for (const [index, row] of found.entries()) {
      taken.set(equal[index] as Change, row);
      open.delete(row);
    }
  }
  if (!(await entry.claim([...taken.values()].map(rowName)))) {
    throw new Unconfirmed('Another write has taken the row that fits.');
  }
  return creations.map((one) => taken.get(one) as Row);
};

const isMadeBy = ({ columns }: Entity, sent: Args, row: Row): boolean => {
  const agreed = agreements(columns, { sent, row }, isAlike);
  const isComparing = Object.keys(columns).some((name) => (sent[name] ?? null) !== null);
  return !agreed.includes(false) && (agreed.length > 0 || !isComparing);
};

/** Which rows of a list to read: those with these columns that were created at `since` (ms since 1970) or later. */
interface Range {
  readonly like: Args;
  readonly since: number;
}

/** Rows from the list that a write's rows are in, newest first where the API can sort. At most `MAX_READ_BACK_PAGES` calls. */
const readNewest = async (
  { endpoint, input }: Pick<UncertainWrite, 'endpoint' | 'input'>,
  { like, since }: Range,
  { context, field }: Asking,
): Promise<readonly Row[]> => {
  const { list } = readBackOf(endpoint);
  const listInput = list && listInputFor(list, pathOf(list, input), like);
  if (list === null || listInput === null) throw unreadable();
  const rows: Row[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_READ_BACK_PAGES; pages += 1) {
    const asked: Args = cursor === null ? listInput : { ...listInput, cursor };
    const answer: Answer = await context.ads.call(list, asked, field.trace);
    if ((answer.flaws ?? []).length > 0) throw new Unconfirmed('Not all rows can be read.');
    const recent = answer.rows.filter((row) => !isOlder(row, since));
    rows.push(...recent);
    cursor = answer.nextCursor;
    const isDone = 'sort_by' in listInput && recent.length < answer.rows.length;
    if (cursor === null || isDone) return rows;
  }
  throw new Unconfirmed('There are too many new rows to tell.');
};

const isOlder = (row: Row, since: number): boolean => Date.parse(String(row['created_at'])) < since;

type RowChange = Change & { readonly entity: Entity };

/** The row of an update or a deletion as it is now. Throws Unconfirmed where it does not show the change. */
export const changedRow = async (
  { endpoint, input }: UncertainWrite,
  change: RowChange,
  asking: Asking,
): Promise<Row> => {
  const { entity, kind, sent, id } = change;
  const row = await readTarget({ endpoint, input }, change, asking);
  if (kind === 'Delete') {
    // Reads never go to the sandbox, so a row of the sandbox may exist though no read shows it.
    if (row === null && endpoint.host === 'ads') {
      const accountId = entity.inAccount ? String(input['account_id']) : null;
      return tagRow(
        { [entity.key ?? 'id']: id, deleted: true },
        { entity, accountId, endpoint: null },
      );
    }
    if (row?.['deleted'] === true) return row;
    throw new Unconfirmed('It is still there.');
  }
  if (row !== null && Object.entries(sent).every((one) => shows(entity, row, one))) return row;
  throw new Unconfirmed('The API does not show all of what was sent.');
};

const shows = (
  { columns }: Entity,
  row: Row,
  [name, value]: readonly [string, unknown],
): boolean => {
  if (value === undefined) return true;
  const param = columns[name];
  if (param === undefined || !isComparable(param)) return false;
  const got = row[name] ?? '';
  return value === null ? String(got) === '' : isAlike(value, got);
};

/** The row that a write was to change; null where the API has none. */
const readTarget = (
  { endpoint, input }: Pick<UncertainWrite, 'endpoint' | 'input'>,
  { entity, id }: RowChange,
  asking: Asking,
): Promise<Row | null> => {
  const { context, field } = asking;
  const { item } = readBackOf(endpoint);
  return nullIfUnknown(async () => {
    if (item !== null) {
      const asked = { ...pathOf(item, input), ...revealed(item) };
      const { rows } = await context.ads.call(item, asked, field.trace);
      return rows[0] ?? null;
    }
    const byId = readEndpointsOf(entity);
    if (byId.list !== null || byId.item !== null) {
      const scope = { entity, accountId: String(input['account_id']) };
      const [row = null] = await context.loaders.rows(scope, [id], field.trace);
      if (row instanceof Error) throw row;
      return row;
    }
    const rows = await readNewest({ endpoint, input }, { like: {}, since: 0 }, asking);
    return rows.find((row) => sameId(idOf(row), id)) ?? null;
  });
};
