import type { FaultFacts, InputProblem } from '../catalogue/language/problem.ts';
import { factsOf, sentenceOf, sentenceOfRefusal } from '../catalogue/language/problem.ts';
import type { Path } from '../catalogue/language/values.ts';

/** The stable codes of failures below the schema; `docs/errors.md` explains each. */
export type ErrorCode =
  | 'BAD_USER_INPUT'
  | 'CONFLICT'
  | 'FORBIDDEN'
  | 'INVALID_CURSOR'
  | 'NOT_FOUND'
  | 'OPERATION_TIMEOUT'
  | 'REAUTHENTICATION_REQUIRED'
  | 'UNAUTHENTICATED'
  | 'UPSTREAM_AUTH_FAILED'
  | 'UPSTREAM_BAD_RESPONSE'
  | 'UPSTREAM_CALL_LIMIT'
  | 'UPSTREAM_CURSOR_LOOP'
  | 'UPSTREAM_RATE_LIMITED'
  | 'UPSTREAM_REJECTED'
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_UNAVAILABLE';

/** The most errors of a body that are read, besides one for each item of a batch. */
export const maxProblems = 100;

/** One error of a body. `parameter` names a parameter, `attribute` a property of the entity. */
export interface UpstreamProblem {
  readonly code: string;
  readonly message: string;
  readonly parameter?: string;
  readonly attribute?: string;
  readonly details?: string;
  readonly value?: string;
  /** From problem details (RFC 7807): the URI of the kind, and the status of the response. */
  readonly type?: string;
  readonly status?: number;
}

/** The reset of a rate window in ISO 8601, and the owner of the window. */
export interface RateLimit {
  readonly retryAfterSeconds: number;
  readonly resetAt: string;
  readonly scope: 'account' | 'user' | 'unknown';
  /** For calls that are made together: their number, and the number that the window has left. */
  readonly callsNeeded?: number;
  readonly callsLeft?: number;
}

// A longer text of the API is shown only in `problems`.
const maxMessageLength = 200;

const shortened = (text: string): string =>
  text.length > maxMessageLength ? `${text.slice(0, maxMessageLength - 1)}…` : text;

const ended = (text: string): string => `${text}${/[.!?…]$/.test(text) ? '' : '.'}`;

/** A reason as a sentence for a person. */
export const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${ended(text.slice(1))}`;

/** A number of seconds as people say it, rounded up: `90 seconds`, `12 minutes`, `3 hours`. */
export const durationText = (seconds: number): string => {
  if (seconds <= 120) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
};

/** Advice about a refusal, as a sentence for people; null if the words of the API are enough. */
const adviceFor = ({
  code,
  problems,
  rateLimit,
}: Pick<UpstreamError, 'code' | 'problems' | 'rateLimit'>): string | null => {
  if (code !== 'UPSTREAM_RATE_LIMITED') {
    const ofCode = code === 'FORBIDDEN' ? forbidden[problems[0]?.code ?? ''] : undefined;
    return ofCode ?? advice[code] ?? null;
  }
  const { retryAfterSeconds: seconds = null } = rateLimit ?? {};
  if (seconds === null) return 'Try again later.';
  return seconds === 0 ? 'Try again now.' : `Try again in ${durationText(seconds)}.`;
};

const advice: Readonly<Partial<Record<ErrorCode, string>>> = {
  FORBIDDEN: "Ask the account's owner for access.",
  NOT_FOUND: 'Check the id.',
  REAUTHENTICATION_REQUIRED: 'Sign in again.',
};

/** Advice after a 403, by the API's code of the error. */
const forbidden: Readonly<Record<string, string>> = {
  64: 'X has suspended this user. Sign in as another user.',
  326: 'X has locked this user temporarily. Log in at x.com to unlock it.',
  415: 'Register PUBLIC_URL/auth/callback as a callback of the application, in the developer console.',
  453: 'The application needs a higher access level: see the developer console.',
  UNAUTHORIZED_CLIENT_APPLICATION:
    'Apply with the Ads API Access Form. Once access is granted, generate all tokens again (docs/real-keys.md, step 3).',
};

/** The API refused a call. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly code: ErrorCode;
  readonly endpoint: string;
  /** The API's own words, shortened; `message` begins with the endpoint. */
  readonly reason: string;
  /** A sentence of advice; null if the words of the API are enough. */
  readonly advice: string | null;
  /** A sentence for clients, or the words of the API if it is not a known error; and what to do. */
  readonly clientMessage: string;
  readonly status: number;
  readonly problems: readonly UpstreamProblem[];
  /** Errors of a batch by item; null if the response did not assign them to items. */
  readonly itemProblems: readonly (readonly UpstreamProblem[])[] | null;
  readonly transaction: string | null;
  readonly rateLimit: RateLimit | null;
  readonly retryable: boolean;

  constructor(facts: {
    readonly endpoint: string;
    readonly status: number;
    readonly problems: readonly UpstreamProblem[];
    readonly itemProblems?: readonly (readonly UpstreamProblem[])[] | null;
    readonly transaction?: string | null;
    readonly rateLimit?: RateLimit | null;
    /** False if the call was not signed with the viewer's token; true by default. */
    readonly ofViewer?: boolean;
    /** The message if the body has no error; it includes the advice. */
    readonly reason?: string;
  }) {
    const verdict = verdictOf(facts.status, facts.problems, facts.ofViewer ?? true);
    const fallback = facts.reason ?? `the API responded with status ${facts.status}`;
    const [first] = facts.problems;
    const firstMessage = shortened(first?.message ?? '');
    const reason = firstMessage === '' ? fallback : firstMessage;
    super(`${facts.endpoint}: ${reason}`);
    this.reason = reason;
    this.code = verdict.code;
    this.retryable = verdict.retryable;
    this.endpoint = facts.endpoint;
    this.status = facts.status;
    this.problems = facts.problems;
    this.itemProblems = facts.itemProblems ?? null;
    this.transaction = facts.transaction ?? null;
    this.rateLimit = facts.rateLimit ?? null;
    const known = first === undefined ? null : sentenceOfRefusal(first);
    const words = known ?? (firstMessage === '' ? asSentence(fallback) : firstMessage);
    const isSaid = this.rateLimit === null && facts.reason !== undefined;
    this.advice = isSaid ? null : adviceFor(this);
    this.clientMessage = this.advice === null ? words : `${ended(words)} ${this.advice}`;
  }
}

/** The API did not answer, or not readably. `sent` is false only if nothing was sent. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly code: ErrorCode;
  readonly endpoint: string;
  /** The failure, in short; `message` begins with the endpoint. */
  readonly reason: string;
  /** The message for clients. */
  readonly clientMessage: string;
  readonly sent: boolean;
  readonly retryable: boolean;

  constructor(
    code: ErrorCode,
    endpoint: string,
    reason: string,
    { sent, cause }: { readonly sent: boolean; readonly cause?: unknown },
  ) {
    super(`${endpoint}: ${reason}`, { cause });
    this.reason = reason;
    this.clientMessage = asSentence(reason);
    this.code = code;
    this.endpoint = endpoint;
    this.sent = sent;
    this.retryable = code !== 'UPSTREAM_CALL_LIMIT' && code !== 'UPSTREAM_CURSOR_LOOP';
  }
}

/** The error for a response that cannot be read, or lacks what its endpoint promises. */
export const badResponse = (endpoint: string, reason: string, cause?: unknown): TransportError =>
  new TransportError('UPSTREAM_BAD_RESPONSE', endpoint, reason, { sent: true, cause });

/** True if an error is a refusal or a failure of a call; any other error is internal. */
export const isOfCall = (error: unknown): error is InputError | TransportError | UpstreamError =>
  error instanceof InputError || error instanceof TransportError || error instanceof UpstreamError;

/** The message of an error for clients, without the endpoint, which they get separately. */
export const clientMessageOf = (error: Error): string =>
  error instanceof UpstreamError || error instanceof TransportError
    ? error.clientMessage
    : error.message;

/** A value of a row does not have the documented type. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
  readonly code: ErrorCode = 'UPSTREAM_BAD_RESPONSE';

  /**
   * `fault` is the kind of value that was expected, such as `a time`; or the name of the field
   * whose value is missing, or was computed and has more than 64 bits.
   */
  constructor(
    fault: string | { readonly missing: string } | { readonly tooLong: string },
    cause?: unknown,
  ) {
    super(valueMessage(fault), { cause });
  }
}

const valueMessage = (fault: ConstructorParameters<typeof ValueError>[0]): string => {
  if (typeof fault === 'string') {
    return `The API returned a value that is not ${fault}; \`raw\` shows it.`;
  }
  return 'missing' in fault
    ? `${fault.missing} is missing; the API always sends it.`
    : `The computed value of ${fault.tooLong} does not fit into 64 bits.`;
};

