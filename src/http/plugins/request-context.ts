import type { IncomingHttpHeaders } from 'node:http';
import { type Caller, guardNames } from '../../auth/viewer.ts';
import type { GuardRule } from '../../config/guards.ts';
import type { Limits, Timeouts } from '../../config/settings.ts';
import {
  type Context,
  createContext,
  type Guards,
  ignoreStep,
  type OnStep,
} from '../../context.ts';
import type { ListCache } from '../../loaders/list-cache.ts';
import type { ReferenceData } from '../../loaders/reference-data.ts';
import type { ResultStore } from '../../loaders/stats/result-cache.ts';
import type { Uploads } from '../../loaders/uploads.ts';
import type { GuardSums } from '../../state/guard-sums.ts';
import type { Ledger } from '../../state/ledger.ts';
import type { Client, RequestScope } from '../../upstream/client/client.ts';
import type { Pace } from '../../upstream/client/pace.ts';
import type { Admission } from '../door/admission.ts';
import { callerScope, type EndToken, type Exchange } from '../door/exchange.ts';

/** What contexts of requests are made of. */
export interface ContextOptions {
  readonly limits: Pick<Limits, 'calls' | 'filterRows'>;
  readonly admission: Pick<Admission, 'isStopping'>;
  readonly timeouts: Pick<Timeouts, 'operation' | 'mutation' | 'step'>;
  /** Ends every session with this access token. */
  readonly endToken: EndToken;
  readonly client: Client;
  readonly reference: ReferenceData;
  readonly lists: ListCache;
  readonly results: ResultStore;
  readonly ledger: Ledger;
  readonly guards: {
    readonly rules: () => readonly GuardRule[];
    readonly sums: GuardSums;
  };
  readonly now?: (() => number) | undefined;
  readonly pace: Pace;
  /** The uploads of requests with these headers. */
  readonly uploadsFor: (headers: IncomingHttpHeaders) => Uploads;
}

/** A request whose caller is known. */
export interface Known {
  readonly exchange: Exchange;
  readonly caller: Caller;
}

/** The scope of the calls of a request. */
export const scopeOf = (
  { timeouts, limits, endToken }: ContextOptions,
  { isMutation, signal }: { readonly isMutation: boolean; readonly signal: AbortSignal },
  { exchange: { record, place }, caller }: Known,
): RequestScope => ({
  ...callerScope(caller, endToken),
  startedAt: record.start,
  deadline: performance.now() + (isMutation ? timeouts.mutation : timeouts.operation),
  maxCalls: limits.calls,
  signal,
  place,
  traceparentOf: record.trace?.traceparentOf ?? null,
});

interface ContextAsk {
  readonly scope: RequestScope;
  readonly isDryRun?: boolean;
  readonly onStep?: OnStep | undefined;
}

/** The context of an operation; that of a dry run stops every write. */
export const contextFor = (
  options: ContextOptions,
  { scope, isDryRun = false, onStep = ignoreStep }: ContextAsk,
  { exchange: { req, record }, caller }: Known,
): Context => {
  const { client, reference, lists, results, ledger, now = Date.now } = options;
  const guards = guardsFor(options, caller);
  const context = createContext(client, scope, {
    ledger,
    reference,
    lists,
    results,
    uploads: options.uploadsFor(req.headers),
    uncached: /\bno-cache\b/i.test(req.headers['cache-control'] ?? ''),
    now,
    pace: options.pace,
    stepMs: options.timeouts.step,
    isStopping: options.admission.isStopping,
    filterRows: options.limits.filterRows,
    isDryRun,
    mayWrite: caller.mayWrite,
    isAgent: caller.isAgent === true,
    onStep,
    guards,
  });
  record.calls = context.ads.calls;
  record.refusedBy = guards?.refusedBy ?? [];
  return context;
};

/** The rules that fit a caller; null if there are none. */
const guardsFor = ({ guards }: ContextOptions, caller: Caller): Guards | null => {
  const all = guards.rules();
  if (all.length === 0) return null;
  const names = guardNames(caller);
  const rules = all.filter(({ callers }) => callers?.some((one) => names.includes(one)) ?? true);
  if (rules.length === 0) return null;
  const binding = caller.isAgent === true ? rules : rules.map(({ approval: _, ...rule }) => rule);
  return { rules: binding, sums: guards.sums, items: new Map(), refusedBy: [] };
};
