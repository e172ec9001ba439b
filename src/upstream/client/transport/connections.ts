import type { Dispatcher } from 'undici';
import { Client, Pool } from 'undici';
import type { Endpoint, Host } from '../../catalogue/language/endpoint.ts';
import { percentEncode } from '../request/oauth.ts';
import type { Breaker } from './breaker.ts';
import { createBreaker } from './breaker.ts';
import type { Line } from './exchange.ts';
import { Exchange } from './exchange.ts';

/** Where a host of the API is, ready to be put before a path. */
export interface Base {
  readonly prefix: string;
  /** Scheme, host and prefix, percent-encoded for a signature. */
  readonly signed: string;
}

/** One request as it is written to the wire. */
export interface Outgoing {
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly headers: string[];
  readonly body: string | null;
}

/** The connections to one host of the API. */
export interface Connections {
  readonly base: Base;
  readonly breaker: Breaker;
  /** Hands a request to a connection, a fresh one where asked; the exchange hears how it goes. */
  readonly send: (request: Outgoing, exchange: Exchange, fresh: boolean) => void;
  /** Uses no connection again that is open now: for when answers came to the wrong requests. */
  readonly replacePool: () => void;
  readonly close: () => Promise<void>;
}

interface Limits {
  readonly connections: number;
  readonly connectTimeout: number;
}

/** A connection that tells each exchange how many came before it on the same socket. */
class CountingClient extends Client {
  #line: Line = { served: 0 };

  constructor(origin: URL, options: Client.Options) {
    super(origin, options);
    this.on('connect', () => {
      this.#line.served = 0;
    });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
    if (handler instanceof Exchange) handler.line = this.#line;
    return super.dispatch(options, handler);
  }
}

const poolOf = (origin: string, { connections, connectTimeout }: Limits, reuse: boolean): Pool =>
  new Pool(origin, {
    connections,
    // No pipelining, ever: an answer must not be able to reach another request. 0 means a socket for each request.
    pipelining: reuse ? 1 : 0,
    allowH2: false,
    connect: { timeout: connectTimeout },
    maxHeaderSize: 16_384,
    // The deadline of the call is kept by our own timer; these are coarse and know one phase only.
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (url: URL, options: Client.Options) => new CountingClient(url, options),
  });

const baseOf = ({ origin, pathname }: URL): Base => {
  const prefix = pathname.replace(/\/+$/, '');
  return { prefix, signed: percentEncode(origin + prefix) };
};

/** Opens nothing yet; connections are made as requests come. */
const connectionsTo = (url: URL, limits: Limits): Connections => {
  let reads = poolOf(url.origin, limits, true);
  // An idle socket that the far end has just closed would lose a write without a trace, so writes reuse none.
  const fresh = poolOf(url.origin, limits, false);
  const retired = new Set<Promise<void>>();
  return {
    base: baseOf(url),
    breaker: createBreaker(),
    send: ({ method, path, headers, body }, exchange, onFresh) => {
      (onFresh ? fresh : reads).dispatch({ method, path, headers, body }, exchange);
    },
    replacePool: () => {
      const closed = reads.close().finally(() => retired.delete(closed));
      retired.add(closed);
      reads = poolOf(url.origin, limits, true);
    },
    close: async () => {
      await Promise.all([reads.close(), fresh.close(), ...retired]);
    },
  };
};

/** Connections to every host of the API. */
export const openConnections = (
  hosts: Readonly<Record<Host, string>>,
  limits: Limits,
): { readonly to: Readonly<Record<Host, Connections>>; readonly close: () => Promise<void> } => {
  const byUrl = new Map<string, Connections>();
  const to = (address: string): Connections => {
    const url = new URL(address);
    const known = byUrl.get(url.href) ?? connectionsTo(url, limits);
    byUrl.set(url.href, known);
    return known;
  };
  return {
    to: { ads: to(hosts.ads), sandbox: to(hosts.sandbox), platform: to(hosts.platform) },
    close: async () => {
      await Promise.all(Array.from(byUrl.values(), (connections) => connections.close()));
    },
  };
};
