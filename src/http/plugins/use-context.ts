import type { IncomingHttpHeaders } from 'node:http';
import { type Caller, type CallerOf, guardNames } from '../../auth/viewer.ts';
import type { GuardRule } from '../../config/guards.ts';
import type { Limits, Timeouts } from '../../config/settings.ts';
import { refusal } from '../../errors/errors.ts';
import type { ListCache } from '../../loaders/list-cache.ts';
import type { ReferenceData } from '../../loaders/reference-data.ts';
import type { ResultStore } from '../../loaders/stats/result-cache.ts';
import type { Uploads } from '../../loaders/uploads.ts';
import type { Context, Guards } from '../../resolvers/context.ts';
import { createContext, createRehearsal, ignoreStep } from '../../resolvers/context.ts';
import { noAudit } from '../../state/audit.ts';
import type { GuardSums } from '../../state/guard-sums.ts';
import { type Ledger, resumingLedger } from '../../state/ledger.ts';
import type { Client, RequestScope } from '../../upstream/client/client.ts';
import type { Pace } from '../../upstream/client/pace.ts';
import type { Admission } from '../door/admission.ts';
import { type AuditFor, callerScope, type EndToken, leftSignal } from '../door/exchange.ts';
import { checkHeaders, type HeaderRules } from '../door/headers.ts';
import { type OperationPlugin, type RequestOperation, required } from './operation.ts';

export interface CallerRules extends HeaderRules {
  readonly callerOf: CallerOf;
  readonly admission: Admission;
}

/**
 * Refuses requests whose headers are not valid for GraphQL over HTTP, finds the caller, and refuses
 * every operation while the gateway is stopping.
 */
export const useCaller = (rules: CallerRules): OperationPlugin => {
  const enter = (operation: RequestOperation, caller: Caller): void => {
    const { exchange } = operation;
    operation.caller = caller;
    exchange.callerKey = caller.callerKey;
    exchange.record.key = caller.key;
    exchange.record.user = caller.viewer?.userId ?? null;
    rules.admission.refuseStopping();
  };
  return {
    onRequestParse: ({ serverContext: { operation } }) => {
      const { exchange, accepted } = operation;
      checkHeaders(exchange.req, accepted, rules);
      const caller = rules.callerOf(exchange.req.headers);
      if (caller instanceof Promise) return caller.then((found) => enter(operation, found));
      return enter(operation, caller);
    },
  };
};

/** The parts of the contexts of all requests. */
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
  readonly auditFor: AuditFor;
  /** The uploads of requests with these headers. */
  readonly uploadsFor: (headers: IncomingHttpHeaders) => Uploads;
}

/**
 * Adds the context of resolvers: loaders, client, ledger, guards. In a dry run every write is
 * stopped, and the calls of a forecast fail unsent.
 */
export const useContext = (options: ContextOptions): OperationPlugin => ({
  onContextBuilding: ({ context: { operation }, extendContext }) => {
    const scope = scopeOf(options, operation);
    extendContext(
      operation.wanted === 'forecast'
        ? createRehearsal(options.client, scope, options.now)
        : contextFor(options, scope, operation),
    );
  },
});

/** The scope of the calls of an operation. */
const scopeOf = (
  { timeouts, limits, endToken }: ContextOptions,
  { exchange, caller, plan, wanted, watch }: RequestOperation,
): RequestScope => {
  const { record, place } = exchange;
  const { isMutation } = required(plan);
  // A write continues after its caller leaves: it may have been sent already, and its outcome
  // belongs in the log.
  const continues = isMutation || wanted === 'forecast';
  return {
    ...callerScope(required(caller), endToken),
    startedAt: record.start,
    deadline: performance.now() + (isMutation ? timeouts.mutation : timeouts.operation),
    maxCalls: limits.calls,
    signal: continues ? new AbortController().signal : leftSignal(exchange),
    place,
    traceparentOf: record.trace?.traceparentOf ?? null,
    ...(watch !== null && wanted !== 'forecast' && { onCall: watch.onCall }),
  };
};

const contextFor = (
  options: ContextOptions,
  scope: RequestScope,
  operation: RequestOperation,
): Context => {
  const { req, record } = operation.exchange;
  const { client, reference, lists, results, ledger, pace, now = Date.now } = options;
  const caller = required(operation.caller);
  const guards = guardsFor(options, caller, record.refusedBy);
  const { isMutation, schema } = required(operation.plan);
  const audit = isMutation ? options.auditFor(operation.exchange, caller, schema) : noAudit;
  const context = createContext(client, scope, {
    ...{ reference, lists, results, now, pace, guards, audit },
    ledger: operation.wanted === 'what was begun' ? resumingLedger(ledger, unbegun) : ledger,
    uploads: options.uploadsFor(req.headers),
    uncached: /\bno-cache\b/i.test(req.headers['cache-control'] ?? ''),
    stepMs: options.timeouts.step,
    isStopping: options.admission.isStopping,
    filterRows: options.limits.filterRows,
    isDryRun: operation.wanted === 'dry run',
    mayWrite: caller.mayWrite,
    isAgent: caller.isAgent === true,
    onStep: operation.onStep ?? ignoreStep,
  });
  operation.ads = context.ads;
  record.calls = [...record.calls, context.ads.calls];
  return context;
};

const unbegun = () =>
  refusal('NOT_FOUND', 'Nothing was sent with this key, so there is nothing to read back.');

/** The rules that fit a caller; null if there are none. Those that refuse go to `refusedBy`. */
const guardsFor = (
  { guards }: ContextOptions,
  caller: Caller,
  refusedBy: string[],
): Guards | null => {
  const all = guards.rules();
  if (all.length === 0) return null;
  const names = guardNames(caller);
  const rules = all.filter(({ callers }) => callers?.some((one) => names.includes(one)) ?? true);
  if (rules.length === 0) return null;
  const binding = caller.isAgent === true ? rules : rules.map(({ approval: _, ...rule }) => rule);
  return { rules: binding, sums: guards.sums, items: new Map(), refusedBy };
};
