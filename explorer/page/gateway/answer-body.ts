import type { Values } from '../json.ts';

/**
 * One REST call of a run, as `x-ads-trace` tells it. Times are milliseconds, `startMs` since the
 * request began.
 */
export interface TracedCall {
  readonly endpoint: string;
  readonly method: string;
  readonly path: string;
  /** Null if there was no response. */
  readonly status: number | null;
  /** Null while it runs. */
  readonly durationMs: number | null;
  readonly attempts: number;
  /** Its attempts, in order. */
  readonly tries?: readonly CallTry[];
  /** The position in the trace of a call that is told of while it runs. */
  readonly index?: number;
  readonly ids: number | null;
  readonly startMs: number;
  /** 1 if it waited for no other call. */
  readonly round: number;
  /** The field that made the call, as in `accounts.nodes.campaigns`. */
  readonly field: string | null;
  /** The other fields that it answers. */
  readonly alsoFor?: readonly string[];
}

/** One attempt of a call. `waitMs` is how long the call waited before it. */
export interface CallTry {
  readonly startMs: number;
  /** Null while it runs. */
  readonly durationMs: number | null;
  /** Null without a response. */
  readonly status: number | null;
  readonly waitMs: number;
}

/** All fields that a call answers, the one that made it first. */
export const fieldsOf = ({ field, alsoFor = [] }: TracedCall): readonly string[] =>
  field === null ? alsoFor : [field, ...alsoFor];

/** What a rate window has left. */
export interface Budget {
  readonly scope: string;
  /** Null if the API did not say. */
  readonly limit: number | null;
  readonly remaining: number;
  /** ISO 8601, or null if the API did not say. */
  readonly resetAt: string | null;
}

/** What an operation would cost, as `x-ads-plan` tells it. */
export interface ShownForecast {
  readonly objects: number;
  readonly values: number;
  readonly calls: { readonly least: number; readonly most: number };
  readonly endpoints: readonly {
    readonly endpoint: string;
    readonly least: number;
    readonly most: number;
    readonly scopes: readonly string[];
  }[];
}

/** A change that a write would make, as `x-ads-dry-run` tells it. */
export interface ShownChange {
  readonly action: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly type: string;
  readonly id: string | null;
  readonly name: string | null;
  /** Null for whole rows. */
  readonly field: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** Sums of budgets that writes would change, as decimals in units. */
export interface ShownMoney {
  readonly currency: string;
  readonly dailyBefore: string;
  readonly dailyAfter: string;
  readonly totalBefore: string;
  readonly totalAfter: string;
}

/** What one mutation would do, as `x-ads-dry-run` tells it. */
export interface ShownWrite {
  readonly field: string;
  readonly path: string;
  /** `READY`, `REJECTED`, `GUARDED`, or how a key ended. */
  readonly outcome: string;
  readonly errors: readonly {
    readonly code?: string;
    readonly message?: string;
    readonly argument?: string | null;
  }[];
  readonly sentences: readonly string[];
  readonly changes: readonly ShownChange[];
  readonly money: readonly ShownMoney[];
  readonly activates: readonly { readonly type: string; readonly name: string | null }[];
  readonly guards: readonly {
    readonly rule: string;
    readonly limit: string;
    readonly value: string;
    readonly verdict: string;
  }[];
}

export interface AnswerError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  /** Where it is in the text: lines and columns from 1. */
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Values & { readonly code?: string; readonly argument?: string | null };
}

export interface AnswerBody {
  readonly data?: Values | null;
  readonly errors?: readonly AnswerError[];
  /** If an answer comes in parts: whether there are more. */
  readonly hasNext?: boolean;
  readonly extensions?: {
    readonly upstream?: { readonly calls: readonly TracedCall[] };
    readonly adsBudget?: readonly Budget[];
    readonly plan?: ShownForecast;
    readonly dryRun?: { readonly writes: readonly ShownWrite[] };
  };
}
