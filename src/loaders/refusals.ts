import type { UpstreamProblem } from '../upstream/client/errors.ts';
import { InputError, TransportError, UpstreamError } from '../upstream/client/errors.ts';
import type { PageQuery } from './page-query.ts';

/** The error code for a list of line items, none of which can have such rows. */
const INCOMPATIBLE = 'INCOMPATIBLE_LINE_ITEM';

/** Error codes about ids that can come without the name of the parameter. */
const idCodes = new Set(['ILLEGAL_CHARACTERS', 'INVALID_ID_ILLEGAL_CHARACTERS']);

/** True if the API refused some of the ids in `param`, so that calls with fewer ids may succeed. */
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
 * True if a refusal means an empty list, because none of the parents can have such rows. The API
 * documents only the status 400, so any code counts that names neither a parameter nor an id.
 */
export const meansEmptyList = (error: unknown, { endpoint, parent }: PageQuery): boolean =>
  parent !== null &&
  endpoint.quirks.isEmptyOn400 === true &&
  error instanceof UpstreamError &&
  error.status === 400 &&
  error.problems.length > 0 &&
  error.problems.every(
    ({ code, parameter }) =>
      code === INCOMPATIBLE || (parameter === undefined && !idCodes.has(code)),
  );

/** True if the API refused the cursor, because it has expired or was never valid. */
export const refusesCursor = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  error.status === 400 &&
  error.problems.some(
    ({ code, parameter, attribute }) =>
      parameter === 'cursor' || attribute === 'cursor' || code.includes('CURSOR'),
  );

const endings = new Set(['UPSTREAM_CALL_LIMIT', 'UPSTREAM_CURSOR_LOOP']);

/** True if a failure ends the reading of a list. The rows that were read are shown with it. */
export const endsReading = (error: unknown): error is TransportError =>
  error instanceof TransportError && endings.has(error.code);

/** True for status 404: the requested entity does not exist. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof UpstreamError && error.status === 404;

/** The result of a read; null if the API does not know the id, which is no failure. */
export const nullIfUnknown = <T>(read: () => Promise<T>): Promise<T | null> =>
  read().catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });

/** The thrown value as an Error, which can replace a result. */
export const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('a read failed', { cause: error });
