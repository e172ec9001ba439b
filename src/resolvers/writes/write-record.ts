import { z } from 'zod';
import { filtersOf, listedBy, readEndpointsOf } from '../../loaders/read-endpoints.ts';
import type { BeginResult } from '../../state/ledger.ts';
import { unreadableRecord } from '../../state/refusals.ts';
import { endpoints } from '../../upstream/catalogue/index.ts';
import { type Endpoint, endsRow, entitiesOf } from '../../upstream/catalogue/language/endpoint.ts';
import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import { text } from '../../upstream/catalogue/language/params.ts';
import { validateValue } from '../../upstream/catalogue/language/validate-value.ts';
import { isObject } from '../../upstream/catalogue/language/values.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import { inputError } from '../../upstream/client/errors.ts';
import { idOf, type Row, SOURCE, sentOf, tagRow } from '../../upstream/client/row.ts';
import { changesOf } from '../effects/effects.ts';
import type { Args, LoadContext } from '../field.ts';
import type { Faults } from '../write-errors.ts';
import type { WriteResult } from '../write-request.ts';

/** The parameter for keys. */
export const keyParam = text('The key of a write', { min: 1, max: 255, format: 'printable' });

const keyFault = (key: unknown) => validateValue('idempotency_key', keyParam, key);

/** The caller's key of a write; null if there is none. */
export const keyIn = ({ idempotencyKey: key }: Args, faults: Faults): string | null => {
  if (key === undefined || key === null) return null;
  const why = keyFault(key);
  if (why !== null) faults.add(inputError({ ...why, path: ['input', 'idempotencyKey'] }));
  return String(key);
};

/** A write and its key. The write is sent only once for the key. */
export interface KeyedWrite {
  readonly mutation: string;
  readonly key: string | null;
  /** The values that a repetition must have too, with names and ids of the API. */
  readonly compared: Args;
  readonly faults: Pick<Faults, 'found'>;
}

/**
 * Begins a write, or returns the outcome that the ledger has. A faulty write cannot begin: if its
 * key is unknown, the result is null and the key stays free. If the key is known, the write is
 * resumed, because a time in it may have passed since it was sent.
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

/** The value of a record. Throws STATE_STORE_UNAVAILABLE if it is damaged. */
export const readRecord = <T>(schema: z.ZodType<T>, text: string): T => {
  try {
    const value: unknown = JSON.parse(text);
    // The value itself is returned, because a parsed copy would lose the order of a row's members.
    if (schema.safeParse(value).success) return value as T;
  } catch {
    // Not JSON.
  }
  throw unreadableRecord();
};

/** Reads the text that `written` returned. Throws STATE_STORE_UNAVAILABLE if it is damaged. */
export const readKept = (write: SentWrite, text: string): WriteResult => {
  const { rows, columns = [], ...sent } = readRecord(result, text);
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
