import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { duplexPair } from 'node:stream';
import type { Exchange } from '../src/http/door/exchange.ts';
import { leavePlaceWhenSent } from '../src/http/door/take-place.ts';
import type { Requests } from '../src/http/requests.ts';

/** Does work in an exchange that ends with it; `signal` says that nobody waits for it any more. */
export type InExchange = <T>(
  signal: AbortSignal,
  work: (exchange: Exchange) => Promise<T>,
) => Promise<T>;

/**
 * Makes exchanges for messages that do not come over HTTP: each is a request on a connection in
 * memory, so that it is admitted, logged and cancelled as any other.
 */
export const createLocalExchanges = (requests: Requests): InExchange => {
  const begun = new Map<string, (req: IncomingMessage, res: ServerResponse) => void>();
  const server = createServer((req, res) => begun.get(req.url ?? '')?.(req, res));
  let count = 0;
  return (signal, work) =>
    new Promise((resolve, reject) => {
      const [near, far] = duplexPair();
      count += 1;
      const url = `/${count}`;
      begun.set(url, (req, res) => {
        begun.delete(url);
        requests.take(req, res, async (exchange) => {
          exchange.record.route = '/mcp';
          await work(exchange).then(resolve, reject);
          leavePlaceWhenSent(exchange);
          res.end();
        });
      });
      signal.addEventListener('abort', () => near.destroy(), { once: true });
      near.on('error', () => undefined).resume();
      server.emit('connection', far);
      near.write(`POST ${url} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`);
    });
};
