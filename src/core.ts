import { createIdentity } from './auth/identity.ts';
import { clientSettings } from './config/client-settings.ts';
import type { Upstream } from './config/credentials.ts';
import type { GuardRule } from './config/guards.ts';
import type { Config } from './config.ts';
import { createAdmission } from './http/door/admission.ts';
import { createListCache } from './loaders/list-cache.ts';
import { createReferenceData } from './loaders/reference-data.ts';
import { createResultStore } from './loaders/stats/result-cache.ts';
import { listsInMemory, sealedLists, sharedBearer, sharedResults } from './shared/caches.ts';
import { sharedWindows } from './shared/rate-windows.ts';
import { sharedReference } from './shared/reference.ts';
import { sharedUploads } from './shared/uploads.ts';
import { createGuardSums } from './state/guard-sums.ts';
import { openStore } from './state/open-store.ts';
import type { Store } from './state/store.ts';
import { createLedger } from './state/store-ledger.ts';
import { createNoticeLog } from './telemetry/api-notices.ts';
import { openAuditTrail } from './telemetry/audit.ts';
import type { Log } from './telemetry/log.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { Client, ClientOptions, WindowStore } from './upstream/client/client.ts';
import { createClient } from './upstream/client/client.ts';
import { machinePace, type Pace } from './upstream/client/pace.ts';

/** What to use instead of the core's own. */
export interface CoreOverrides {
  readonly client?: Client;
  readonly windows?: WindowStore;
  readonly store?: Store;
  /** The clock, in milliseconds since 1970. Deadlines are the machine's. */
  readonly now?: (() => number) | undefined;
  /** The time of waits between calls; by default the machine's. */
  readonly pace?: Pace;
}

interface CoreSurroundings {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly address: () => string;
  /** The rules of GUARDS, as they are now. */
  readonly rules: () => readonly GuardRule[];
}

/** All that a gateway keeps between requests. */
export type Core = Awaited<ReturnType<typeof createCore>>;

/** Creates a core; `address` is where the gateway listens. */
export const createCore = async (
  config: Config & { readonly upstream: Upstream },
  { log, metrics, address, rules, ...overrides }: CoreOverrides & CoreSurroundings,
) => {
  const { now, pace = machinePace } = overrides;
  const store = metrics.watchStore(
    overrides.store ?? (await openStore(config, { warn: (message) => log.warn(message), now })),
  );
  const audit = await openAuditTrail(config, log, now);
  const tokenCache = sharedBearer(store, config.sessionSecrets);
  const logNotice = createNoticeLog(log, store, now);
  const shared = isShared(config, overrides) ? { windows: sharedWindows(store) } : {};
  const windows = overrides.windows === undefined ? shared : { windows: overrides.windows };
  const client =
    overrides.client ??
    createClient({
      ...clientSettings(config),
      ...windows,
      now,
      pace,
      tokenCache,
      onBreaker: logBreaker(log),
      onNotice: (notice) => {
        metrics.countNotice(notice);
        logNotice(notice);
      },
    });
  const admission = createAdmission(config.limits);
  const { admit } = admission;
  const identity = createIdentity(config, { client, store, admit, address, now });
  const uploads = sharedUploads({
    store,
    secrets: config.sessionSecrets,
    now: now ?? Date.now,
    // The clocks of replicas differ.
    askingMs: config.timeouts.call + 10_000,
    maxBytes: config.limits.uploadBytes,
  });
  const ledger = metrics.watchLedger(createLedger(store, config.limits.ledgerBytes));
  const guards = { rules, sums: createGuardSums(store) };
  const { auditFor } = audit;
  const own = {
    audit,
    auditFor,
    store,
    client,
    ledger,
    guards,
    admission,
    identity,
    uploads,
    now,
    pace,
  };
  return { ...own, ...createCaches(config, overrides, store) };
};

// Reference data goes to the store only if other processes share it.
const isShared = ({ redis }: Config, { store }: CoreOverrides): boolean =>
  store !== undefined || redis !== null;

/** Where reference data, lists and results are kept. */
const createCaches = (config: Config, overrides: CoreOverrides, store: Store) => {
  const { now } = overrides;
  const texts =
    config.redis === null ? listsInMemory(store) : sealedLists(store, config.sessionSecrets, now);
  return {
    reference: createReferenceData({
      maxBytes: config.limits.referenceBytes,
      ...(now !== undefined && { clock: { now } }),
      ...(isShared(config, overrides) && { shared: sharedReference(store) }),
    }),
    lists: createListCache(texts, { forMs: config.limits.keptListMs, now }),
    // Without Redis, each process keeps its own results: the primary's memory is reserved for what
    // must not be lost.
    results:
      config.redis === null
        ? createResultStore(now === undefined ? performance : { now })
        : sharedResults(store),
  };
};

const lines = {
  open: 'the API has failed too often and is not asked for a while',
  recovering: 'the API answers again and is asked more and more',
  closed: 'the API is asked as usual',
} as const;

/** Logs when the calls to a host of the API stop, when they begin again, and when all are sent. */
const logBreaker =
  (log: Pick<Log, 'warn'>): NonNullable<ClientOptions['onBreaker']> =>
  (host, state) =>
    log.warn({ host, state }, lines[state]);
