import { cacheable } from './cacheable.ts';
import { compressed } from './compress.ts';
import type { OperationPlugin, RequestOperation } from './operation.ts';
import { inParts, laterBytes } from './parts.ts';
import { codesOf, type Reply, replyOf } from './reply.ts';
import { responseOf } from './response.ts';
import { contentOf } from './written-result.ts';

/** Makes the response of a result: its bytes or parts, status, headers, and compression. */
export const useReply = (): OperationPlugin => ({
  onResultProcess: ({ serverContext: { operation }, setResultProcessor }) => {
    setResultProcessor((result, { Response }) => {
      const reply = compressed(
        replyWith(result, operation),
        operation.exchange.req.headers['accept-encoding'],
      );
      return reply instanceof Promise
        ? reply.then((sent) => responseOf(sent, Response))
        : responseOf(reply, Response);
    }, 'application/json');
  },
});

const replyWith = (result: unknown, { exchange, accepted }: RequestOperation): Reply => {
  const { req, record } = exchange;
  const content = contentOf(result, record);
  record.codes = codesOf(content.errors ?? []);
  const type = accepted.type ?? 'application/json';
  const reply = replyOf(content, { type, requestId: record.id });
  const { cacheScope, later, live } = content;
  if (live !== undefined) return inParts(reply, live);
  if (later !== undefined) return inParts(reply, laterBytes(later, record));
  return cacheScope === undefined
    ? reply
    : cacheable(reply, cacheScope, req.headers['if-none-match']);
};
