/** An error of a response. */
export interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: {
    /** One of the codes that docs/errors.md lists. */
    readonly code?: string;
    /** The place in the variables that the error is about, such as `input.name`. */
    readonly argument?: string;
    readonly retryAfterSeconds?: number;
    readonly [name: string]: unknown;
  };
}

interface Facts {
  readonly errors?: readonly GraphError[];
  readonly data?: unknown;
  /** The status of a response from another server; undefined if there was none. */
  readonly status?: number;
  readonly outcome?: 'NOT_APPLIED' | 'UNKNOWN';
  readonly cause?: unknown;
}

/** The error for a response with errors or without the requested data, or for no response. */
export class AdsGraphError extends Error {
  override readonly name = 'AdsGraphError';
  /** All errors of the response; empty without a response of the gateway. */
  readonly errors: readonly GraphError[];
  /** The data of the response; null if there was none. */
  readonly data: unknown;
  /** For a write: UNKNOWN if it may have taken effect. Null for a read. */
  readonly outcome: 'NOT_APPLIED' | 'UNKNOWN' | null;
  readonly status: number | undefined;

  constructor(message: string, { errors = [], data = null, status, outcome, cause }: Facts = {}) {
    super(message, { cause });
    this.errors = errors;
    this.data = data;
    this.status = status;
    this.outcome = outcome ?? null;
  }

  /** The code of the first error; null if there is none. */
  get code(): string | null {
    return this.errors[0]?.extensions?.code ?? null;
  }
}

/** The error for a response that has errors. Its message has each sentence once. */
export const failureOf = (errors: readonly GraphError[], data: unknown): AdsGraphError =>
  new AdsGraphError([...new Set(errors.map(({ message }) => message))].join(' '), { errors, data });

/** An error of the gateway; throws any other one. */
export const asFailure = (error: unknown): AdsGraphError => {
  if (error instanceof AdsGraphError) return error;
  throw error;
};

/** The same error, for a write. */
export const ofWrite = (
  { message, errors, data, status, cause }: AdsGraphError,
  outcome: 'NOT_APPLIED' | 'UNKNOWN',
): AdsGraphError =>
  new AdsGraphError(message, { errors, data, outcome, cause, ...(status && { status }) });

const codesOf = ({ errors }: AdsGraphError): readonly string[] =>
  errors.map(({ extensions }) => extensions?.code ?? 'none');

/** After these codes the same request may succeed later. */
const passing: ReadonlySet<string> = new Set([
  'CONFLICT',
  'IDEMPOTENCY_IN_PROGRESS',
  'INTERNAL_SERVER_ERROR',
  'OPERATION_TIMEOUT',
  'OVERLOADED',
  'RATE_LIMITED',
  'SHUTTING_DOWN',
  'STATE_STORE_UNAVAILABLE',
  'UPSTREAM_BAD_RESPONSE',
  'UPSTREAM_RATE_LIMITED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
]);

/** After these codes a write may have taken effect; after any other code nothing was sent. */
const doubtful: ReadonlySet<string> = new Set([
  'COST_LIMIT_EXCEEDED',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
  'INTERNAL_SERVER_ERROR',
  'none',
]);

/** True if the request certainly wrote nothing. An earlier request with its key may have. */
export const hadNoEffect = (failure: AdsGraphError): boolean =>
  failure.errors.length > 0 && !codesOf(failure).some((code) => doubtful.has(code));

const waits = [500, 1000, 2000, 4000];
const longestWaitMs = 30_000;

/** Milliseconds before the request is repeated, after some tries; null if that is useless. */
export const waitMs = (failure: AdsGraphError, tries: number): number | null => {
  const { errors, status = 500 } = failure;
  const isPassing =
    errors.length === 0 ? status >= 500 : codesOf(failure).every((code) => passing.has(code));
  const usual = waits[tries - 1];
  if (!isPassing || usual === undefined) return null;
  const asked = errors.map(({ extensions }) => 1000 * (extensions?.retryAfterSeconds ?? 0));
  const wait = Math.max(usual, ...asked);
  return wait > longestWaitMs ? null : wait;
};

/** Waits `ms` milliseconds. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
