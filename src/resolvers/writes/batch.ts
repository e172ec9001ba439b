import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { fieldName } from '../../upstream/catalogue/names.ts';
import { reportAnomaly } from '../../upstream/client/anomalies.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Args, Load, LoadContext } from '../field.ts';
import { pathValues } from '../input.ts';
import { type EntityPaths, needsOf } from '../reads/needs.ts';
import { createFaults, inItem, unknownOutcome, type WriteError } from '../write-errors.ts';
import type { WriteDraft } from '../write-request.ts';
import { type BatchEndpoint, batchInput, type Item, itemsOf, rowsOfItems } from './batch-items.ts';
import { type ItemResult, type ItemsPayload, refusedItems, shownRows } from './items.ts';
import { once, reread, type ShownRows, send, type WriteSpot, withShown } from './write.ts';
import { keyIn } from './write-record.ts';

/** The result of a batch, with its items in the order of the input. */
interface BatchPayload extends ItemsPayload {
  /** All rows of the response, in its order. */
  readonly rows: readonly Row[];
}

/** Loads a batch mutation: one upstream call, in which all items are applied or none. */
export const batch = (endpoint: BatchEndpoint, paths: EntityPaths): Load<unknown, BatchPayload> =>
  once(async (args, asking) => {
    const draft = prepareBatch(endpoint, args, asking);
    const completed = (rows: readonly Row[]) => reread(rows, paths, asking);
    const payload = await sendBatch({ ...draft, completed }, asking);
    return withWholeRows(payload, endpoint, asking);
  });

/** A batch as it is sent, with its faults. `convert` changes an item before it is checked. */
export const prepareBatch = (
  endpoint: BatchEndpoint,
  args: Args,
  { context }: LoadContext,
  convert: (item: Item, spot: WriteSpot) => Item = (item) => item,
): PreparedBatch => {
  const faults = createFaults(args, context);
  const path = pathValues(endpoint, args, { path: ['input'], faults });
  const spot = { accountId: path['account_id'] ?? null, faults };
  const items = itemsOf(endpoint, args, spot).map((item, index) => {
    const at = ['input', 'operations', index, fieldName(item.operation_type)];
    return convert(item, { ...spot, path: at });
  });
  const input = batchInput(endpoint, path, { items, faults });
  return { endpoint, input, key: keyIn(args, faults), faults, items };
};

/** The payload with rows that can be shown. */
const withWholeRows = (
  payload: BatchPayload,
  { returns }: Endpoint,
  { field }: LoadContext,
): BatchPayload => {
  const needs = needsOf(field, returns.of?.name ?? '', [['rows']]);
  const { rows, errors } = shownRows(payload.rows, needs);
  return { ...payload, rows, errors: [...payload.errors, ...errors] };
};

/** A batch that may be sent, with the items of its input. */
interface PreparedBatch extends WriteDraft {
  readonly items: readonly Item[];
  /** Adds columns to the rows of the response; by default none. */
  readonly completed?: (rows: readonly Row[]) => Promise<ShownRows>;
}

/** Sends a batch once, and returns the results of its items. */
export const sendBatch = async (
  { items, completed = async (rows) => ({ rows, errors: [] }), ...sending }: PreparedBatch,
  asking: LoadContext,
): Promise<BatchPayload> => {
  const { endpoint, input, faults } = sending;
  const settled = (result: CallResult): CallResult | null => {
    const { rows, dropped = 0, echo = [], itemProblems } = result;
    if (itemProblems != null) return null;
    const own = rowsOfItems(endpoint, items, { rows, dropped, echo });
    if (own === null) return null;
    const indexes = new Map(rows.map((row, index) => [row, index]));
    return { ...result, itemIndexes: own.map((row) => indexes.get(row as Row) ?? null) };
  };
  const sent = await send({ ...sending, settled }, asking);
  if ('outcome' in sent) return { ...refusedItems(sent, items.length), rows: [] };
  const { rows, errors } = await completed(sent.rows);
  // Earlier releases recorded rows without their indexes.
  const { itemIndexes } = sent.itemIndexes === undefined ? (settled(sent) ?? sent) : sent;
  const { problems = [] } = sent;
  const argued = (index: number) => inItem({ endpoint, input, asGiven: faults.asGiven }, index);
  if (itemIndexes === undefined) return withShown(unclear(items, sent, argued), { rows, errors });
  const results = itemIndexes.map((at, index) =>
    applied(at === null ? undefined : rows[at], index),
  );
  const payload = { outcome: 'APPLIED', errors: problems, results, rows: [] } as const;
  return withShown(payload, { rows, errors });
};

/** The result of an applied item; `row` is null if it no longer exists, undefined if uncertain. */
const applied = (row: Row | null | undefined, index: number): ItemResult => ({
  index,
  outcome: 'APPLIED',
  row: row ?? null,
  errors: row === undefined ? [unidentifiedRow] : [],
});

const unidentifiedRow: WriteError = Object.freeze({
  code: 'UPSTREAM_BAD_RESPONSE',
  message:
    'It was applied, but its row could not be identified in the response; `rows` of the payload has all rows.',
});

// The result for a response that contradicts the documentation: rows are missing, or it has both
// rows and errors of items.
const unclear = (
  items: readonly Item[],
  { rows, dropped = 0, problems = [], itemProblems }: CallResult,
  argued: (index: number) => ReturnType<typeof inItem>,
): BatchPayload => {
  const count = rows.length + dropped;
  if (itemProblems != null) reportAnomaly('batch_contradicts_itself');
  else if (count === items.length) reportAnomaly('row_not_asked_for');
  const reason =
    itemProblems != null
      ? 'The response has both rows and errors of items.'
      : count === items.length
        ? 'The rows of the response are not those that were sent.'
        : `${items.length} operations were sent, and the response has ${count} rows.`;
  const results = items.map(
    (_, index): ItemResult => ({
      index,
      outcome: 'UNKNOWN',
      row: null,
      errors: (itemProblems?.[index] ?? []).map(argued(index)),
    }),
  );
  return { outcome: 'UNKNOWN', errors: [unknownOutcome(reason), ...problems], results, rows };
};
