import { createRehearsal } from '../../context.ts';
import { type Exchange, leftSignal } from '../door/exchange.ts';
import { type GatewayPlugin, known } from './operation.ts';
import { type ContextOptions, contextFor, scopeOf } from './request-context.ts';

/** A signal of its own for calls that continue after their caller leaves. */
const neverAborted = (): AbortSignal => new AbortController().signal;

// A write continues after its caller leaves: it may have been sent already, and its outcome belongs
// in the log.
const signalFor = (exchange: Exchange, isMutation: boolean): AbortSignal =>
  isMutation ? neverAborted() : leftSignal(exchange);

/**
 * Adds the context of resolvers: loaders, client, ledger, guards. That of a dry run stops every
 * write, and the calls of a forecast fail unsent.
 */
export const useContext = (options: ContextOptions): GatewayPlugin => ({
  onContextBuilding: ({ context: { operation }, extendContext }) => {
    const { exchange, plan, wanted, watch } = operation;
    const { isMutation } = known(plan);
    const asked = { exchange, caller: known(operation.caller) };
    const signal = wanted === 'forecast' ? neverAborted() : signalFor(exchange, isMutation);
    const own = scopeOf(options, { isMutation, signal }, asked);
    if (wanted === 'forecast') {
      extendContext(createRehearsal(options.client, own, options.now));
      return;
    }
    const scope = watch === null ? own : { ...own, onCall: watch.onCall };
    const isDryRun = wanted === 'dry run';
    extendContext(contextFor(options, { scope, isDryRun, onStep: operation.onStep }, asked));
  },
});
