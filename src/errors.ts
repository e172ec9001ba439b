import type { ASTNode, GraphQLFormattedError, SourceLocation } from 'graphql';
import { GraphQLError } from 'graphql';
import type { Code } from './codes.ts';
import { codes } from './codes.ts';
import { camelCase } from './upstream/catalogue/names.ts';
import type { UpstreamProblem } from './upstream/client/errors.ts';
import { InputError, TransportError, UpstreamError, ValueError } from './upstream/client/errors.ts';

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
  code: Code,
  message: string,
  {
    status = codes[code].status,
    headers = {},
    nodes,
    extensions = {},
    wellFormed = true,
  }: RefusalOptions = {},
): GraphQLError =>
  new GraphQLError(message, {
    nodes: nodes ?? null,
    extensions: { code, ...extensions, http: { status, headers, spec: wellFormed } },
  });

/** A refusal of what is no request of GraphQL's, or is not let in: its status stands whatever the client accepts. */
export const refused = (
  status: number,
  message: string,
  {
    code = 'BAD_REQUEST',
    ...more
  }: { readonly code?: Code } & Pick<RefusalOptions, 'headers' | 'extensions'> = {},
): GraphQLError => refusal(code, message, { status, ...more, wellFormed: false });

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
  if (error instanceof ValueError) return { code: error.code };
  if (error instanceof InputError) {
    const argument = argumentPath(error.inputPath);
    return { code: error.code, ...(argument !== '' && { argument }) };
  }
  return null;
};

const masked = 'Something went wrong inside the gateway; its log has more under this request id.';

/** Where an error stands in the answer and in the document, and the arguments that are written for its field. */
interface ErrorPlace {
  readonly path: readonly (string | number)[];
  readonly locations: readonly SourceLocation[];
  readonly written: readonly string[];
}

/**
 * A failure of an execution as clients see it: coded, placed, without stack or secret. What has no code is a fault of ours,
 * so it is masked and handed to `report`.
 */
export const toFormattedError = (
  cause: unknown,
  { path, locations, written }: ErrorPlace,
  report: (cause: unknown) => void,
): GraphQLFormattedError => {
  const place = { ...(locations.length > 0 && { locations }), path };
  const known = extensionsOf(cause, new Set(written));
  if (known !== null) return { message: (cause as Error).message, ...place, extensions: known };
  if (cause instanceof GraphQLError) {
    // What graphql-js has against an argument has no code.
    const { http: _, ...extensions } = { code: 'BAD_USER_INPUT', ...cause.extensions };
    return { message: cause.message, ...place, extensions };
  }
  report(cause);
  return { message: masked, ...place, extensions: { code: 'INTERNAL_SERVER_ERROR' } };
};

/** What a request is answered with that failed inside as a whole. */
export const internalError = (): GraphQLError =>
  refused(500, masked, { code: 'INTERNAL_SERVER_ERROR' });
