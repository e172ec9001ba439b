import { channel } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import type { ApiHost, Endpoint } from '../../catalogue/language/endpoint.ts';
import { getOrMake } from '../../catalogue/memoize.ts';
import type { Pace } from '../pace.ts';
import { createFairQueue } from '../queue.ts';
import { Breaker } from './breaker.ts';
import type { ConnectionLine, UpstreamExchange } from './upstream-exchange.ts';

/** A request as undici sends it. */
interface Outgoing {
  readonly method: Endpoint['method'];
  /** With the prefix and the query. */
  readonly path: string;
  /** Names and values alternately. */
  readonly headers: string[];
  readonly body: string | Uint8Array | null;
}

/** The current use of the connections to a host. */
export interface ConnectionUse {
  /** Connections with a running request. */
  readonly busy: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

interface ConnectionLimits {
  /** The most connections to one host. */
  readonly connections: number;
  /** Milliseconds. */
  readonly connectTimeout: number;
  /** Called when the breaker of a host changes its state. */
  readonly onBreaker: (host: string, state: ReturnType<Breaker['state']>) => void;
  readonly pace: Pace;
}

interface WaitingRequest {
  readonly request: Outgoing;
  readonly exchange: UpstreamExchange;
  readonly onNew: boolean;
  /** The time of its arrival, in milliseconds of `performance.now()`. */
  readonly since: number;
}

const waits = channel('ads-graph:connection-wait');

/** Calls `listener` with the milliseconds that a call waited for a connection, until it is undone. */
export const onConnectionWait = (listener: (ms: number) => void): (() => void) => {
  const listen = (ms: unknown): void => listener(Number(ms));
  waits.subscribe(listen);
  return () => void waits.unsubscribe(listen);
};

/** The base URL of a host: `http://localhost:4010/sandbox/` has the prefix `/sandbox`. */
const baseOf = ({ origin, host, pathname }: URL) => {
  const prefix = pathname.replace(/\/+$/, '');
  return { host, prefix, url: origin + prefix };
};

/**
 * The connections to one host of the API, opened on demand. With those that are closing, there are
 * never more than the limit: an idle one is closed to make room for a new one.
 */
export class Connections {
  readonly base: ReturnType<typeof baseOf>;
  readonly breaker: Breaker;
  readonly #origin: string;
  readonly #most: number;
  readonly #connect: ReturnType<typeof buildConnector>;
  readonly #slots = new Set<ConnectionSlot>();
  readonly #idle: ConnectionSlot[] = [];
  readonly #waiting = createFairQueue<WaitingRequest>();
  /** The number of slots that are closing. */
  #closing = 0;

  constructor(url: URL, { connections, connectTimeout, onBreaker, pace }: ConnectionLimits) {
    this.breaker = new Breaker({
      now: pace.elapsed,
      onChange: (state) => onBreaker(url.host, state),
    });
    this.base = baseOf(url);
    this.#origin = url.origin;
    this.#most = connections;
    this.#connect = buildConnector({ timeout: connectTimeout, allowH2: false });
  }

  /**
   * Sends a request as soon as a connection is free; with `onNew` on a new one. While none is free,
   * callers take turns. The exchange settles with the result.
   */
  send(
    request: Outgoing,
    exchange: UpstreamExchange,
    { callerKey, onNew }: Readonly<{ callerKey: string; onNew: boolean }>,
  ): void {
    const one = { request, exchange, onNew, since: performance.now() };
    const slot = this.#waiting.size() === 0 ? this.#take(onNew) : null;
    if (slot !== null) {
      this.#dispatch(slot, one);
      return;
    }
    this.#waiting.add(callerKey, one);
    this.#serve();
  }

  use(): ConnectionUse {
    return {
      busy: this.#slots.size - this.#idle.length - this.#closing,
      waiting: this.#waiting.size(),
    };
  }

