import { LRUCache } from 'lru-cache';
import type { Endpoint, Host, InputOf } from '../catalogue/language/endpoint.ts';
import type { Ads } from './ads.ts';
import { createAds } from './ads.ts';
import { createAuthorization } from './request/authorization.ts';
import { createBearer } from './request/bearer.ts';
import { checkAndEncode } from './request/check.ts';
import type { Values } from './request/encode.ts';
import type { RequestScope } from './scope.ts';
import type { ClientOptions } from './shared.ts';
import type { Breaker } from './transport/breaker.ts';
import { openConnections } from './transport/connections.ts';
import { createRetryBudget } from './transport/retries.ts';
import type { WindowState, WindowStore } from './transport/windows.ts';
import { createWindows } from './transport/windows.ts';

export type { Ads } from './ads.ts';
export type { Answer } from './answer/answers.ts';
export type { KeptToken } from './request/bearer.ts';
export type { RequestScope } from './scope.ts';
export type { ClientOptions } from './shared.ts';
export type { CallRecord } from './transport/send.ts';
export type { BudgetEntry, WindowState, WindowStore } from './transport/windows.ts';

/** The client of a process: connections are shared, everything else belongs to one request. */
export interface Client {
  /** The application and the host it asks: what data is the same for that is the same for all viewers. */
  readonly application: string;
  readonly forRequest: (scope: RequestScope) => Ads;
  /** How the hosts of the API are, and what part of their calls the emptiest windows have left, by class. */
  readonly health: () => {
    readonly breakers: Readonly<Record<Host, ReturnType<Breaker['state']>>>;
    readonly windows: Readonly<Record<string, number>>;
  };
  /** The address of a page that a person opens. */
  readonly pageUrl: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => string;
  readonly close: () => Promise<void>;
}

const maxWindows = 20_000;

/** Windows that one process remembers. */
const rememberedWindows = (): WindowStore => {
  const known = new LRUCache<string, WindowState>({ max: maxWindows });
  return { get: (key) => known.get(key), set: (key, state) => void known.set(key, state) };
};

/** A client for the hosts and the application that the options name. */
export const createClient = (options: ClientOptions): Client => {
  const clock = { offsetMs: 0 };
  const { consumer, owner = null } = options;
  const bearer = createBearer({ kept: options.keptToken });
  const connections = openConnections(options.hosts, {
    connections: options.connections,
    connectTimeout: options.timeouts.connect,
  });
  const shared = {
    options,
    clock,
    authorize: createAuthorization({ consumer, owner }, clock),
    bearer,
    connections: connections.to,
    budget: createRetryBudget(options.retryRatio),
    windows: createWindows(options.windows ?? rememberedWindows()),
  };
  return {
    application: `${consumer.key} ${options.hosts.ads}`,
    pageUrl: (endpoint, input) => {
      const { path, query } = checkAndEncode(endpoint, input as Values);
      return `${options.hosts[endpoint.host]}${path}${query}`;
    },
    health: () => {
      const { ads, sandbox, platform } = connections.to;
      const breakers = {
        ads: ads.breaker.state(),
        sandbox: sandbox.breaker.state(),
        platform: platform.breaker.state(),
      };
      return { breakers, windows: shared.windows.left(Date.now() + clock.offsetMs) };
    },
    forRequest: (scope) => createAds(shared, scope),
    close: connections.close,
  };
};
