import type { Handler } from './handler.ts';
import type { Exchange } from './notes.ts';
import { send } from './reply.ts';
import { createYogaServer } from './yoga.ts';

/** Answers requests for GraphQL. */
export type Graphql = (exchange: Exchange) => Promise<void>;

/** Serves GraphQL: POST straight from Node, and through Yoga what pages of allowed origins send, OPTIONS and GET. */
export const createGraphql = (handle: Handler, allowedOrigins: ReadonlySet<string>): Graphql => {
  const yoga = createYogaServer(handle, allowedOrigins);
  return async (exchange) => {
    const { req, res } = exchange;
    if (req.method === 'POST' && !allowedOrigins.has(req.headers.origin ?? '')) {
      send(req, res, await handle(exchange));
      return;
    }
    await yoga(req, res, exchange);
  };
};
