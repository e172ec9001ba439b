import type { IncomingMessage } from 'node:http';
import type { Exchange } from '../door/exchange.ts';
import { compressed } from './compression.ts';
import type { GraphqlHandler } from './handler.ts';
import { sendParts } from './parts.ts';
import { send, varying } from './reply.ts';
import type { createYogaServer } from './yoga.ts';

export type Graphql = (exchange: Exchange) => Promise<void>;

/**
 * Serves GraphQL: GET, OPTIONS and requests from pages of allowed origins through Yoga, other POST
 * requests without it.
 */
export const createGraphql = (
  handle: GraphqlHandler,
  allowedOrigins: ReadonlySet<string>,
): Graphql => {
  const answer: GraphqlHandler = (exchange, respond) =>
    handle(exchange, async (reply) => {
      const shared =
        allowedOrigins.size === 0 ? reply : { ...reply, headers: varying(reply.headers, 'Origin') };
      const sent = compressed(shared, exchange.req.headers['accept-encoding']);
      await respond(sent instanceof Promise ? await sent : sent);
    });
  let yoga: Promise<ReturnType<typeof createYogaServer>> | null = null;
  // Loaded at the first request that needs it: most programs and servers send none.
  const loadYoga = async () => (await import('./yoga.ts')).createYogaServer(answer, allowedOrigins);
  const isForYoga = ({ method, headers: { origin = '' } }: IncomingMessage): boolean =>
    method !== 'POST' || allowedOrigins.has(origin);
  return async (exchange) => {
    const { req, res, note } = exchange;
    if (!isForYoga(req)) {
      await answer(exchange, async (reply) => {
        if (reply.later === undefined) send(req, res, reply);
        else await sendParts(res, reply, reply.later);
      });
      return;
    }
    res.setHeader('X-Request-Id', note.id);
    if (allowedOrigins.size > 0) res.setHeader('Vary', 'Origin');
    yoga ??= loadYoga();
    await (await yoga)(req, res, exchange);
  };
};
