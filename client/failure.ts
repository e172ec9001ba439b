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
  /** The status of a response that is not the gateway's; undefined if none came. */
  readonly status?: number;
  readonly outcome?: 'NOT_APPLIED' | 'UNKNOWN';
  readonly cause?: unknown;
}

/** A response that does not hold what was asked for, or none at all. */
export class AdsGraphError extends Error {
  override readonly name = 'AdsGraphError';
  /** All errors of the response; empty if no response of the gateway came. */
  readonly errors: readonly GraphError[];
  /** What came beside the errors. */
  readonly data: unknown;
  /** Of a write: whether it may have taken effect. Null for a read. */
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

/** The same error, of a write. */
export const ofWrite = (
  { message, errors, data, status, cause }: AdsGraphError,
  outcome: 'NOT_APPLIED' | 'UNKNOWN',
): AdsGraphError =>
  new AdsGraphError(message, { errors, data, outcome, cause, ...(status && { status }) });

const codesOf = ({ errors }: AdsGraphError): readonly string[] =>
  errors.map(({ extensions }) => extensions?.code ?? 'none');

/** After these the same request may succeed later. */
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

/** A write may have taken effect beside these; after any other code nothing was sent. */
const doubtful: ReadonlySet<string> = new Set([
  'COST_LIMIT_EXCEEDED',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
  'INTERNAL_SERVER_ERROR',
  'none',
]);

/** Whether the request certainly wrote nothing. An earlier one with its key may have. */
export const hadNoEffect = (failure: AdsGraphError): boolean =>
  failure.errors.length > 0 && !codesOf(failure).some((code) => doubtful.has(code));

const waits = [500, 1000, 2000, 4000];
const longestWaitMs = 30_000;

/** How long to wait before the request is repeated, after some tries; null if that is no use. */
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

/** Waits. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
