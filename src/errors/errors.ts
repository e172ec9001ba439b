import type { ASTNode, GraphQLFormattedError, SourceLocation } from 'graphql';
import { GraphQLError } from 'graphql';
import { camelCase } from '../upstream/catalogue/names.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import {
  clientMessageOf,
  InputError,
  TransportError,
  UpstreamError,
  type UpstreamProblem,
  ValueError,
} from '../upstream/client/errors.ts';
import { type Code, codes } from './codes.ts';

interface RefusalOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly nodes?: readonly ASTNode[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** The cause for the log; clients do not see it. */
  readonly cause?: Error;
  /**
   * True for a well-formed GraphQL request: clients that accept only `application/json` then get
   * 200 in place of the status. False: all clients get the status.
   */
  readonly wellFormed?: boolean;
}

/**
 * Makes an error that refuses a request. `extensions.http` holds the status and headers, and is not
 * shown to clients.
 */
export const refusal = (
  code: Code,
  message: string,
  {
    status = codes[code].status,
    headers = {},
    nodes,
    extensions = {},
    cause,
    wellFormed = true,
  }: RefusalOptions = {},
): GraphQLError => {
  const error = new GraphQLError(message, {
    nodes: nodes ?? null,
    extensions: { code, ...extensions, http: { status, headers, spec: wellFormed } },
  });
  if (cause !== undefined) error.cause = cause;
  return error;
};

/**
 * Makes a refusal whose status every client gets: the request is no valid GraphQL over HTTP, or it
 * was not admitted.
 */
export const refused = (
  status: number,
  message: string,
  {
    code = 'BAD_REQUEST',
    ...more
  }: { readonly code?: Code } & Pick<RefusalOptions, 'headers' | 'extensions' | 'cause'> = {},
): GraphQLError => refusal(code, message, { status, ...more, wellFormed: false });

/** The options of a refusal: the same request may be sent again in `ms`, in whole seconds. */
export const retryIn = (ms: number) => {
  const retryAfterSeconds = Math.max(1, Math.ceil(ms / 1000));
  return {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    extensions: { retryable: true, retryAfterSeconds },
  };
};

/** Makes a refusal with status 503: the same request may be sent again in a second. */
export const refusedForNow = (
  code: 'OVERLOADED' | 'SHUTTING_DOWN',
  message: string,
  headers: Readonly<Record<string, string>> = {},
): GraphQLError => {
  const retry = retryIn(1000);
  return refused(503, message, { ...retry, code, headers: { ...retry.headers, ...headers } });
};

/** `['input', 'operations', 3, 'name']` as `input.operations[3].name`. */
export const argumentPath = (path: readonly (string | number)[]): string =>
  path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      return index === 0 ? camelCase(step) : `.${camelCase(step)}`;
    })
    .join('');

type Extensions = Readonly<Record<string, unknown>>;

// Leaves out the value that the API echoes: it may be somebody else's.
const shown = ({ value: _, ...problem }: UpstreamProblem): Without<UpstreamProblem, 'value'> =>
  problem;

/**
 * The argument for a parameter of the API: `start_time` is `startTime` or `input.startTime`, and
 * `campaign_id` may be `id`. `written` has the names of the field's arguments. Undefined if the
 * value came from the gateway.
 */
const argumentFor = (
  parameter: string | undefined,
  written: ReadonlySet<string>,
): string | undefined => {
  if (parameter === undefined) return undefined;
  const name = camelCase(parameter);
  if (written.has(name)) return name;
  if (written.has('input')) return `input.${name}`;
  return written.has('id') && parameter.endsWith('_id') ? 'id' : undefined;
};

const ofUpstream = (
  error: UpstreamError,
  written: ReadonlySet<string>,
  maxProblems: number,
): Extensions => {
  const [problem] = error.problems;
  const argument = argumentFor(problem?.parameter, written);
  return {
    code: error.code,
    retryable: error.retryable,
    ...(argument !== undefined && { argument }),
    ...error.rateLimit,
    upstream: {
      status: error.status,
      ...(problem !== undefined && { code: problem.code }),
      errors: error.problems.slice(0, maxProblems).map(shown),
      endpoint: error.endpoint,
      ...(error.transaction !== null && { transaction: error.transaction }),
    },
  };
};

const extensionsOf = (
  error: unknown,
  { written, maxProblems }: Pick<ErrorPosition, 'written' | 'maxProblems'>,
): Extensions | null => {
  if (error instanceof UpstreamError) return ofUpstream(error, new Set(written), maxProblems);
  if (error instanceof TransportError) {
    const { code, retryable, endpoint } = error;
    return { code, retryable, upstream: { endpoint } };
  }
  if (error instanceof ValueError) return { code: error.code };
  if (error instanceof InputError) {
    const { code, inputPath, facts } = error;
    const argument = argumentPath(inputPath);
    return { code, ...(argument !== '' && { argument }), ...facts };
  }
  return null;
};

const masked = 'Internal error in the gateway. Its log has the cause under this request id.';

interface ErrorPosition {
  readonly path: readonly (string | number)[];
  /** The positions of the field in the document; empty if unknown. */
  readonly locations: readonly SourceLocation[];
  /** The names of the field's arguments in the document. */
  readonly written: readonly string[];
  /** The most problems of one refusal by the API that are shown. */
  readonly maxProblems: number;
}

/**
 * A failure as clients see it: with a code and a path, without stack and secrets. A failure without
 * a code is an internal error: clients see INTERNAL_SERVER_ERROR, and `report` gets the failure.
 * `report` also gets the cause of a refusal.
 */
export const toFormattedError = (
  cause: unknown,
  { path, locations, ...shownFacts }: ErrorPosition,
  report: (cause: unknown) => void,
): GraphQLFormattedError => {
  const position = { ...(locations.length > 0 && { locations }), path };
  const known = extensionsOf(cause, shownFacts);
  if (known !== null)
    return { message: clientMessageOf(cause as Error), ...position, extensions: known };
  if (cause instanceof GraphQLError) {
    for (const found of internalErrorsOf(cause)) report(found);
    // Errors of graphql-js about arguments have no code.
    const { http: _, ...extensions } = { code: 'BAD_USER_INPUT', ...cause.extensions };
    return { message: cause.message, ...position, extensions };
  }
  report(cause);
  return { message: masked, ...position, extensions: { code: 'INTERNAL_SERVER_ERROR' } };
};

/** The errors that belong in the log: an internal error itself, and the cause of a refusal. */
export const internalErrorsOf = (error: unknown): readonly unknown[] => {
  if (!(error instanceof GraphQLError)) return [error];
  return error.cause === undefined ? [] : [error.cause];
};

export const internalError = (): GraphQLError =>
  refused(500, masked, { code: 'INTERNAL_SERVER_ERROR' });
