import type { Caller, CallerOf } from '../../auth/viewer.ts';
import type { Admission } from '../door/admission.ts';
import { checkHeaders, type HeaderRules } from '../door/headers.ts';
import type { OperationPlugin, RequestOperation } from './operation.ts';

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
