import { inChunks } from '../../loaders/page-query.ts';
import { filtersOf } from '../../loaders/read-endpoints.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { labelWithin } from '../../upstream/catalogue/language/labels.ts';
import type { Values } from '../../upstream/catalogue/language/values.ts';
import { reportAnomaly } from '../../upstream/client/anomalies.ts';
import { isRehearsed } from '../../upstream/client/call-limits.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import {
  asSentence,
  clientMessageOf,
  InputError,
  isOutcomeUnknown,
  TransportError,
  UpstreamError,
} from '../../upstream/client/errors.ts';
import { idOf, type Row, SOURCE } from '../../upstream/client/row.ts';
import { contradicts } from '../effects/effects.ts';
import type { Args, Load, LoadContext } from '../field.ts';
import type { IdSpot } from '../ids.ts';
import { gathered, pathValues, underInput, upstreamValues, writtenValues } from '../input.ts';
import { type EntityPaths, needsOf } from '../reads/needs.ts';
import { completed } from '../reads/node.ts';
import type { Faults, Payload, WriteEnd, WriteError } from '../write-errors.ts';
import {
  codeOf,
  createFaults,
  faultErrors,
  refusalErrors,
  rejected,
  unknownOutcome,
  withArgument,
  writeEnd,
} from '../write-errors.ts';
import type { WriteDraft, WriteRequest, WriteResult } from '../write-request.ts';
import { recorded, stop } from './recorded.ts';
import { keyIn } from './write-record.ts';

/**
 * Loads a mutation of one upstream call, which is sent once.
 * - REJECTED: the input is not valid, and every faulty argument is named; or the API refused it.
 * - UNKNOWN: it may or may not have been applied. It is not sent again.
 */
export const write = (endpoint: Endpoint, paths: EntityPaths): Load<unknown, Payload> =>
  once(async (args, asking) =>
    payloadAt(paths, await sendWhole(prepare(endpoint, args, asking), asking), asking),
  );

/** The payload; if the write was applied, with the columns that are selected at `paths`. */
export const payloadAt = async (
  paths: EntityPaths,
  payload: Payload,
  asking: LoadContext,
): Promise<Payload> =>
  payload.outcome === 'APPLIED'
    ? withShown(payload, await reread(payload.rows, paths, asking))
    : payload;

/** Sends a write once, and returns its result: UNKNOWN if the response has too few rows. */
export const sendWhole = async (sending: WriteDraft, asking: LoadContext): Promise<Payload> => {
  const { endpoint, input } = sending;
  const settled = (result: CallResult) =>
    shortfall(endpoint, input, result.rows) === null ? result : null;
  const sent = await send({ ...sending, settled }, asking);
  if ('outcome' in sent) return sent;
  const { rows, texts, problems = [] } = sent;
  const short = shortfall(endpoint, input, rows);
  if (short !== null) return { outcome: 'UNKNOWN', rows, texts, errors: [short] };
  return { outcome: 'APPLIED', rows, texts, errors: problems };
};

/** The account and the path of arguments, and the collector of their faults. */
export interface WriteSpot extends IdSpot {
  readonly faults: Faults;
}

/**
 * A write in the form of its endpoint, made from the arguments of its input, with its faults.
 * `convert` changes the values before they are checked.
 */
export const prepare = <E extends Endpoint>(
  endpoint: E,
  args: Args,
  { context }: Pick<LoadContext, 'context'>,
  convert: (values: Values, spot: WriteSpot) => Values = (values) => values,
): WriteDraft<E> => {
  const faults = createFaults(args, context);
  const path = pathValues(endpoint, args, { path: ['input'], faults });
  const spot = { accountId: path['account_id'] ?? null, path: ['input'], faults };
  const values = convert(upstreamValues(endpoint.params, args, spot), spot);
  const written = writtenValues(endpoint.params, values, endpoint.method === 'POST');
  const input = gathered(endpoint, { ...written, ...path }, { locate: underInput, faults });
  return { endpoint, input, key: keyIn(args, faults), faults };
};

/** The load of a root field from its input. A thrown error becomes that of the field. */
export const once =
  <T>(work: (input: Args, asking: LoadContext) => Promise<T>): Load<unknown, T> =>
  async (_roots, { input }, context, field) => [
    await work((input ?? {}) as Args, { context, field }),
  ];

/**
 * Sends a write once, or once for its key. Returns the result, or the end of a write that was
 * refused or is unknown; throws anything else.
 */
export const send = (sending: WriteRequest, asking: LoadContext): Promise<WriteResult> =>
  recorded(sending, asking, (to) => sendOnce(sending, to));

const sendOnce = async (
  sending: WriteRequest,
  { context, field }: LoadContext,
): Promise<WriteResult> => {
  const { endpoint, input, faults } = sending;
  const asArgument = withArgument({ endpoint, asGiven: faults.asGiven });
  const { dryRun } = context;
  try {
    const result = await context.ads.call(endpoint, input, field.trace);
    const problems = (result.problems ?? []).map(asArgument);
    return contradicts(endpoint, input, result) ? aboutAnother(problems) : { ...result, problems };
  } catch (error) {
    return dryRun !== null && isRehearsed(error) ? stop(sending, dryRun) : endOf(error, sending);
  } finally {
    // After any outcome, earlier reads may be outdated.
    if (dryRun === null) await context.forget(endpoint);
  }
};

