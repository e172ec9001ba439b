import type { ExecutionResult } from 'graphql';
import { type Bodies, discard } from '../door/body.ts';
import { leavePlaceWhenSent } from '../door/take-place.ts';
import { compressed } from './compress.ts';
import type { GatewayPlugin, Operation } from './operation.ts';
import { inParts, laterBytes } from './parts.ts';
import { cacheable, codesOf, fitted, type Reply, replyOf } from './reply.ts';
import { responseOf } from './response.ts';
import { contentOf } from './written-result.ts';

/** Makes the response of a result: its bytes or parts, status, headers, and compression. */
export const useReply = (bodies: Bodies): GatewayPlugin => ({
  onResultProcess: ({ serverContext: { operation }, setResultProcessor }) => {
    setResultProcessor(async (result, { Response }) => {
      const { exchange } = operation;
      const reply = replyWith(result as ExecutionResult, operation);
      if (!exchange.req.complete) discard(exchange.req);
      bodies.forget(exchange);
      leavePlaceWhenSent(exchange);
      const sent = compressed(reply, exchange.req.headers['accept-encoding']);
      return responseOf(sent instanceof Promise ? await sent : sent, Response);
    }, 'application/json');
  },
});

const replyWith = (result: ExecutionResult, { exchange, accepted }: Operation): Reply => {
  const { req, record } = exchange;
  const read = contentOf(result);
  const content = fitted(read.content);
  if (read.internalErrors.length > 0) record.internalErrors = read.internalErrors;
  record.codes = codesOf(content.errors ?? []);
  const type = accepted.type ?? 'application/json';
  const reply = replyOf(content, { type, requestId: record.id });
  const { cacheScope, later } = content;
  if (content.live !== undefined) return inParts(reply, content.live);
  if (later !== undefined) return inParts(reply, laterBytes(later, record));
  return cacheScope === undefined
    ? reply
    : cacheable(reply, cacheScope, req.headers['if-none-match']);
};
