import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Caller } from '../../auth/viewer.ts';
import type { Context, OnStep } from '../../context.ts';
import type { CheckedOperation } from '../../execution/answer/run-operation.ts';
import type { Plan } from '../../execution/plan/plan.ts';
import type { Exchange } from '../door/exchange.ts';
import { type Accepted, acceptedIn } from '../door/headers.ts';
import { type CallWatch, watchCalls } from './live.ts';
import type { Reply } from './reply.ts';

/** An operation on its way through the plugins: each sets the members that it finds out. */
export interface RequestOperation extends Wish {
  readonly exchange: Exchange;
  readonly accepted: Accepted;
  /**
   * Whether the gateway's own tools ask: they have read the caller, and name no stored document.
   */
  readonly isOwn: boolean;
  /** Watches its calls for a live trace; null without one. */
  readonly watch: CallWatch | null;
  caller: Caller | null;
  /** The document as it was sent; null if its plan was cached. */
  parsed: DocumentNode | null;
  plan: Plan | null;
  /** The operation with its variables; null until its cost is checked. */
  checked: CheckedOperation | null;
  /** The reply to it and the response that stands for it; null until they are made. */
  made: { readonly response: Response; readonly reply: Reply } | null;
}

/** What the sender wants of an operation. */
export interface Wish {
  /**
   * Its answer, its cost, or the changes that it would make. `what was begun` is the answer of a
   * mutation that resumes its writes, and sends none that was not begun.
   */
  readonly wanted: 'answer' | 'forecast' | 'dry run' | 'what was begun';
  /** Whether the answer shows the calls, and whether while they run; null for no. */
  readonly trace: 'whole' | 'live' | null;
  /** Throws if the sender does not want an operation with this plan to run. */
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

/** The operation of a request over HTTP, as its headers wish it. */
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
    parsed: null,
    plan: null,
    checked: null,
    made: null,
  };
};

/** The value that an earlier plugin has set. */
export const known = <T>(value: T | null): T => {
  if (value === null) throw new TypeError('a plugin ran before the one that it depends on');
  return value;
};
