import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Caller } from '../../auth/viewer.ts';
import type { FormattedNote } from '../../execution/answer/failures.ts';
import type { CheckedOperation } from '../../execution/answer/run-operation.ts';
import type { DryRunReport } from '../../execution/dry-run.ts';
import type { Plan } from '../../execution/plan/plan.ts';
import type { Context, OnStep } from '../../resolvers/context.ts';
import type { Ads } from '../../upstream/client/client.ts';
import type { Exchange } from '../door/exchange.ts';
import { type Accepted, acceptedIn } from '../door/headers.ts';
import { type CallWatch, watchCalls } from './live.ts';
import type { Reply } from './reply.ts';

/** An operation on its way through the plugins. Each plugin sets the members that it finds out. */
export interface RequestOperation extends OperationOptions {
  readonly exchange: Exchange;
  readonly accepted: Accepted;
  /** True for the gateway's own tools: they have found the caller, and name no stored document. */
  readonly isOwn: boolean;
  /** Watches its calls for a live trace; null without one. */
  readonly watch: CallWatch | null;
  caller: Caller | null;
  /** The document as it was sent; null if its plan was cached. */
  parsed: DocumentNode | null;
  plan: Plan | null;
  /** The operation with its variables; null until its cost is checked. */
  checked: CheckedOperation | null;
  /** Its reply, and the response that represents the reply in Yoga; null until they are made. */
  made: { readonly response: Response; readonly reply: Reply } | null;
  /** The API as the operation sees it; null before it may run. */
  ads: Pick<Ads, 'calls' | 'budget'> | null;
  /** The notes of its answer. */
  notes: readonly FormattedNote[];
  /** The changes that it would make; null unless a dry run is wanted. */
  dryRun: DryRunReport | null;
}

/** The sender's options for an operation. */
export interface OperationOptions {
  /**
   * Its answer, its cost, or the changes that it would make. `what was begun` is the answer of a
   * mutation that resumes the writes it has begun, and begins no others.
   */
  readonly wanted: 'answer' | 'forecast' | 'dry run' | 'what was begun';
  /** The trace of calls in the answer: at the end, or also while they run; null for none. */
  readonly trace: 'whole' | 'live' | null;
  /** Throws if the sender does not allow an operation with this plan to run. */
  readonly check?: ((plan: Plan) => void) | undefined;
  /** Called when a step of a launch has ended. */
  readonly onStep?: OnStep | undefined;
}

/** The gateway's member of Yoga's context. */
export interface ServerContext {
  readonly operation: RequestOperation;
}

/** A plugin of the gateway: one ability, in one file. */
export type OperationPlugin = Plugin<ServerContext & Context, ServerContext>;

/** The operation of a request over HTTP, with the options of its headers. */
export const operationOf = (exchange: Exchange): RequestOperation => {
  const { headers } = exchange.req;
  const accepted = acceptedIn(headers.accept);
  const { 'x-ads-plan': forecast, 'x-ads-dry-run': dry, 'x-ads-trace': shown } = headers;
  const instead = dry === '1' ? 'dry run' : 'answer';
  const whole = shown === '1' || shown === 'live' ? 'whole' : null;
  const isLive = shown === 'live' && accepted.parts;
  return {
    exchange,
    accepted,
    isOwn: false,
    wanted: forecast === '1' && dry !== '1' ? 'forecast' : instead,
    trace: isLive ? 'live' : whole,
    watch: isLive ? watchCalls() : null,
    caller: null,
    ...undecided,
  };
};

/** The members of an operation that plugins find out. */
export const undecided = {
  parsed: null,
  plan: null,
  checked: null,
  ads: null,
  notes: [],
  dryRun: null,
  made: null,
} as const;

/** The value that an earlier plugin has set. */
export const required = <T>(value: T | null): T => {
  if (value === null) throw new TypeError('a plugin ran before the one that it depends on');
  return value;
};
