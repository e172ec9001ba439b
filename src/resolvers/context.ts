import type { GuardRule } from '../config/guards.ts';
import { createLoaders, type Loaders, withinChosen } from '../loaders/index.ts';
import type { ListCache } from '../loaders/list-cache.ts';
import type { ReferenceData } from '../loaders/reference-data.ts';
import { noResultCache, type ResultStore, resultCacheFor } from '../loaders/stats/result-cache.ts';
import { noUploads, type Uploads } from '../loaders/uploads.ts';
import { type Audit, noAudit } from '../state/audit.ts';
import type { GuardSums } from '../state/guard-sums.ts';
import { blankLedger, type Ledger, readingLedger } from '../state/ledger.ts';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Path, Values } from '../upstream/catalogue/language/values.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import type { Ads, Client, RequestScope } from '../upstream/client/client.ts';
import { machinePace, type Pace } from '../upstream/client/pace.ts';
import { accountsText } from '../upstream/client/request/chosen-accounts.ts';
import type { Row } from '../upstream/client/row.ts';

/** The state that the resolvers of one GraphQL request share. */
export interface Context {
  readonly ads: Ads;
  readonly loaders: Loaders;
  /** The owner of writes in the ledger: the application, and the user's id or token's key. */
  readonly viewer: string;
  readonly ledger: Ledger;
  readonly uploads: Uploads;
  /** Milliseconds of `performance.now()`. */
  readonly deadline: number;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  readonly pace: Pace;
  /** No step of a write begins less than this before the deadline, in milliseconds. */
  readonly stepMs: number;
  /** True if the gateway is stopping: work in several steps then begins no further step. */
  readonly isStopping: () => boolean;
  /** Drops what this request has read, and the cached lists that the write may have changed. */
  readonly forget: (write: Endpoint) => Promise<void>;
  /** True if the caller may write as the viewer. */
  readonly mayWrite: boolean;
  /** True for an agent, whose keys belong to plans. */
  readonly isAgent: boolean;
  /** Called when a step of a launch has ended. */
  readonly onStep: OnStep;
  /** The writes that are stopped before their calls; null if writes are sent. */
  readonly dryRun: DryRun | null;
  /** The operator's rules about the writes of this caller; null if there are none. */
  readonly guards: Guards | null;
  readonly audit: Audit;
  /** The context of a dry run of a write that this request is about to send. */
  readonly rehearse: () => Context & { readonly dryRun: DryRun };
}

/** Takes the kind and the outcome of a step of a launch that has ended, and the number of steps. */
export type OnStep = (step: EndedStep) => void;

interface EndedStep {
  readonly step: string;
  readonly outcome: string;
  readonly index: number;
  readonly count: number;
}

/** The rules about the writes of a request. */
export interface Guards {
  /** The rules that apply to the caller. */
  readonly rules: readonly GuardRule[];
  readonly sums: GuardSums;
  /** The number of items of its document in each account, in lower case; '' for none. */
  readonly items: Map<string, number>;
  /** The names of the rules that have refused a write. */
  readonly refusedBy: string[];
}

/** The writes that a dry run has stopped, in the order in which they would be sent. */
export interface DryRun {
  readonly stopped: StoppedWrite[];
}

/** A write that has passed every check and is not sent. */
export interface StoppedWrite {
  readonly endpoint: Endpoint;
  readonly input: Values;
  /** The argument of a parameter, from the input down, under the name that the client wrote. */
  readonly argumentAt: (path: Path) => string;
  /** The rows that it would create or change, as far as its input shows; one for each change. */
  readonly rows: readonly Row[];
  /** The items of a batch that is refused for their faults: only the other items are reported. */
  readonly faulty?: ReadonlySet<number>;
}

