import { z } from 'zod';
import { filtersOf, listedBy, readEndpointsOf } from '../../loaders/read-endpoints.ts';
import { unreadableRecord } from '../../state/refusals.ts';
import { endpoints } from '../../upstream/catalogue/index.ts';
import { type Endpoint, endsRow, entitiesOf } from '../../upstream/catalogue/language/endpoint.ts';
import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import { idOf, type Row, SOURCE, sentOf, tagRow } from '../../upstream/client/row.ts';
import { changesOf } from '../effects/sent-changes.ts';
import type { Args } from '../field.ts';
import type { WriteResult } from '../write-request.ts';

/** A write as it was sent. */
interface SentWrite {
  readonly endpoint: Endpoint;
  readonly input: Args;
}

/** A row with only its id, and an index in `columns`, whose entries several rows share. */
const shortRow = z.tuple([z.string(), z.number()]);
const wholeRow = z.object({
  entity: z.string(),
  accountId: z.string().nullable(),
  endpoint: z.string().nullable(),
  row: z.looseObject({}),
});
const result = z.looseObject({
  rows: z.array(z.union([shortRow, wholeRow])),
  columns: z.array(z.looseObject({})).optional(),
  texts: z.array(z.string()),
  outcome: z.enum(['APPLIED', 'REJECTED', 'NOT_APPLIED', 'UNKNOWN']).optional(),
  errors: z.array(z.looseObject({ code: z.string(), message: z.string() })).optional(),
});
type KeptRow = z.infer<typeof shortRow> | z.infer<typeof wholeRow>;

/**
 * The result of a write as text for the ledger. For a row that the API shows again, it has the id,
 * the times, and the columns that find it, so that 500 rows take a few kilobytes.
 */
export const written = (write: SentWrite, sent: WriteResult): string => {
  const columns: string[] = [];
  const rows = sent.rows.map((row): KeptRow => {
    if (!isShown(write, row)) return whole(row);
    const names = [...times, ...filtersOf(row[SOURCE].entity).map(({ column }) => column)];
    const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]])));
    if (!columns.includes(text)) columns.push(text);
    return [idOf(row), columns.indexOf(text)];
  });
  const facts = 'outcome' in sent ? sent : factsOf(sent);
  return JSON.stringify({ ...facts, rows, columns: columns.map((text) => JSON.parse(text)) });
};

const times = ['created_at', 'updated_at'] as const;

const factsOf = ({ texts, problems, itemIndexes }: CallResult) => ({
  texts,
  problems,
  itemIndexes,
});

const whole = (row: Row): z.infer<typeof wholeRow> => {
  const { entity, accountId, endpoint } = row[SOURCE];
  return {
    entity: entity.name,
    accountId,
    endpoint: endpoint?.name ?? null,
    row: { ...sentOf(row) },
  };
};

/** The account of the rows of a write; null if they are in none. */
const accountOf = ({ endpoint: { returns }, input }: SentWrite): string | null =>
  returns.of?.inAccount === true ? lowerId(input['account_id']) : null;

/** True if the API shows a row of this write again, by its id. Reads never use the sandbox. */
const isShown = (write: SentWrite, row: Row): boolean => {
  const { entity, accountId } = row[SOURCE];
  const { host, returns } = write.endpoint;
  if (host !== 'ads' || endsRow(write.endpoint) || entity !== returns.of) return false;
  const { list, item } = readEndpointsOf(entity);
  const isFound = filtersOf(entity).every(({ column }) => typeof row[column] === 'string');
  return (item !== null || (list !== null && isFound)) && accountId === accountOf(write);
};

const parsed = (text: string): z.infer<typeof result> | null => {
  try {
    const value: unknown = JSON.parse(text);
    // The value itself is returned, because a parsed copy would lose the order of a row's members.
    return result.safeParse(value).success ? (value as z.infer<typeof result>) : null;
  } catch {
    return null;
  }
};

/** Reads the text that `written` returned. Throws STATE_STORE_UNAVAILABLE if it is damaged. */
export const readKept = (write: SentWrite, text: string): WriteResult => {
  const kept = parsed(text);
  if (kept === null) throw unreadableRecord();
  const { rows, columns = [], ...sent } = kept;
  const short = shortRows(write, columns);
  const read = rows.flatMap((row) =>
    Array.isArray(row) ? short(row) : (wholeRowOf(write, row) ?? []),
  );
  return { nextCursor: null, totalCount: null, ...sent, rows: read } as WriteResult;
};

const wholeRowOf = (
  { endpoint: write, input }: SentWrite,
  { row, accountId, ...source }: z.infer<typeof wholeRow>,
): Row | null => {
  const entity = entitiesOf(write).find(({ name }) => name === source.entity);
  const endpoint = endpoints.find(({ name }) => name === source.endpoint) ?? null;
  return entity === undefined ? null : tagRow(row, { entity, accountId, endpoint, input });
};

const shortRows = (write: SentWrite, columns: readonly object[]) => {
  const { endpoint, input } = write;
  const { of: entity } = endpoint.returns;
  const changes = entity === null ? [] : changesOf(endpoint, input);
  const deleted = new Set(
    changes.flatMap(({ kind, id }) => (kind === 'Delete' ? [lowerId(id)] : [])),
  );
  const source = { accountId: accountOf(write), endpoint: null, kept: listedBy(endpoint, input) };
  return ([id, at]: z.infer<typeof shortRow>): Row[] => {
    if (entity === null) return [];
    const isDeleted = deleted.has(lowerId(id));
    const own = { ...columns[at], ...(isDeleted && { deleted: true }), [entity.key ?? 'id']: id };
    return [tagRow(own, { ...source, entity })];
  };
};
