import { GraphQLError } from 'graphql';
import { internalError, internalErrorsOf, refused } from '../../errors.ts';
import type { Plan } from '../../execution/plan/plan.ts';
import { discard } from '../door/body.ts';
import type { Exchange } from '../door/exchange.ts';
import { type Accepted, acceptedIn } from '../door/headers.ts';
import { leavePlaceWhenSent } from '../door/take-place.ts';
import { type AnswerOptions, answerOperation } from './answer-operation.ts';
import { inParts, laterBytes } from './parts.ts';
import { type PreparedRequest, type RequestRules, readRequest } from './read-request.ts';
import type { Content, Reply } from './reply.ts';
import { cacheable, codesOf, fitted, replyOf } from './reply.ts';

/**
 * Answers a GraphQL request: makes the reply, hands it to `respond`, and resolves when that does.
 * The promise holds no reply, so that a request that has waited keeps nothing alive
 * (docs/performance.md, "What the engine does").
 */
export type GraphqlHandler = (exchange: Exchange, respond: Respond) => Promise<void>;

type Respond = (reply: Reply) => Promise<void>;

export interface HandlerOptions extends RequestRules, AnswerOptions {
  readonly limits: RequestRules['limits'] & AnswerOptions['limits'];
}

/**
 * Creates the handler. The cheapest checks come first: headers, caller, overload, body, document,
 * variables, place. A request with `x-ads-plan` is answered with its forecast and takes no place.
 */
export const createHandler =
  (options: HandlerOptions): GraphqlHandler =>
  async (exchange, respond) => {
    const { req, record } = exchange;
    record.isGraphql = true;
    const accepted = acceptedIn(req.headers.accept);
    let content: Content;
    try {
      const prepared = await readRequest(options, exchange, accepted);
      content = 'plan' in prepared ? await answerTo(options, prepared, exchange) : prepared;
    } catch (error) {
      record.internalErrors = internalErrorsOf(error);
      content = { errors: [error instanceof GraphQLError ? error : internalError()] };
    }
    if (!req.complete) discard(req);
    options.bodies.forget(exchange);
    leavePlaceWhenSent(exchange);
    await respond(replyWith(content, exchange, accepted));
  };

const replyWith = (made: Content, { req, record }: Exchange, accepted: Accepted): Reply => {
  const content = fitted(made);
  record.codes = codesOf(content.errors ?? []);
  const reply = replyOf(content, {
    type: accepted.type ?? 'application/json',
    requestId: record.id,
  });
  const { cacheScope, later } = content;
  if (content.live !== undefined) return inParts(reply, content.live);
  if (later !== undefined) return inParts(reply, laterBytes(later, record));
  return cacheScope === undefined
    ? reply
    : cacheable(reply, cacheScope, req.headers['if-none-match']);
};

/** Answers with the result of the operation, or with what its headers ask for instead. */
const answerTo = (
  options: HandlerOptions,
  prepared: PreparedRequest,
  exchange: Exchange,
): Promise<Content> => {
  const {
    'x-ads-plan': forecast,
    'x-ads-dry-run': dry,
    'x-ads-trace': shown,
  } = exchange.req.headers;
  if (dry === '1') refuseDryRun(prepared.plan, forecast);
  const instead = dry === '1' ? 'dry run' : 'answer';
  const wanted = forecast === '1' ? 'forecast' : instead;
  const isShown = shown === '1' || shown === 'live';
  const trace = shown === 'live' && prepared.inParts ? 'live' : isShown ? 'whole' : null;
  return answerOperation(options, { ...prepared, wanted, trace }, exchange);
};

const refuseDryRun = ({ isMutation }: Plan, forecast: unknown): void => {
  const why = isMutation ? 'goes without x-ads-plan' : 'is for mutations';
  if (!isMutation || forecast === '1') throw refused(400, `The header x-ads-dry-run ${why}.`);
};
