import type { IncomingHttpHeaders } from 'node:http';
import type { Engine } from './plugins/engine.ts';
import type { Requests } from './requests.ts';

/** The options of `fetch` that clients of GraphQL use. */
interface OwnInit {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly signal: AbortSignal;
}

export type OwnFetch = (url: string, init: OwnInit) => Promise<Response>;

/**
 * Creates a `fetch` for clients in this process. Requests pass everything that they pass over HTTP,
 * and no connection.
 */
export const createOwnFetch =
  (requests: Pick<Requests, 'own'>, { respond }: Pick<Engine, 'respond'>): OwnFetch =>
  (_url, { headers, body, signal }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      const { 'accept-encoding': _, ...sent } = headers;
      const own = { 'content-length': String(Buffer.byteLength(body)) };
      requests
        .own({ url: '/graphql', headers: { ...sent, ...own }, body, signal }, async (exchange) => {
          const { response, read } = await respond(exchange);
          exchange.status = response.status;
          resolve(response);
          await read;
        })
        .catch(reject);
    });
