import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import type { EmulatorResponse, Envelope } from './envelope.ts';
import type { editNames } from './faults.ts';
import type { StoredRow } from './store.ts';

type EditName = (typeof editNames)[number];
type Edit = (envelope: Envelope, endpoint: Endpoint) => Envelope;

const isList = (data: unknown): data is readonly StoredRow[] => Array.isArray(data);

const eachList =
  (change: (rows: readonly StoredRow[]) => readonly unknown[]): Edit =>
  (envelope) =>
    isList(envelope.data) ? { ...envelope, data: change(envelope.data) } : envelope;

const eachRow =
  (change: (row: StoredRow, endpoint: Endpoint) => StoredRow): Edit =>
  (envelope, endpoint) => ({
    ...envelope,
    data: isList(envelope.data)
      ? envelope.data.map((row) => change(row, endpoint))
      : change(envelope.data as StoredRow, endpoint),
  });

/** A response whose rows have these columns. */
export const withColumns = (envelope: Envelope, columns: object): Envelope => {
  const changed = (row: unknown): unknown =>
    typeof row === 'object' && row !== null ? { ...row, ...columns } : row;
  const { data } = envelope;
  return { ...envelope, data: isList(data) ? data.map(changed) : changed(data) };
};

const edits: Readonly<Record<EditName, Edit>> = {
  duplicateRows: eachList((rows) => rows.flatMap((row) => [row, row])),
  reverseRows: eachList((rows) => rows.toReversed()),
  dropRow: eachList((rows) => rows.slice(1)),
  strangeRow: eachList((rows) => [...rows, { ...rows[0], id: 'zzstrange' }]),
  unknownEnum: eachRow((row, { returns }) => ({
    ...row,
    ...Object.fromEntries(
      Object.entries(returns.of?.columns ?? {})
        .filter(([name, column]) => column.kind === 'choice' && row[name] != null)
        .map(([name]) => [name, 'SOMETHING_NEW']),
    ),
  })),
  wrongId: eachRow((row, { returns }) => ({ ...row, [returns.of?.key ?? 'id']: 'zzwrong' })),
  wrongAccount: (envelope) => ({
    ...envelope,
    request: { params: { account_id: 'zzother' } },
  }),
  missingData: ({ data: _data, ...envelope }) => envelope,
  nullData: (envelope) => ({ ...envelope, data: null }),
  wrappedData: (envelope) => ({ ...envelope, data: [envelope.data] }),
  unwrappedData: (envelope) =>
    isList(envelope.data) ? { ...envelope, data: envelope.data[0] } : envelope,
  nullColumns: eachRow((row, { returns }) => ({
    ...Object.fromEntries(Object.keys(row).map((name) => [name, null])),
    [returns.of?.key ?? 'id']: row[returns.of?.key ?? 'id'],
  })),
};

/** Applies the edit of this name to a successful response; one without `data` stays as it is. */
export const applyEdit = (
  response: EmulatorResponse,
  name: EditName,
  endpoint: Endpoint | null,
): EmulatorResponse =>
  endpoint === null || response.envelope.data === undefined
    ? response
    : { ...response, envelope: edits[name](response.envelope, endpoint) };
