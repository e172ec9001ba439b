import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { labelWithin } from '../../upstream/catalogue/language/labels.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import {
  InputError,
  isOutcomeUnknown,
  TransportError,
  UpstreamError,
} from '../../upstream/client/errors.ts';
import type { Row } from '../../upstream/client/row.ts';
import { idOf, SOURCE } from '../../upstream/client/row.ts';
import type { Args, Load } from '../field.ts';
import { gathered, pathValues, underInput, upstreamValues, writtenValues } from '../input.ts';
import type { Places } from '../reads/needs.ts';
import { needsOf } from '../reads/needs.ts';
import type { Asking } from '../reads/node.ts';
import { completed } from '../reads/node.ts';
import { createFaults } from './faults.ts';
import { keyIn, recorded } from './recorded.ts';
import type { Ended, Outcome, Payload, Sending } from './sending.ts';
import type { WriteError, WrittenErrors } from './write-errors.ts';
import {
  atMost,
  faultErrors,
  refusalErrors,
  unknownOutcome,
  withArgument,
} from './write-errors.ts';

/**
 * Loads a mutation of one upstream call, which is sent once.
 * - REJECTED: the input is not valid, and every faulty argument is named; or the API refused it.
 * - UNKNOWN: nobody can tell whether it was applied. It is not sent again.
 */
export const write = (endpoint: Endpoint, places: Places): Load<unknown, Payload> =>
  once(async ({ input }: { readonly input?: Args | null }, asking) => {
    const payload = await sendWhole(prepare(endpoint, input ?? {}), asking);
    if (payload.outcome !== 'APPLIED') return payload;
    return { ...payload, rows: await reread(payload.rows, places, asking) };
  });

/** Sends a write once, and returns how it ended: also UNKNOWN if the answer has too few rows. */
export const sendWhole = async (
  sending: Omit<Sending, 'settles'>,
  asking: Asking,
): Promise<Payload> => {
  const { endpoint, input } = sending;
  const showsOutcome = ({ rows }: CallResult) => shortfall(endpoint, input, rows) === null;
  const sent = await send({ ...sending, showsOutcome }, asking);
  if ('outcome' in sent) return sent;
  const { rows, texts, problems = [] } = sent;
  const short = shortfall(endpoint, input, rows);
  if (short !== null) return { outcome: 'UNKNOWN', rows, texts, errors: [short] };
  return { outcome: 'APPLIED', rows, texts, errors: problems };
};

/** A write as the endpoint takes it, made from the arguments of its input, and its faults. */
export const prepare = <E extends Endpoint>(endpoint: E, args: Args): Sending<E> => {
  const faults = createFaults(args);
  const path = pathValues(endpoint, args, { path: ['input'], faults });
  const values = upstreamValues(endpoint.params, args, {
    accountId: path['account_id'] ?? null,
    path: ['input'],
    faults,
  });
  const written = writtenValues(endpoint.params, values, endpoint.method === 'POST');
  const input = gathered(endpoint, { ...written, ...path }, { locate: underInput, faults });
  return { endpoint, input, key: keyIn(args, faults), faults };
};

/** The load of a root field, which has one parent. A thrown error becomes an error of the field. */
export const once =
  <A, T>(work: (args: A, asking: Asking) => Promise<T>): Load<unknown, T> =>
  async (_roots, args, context, field) => [await work(args as A, { context, field })];

/**
 * Sends a write once. Returns the answer; or how it ended if it was refused or is unknown; throws
 * anything else. With a key it is sent once, however many requests have that key.
 */
export const send = async (sending: Sending, asking: Asking): Promise<CallResult | Ended> => {
  const found = sending.faults.found();
  if (found.length > 0) return ended('REJECTED', faultErrors(found, sending.input));
  return recorded(sending, asking, () => sendOnce(sending, asking));
};

const sendOnce = async (
  sending: Sending,
  { context, field }: Asking,
): Promise<CallResult | Ended> => {
  const { endpoint, input, faults } = sending;
  const asArgument = withArgument({ endpoint, asGiven: faults.asGiven });
  try {
    const answer = await context.ads.call(endpoint, input, field.trace);
    return { ...answer, problems: (answer.problems ?? []).map(asArgument) };
  } catch (error) {
    return endOf(error, sending);
  } finally {
    // After any outcome, earlier reads may be outdated.
    await context.forget(endpoint);
  }
};

const ended = (outcome: Outcome, { errors, byItem }: WrittenErrors): Ended => ({
  outcome,
  errors: atMost(errors),
  byItem,
  rows: [],
  texts: [],
});

/**
 * How a failed write ended; throws if it was certainly not applied and is an error of the request.
 */
const endOf = (error: unknown, { endpoint, input, faults: { asGiven } }: Sending): Ended => {
  if (error instanceof InputError) {
    // A fault that the client found has a path in the endpoint's input, which is below the
    // argument.
    const fault = new InputError(error.message, underInput(error.inputPath), error.facts);
    if (error.code !== 'BAD_USER_INPUT') throw fault;
    return ended('REJECTED', faultErrors([fault], input));
  }
  if (!(error instanceof UpstreamError || error instanceof TransportError)) throw error;
  // Another call that had to come first failed, so the write was not sent.
  if (error.endpoint !== endpoint.name) throw error;
  if (isOutcomeUnknown(error)) {
    const errors = [unknownOutcome(error.reason)];
    return ended('UNKNOWN', { errors, byItem: null });
  }
  if (!(error instanceof UpstreamError) || [401, 420, 429].includes(error.status)) throw error;
  return ended('REJECTED', refusalErrors({ endpoint, input, asGiven }, error));
};

const shortfall = (endpoint: Endpoint, input: Args, rows: readonly Row[]): WriteError | null => {
  const { perItemOf } = endpoint.returns;
  if (perItemOf === undefined) return null;
  const requested = new Set(input[perItemOf] as readonly unknown[]).size;
  const made = new Set(rows.map(idOf)).size;
  return made === requested
    ? null
    : unknownOutcome(`${requested} ${labelWithin(perItemOf)} were sent; the answer has ${made}.`);
};

/**
 * The rows with the columns that are selected at `places` and that the answer to the write lacks:
 * they are read afterwards. If that fails, the outcome does not change and the rows stay as they
 * are.
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
