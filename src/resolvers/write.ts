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

/** One reason why a write did not end as asked. */
export type WriteError = UpstreamProblem;

/** What a mutation answers with: its outcome, what it made, and why it did not. */
export interface Payload {
  readonly outcome: Outcome;
  readonly rows: readonly Row[];
  readonly texts: readonly string[];
  readonly errors: readonly WriteError[];
}

/**
 * A mutation that is one upstream call, sent once. What cannot work is refused with the argument's name; what the API
 * refuses is REJECTED; what nobody can know is UNKNOWN and is never sent again.
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

/** A field of the root, which has one parent. What it throws is an error of the request's. */
export const once =
  <A, T>(work: (args: A, asking: Asking) => Promise<T>): Load<unknown, T> =>
  async (_roots, args, context, field) => [await work(args as A, { context, field })];

/** Sends a write once and gives the answer, or the payload of a write that was refused or is unknown. Anything else throws. */
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
    // Whatever the outcome, what was read before may be old now.
    context.loaders.forget();
  }
};

// What the client refuses itself names the endpoint's input, which stands below the argument.
const placed = (error: unknown): unknown =>
  error instanceof InputError
    ? new InputError(error.message, underInput(error.place), error.code)
    : error;

/** The outcome of a write that failed, or null where it was certainly not applied and is an error of the request. */
const endOf = (error: unknown, { name }: Endpoint): Pick<Payload, 'outcome' | 'errors'> | null => {
  const isOther = error instanceof UpstreamError || error instanceof TransportError;
  // What the write needed first failed, so it was never sent.
  if (isOther && error.endpoint !== name) return null;
  if (isOutcomeUnknown(error)) {
    return { outcome: 'UNKNOWN', errors: [unknownOutcome((error as Error).message)] };
  }
  const refused =
    error instanceof UpstreamError && ![401, 420, 429].includes(error.status) ? error : null;
  return refused === null ? null : { outcome: 'REJECTED', errors: refused.problems };
};

/** The error of a write of which nobody can say whether it took effect. */
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
 * The rows with what the answer to the write left out and is selected at `places`: read again rather than shown as null. If
 * that fails, the write still stands and the rows stay as they came.
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