  /** Closes every open connection after its request: a response has reached the wrong request. */
  replaceAll(): void {
    for (const slot of this.#slots) slot.isRetired = true;
    for (const slot of this.#idle.splice(0)) this.#retire(slot);
  }

  /** Closes every connection at once; the outcome of a running write is then unknown. */
  async close(): Promise<void> {
    const { shift } = this.#waiting;
    for (let one = shift(); one !== null; one = shift()) one.exchange.cut('connect');
    await Promise.all(Array.from(this.#slots, ({ client, closed }) => closed ?? client.destroy()));
  }

  #retire(slot: ConnectionSlot): void {
    slot.isRetired = true;
    this.#closing += 1;
    slot.closed = slot.client.destroy().finally(() => {
      this.#closing -= 1;
      this.#slots.delete(slot);
      this.#serve();
    });
  }

  /**
   * A slot for a request; null if all are taken. A read takes the open connection that was used
   * last. A write takes a new one: if the server had just closed an idle connection, it would be
   * unknown whether the write arrived.
   */
  #take(onNew: boolean): ConnectionSlot | null {
    const idle = this.#idle;
    const open = idle.findLastIndex(({ isOpen }) => isOpen !== onNew);
    const index = open < 0 && !onNew ? idle.length - 1 : open;
    const [known] = index < 0 ? [] : idle.splice(index, 1);
    if (known !== undefined) return known;
    if (this.#slots.size >= this.#most) return null;
    const slot = createSlot(this.#origin, this.#connect);
    slot.client.on('disconnect', this.#serve);
    this.#slots.add(slot);
    return slot;
  }

  #dispatch(slot: ConnectionSlot, { request, exchange, onNew }: WaitingRequest): void {
    slot.line.exchange = exchange;
    exchange.line = slot.line;
    exchange.whenDone = () => {
      slot.line.exchange = null;
      // `reset` closes the connection after the request.
      if (onNew) slot.isOpen = false;
      if (slot.isRetired) this.#retire(slot);
      else this.#idle.push(slot);
      this.#serve();
    };
    const { method, path, headers, body } = request;
    slot.client.dispatch({ method, path, headers, body, reset: onNew }, exchange);
  }

  readonly #serve = (): void => {
    const { first, shift } = this.#waiting;
    for (let one = first(); one !== null; one = first()) {
      const slot = one.exchange.isSettled ? null : this.#take(one.onNew);
      if (slot === null && !one.exchange.isSettled) {
        const oldest = one.onNew && this.#closing === 0 ? this.#idle.shift() : undefined;
        if (oldest !== undefined) this.#retire(oldest);
        return;
      }
      shift();
      if (slot === null) continue;
      if (waits.hasSubscribers) waits.publish(performance.now() - one.since);
      this.#dispatch(slot, one);
    }
  };
}

/** Prepares the connections to every host; hosts with the same URL share theirs. */
export const openConnections = (
  hosts: Readonly<Record<ApiHost, string>>,
  limits: ConnectionLimits,
): { readonly to: Readonly<Record<ApiHost, Connections>>; readonly close: () => Promise<void> } => {
  const byUrl = new Map<string, Connections>();
  const to = (address: string): Connections => {
    const url = new URL(address);
    return getOrMake(byUrl, url.href, () => new Connections(url, limits));
  };
  return {
    to: { ads: to(hosts.ads), sandbox: to(hosts.sandbox), platform: to(hosts.platform) },
    close: async () => {
      await Promise.all(Array.from(byUrl.values(), (connections) => connections.close()));
    },
  };
};

/** A client of undici, which has at most one connection at a time. */
interface ConnectionSlot {
  readonly client: Client;
  readonly line: ConnectionLine;
  isOpen: boolean;
  /** True if it is closed after its request. */
  isRetired: boolean;
  /** Set when closing begins. */
  closed: Promise<void> | null;
}

/** Creates a slot, whose connection is opened by its first request. */
const createSlot = (origin: string, connect: buildConnector.connector): ConnectionSlot => {
  const line: ConnectionLine = { served: 0, exchange: null };
  const client = new Client(origin, {
    // One request at a time: a response must not be able to reach another request.
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
  const slot: ConnectionSlot = { client, line, isOpen: false, isRetired: false, closed: null };
  client.on('connect', () => {
    line.served = 0;
    slot.isOpen = true;
  });
  client.on('disconnect', () => {
    slot.isOpen = false;
  });
  return slot;
};

const continueStart = Buffer.from('HTTP/1.1 100');
const headEnd = '\r\n\r\n';
const maxSkipped = 8;

/** True if bytes begin a response of status 100, or are too few to show that they do not. */
const mayContinue = (bytes: Buffer): boolean => {
  const known = Math.min(bytes.length, continueStart.length);
  return bytes.compare(continueStart, 0, known, 0, known) === 0;
};

/**
 * Removes responses with status 100 from the bytes that a socket reads. HTTP allows them, but
 * undici closes the connection because of them. `due` returns the request whose response is
 * expected, or null. More than 8 in a row are left in.
 */
const skipContinue = (socket: Socket, due: () => object | null): void => {
  const read = socket.read.bind(socket);
  let held: Buffer | null = null;
  let current: object | null = null;
  let skipped = 0;
  const without = (chunk: Buffer): Buffer | null => {
    let bytes = held === null ? chunk : Buffer.concat([held, chunk]);
    held = null;
    while (skipped < maxSkipped && bytes.length > 0 && mayContinue(bytes)) {
      const end = bytes.length < continueStart.length ? -1 : bytes.indexOf(headEnd);
      if (end === -1) {
        held = bytes;
        return null;
      }
      skipped += 1;
      bytes = bytes.subarray(end + headEnd.length);
    }
    return bytes.length === 0 ? null : bytes;
  };
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size) as Buffer | null;
      const request = due();
      if (chunk === null || request === null) return chunk;
      if (request !== current) skipped = 0;
      current = request;
      const rest = without(chunk);
      if (rest !== null) return rest;
    }
  };
};