/** The facts of an input error besides its sentence. */
interface InputFacts extends FaultFacts {
  readonly code?: ErrorCode;
}

/**
 * The input is not valid, and nothing was sent. `inputPath` leads to the bad value, as in
 * `['operations', 3, 'params', 'name']`. It is not called `path`, because graphql-js would take
 * that for a path in the response.
 */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code: ErrorCode;
  readonly inputPath: Path;
  readonly facts: InputFacts;

  constructor(message: string, inputPath: Path = [], facts: InputFacts = {}) {
    super(message);
    this.code = facts.code ?? 'BAD_USER_INPUT';
    this.inputPath = inputPath;
    this.facts = facts;
  }
}

/** The error for a problem at the argument `at`. */
export const inputError = (found: InputProblem, at: Path = found.path): InputError =>
  new InputError(sentenceOf(found), at, factsOf(found));

interface ErrorFacts {
  readonly code: ErrorCode;
  readonly retryable: boolean;
}

const no = (code: ErrorCode): ErrorFacts => ({ code, retryable: false });
const later = (code: ErrorCode): ErrorFacts => ({ code, retryable: true });

const byStatus: Readonly<Record<number, ErrorFacts>> = {
  400: no('UPSTREAM_REJECTED'),
  401: no('UPSTREAM_AUTH_FAILED'),
  403: no('FORBIDDEN'),
  404: no('NOT_FOUND'),
  405: no('UPSTREAM_REJECTED'),
  408: later('UPSTREAM_UNAVAILABLE'),
  409: no('CONFLICT'),
  420: later('UPSTREAM_RATE_LIMITED'),
  423: later('CONFLICT'),
  429: later('UPSTREAM_RATE_LIMITED'),
};

/** Keys are a status and the code of the first error; they take precedence over the status. */
const byCode: Readonly<Record<string, ErrorFacts>> = {
  '401 89': no('REAUTHENTICATION_REQUIRED'),
  '403 99': later('UPSTREAM_RATE_LIMITED'),
};

const verdictOf = (
  status: number,
  problems: readonly UpstreamProblem[],
  ofViewer: boolean,
): ErrorFacts =>
  // Signing in again helps only if the viewer's token was refused.
  (status === 401 && !ofViewer ? undefined : byCode[`${status} ${problems[0]?.code}`]) ??
  byStatus[status] ??
  (status >= 500 ? later('UPSTREAM_UNAVAILABLE') : no('UPSTREAM_REJECTED'));

/** True if a write may have taken effect despite this error. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof TransportError
    ? error.sent
    : error instanceof UpstreamError && (error.status === 408 || error.status >= 500);
