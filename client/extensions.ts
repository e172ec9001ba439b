import type { DryRun } from './dry-run.ts';

/**
 * One REST call of a run, as in `x-ads-trace`. Times are milliseconds; `startMs` counts from the
 * start of the request.
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
  /** The position in the trace, for a call that is reported while it runs. */
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

/** One attempt of a call. `waitMs` is the wait before it, in milliseconds. */
export interface CallTry {
  readonly startMs: number;
  /** Null while it runs. */
  readonly durationMs: number | null;
  /** Null without a response. */
  readonly status: number | null;
  readonly waitMs: number;
}

/** The remaining calls of a rate window. */
export interface RateBudget {
  readonly scope: string;
  /** Null if the API did not report it. */
  readonly limit: number | null;
  readonly remaining: number;
  /** ISO 8601, or null if the API did not report it. */
  readonly resetAt: string | null;
}

/** The cost of an operation, as in `x-ads-plan`. */
export interface Forecast {
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

/** A remark about a correct value; `path` is null for the whole response. */
export interface Note {
  readonly text: string;
  readonly path: readonly (string | number)[] | null;
}

/**
 * The members of a response beside data and errors. A part has only the calls that have changed.
 */
export interface Extensions {
  readonly upstream?: { readonly calls: readonly TracedCall[]; readonly count?: number };
  readonly adsBudget?: readonly RateBudget[];
  readonly plan?: Forecast;
  readonly dryRun?: { readonly writes: readonly DryRun[]; readonly reads?: number };
  readonly notes?: readonly Note[];
}
