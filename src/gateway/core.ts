import { createIdentity } from '../auth/identity.ts';
import type { Config } from '../config/config.ts';
import { clientSettings, type Upstream } from '../config/credentials.ts';
import type { GuardRule } from '../config/guards.ts';
import { createAdmission } from '../http/door/admission.ts';
import { createListCache } from '../loaders/list-cache.ts';
import { createReferenceData } from '../loaders/reference-data.ts';
import { createResultStore } from '../loaders/stats/result-cache.ts';
import { listsInMemory, sealedLists, sharedBearer, sharedResults } from '../shared/caches.ts';
import { sharedWindows } from '../shared/rate-windows.ts';
import { sharedReference } from '../shared/reference.ts';
import { sharedUploads } from '../shared/uploads.ts';
import { createGuardSums } from '../state/guard-sums.ts';
import { digest } from '../state/ledger-entry.ts';
import { openStore } from '../state/open-store.ts';
import type { Store } from '../state/store.ts';
import { createLedger } from '../state/store-ledger.ts';
import { openAuditTrail } from '../telemetry/audit.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { dayMs } from '../upstream/catalogue/language/times.ts';
import type { Client, ClientOptions, Notice, WindowStore } from '../upstream/client/client.ts';
import { createClient } from '../upstream/client/client.ts';
import { machinePace, type Pace } from '../upstream/client/pace.ts';

/** Replacements for parts of the core. */
export interface CoreOverrides {
  readonly client?: Client;
  readonly windows?: WindowStore;
  readonly store?: Store;
  /** The clock, in milliseconds since 1970. Deadlines use the machine's clock. */
  readonly now?: (() => number) | undefined;
  /** The clock of waits between calls; by default the machine's. */
  readonly pace?: Pace;
}

interface CoreSurroundings {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly address: () => string;
  /** The current rules of GUARDS. */
  readonly rules: () => readonly GuardRule[];
}

/** The parts of a gateway that outlive a request. */
export type Core = Awaited<ReturnType<typeof createCore>>;

/** Creates a core; `address` is the URL that the gateway listens at. */
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
    // The time of a call, and ten seconds because the clocks of replicas differ.
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

/** The caches of reference data, lists and results. */
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
    // Without Redis, each process caches its own results: the primary's memory is reserved for
    // records that must not be lost.
    results:
      config.redis === null
        ? createResultStore(now === undefined ? performance : { now })
        : sharedResults(store),
  };
};

const lines = {
  open: 'calls to the API are paused, because too many failed',
  recovering: 'the API responds again; calls resume gradually',
  closed: 'calls to the API are back to normal',
} as const;

/** Logs when calls to a host of the API stop, when the first are sent again, and when all are. */
const logBreaker =
  (log: Pick<Log, 'warn'>): NonNullable<ClientOptions['onBreaker']> =>
  (host, state) =>
    log.warn({ host, state }, lines[state]);

// The API may write a number or a time into each warning.
const maxKnown = 100;

/**
 * Logs each notice of the API once a day; processes that share a store log it once together. Others
 * than the first hundred of a day are not logged.
 */
export const createNoticeLog = (
  log: Pick<Log, 'warn'>,
  store: Pick<Store, 'setIfAbsent'>,
  now: () => number = Date.now,
): ((notice: Notice) => void) => {
  const known = new Map<string, number>();
  return ({ text }) => {
    const time = now();
    if ((known.get(text) ?? 0) > time) return;
    for (const [other, until] of known) if (until <= time) known.delete(other);
    if (known.size >= maxKnown) return;
    known.set(text, time + dayMs);
    const key = `api-notice:${digest(text)}`;
    const write = (): void =>
      log.warn({ notice: text }, 'the API sent a notice about its versions');
    store.setIfAbsent(key, '1', dayMs).then((holder) => {
      if (holder === null) write();
    }, write);
  };
};
