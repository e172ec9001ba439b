import { LRUCache } from 'lru-cache';
import type { ApiHost, Endpoint, InputOf } from '../catalogue/language/endpoint.ts';
import { hostOf } from '../catalogue/language/endpoint.ts';
import type { Values } from '../catalogue/language/values.ts';
import { type Ads, createAds } from './ads.ts';
import { machinePace } from './pace.ts';
import { createBearer } from './request/bearer.ts';
import { checkAndEncode } from './request/encode.ts';
import { type Clock, createAuthorization, timeOn } from './request/oauth.ts';
import type { RequestScope } from './scope.ts';
import type { ClientOptions } from './shared.ts';
import type { Breaker } from './transport/breaker.ts';
import { type ConnectionUse, openConnections } from './transport/connections.ts';
import { Windows } from './transport/rate-windows.ts';
import { createRetryBudget } from './transport/retries.ts';
import type { WindowState, WindowStore } from './transport/window-store.ts';

export type { Ads } from './ads.ts';
export type { TokenCache } from './request/bearer.ts';
export type { Notice } from './response/headers.ts';
export type { CallResult } from './response/read-response.ts';
export { readCachedResult, writeResult } from './response/read-response.ts';
export type { Entry, ResultFile } from './results/entries.ts';
export type { RequestScope } from './scope.ts';
export type { ClientOptions } from './shared.ts';
export type { CallRecord } from './trace.ts';
export type { WindowState, WindowStore } from './transport/window-store.ts';

/** The client of a process. */
export interface Client {
  /** The application and its host, as a key for data that is the same for all viewers. */
  readonly application: string;
  readonly forRequest: (scope: RequestScope) => Ads;
  /**
   * The state of the API: each host's breaker, connections and waiting calls; and for each class of
   * rate windows, the share of calls that the emptiest one has left, 0 to 1.
   */
  readonly health: () => {
    readonly connections: Readonly<Record<ApiHost, ConnectionUse>>;
    readonly breakers: Readonly<Record<ApiHost, ReturnType<Breaker['state']>>>;
    readonly windows: Readonly<Record<string, number>>;
  };
  /** The URL of a page for the user's browser. Throws InputError for an input that is not valid. */
  readonly pageUrl: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => string;
  readonly close: () => Promise<void>;
}

const maxWindows = 20_000;

const createWindowStore = (): WindowStore => {
  const known = new LRUCache<string, WindowState>({ max: maxWindows });
  return { get: (key) => known.get(key), set: (key, state) => void known.set(key, state) };
};

/** Creates the client; no connection is opened before the first call. */
export const createClient = (options: ClientOptions): Client => {
  const { consumer, owner = null, now = Date.now, pace = machinePace } = options;
  const clock: Clock = { now, offsetMs: 0, shownOffsetMs: null };
  const connections = openConnections(options.hosts, {
    connections: options.connections,
    connectTimeout: options.timeouts.connect,
    onBreaker: options.onBreaker ?? (() => undefined),
    pace,
  });
  const shared = {
    options,
    clock,
    pace,
    authorize: createAuthorization({ consumer, owner }, clock),
    bearer: createBearer({ tokenCache: options.tokenCache, ...(options.now && { now }) }),
    connections: connections.to,
    budget: createRetryBudget(options.retryRatio),
    windows: new Windows(options.windows ?? createWindowStore(), () => timeOn(clock)),
  };
  return {
    application: `${consumer.key} ${options.hosts.ads}`,
    pageUrl: (endpoint, input) => {
      const { path, query } = checkAndEncode(endpoint, input as Values, now());
      return `${options.hosts[hostOf(endpoint)]}${path}${query}`;
    },
    health: () => {
      const { ads, sandbox, platform } = connections.to;
      const use = { ads: ads.use(), sandbox: sandbox.use(), platform: platform.use() };
      const breakers = {
        ads: ads.breaker.state(),
        sandbox: sandbox.breaker.state(),
        platform: platform.breaker.state(),
      };
      return { breakers, connections: use, windows: shared.windows.left(timeOn(clock)) };
    },
    forRequest: (scope) => createAds(shared, scope),
    close: async () => {
      await shared.windows.end();
      await connections.close();
    },
  };
};
