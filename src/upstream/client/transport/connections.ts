import { channel } from 'node:diagnostics_channel';
import { buildConnector } from 'undici';
import type { ApiHost, Endpoint } from '../../catalogue/language/endpoint.ts';
import { getOrMake } from '../../catalogue/memoize.ts';
import type { Pace } from '../pace.ts';
import { createFairQueue } from '../queue.ts';
import { Breaker } from './breaker.ts';
import { type ConnectionSlot, createSlot } from './connection.ts';
import type { UpstreamExchange } from './upstream-exchange.ts';

/** The base URL of a host: `http://localhost:4010/sandbox/` has the prefix `/sandbox`. */
export interface Base {
  /** With the port if it is not the default one. */
  readonly host: string;
  readonly prefix: string;
  /** Without a slash at the end: `http://localhost:4010/sandbox`. */
  readonly url: string;
}

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

/** The caller whose turn a request takes, and whether it needs a new connection. */
interface SendOptions {
  readonly callerKey: string;
  readonly onNew: boolean;
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

/**
 * Calls `listener` for each call that had to wait for a connection, with its wait in milliseconds,
 * until the returned function is called.
 */
export const onConnectionWait = (listener: (ms: number) => void): (() => void) => {
  const listen = (ms: unknown): void => listener(Number(ms));
  waits.subscribe(listen);
  return () => void waits.unsubscribe(listen);
};

const baseOf = ({ origin, host, pathname }: URL): Base => {
  const prefix = pathname.replace(/\/+$/, '');
  return { host, prefix, url: origin + prefix };
};

/**
 * The connections to one host of the API, opened on demand. Including those that are closing, there are never
 * more than the limit: an idle one is closed to make room for a new one.
 */
export class Connections {
  readonly base: Base;
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
  send(request: Outgoing, exchange: UpstreamExchange, { callerKey, onNew }: SendOptions): void {
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
