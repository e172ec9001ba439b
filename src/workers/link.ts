import type { Serializable } from 'node:child_process';
import type { GuardRule } from '../config/guards.ts';
import type { ServingConfig } from '../gateway/server.ts';
import type { Store } from '../state/store.ts';
import type { MetricValues } from '../telemetry/metrics.ts';

/**
 * The functions that one process offers to another, by name. Arguments and results are copied
 * between the processes.
 */
type RemoteCalls = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** The process at the other end has ended, or is about to. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
  constructor() {
    super('the other process has ended');
  }
}

/** Calls to the functions of another process. */
export interface ProcessLink<Theirs extends RemoteCalls> {
  /**
   * Calls a function and waits for its result. Rejects if the function throws, and with
   * ProcessEnded if the process ends first.
   */
  readonly call: <Name extends keyof Theirs & string>(
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ) => Promise<Awaited<ReturnType<Theirs[Name]>>>;
  /** Calls a function without waiting for it. */
  readonly notify: <Name extends keyof Theirs & string>(
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ) => void;
}

/**
 * The message channel to the other process: a worker of `node:cluster`, or `process` in a worker.
 */
interface Channel {
  readonly send?: (message: Serializable, sent: (error: Error | null) => void) => boolean;
  readonly on: (event: 'message' | 'disconnect', listener: (message: unknown) => void) => unknown;
}

interface LinkRequest {
  readonly call: string;
  /** Null if no result is wanted. */
  readonly id: number | null;
  readonly args: readonly unknown[];
}

type LinkResponse = { readonly to: number } & (
  | { readonly value: unknown }
  | { readonly failure: string }
);

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Opens the link to the process at the other end of a channel, which may call the functions in
 * `own`.
 */
export const openLink = <Theirs extends RemoteCalls>(
  channel: Channel,
  own: RemoteCalls,
): ProcessLink<Theirs> => {
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  const send = (message: LinkRequest | LinkResponse, failed: () => void = () => undefined) =>
    channel.send?.({ ...message }, (error) => error !== null && failed());
  const settle = (id: number, act: (one: PendingCall) => void): void => {
    const one = pending.get(id);
    pending.delete(id);
    if (one !== undefined) act(one);
  };
  const answer = async ({ call, id, args }: LinkRequest): Promise<void> => {
    try {
      const value = await own[call]?.(...(args as never[]));
      if (id !== null) send({ to: id, value });
    } catch (error) {
      if (id === null) throw error;
      send({ to: id, failure: String(error) });
    }
  };
  channel.on('message', (text) => {
    const message = text as LinkRequest | LinkResponse;
    if ('call' in message) void answer(message);
    else if ('failure' in message)
      settle(message.to, ({ reject }) => reject(new Error(message.failure)));
    else settle(message.to, ({ resolve }) => resolve(message.value));
  });
  channel.on('disconnect', () => {
    for (const id of pending.keys()) settle(id, ({ reject }) => reject(new ProcessEnded()));
  });
  return {
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        const id = lastId++;
        pending.set(id, { resolve: resolve as PendingCall['resolve'], reject });
        send({ call: name, id, args }, () => settle(id, (one) => one.reject(new ProcessEnded())));
      }),
    notify: (name, ...args) => void send({ call: name, id: null, args }),
  };
};

/** The calls that a worker can make to its primary: the store, and the steps of its start. */
export type PrimaryCalls = Pick<
  Store,
  'set' | 'cache' | 'setIfAbsent' | 'compareAndSwap' | 'increment' | 'count' | 'publish'
> & {
  readonly get: (keys: readonly string[]) => ReturnType<Store['get']>;
  /** The worker's configuration. */
  readonly begin: () => Promise<ServingConfig>;
  /** Reports why the worker cannot start, before it ends. */
  readonly failed: (reason: string) => Promise<void>;
  /** Reports that the worker accepts requests. */
  readonly ready: () => Promise<void>;
  /** Reports that the worker's store has answered. */
  readonly storeOpened: () => Promise<void>;
  /** Reports the warnings of the worker's store for the operator. */
  readonly storeWarns: (warnings: readonly string[]) => Promise<void>;
  /** Sends the worker's counts, before it ends normally. */
  readonly leave: (metrics: MetricValues) => Promise<void>;
};

/** The calls that a primary can make to its workers. */
export type WorkerCalls = {
  /** Delivers a message that some worker published in the store. */
  readonly published: (topic: string, text: string) => Promise<void>;
  readonly metrics: () => Promise<MetricValues>;
  /** Takes other rules of GUARDS. */
  readonly renewRules: (rules: readonly GuardRule[]) => Promise<void>;
  /** Accepts no more connections; the process ends when the open ones have ended. */
  readonly retire: () => Promise<void>;
  /** Stops accepting requests; the process ends when the running ones have ended. */
  readonly stop: () => Promise<void>;
};
