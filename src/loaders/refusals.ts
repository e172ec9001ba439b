import type { UpstreamProblem } from '../upstream/client/errors.ts';
import { InputError, UpstreamError } from '../upstream/client/errors.ts';
import type { PageAsk } from './page-ask.ts';

/** What the API says where not a single one of several line items may hold what was listed. */
const NONE_MAY = 'INCOMPATIBLE_LINE_ITEM';

const aboutIds = new Set(['ILLEGAL_CHARACTERS', 'INVALID_ID_ILLEGAL_CHARACTERS']);

/** True where a call for many ids was refused for the sake of some, so that fewer at a time may pass. */
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
  parameter === param || (parameter === undefined && aboutIds.has(code));

/**
 * True where a list of parents was refused because none of them may have such rows: the answer is that there are none. The
 * documents give that refusal its status alone, so any code counts that blames neither a parameter nor an id.
 */
export const meansEmptyList = (error: unknown, { endpoint, parent }: PageAsk): boolean =>
  parent !== null &&
  endpoint.isEmptyOn400 &&
  error instanceof UpstreamError &&
  error.status === 400 &&
  error.problems.length > 0 &&
  error.problems.every(
    ({ code, parameter }) => code === NONE_MAY || (parameter === undefined && !aboutIds.has(code)),
  );

/** True where the API no longer takes, or never gave, the cursor that it was asked with. */
export const refusesCursor = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  error.status === 400 &&
  error.problems.some(
    ({ code, parameter, attribute }) =>
      parameter === 'cursor' || attribute === 'cursor' || code.includes('CURSOR'),
  );

/** True where the API does not know what it was asked for. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof UpstreamError && error.status === 404;

/** A failure as a loader hands it on for one key. */
export const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('a read failed', { cause: error });