/** The parts of a context, beside the API. */
interface ContextParts
  extends Without<
    Context,
    'ads' | 'loaders' | 'viewer' | 'deadline' | 'forget' | 'dryRun' | 'rehearse'
  > {
  readonly reference: ReferenceData;
  /** The cache of scarce lists, for each token. */
  readonly lists: ListCache;
  /** The cache of results of past weeks, for each token. */
  readonly results: ResultStore;
  /** True if this request bypasses the caches (`Cache-Control: no-cache`). */
  readonly uncached: boolean;
  /** LIMIT_FILTER_ROWS. */
  readonly filterRows: number;
  /** True if writes are stopped before their calls. */
  readonly isDryRun: boolean;
}

/**
 * Creates a context. Only reference data, scarce lists, results of past weeks and the ledger
 * outlive the request. All viewers share reference data; lists and results belong to one token.
 */
export const createContext = (
  client: Client,
  scope: RequestScope,
  parts: ContextParts,
): Context => {
  const { reference, lists, results, uncached, filterRows, isDryRun, ...shared } = parts;
  const { now } = shared;
  const { application } = client;
  const viewer = viewerOf(client, scope);
  const { accounts } = scope;
  // A later token of the same user must not show cached data of a token that the API has ended.
  const reader = [viewer, scope.viewer?.token, accounts && accountsText(accounts)].join(' ');
  const ads = client.forRequest({
    ...scope,
    onUnauthorized: () => lists.drop(viewer),
    isReadOnly: isDryRun,
  });
  const all = createLoaders(
    ads,
    (endpoint, input, ask) =>
      endpoint.isReference
        ? reference.read({ application, endpoint, input, uncached }, ask)
        : lists.read({ viewer, reader, endpoint, input, uncached }, ask),
    { resultCache: () => resultCacheFor(results, reader, uncached), now, filterRows },
  );
  const loaders = accounts === undefined ? all : withinChosen(all, accounts);
  const context: Context = {
    ...shared,
    ads,
    loaders,
    viewer,
    // Staged uploads of a user belong to no account.
    uploads: accounts === undefined ? shared.uploads : noUploads,
    deadline: scope.deadline,
    forget: async (write) => {
      loaders.forget();
      await lists.changed(viewer, write);
    },
    mayWrite: shared.mayWrite && scope.viewer !== null,
    dryRun: null,
    rehearse: () => ({
      ...context,
      ads: isDryRun ? ads : client.forRequest({ ...scope, isReadOnly: true }),
      ledger: readingLedger(shared.ledger, now),
      dryRun: { stopped: [] },
    }),
  };
  return isDryRun ? context.rehearse() : context;
};

/** For requests without a listener. */
export const ignoreStep: OnStep = () => undefined;

/**
 * The name under which writes and uploads of a viewer are recorded. It begins with the user's id:
 * if the owner of the application also signs in as a user, both are the same person.
 */
export const viewerOf = (
  { application }: Pick<Client, 'application'>,
  { viewer }: Pick<RequestScope, 'viewer'>,
): string => `${application} ${viewer?.userId ?? viewer?.key ?? ''}`;

/** The context of a rehearsal, whose calls are recorded and fail unsent. It shares nothing. */
export const createRehearsal = (
  client: Client,
  scope: RequestScope,
  now: () => number = Date.now,
): Context => {
  const ads = client.forRequest({ ...scope, isRehearsal: true });
  const { deadline } = scope;
  const loaders = createLoaders(ads, null, {
    resultCache: () => noResultCache(true),
    now,
    filterRows: 1,
  });
  const context: Context = {
    ads,
    loaders,
    viewer: viewerOf(client, scope),
    ledger: blankLedger,
    uploads: noUploads,
    deadline,
    now,
    pace: machinePace,
    stepMs: 0,
    isStopping: () => false,
    forget: async () => loaders.forget(),
    mayWrite: false,
    isAgent: false,
    onStep: ignoreStep,
    dryRun: null,
    guards: null,
    audit: noAudit,
    rehearse: () => ({ ...context, dryRun: { stopped: [] } }),
  };
  return context;
};
