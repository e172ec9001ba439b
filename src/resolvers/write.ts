import type { Endpoint, InputOf } from '../upstream/catalogue/language/endpoint.ts';
import type { Answer } from '../upstream/client/client.ts';
import type { UpstreamProblem } from '../upstream/client/errors.ts';
import {
  InputError,
  isOutcomeUnknown,
  TransportError,
  UpstreamError,
} from '../upstream/client/errors.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf, SOURCE } from '../upstream/client/row.ts';
import type { Args, Load } from './field.ts';
import { checked, pathValues, underInput, upstreamValues, writtenValues } from './input.ts';
import type { Places } from './needs.ts';
import { needsOf } from './needs.ts';
import type { Asking } from './node.ts';
import { completed } from './node.ts';

/** How a write ended. */
export type Outcome = 'APPLIED' | 'REJECTED' | 'NOT_APPLIED' | 'UNKNOWN';

/** An error of a write. */
export type WriteError = UpstreamProblem;

/** The result of a mutation: its outcome, the rows or strings of the answer, and its errors. */
export interface Payload {
  readonly outcome: Outcome;
  readonly rows: readonly Row[];
  readonly texts: readonly string[];
  readonly errors: readonly WriteError[];
}

/**
 * Loads a mutation of one upstream call, which is sent once. Invalid input throws InputError with the argument path. A write
 * that the API refuses is REJECTED; one whose effect is not known is UNKNOWN, and is not sent again.
 */
export const write = (endpoint: Endpoint, places: Places): Load<unknown, Payload> =>
  once(async ({ input: args = {} }: { readonly input?: Args }, asking) => {
    const { context, field } = asking;
    const path = pathValues(endpoint, args, ['input']);
    const values = upstreamValues(endpoint.params, args, {
      accountId: path['account_id'] ?? null,
      path: ['input'],
    });
    const written = writtenValues(endpoint, values);
    const input = checked(endpoint, { ...written, ...path }, underInput);
    const sent = await send(endpoint, input, { context, field });
    if ('outcome' in sent) return sent;
    const { rows, texts, problems = [] } = sent;
    const short = shortfall(endpoint, input, rows);
    if (short !== null) return { outcome: 'UNKNOWN', rows, texts, errors: [short] };
    const whole = await reread(rows, places, asking);
    return { outcome: 'APPLIED', rows: whole, texts, errors: problems };
  });

/** The load of a root field, which has one parent. A thrown error becomes an error of the field. */
export const once =
  <A, T>(work: (args: A, asking: Asking) => Promise<T>): Load<unknown, T> =>
  async (_roots, args, context, field) => [await work(args as A, { context, field })];

/** Sends a write once. Returns the answer, or a payload for REJECTED and UNKNOWN; throws where it was certainly not applied. */
export const send = async (
  endpoint: Endpoint,
  input: InputOf<Endpoint>,
  { context, field }: Asking,
): Promise<Answer | (Payload & { readonly cause: unknown })> => {
  try {
    return await context.ads.call(endpoint, input, field.trace);
  } catch (error) {
    const ended = endOf(error, endpoint);
    if (ended === null) throw placed(error);
    return { ...ended, rows: [], texts: [], cause: error };
  } finally {
    // After any outcome, earlier reads may be out of date.
    context.loaders.forget();
  }
};

// The client reports the path in the endpoint's input; clients of the gateway need the argument path.
const placed = (error: unknown): unknown =>
  error instanceof InputError
    ? new InputError(error.message, underInput(error.place), error.code)
    : error;

/** The outcome of a write that failed, or null where it was certainly not applied and is an error of the request. */
const endOf = (error: unknown, { name }: Endpoint): Pick<Payload, 'outcome' | 'errors'> | null => {
  const isOther = error instanceof UpstreamError || error instanceof TransportError;
  // Another call that had to come first failed, so the write was not sent.
  if (isOther && error.endpoint !== name) return null;
  if (isOutcomeUnknown(error)) {
    return { outcome: 'UNKNOWN', errors: [unknownOutcome((error as Error).message)] };
  }
  const refused =
    error instanceof UpstreamError && ![401, 420, 429].includes(error.status) ? error : null;
  return refused === null ? null : { outcome: 'REJECTED', errors: refused.problems };
};

/** The error of a write whose effect is not known. */
export const unknownOutcome = (reason: string): WriteError => ({
  code: 'UPSTREAM_OUTCOME_UNKNOWN',
  message: `Nobody can tell whether this took effect; read back before sending it again. ${reason}`,
});

const shortfall = (endpoint: Endpoint, input: Args, rows: readonly Row[]): WriteError | null => {
  const { perItemOf } = endpoint.returns;
  if (perItemOf === undefined) return null;
  const asked = new Set(input[perItemOf] as readonly unknown[]).size;
  const made = new Set(rows.map(idOf)).size;
  return made === asked
    ? null
    : unknownOutcome(`${asked} ${perItemOf} were sent and the answer has ${made} rows.`);
};

/**
 * The rows with the columns that are selected at `places` and not in the answer to the write: they are read afterwards. If that
 * fails, the outcome does not change and the rows stay as they are.
 */
export const reread = async (
  rows: readonly Row[],
  places: Places,
  asking: Asking,
): Promise<readonly Row[]> => {
  const [first] = rows;
  if (first === undefined) return rows;
  const needs = needsOf(asking.field, first[SOURCE].entity.name, places);
  const whole = await completed(rows, needs, asking);
  return rows.map((row, index) => {
    const found = whole[index];
    return found === undefined || found instanceof Error ? row : found;
  });
};
