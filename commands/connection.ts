import { UsageError } from '../bin/commands.ts';
import type { Client } from '../client/client.ts';
import { createClient } from '../client/client.ts';
import type { Variables } from '../src/index.ts';
import { keptSession, openOwnGateway } from '../src/index.ts';
import type { Progress } from './output.ts';

/** A gateway that a command asks. */
export interface Connection {
  readonly client: Client;
  /** The gateway's URL, or the API that the gateway in this process calls. */
  readonly gateway: string;
  /** The number of calls to the API that all requests have cost so far. */
  readonly calls: () => number;
  /** True if the API is an emulator in this process. */
  readonly isEmulated: boolean;
  readonly close: () => Promise<void>;
}

/** The gateway that a command connects to, and its settings. */
interface ConnectionOptions {
  /** A gateway that runs; undefined for one in this process. */
  readonly url?: string | undefined;
  readonly variables: Variables;
  readonly progress: Progress;
  /** Reads JSON; `JSON.parse` by default. */
  readonly parse?: ((text: string) => unknown) | undefined;
  /** Waits before a request is repeated; by default by a timer. */
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
}

/**
 * Connects to a running gateway, or starts one in this process. There, requests act as the user who
 * signed in with `ads-graph login`, else as the owner.
 */
export const connect = async (options: ConnectionOptions): Promise<Connection> => {
  const { url, variables, progress, parse, pause } = options;
  const { ADS_GRAPH_KEY: key, ADS_GRAPH_SESSION: session } = variables;
  let calls = 0;
  const onCalls = (count: number): void => {
    calls += count;
  };
  if (url !== undefined) {
    const isSigned = Boolean(key) || Boolean(session);
    const kept = isSigned ? null : await keptSession(variables);
    const signed = { key: key || undefined, session: session || kept || undefined };
    const gateway = addressOf(url);
    const client = createClient({ url: gateway, ...signed, onCalls, parse, pause });
    const close = async () => undefined;
    return { client, gateway, calls: () => calls, isEmulated: false, close };
  }
  const own = await openOwnGateway(variables);
  if (own.isEmulated) progress.say('The REST API is emulated: all data is invented.');
  const kept = own.isEmulated ? null : await keptSession(variables);
  const signed = { key: own.key, session: kept ?? undefined };
  const client = createClient({ url: own.url, fetch: own.fetch, ...signed, onCalls, parse, pause });
  const gateway = `in the process, of ${variables['ADS_API_URL'] || 'the API of X'}`;
  const { isEmulated, close } = own;
  return { client, gateway, calls: () => calls, isEmulated, close };
};

/** The URL of GraphQL, of what `ads-graph start` prints or its base. */
const addressOf = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError('--url must be a URL such as http://127.0.0.1:4000/graphql');
  if (url.pathname === '/') url.pathname = '/graphql';
  return url.href;
};
