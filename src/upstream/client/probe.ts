import { type ApiHost, adsVersion } from '../catalogue/language/endpoint.ts';
import { machinePace } from './pace.ts';
import { headerOf } from './response/headers.ts';
import type { ClientOptions } from './shared.ts';
import { type Connections, openConnections } from './transport/connections.ts';
import { Loss, type LossKind, UpstreamExchange } from './transport/upstream-exchange.ts';

/** A host's response to a read without a signature. */
export interface HostAnswer {
  readonly host: string;
  /** Null if there is no response; `loss` is then the reason. */
  readonly status: number | null;
  readonly loss: LossKind | null;
  /** The lead of its clock, in milliseconds; null if its response has no date. */
  readonly aheadMs: number | null;
  /** The current version according to the host; null if it names none. */
  readonly currentVersion: string | null;
}

type ProbeOptions = Pick<ClientOptions, 'hosts' | 'timeouts' | 'now'>;

const paths: Readonly<Record<ApiHost, string>> = {
  ads: `/${adsVersion}/accounts`,
  sandbox: `/${adsVersion}/accounts`,
  platform: '/',
};

/** Sends one read without a signature to every host; each refuses it. */
export const probeHosts = async (
  options: ProbeOptions,
): Promise<Readonly<Record<ApiHost, HostAnswer>>> => {
  const { to, close } = openConnections(options.hosts, {
    connections: 2,
    connectTimeout: options.timeouts.connect,
    onBreaker: () => undefined,
    pace: machinePace,
  });
  const probe = (name: ApiHost): Promise<HostAnswer> => answerOf(to[name], paths[name], options);
  try {
    const [ads, sandbox, platform] = await Promise.all([
      probe('ads'),
      probe('sandbox'),
      probe('platform'),
    ]);
    return { ads, sandbox, platform };
  } finally {
    await close();
  }
};

const answerOf = async (
  connections: Connections,
  path: string,
  { timeouts, now = Date.now }: ProbeOptions,
): Promise<HostAnswer> => {
  const { base } = connections;
  const exchange = new UpstreamExchange({ maxBytes: 1_000_000, outlivesCaller: false });
  const timer = setTimeout(() => exchange.cut('deadline'), timeouts.call);
  const headers = ['accept', 'application/json', 'accept-encoding', 'identity'];
  const request = { method: 'GET', path: base.prefix + path, headers, body: null } as const;
  const { host } = base;
  try {
    connections.send(request, exchange, { callerKey: '', onNew: false });
    const reply = await exchange.reply;
    // The header has whole seconds.
    const aheadMs = Date.parse(headerOf(reply.headers, 'date') ?? '') + 500 - now();
    return {
      host,
      status: reply.status,
      loss: null,
      aheadMs: Number.isNaN(aheadMs) ? null : aheadMs,
      currentVersion: headerOf(reply.headers, 'x-current-api-version'),
    };
  } catch (error) {
    if (!(error instanceof Loss)) throw error;
    return { host, status: null, loss: error.kind, aheadMs: null, currentVersion: null };
  } finally {
    clearTimeout(timer);
  }
};
