import { z } from 'zod';
import { readBackOf } from '../../loaders/read-back.ts';
import { unreadableRecord } from '../../state/key-refusals.ts';
import type { LedgerEntry } from '../../state/ledger.ts';
import { endpoints } from '../../upstream/catalogue/index.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { entitiesOf } from '../../upstream/catalogue/language/endpoint.ts';
import { text } from '../../upstream/catalogue/language/params.ts';
import { validateValue } from '../../upstream/catalogue/language/validate-value.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import { inputError, isOfCall } from '../../upstream/client/errors.ts';
import { SOURCE, sentOf, tagRow } from '../../upstream/client/row.ts';
import type { Args } from '../field.ts';
import type { Asking } from '../reads/node.ts';
import { confirm, notReadBack } from './confirm.ts';
import { rowName } from './confirm-rows.ts';
import type { Faults } from './faults.ts';
import type { Ended, Sending } from './sending.ts';
import { unknownOutcome } from './write-errors.ts';

/** What a key is. */
export const keyParam = text('The key of a write', { min: 1, max: 255, format: 'printable' });

/** The key that a caller gave a write, null if it gave none. */
export const keyIn = ({ idempotencyKey: key }: Args, faults: Faults): string | null => {
  if (key === undefined || key === null) return null;
  const why = validateValue('idempotency_key', keyParam, key);
  if (why !== null) faults.add(inputError({ ...why, path: ['input', 'idempotencyKey'] }));
  return String(key);
};

/**
 * Sends a write with a key once, however many requests have that key. It is recorded before it is
 * sent, and its outcome is kept for later requests. If the outcome is unknown, the next request
 * reads the write back.
 */
export const recorded = async (
  sending: Sending,
  asking: Asking,
  sendOnce: () => Promise<CallResult | Ended>,
): Promise<CallResult | Ended> => {
  const { endpoint, input, key, given = input, showsOutcome = () => true } = sending;
  // Without a key there is nothing to record, unless a keyed write could later claim this row.
  if (key === null && readBackOf(endpoint).list === null) return sendOnce();
  const { context } = asking;
  const intent = { viewer: context.viewer, mutation: endpoint.name, key, input: textOf(given) };
  const begin = await context.ledger.begin(intent, context.deadline);
  if ('outcome' in begin) return read(endpoint, begin.outcome, input);
  if (begin.isOpen) {
    const known = await seen(sending, begin, asking);
    if (!('outcome' in known) || sending.isRepeatable !== true) return known;
  }
  const sent = await sendOnce().catch(async (error: unknown) => {
    // If something inside the gateway failed, the write may have been applied.
    await (isOfCall(error) ? begin.release() : begin.markUnknown());
    throw error;
  });
  const isOpen = 'outcome' in sent ? sent.outcome === 'UNKNOWN' : !showsOutcome(sent);
  if (isOpen) await begin.markUnknown();
  else if ('outcome' in sent && sending.isStep === true) await begin.release();
  else await begin.end(written(sent), sent.rows.map(rowName));
  return sent;
};

const seen = async (
  { endpoint, input: sent, shown = async () => sent }: Sending,
  entry: LedgerEntry,
  asking: Asking,
): Promise<CallResult | Ended> => {
  const found = await shown(entry.since)
    .then((input) => confirm({ endpoint, input, entry }, asking), notReadBack)
    .catch(async (error: unknown) => {
      await entry.markUnknown();
      throw error;
    });
  if (typeof found !== 'string') {
    await entry.end(written(found), []);
    return found;
  }
  await entry.markUnknown();
  const errors = [unknownOutcome(`It was sent before and read back just now. ${found}`)];
  return { outcome: 'UNKNOWN', errors, byItem: null, rows: [], texts: [] };
};

/** An input as JSON with its members in one order, so that equal inputs are equal texts. */
export const textOf = (input: Args): string =>
  JSON.stringify(input, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  );

interface RecordedRow {
  readonly entity: string;
  readonly accountId: string | null;
  readonly endpoint: string | null;
  readonly row: object;
}

const written = (sent: CallResult | Ended): string =>
  JSON.stringify({
    ...sent,
    rows: sent.rows.map((row): RecordedRow => {
      const { entity, accountId, endpoint } = row[SOURCE];
      return { entity: entity.name, accountId, endpoint: endpoint?.name ?? null, row: sentOf(row) };
    }),
  });

const writtenSchema = z.looseObject({
  rows: z.array(
    z.object({
      entity: z.string(),
      accountId: z.string().nullable(),
      endpoint: z.string().nullable(),
      row: z.looseObject({}),
    }),
  ),
  texts: z.array(z.string()),
  outcome: z.enum(['APPLIED', 'REJECTED', 'NOT_APPLIED', 'UNKNOWN']).optional(),
  errors: z.array(z.looseObject({ code: z.string(), message: z.string() })).optional(),
});

// Only checked: a copy would lose the order of a row's members.
const parsed = (outcome: string): unknown => {
  try {
    const value: unknown = JSON.parse(outcome);
    return writtenSchema.safeParse(value).success ? value : null;
  } catch {
    return null;
  }
};

/** Reads what `written` wrote. Throws STATE_STORE_UNAVAILABLE if it cannot be read. */
const read = (write: Endpoint, outcome: string, input: Args): CallResult | Ended => {
  const stored = parsed(outcome);
  if (stored === null) throw unreadableRecord();
  const { rows, ...sent } = stored as { readonly rows: readonly RecordedRow[] };
  const of = (name: string) => entitiesOf(write).find((entity) => entity.name === name);
  return {
    ...(sent as CallResult | Ended),
    rows: rows.flatMap(({ row, accountId, ...source }) => {
      const entity = of(source.entity);
      const endpoint = endpoints.find(({ name }) => name === source.endpoint) ?? null;
      return entity === undefined ? [] : [tagRow(row, { entity, accountId, endpoint, input })];
    }),
  };
};
