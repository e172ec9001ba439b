import type { ASTNode, GraphQLFormattedError } from 'graphql';
import { GraphQLError } from 'graphql';
import { camelCase } from '../resolvers/names.ts';
import type { ErrorCode, UpstreamProblem } from '../upstream/errors.ts';
import { InputError, TransportError, UpstreamError } from '../upstream/errors.ts';

/** The codes of refusals that are made above the schema, before anything is asked upstream. */
export type RefusalCode =
  | ErrorCode
  | 'ALIAS_LIMIT_EXCEEDED'
  | 'BAD_REQUEST'
  | 'COST_LIMIT_EXCEEDED'
  | 'CSRF_BLOCKED'
  | 'DEPTH_LIMIT_EXCEEDED'
  | 'DIRECTIVE_LIMIT_EXCEEDED'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'INTERNAL_SERVER_ERROR'
  | 'INTROSPECTION_DISABLED'
  | 'OVERLOADED'
  | 'PAYLOAD_TOO_LARGE'
  | 'SHUTTING_DOWN'
  | 'TOKEN_LIMIT_EXCEEDED';

interface RefusalOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly nodes?: readonly ASTNode[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** False where the status stands even for clients that accept `application/json` alone. */
  readonly wellFormed?: boolean;
}

/** An error that refuses a whole request; the HTTP status travels in `extensions.http`, which never reaches a client. */
export const refusal = (
  code: RefusalCode,
  message: string,
  { status = 400, headers = {}, nodes, extensions = {}, wellFormed = true }: RefusalOptions = {},
): GraphQLError =>
  new GraphQLError(message, {
    nodes: nodes ?? null,
    extensions: { code, ...extensions, http: { status, headers, spec: wellFormed } },
  });

/** `['input', 'operations', 3, 'name']` as `input.operations[3].name`. */
export const argumentPath = (path: readonly (string | number)[]): string =>
  path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      return index === 0 ? camelCase(step) : `.${camelCase(step)}`;
    })
    .join('');

type Extensions = Readonly<Record<string, unknown>>;

// A value that the API echoes may not be the caller's, so it stays out.
const shown = ({ value: _, ...problem }: UpstreamProblem): Omit<UpstreamProblem, 'value'> =>
  problem;

/** What the caller wrote that the API calls by this name; undefined where the gateway supplied it. */
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

const ofUpstream = (error: UpstreamError, written: ReadonlySet<string>): Extensions => {
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
      errors: error.problems.map(shown),
      endpoint: error.endpoint,
      ...(error.transaction !== null && { transaction: error.transaction }),
    },
  };
};

const extensionsOf = (error: unknown, written: ReadonlySet<string>): Extensions | null => {
  if (error instanceof UpstreamError) return ofUpstream(error, written);
  if (error instanceof TransportError) {
    const { code, retryable, endpoint } = error;
    return { code, retryable, upstream: { endpoint } };
  }
  if (error instanceof InputError) {
    const argument = argumentPath(error.place);
    return { code: error.code, ...(argument !== '' && { argument }) };
  }
  return null;
};

/** What was thrown before the executors wrapped it. */
const causeOf = (error: unknown): unknown => {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
};

const masked = 'Something went wrong inside the gateway; its log has more under this request id.';

/** What is known where an error is told: the arguments of its field that were written, and who hears of faults of ours. */
export interface Telling {
  readonly written: ReadonlySet<string>;
  readonly report: (cause: unknown) => void;
}

/**
 * An error of an execution as clients see it: coded, placed, without stack or secret. What has no code is ours, so it is
 * masked and handed to `report`.
 */
export const toGraphQLError = (
  error: GraphQLError,
  { written, report }: Telling,
): GraphQLFormattedError => {
  const cause = causeOf(error);
  const place = {
    ...(error.locations !== undefined && { locations: error.locations }),
    ...(error.path !== undefined && { path: error.path }),
  };
  const known = extensionsOf(cause, written);
  if (known !== null) return { message: error.message, ...place, extensions: known };
  if (cause instanceof GraphQLError && typeof cause.extensions?.['code'] === 'string') {
    const { http: _, ...extensions } = cause.extensions;
    return { message: cause.message, ...place, extensions };
  }
  report(cause);
  return { message: masked, ...place, extensions: { code: 'INTERNAL_SERVER_ERROR' } };
};

/** What a request is answered with that failed inside as a whole. */
export const internalError = (): GraphQLError =>
  refusal('INTERNAL_SERVER_ERROR', masked, { status: 500, wellFormed: false });