/** The end of a write whose response is about another row, with the API's problems. */
const aboutAnother = (problems: readonly WriteError[]): WriteEnd => {
  reportAnomaly('row_not_asked_for');
  const error = unknownOutcome('The response of the API differs from what was sent.');
  return writeEnd('UNKNOWN', [error, ...problems]);
};

/** The end of a failed write. Throws the error if the write was certainly not applied. */
const endOf = (
  error: unknown,
  { endpoint, input, faults: { asGiven } }: WriteRequest,
): WriteEnd => {
  if (error instanceof InputError) {
    // A fault that the client found has a path in the endpoint's input, which is below the
    // argument.
    const fault = new InputError(error.message, underInput(error.inputPath), error.facts);
    if (error.code !== 'BAD_USER_INPUT') throw fault;
    return rejected(faultErrors([fault], input));
  }
  if (!(error instanceof UpstreamError || error instanceof TransportError)) throw error;
  // An earlier call that the write needed has failed, so the write was not sent.
  if (error.endpoint !== endpoint.name) throw error;
  if (isOutcomeUnknown(error)) return writeEnd('UNKNOWN', [unknownOutcome(error.reason)]);
  if (!(error instanceof UpstreamError) || [401, 420, 429].includes(error.status)) throw error;
  return rejected(refusalErrors({ endpoint, input, asGiven }, error));
};

const shortfall = (endpoint: Endpoint, input: Args, rows: readonly Row[]): WriteError | null => {
  const { perItemOf } = endpoint.returns;
  if (perItemOf === undefined) return null;
  const requested = new Set(input[perItemOf] as readonly unknown[]).size;
  const made = new Set(rows.map(idOf)).size;
  return made === requested
    ? null
    : unknownOutcome(
        `${requested} ${labelWithin(perItemOf)} were sent, and the response has ${made}.`,
      );
};

/** The rows that can be shown, null for those that the API no longer has; errors for others. */
export interface ShownRows {
  readonly rows: readonly (Row | null)[];
  readonly errors: readonly WriteError[];
}

/** The payload with rows that can be shown. */
export const withShown = <P extends Pick<Payload, 'rows' | 'errors'>>(
  payload: P,
  { rows, errors }: ShownRows,
): P => ({
  ...payload,
  rows: rows.filter((row) => row !== null),
  errors: [...payload.errors, ...errors],
});

/**
 * The rows, with the columns that are selected at `paths` and that the response to the write lacks.
 * They are read afterwards. If that fails, the outcome and the rows do not change. Rows of an
 * earlier write, of which only the ids were recorded, are read by id.
 */
export const reread = async (
  rows: readonly Row[],
  paths: EntityPaths,
  asking: LoadContext,
): Promise<ShownRows> => {
  const [first] = rows;
  if (first === undefined) return { rows, errors: [] };
  const needs = needsOf(asking.field, first[SOURCE].entity.name, paths);
  const present = needs.row ? await presentRows(rows, asking) : rows;
  const whole = await completed(present, needs, asking);
  const failed = present.find((row) => row instanceof Error);
  return {
    rows: present.map((row, index) => {
      const found = whole[index] ?? null;
      return row instanceof Error ? null : found instanceof Error ? row : found;
    }),
    errors: failed === undefined ? [] : [unreadRow(failed)],
  };
};

const isKept = (row: Row): boolean => row[SOURCE].kept !== undefined;

/** The rows. Those with only an id are replaced by the current rows of the API. */
const presentRows = async (
  rows: readonly Row[],
  asking: LoadContext,
): Promise<readonly (Row | Error | null)[]> => {
  const kept = rows.filter(isKept);
  if (kept.length === 0) return rows;
  // A filter takes as many values as a call takes ids.
  const found = await Promise.all(
    inChunks(kept, idsPerCall).map((some) => readAgain(some, asking)),
  );
  const left = found.flat().values();
  // A row that was deleted for good keeps its deleted state.
  const nowOf = (row: Row) => left.next().value ?? (row['deleted'] === true ? row : null);
  return rows.map((row) => (isKept(row) ? nowOf(row) : row));
};

const idsPerCall = 200;

const readAgain = async (
  rows: readonly Row[],
  { context, field }: LoadContext,
): Promise<readonly (Row | Error | null)[]> => {
  const { entity, accountId, kept } = (rows[0] as Row)[SOURCE];
  const filters = Object.fromEntries(
    filtersOf(entity).map(({ param, column }) => [
      param,
      [...new Set(rows.map((row) => String(row[column])))],
    ]),
  );
  const scope = { entity, accountId, filters: { ...kept, ...filters } };
  return context.loaders.rows(scope, rows.map(idOf), field.trace);
};

const unreadRow = (error: Error): WriteError => ({
  code: codeOf(error),
  message: `It was applied, but its row could not be read. ${asSentence(clientMessageOf(error))}`,
});
