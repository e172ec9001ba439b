import { buildConnector, Client } from 'undici';
import type { Endpoint, Host } from '../../catalogue/language/endpoint.ts';
import { createQueue } from '../queue.ts';
import { percentEncode } from '../request/oauth.ts';
import type { Breaker } from './breaker.ts';
import { createBreaker } from './breaker.ts';
import type { Exchange, Line } from './exchange.ts';
import { skipContinue } from './interim.ts';

/** The base URL of a host: `http://localhost:4010/sandbox/` has the prefix `/sandbox`. */
export interface Base {
  readonly prefix: string;
  /** The base URL percent-encoded for a signature: `http%3A%2F%2Flocalhost%3A4010%2Fsandbox`. */
  readonly signed: string;
}

/** A request as undici sends it. */
export interface Outgoing {
  readonly method: Endpoint['method'];
  /** With the prefix and the query. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string | null;
}

/** The connections to one host of the API. */
export interface Connections {
  readonly base: Base;
  readonly breaker: Breaker;
  /** Sends a request as soon as a connection is free, on a new one where `fresh`. The exchange settles with the result. */
  readonly send: (request: Outgoing, exchange: Exchange, fresh: boolean) => void;
  /** Closes every open connection after its request, for when an answer came to the wrong one. */
  readonly replaceAll: () => void;
  readonly close: () => Promise<void>;
}

interface Limits {
  /** The most connections to one host. */
  readonly connections: number;
  /** Milliseconds. */
  readonly connectTimeout: number;
}

/** A client of undici, which has at most one connection at a time. */
interface Slot {
  readonly client: Client;
  readonly line: Line;
  isOpen: boolean;
  /** Whether it is closed after its request. */
  isRetired: boolean;
  /** Set when closing begins. */
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
    // One request at a time: an answer must not be able to reach another request.
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
    // Off, because each call has a timer of its own for its deadline.
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
 * The connections to one host, which are opened as requests come. With those that are being closed they are never more than the
 * limit: an idle one is closed to make room for a fresh one.
 */
const connectionsTo = (url: URL, { connections, connectTimeout }: Limits): Connections => {
  const connect = buildConnector({ timeout: connectTimeout, allowH2: false });
  const slots = new Set<Slot>();
  const idle: Slot[] = [];
  const waiting = createQueue<Waiting>();
  /** The number of slots that are being closed. */
  let closing = 0;

  const retire = (slot: Slot): void => {
    slot.isRetired = true;
    closing += 1;
    slot.closed = slot.client.destroy().finally(() => {
      closing -= 1;
      slots.delete(slot);
      serve();
    });
  };

  /**
   * A slot for a request: preferably the open one that was used last, or for a fresh connection one without. Null where all are
   * taken. Writes need a fresh connection, because an idle one that the server has just closed would lose them without a sign.
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
      // `reset` closes the connection after the request.
      if (fresh) slot.isOpen = false;
      if (slot.isRetired) retire(slot);
      else idle.push(slot);
      serve();
    };
    const { method, path, headers, body } = request;
    slot.client.dispatch({ method, path, headers, body, reset: fresh }, exchange);
  };

  const serve = (): void => {
    for (let one = waiting.first(); one !== null; one = waiting.first()) {
      const slot = one.exchange.isSettled ? null : take(one.fresh);
      if (slot === null && !one.exchange.isSettled) {
        const oldest = one.fresh && closing === 0 ? idle.shift() : undefined;
        if (oldest !== undefined) retire(oldest);
        return;
      }
      waiting.shift();
      if (slot !== null) dispatch(slot, one);
    }
  };

  return {
    base: baseOf(url),
    breaker: createBreaker(),
    send: (request, exchange, fresh) => {
      const one = { request, exchange, fresh };
      const slot = waiting.size() === 0 ? take(fresh) : null;
      if (slot !== null) {
        dispatch(slot, one);
        return;
      }
      waiting.add(one);
      serve();
    },
    replaceAll: () => {
      for (const slot of slots) slot.isRetired = true;
      for (const slot of idle.splice(0)) retire(slot);
    },
    close: async () => {
      for (let one = waiting.shift(); one !== null; one = waiting.shift())
        one.exchange.cut('connect');
      await Promise.all(Array.from(slots, ({ client, closed }) => closed ?? client.close()));
    },
  };
};

/** Prepares the connections to every host; hosts with the same URL share theirs. */
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
