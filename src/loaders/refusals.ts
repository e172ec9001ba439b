import type { UpstreamProblem } from '../upstream/client/errors.ts';
import { InputError, TransportError, UpstreamError } from '../upstream/client/errors.ts';
import type { PageAsk } from './page-ask.ts';

/** The error code for a list of line items none of which can have such rows. */
const INCOMPATIBLE = 'INCOMPATIBLE_LINE_ITEM';

/** Error codes about ids, which can come without the name of the parameter. */
const idCodes = new Set(['ILLEGAL_CHARACTERS', 'INVALID_ID_ILLEGAL_CHARACTERS']);

/** True for a refusal because of some of the ids in `param`: calls with fewer ids may succeed. */
export const blamesAnId = (error: unknown, param: string): boolean => {
  if (error instanceof InputError) return error.inputPath[0] === param;
  if (!(error instanceof UpstreamError)) return false;
  const { status, problems } = error;
  return (
    (status === 400 || status === 403 || status === 404) &&
    problems.some((problem) => namesAnId(problem, param))
  );
};

const namesAnId = ({ code, parameter }: UpstreamProblem, param: string): boolean =>
  parameter === param || (parameter === undefined && idCodes.has(code));

/**
 * Whether a refusal means an empty list: none of the parents can have such rows. The documents of
 * the API give only the status 400, so any code counts that blames neither a parameter nor an id.
 */
export const meansEmptyList = (error: unknown, { endpoint, parent }: PageAsk): boolean =>
  parent !== null &&
  endpoint.quirks.isEmptyOn400 === true &&
  error instanceof UpstreamError &&
  error.status === 400 &&
  error.problems.length > 0 &&
  error.problems.every(
    ({ code, parameter }) =>
      code === INCOMPATIBLE || (parameter === undefined && !idCodes.has(code)),
  );

/** True for a refusal of the cursor: it has expired, or the API never gave it. */
export const refusesCursor = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  error.status === 400 &&
  error.problems.some(
    ({ code, parameter, attribute }) =>
      parameter === 'cursor' || attribute === 'cursor' || code.includes('CURSOR'),
  );

const endings = new Set(['UPSTREAM_CALL_LIMIT', 'UPSTREAM_CURSOR_LOOP']);

/** Whether a failure ends the reading of a list; what was read before is shown beside it. */
export const endsReading = (error: unknown): error is TransportError =>
  error instanceof TransportError && endings.has(error.code);

/** True for status 404: what was asked for does not exist. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof UpstreamError && error.status === 404;

/** The result of a read; null if the API does not know the id, because that is no failure. */
export const nullIfUnknown = <T>(read: () => Promise<T>): Promise<T | null> =>
  read().catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });

/** Anything thrown, as an Error, so that it can stand for a value. */
export const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('a read failed', { cause: error });
