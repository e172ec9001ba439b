import type { GraphQLError } from 'graphql';
import type { Caller, CallerOf } from '../../auth/viewer.ts';
import { refused } from '../../errors.ts';
import type { Plan } from '../../execution/plan/plan.ts';
import type { Prepare } from '../../execution/plan/prepare.ts';
import { exclusiveTurn } from '../../upstream/client/turn.ts';
import type { Admission } from '../door/admission.ts';
import type { Bodies } from '../door/body.ts';
import type { Exchange } from '../door/exchange.ts';
import type { Accepted, HeaderRules } from '../door/headers.ts';
import { checkHeaders, isAtMost, notAcceptable } from '../door/headers.ts';
import { beginLongWork } from '../door/take-place.ts';
import type { Documents } from './documents.ts';
import { type Params, paramsOfBody, paramsOfUrl } from './params.ts';

/** What requests are read with. */
export interface RequestRules extends HeaderRules {
  readonly limits: { readonly bodyBytes: number; readonly queryBytes: number };
  readonly callerOf: CallerOf;
  readonly admission: Admission;
  readonly documents: Documents;
  readonly bodies: Bodies;
  readonly prepare: Prepare;
}

/** What a request asks for, and its caller. */
export interface PreparedRequest {
  readonly caller: Caller;
  readonly plan: Plan;
  readonly variables: Params['variables'];
  /** Whether the client takes an answer in parts. */
  readonly inParts: boolean;
}

/**
 * A longer body or new document (in characters) takes milliseconds to read, so it needs a place.
 */
export const shortBody = 64 * 1024;
const shortDocument = 2048;

/**
 * Reads a request, the cheapest checks first: headers, caller, overload, body, document. Returns
 * the errors of a document that cannot be planned; rejects with a refusal for anything else.
 */
export const readRequest = async (
  rules: RequestRules,
  exchange: Exchange,
  accepted: Accepted,
): Promise<PreparedRequest | { readonly errors: readonly GraphQLError[] }> => {
  const { req, record } = exchange;
  checkHeaders(req, accepted, rules);
  const found = rules.callerOf(req.headers);
  const caller = found instanceof Promise ? await found : found;
  exchange.callerKey = caller.callerKey;
  record.key = caller.key;
  record.user = caller.viewer?.userId ?? null;
  rules.admission.refuseStopping();
  const params = await readParams(rules, exchange, caller);
  const known = planOf(rules, exchange, params);
  const plan = known instanceof Promise ? await known : known;
  if (!('isMutation' in plan)) return { errors: plan };
  rules.documents.remember(params);
  record.plan = plan;
  if (accepted.type === null) throw notAcceptable();
  if (plan.isMutation) refuseWrite(req, caller);
  return { caller, plan, variables: params.variables, inParts: accepted.parts };
};

// Following a link must not write, nor may a caller to whom the owner's token is lent for queries
// only.
const refuseWrite = ({ method }: Exchange['req'], { mayWrite }: Caller): void => {
  if (method !== 'POST') {
    throw refused(405, 'Send mutations with POST.', { headers: { Allow: 'POST' } });
  }
  if (mayWrite) return;
  const message = "This API key lends the owner's token for queries only. Sign in to write.";
  throw refused(403, message, { code: 'FORBIDDEN' });
};

const readParams = async (
  { limits, admission, bodies }: RequestRules,
  exchange: Exchange,
  caller: Caller,
): Promise<Params> => {
  const { req, callerKey } = exchange;
  // A short body is read before the operation takes a place: it may need none. A long one costs
  // memory, and while the processor is overloaded, any body costs too much.
  if (admission.isLate() || !isAtMost(req, limits.queryBytes)) admission.refuseIfFull(callerKey);
  if (req.method === 'GET') return paramsOfUrl(req.url ?? '');
  const body = await bodies.read(exchange, caller);
  if (body.length > shortBody) await beginLongWork(admission, exchange);
  return paramsOfBody(body);
};

type Planned = Plan | readonly GraphQLError[];

const planOf = (
  rules: RequestRules,
  exchange: Exchange,
  params: Params,
): Planned | Promise<Planned> => {
  const text = rules.documents.textOf(params);
  return planText(rules, { text, operationName: params.operationName }, exchange);
};

/** The text of a document, and which of its operations is meant; null for its only one. */
interface Document {
  readonly text: string;
  readonly operationName: string | null;
}

/**
 * The plan of a document; without a promise if it is cached. Throws or rejects with a refusal for a
 * document that is too long, and where it gets no place.
 */
export const planText = (
  { limits, admission, prepare }: Pick<RequestRules, 'limits' | 'admission' | 'prepare'>,
  { text, operationName }: Document,
  exchange: Exchange,
): Planned | Promise<Planned> => {
  checkQuery(text, limits.queryBytes);
  const cached = prepare.cached(text, operationName);
  if (cached !== null) return cached;
  const started =
    text.length > shortDocument ? beginLongWork(admission, exchange) : exclusiveTurn();
  return started.then(() => prepare(text, operationName));
};

// Checked before the text is parsed, because that costs time for each byte.
const checkQuery = (text: string, limit: number): void => {
  const bytes = Buffer.byteLength(text);
  if (bytes <= limit) return;
  throw refused(
    413,
    `The query has ${bytes} bytes, more than LIMIT_QUERY_BYTES (${limit}). Move values into variables.`,
    { code: 'PAYLOAD_TOO_LARGE' },
  );
};
