import { buildConnector, Client } from 'undici';
import type { Endpoint, Host } from '../../catalogue/language/endpoint.ts';
import { percentEncode } from '../request/oauth.ts';
import type { Breaker } from './breaker.ts';
import { createBreaker } from './breaker.ts';
import type { Exchange, Line } from './exchange.ts';
import { skipContinue } from './interim.ts';

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
  readonly replaceAll: () => void;
  readonly close: () => Promise<void>;
}

interface Limits {
  readonly connections: number;
  readonly connectTimeout: number;
}

/** A place for one connection at a time. */
interface Slot {
  readonly client: Client;
  readonly line: Line;
  isOpen: boolean;
  isRetired: boolean;
  /** Set once it is being closed for good. */
  closed: Promise<void> | null;
}

interface Waiting {
  readonly request: Outgoing;
  readonly exchange: Exchange;
  readonly fresh: boolean;
}

const createSlot = (origin: string, connect: buildConnector.connector): Slot => {
  const line: Line = { served: 0, exchange: null };
  const client = new Client(origin, {
    // No pipelining, ever: an answer must not be able to reach another request.
    pipelining: 1,
    allowH2: false,
    connect: (options, done) =>
      connect(options, (...[error, socket]) => {
        if (error !== null) {
          done(error, null);
          return;
        }
        skipContinue(socket, () => (line.exchange?.isUnanswered ? line.exchange : null));
        done(null, socket);
      }),
    maxHeaderSize: 16_384,
    // The deadline of the call is kept by our own timer; these are coarse and know one phase only.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const slot: Slot = { client, line, isOpen: false, isRetired: false, closed: null };
  client.on('connect', () => {
    line.served = 0;
    slot.isOpen = true;
  });
  client.on('disconnect', () => {
    slot.isOpen = false;
  });
  return slot;
};

const baseOf = ({ origin, pathname }: URL): Base => {
  const prefix = pathname.replace(/\/+$/, '');
  return { prefix, signed: percentEncode(origin + prefix) };
};

/**
 * Opens nothing yet; connections are made as requests come, and there are never more than the limit, fresh ones included: an
 * idle one makes room for a fresh one.
 */
const connectionsTo = (url: URL, { connections, connectTimeout }: Limits): Connections => {
  const connect = buildConnector({ timeout: connectTimeout, allowH2: false });
  const slots = new Set<Slot>();
  const idle: Slot[] = [];
  const waiting = new Set<Waiting>();

  let leaving = 0;

  const retire = (slot: Slot): void => {
    slot.isRetired = true;
    leaving += 1;
    slot.closed = slot.client.destroy().finally(() => {
      leaving -= 1;
      slots.delete(slot);
      serve();
    });
  };

  /**
   * A slot for a request: the last one that was used, or for a fresh connection one that has none. An idle socket that the far
   * end has just closed would lose a write without a trace, so writes reuse none.
   */
  const take = (fresh: boolean): Slot | null => {
    const open = idle.findLastIndex(({ isOpen }) => isOpen !== fresh);
    const index = open < 0 && !fresh ? idle.length - 1 : open;
    const [known] = index < 0 ? [] : idle.splice(index, 1);
    if (known !== undefined) return known;
    if (slots.size >= connections) return null;
    const slot = createSlot(url.origin, connect);
    slot.client.on('disconnect', () => serve());
    slots.add(slot);
    return slot;
  };

  const dispatch = (slot: Slot, { request, exchange, fresh }: Waiting): void => {
    slot.line.exchange = exchange;
    exchange.line = slot.line;
    exchange.whenDone = () => {
      slot.line.exchange = null;
      // What was asked for on a fresh connection has closed it.
      if (fresh) slot.isOpen = false;
      if (slot.isRetired) retire(slot);
      else idle.push(slot);
      serve();
    };
    const { method, path, headers, body } = request;
    slot.client.dispatch({ method, path, headers, body, reset: fresh }, exchange);
  };

  const serve = (): void => {
    for (const one of waiting) {
      const slot = one.exchange.isSettled ? null : take(one.fresh);
      if (slot === null && !one.exchange.isSettled) {
        const oldest = one.fresh && leaving === 0 ? idle.shift() : undefined;
        if (oldest !== undefined) retire(oldest);
        return;
      }
      waiting.delete(one);
      if (slot !== null) dispatch(slot, one);
    }
  };

  return {
    base: baseOf(url),
    breaker: createBreaker(),
    send: (request, exchange, fresh) => {
      waiting.add({ request, exchange, fresh });
      serve();
    },
    replaceAll: () => {
      for (const slot of slots) slot.isRetired = true;
      for (const slot of idle.splice(0)) retire(slot);
    },
    close: async () => {
      for (const { exchange } of waiting) exchange.cut('connect');
      waiting.clear();
      await Promise.all(Array.from(slots, ({ client, closed }) => closed ?? client.close()));
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
