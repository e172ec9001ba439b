import type { IncomingMessage } from 'node:http';
import type { Exchange } from './exchange.ts';
import type { Handler } from './handler.ts';
import { send } from './reply.ts';
import { createYogaServer } from './yoga.ts';

/** Answers requests for GraphQL. */
export type Graphql = (exchange: Exchange) => Promise<void>;

/** Serves GraphQL: POST straight from Node; GET, OPTIONS and what pages of allowed origins send through Yoga. */
export const createGraphql = (handle: Handler, allowedOrigins: ReadonlySet<string>): Graphql => {
  const yoga = createYogaServer(handle, allowedOrigins);
  const isForYoga = ({ method, headers: { origin = '' } }: IncomingMessage): boolean =>
    method !== 'POST' || allowedOrigins.has(origin);
  return async (exchange) => {
    const { req, res, note } = exchange;
    if (allowedOrigins.size > 0) res.setHeader('Vary', 'Origin');
    if (!isForYoga(req)) {
      send(req, res, await handle(exchange));
      return;
    }
    res.setHeader('X-Request-Id', note.id);
    await yoga(req, res, exchange);
  };
};
