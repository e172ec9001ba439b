import { argumentPath } from '../errors/errors.ts';
import type { Endpoint, OperationType } from '../upstream/catalogue/language/endpoint.ts';
import { pathNames } from '../upstream/catalogue/language/identifiers.ts';
import type { Fields } from '../upstream/catalogue/language/params.ts';
import type { FaultFacts } from '../upstream/catalogue/language/problem.ts';
import { parameterPath, sentenceOfRefusal } from '../upstream/catalogue/language/problem.ts';
import type { Path } from '../upstream/catalogue/language/values.ts';
import { argumentOf, camelCase, fieldName } from '../upstream/catalogue/names.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import type { InputError, UpstreamError, UpstreamProblem } from '../upstream/client/errors.ts';
import { asSentence } from '../upstream/client/errors.ts';
import type { Args } from './field.ts';

/** One reason why a write was not applied as intended. */
export interface WriteError extends UpstreamProblem, FaultFacts {
  /** The spot in `input`, if it is known. */
  readonly argument?: string;
}

/**
 * The errors of a write as a whole, and those of the items of a batch; `byItem` is null if no error
 * is about one item.
 */
export interface WrittenErrors {
  readonly errors: readonly WriteError[];
  readonly byItem: readonly (readonly WriteError[])[] | null;
}

/** The error of a write that may or may not have taken effect. */
export const unknownOutcome = (reason: string): WriteError => ({
  code: 'UPSTREAM_OUTCOME_UNKNOWN',
  message: `The outcome of this write is unknown: ${reason.charAt(0).toLowerCase()}${asSentence(reason).slice(1)} Retry with the same key, which never applies it twice; without one, read the data before you send it again.`,
});

// The largest number of errors that an answer shows.
const maxErrors = 100;

/** The faults of an input, as errors of the write or of batch items. */
export const faultErrors = (faults: readonly InputError[], { operations }: Args): WrittenErrors => {
  const items = Array.isArray(operations) ? operations.length : 0;
  const errors: WriteError[] = [];
  const byItem = Array.from({ length: items }, (): WriteError[] => []);
  for (const fault of faults) {
    const { inputPath } = fault;
    const [, list, index] = inputPath;
    const ofItem = list === 'operations' && typeof index === 'number' ? byItem[index] : undefined;
    (ofItem ?? errors).push(faultError(fault));
  }
  return {
    errors,
    byItem: byItem.some((found) => found.length > 0) ? byItem : null,
  };
};

const faultError = ({ code, message, inputPath, facts }: InputError): WriteError => ({
  ...facts,
  code,
  message,
  argument: argumentPath(inputPath),
});

/** The first of many errors, and the number of the others. */
export const atMost = (errors: readonly WriteError[]): readonly WriteError[] => {
  const hidden = errors.length - maxErrors;
  if (hidden <= 0) return errors;
  const last = { code: 'BAD_USER_INPUT', message: `${hidden} more errors are not shown.` };
  return [...errors.slice(0, maxErrors), last];
};

/** A write as it is sent, and the conversion of paths to those that the client wrote. */
interface SentInput {
  readonly endpoint: Endpoint;
  readonly input: Args;
  readonly asGiven: (path: Path) => Path;
}

/**
 * The API's errors about a write, each with the argument for the parameter that it names. There is
 * always at least one: if the API sent none, an error reports that.
 */
export const refusalErrors = (
  sent: SentInput,
  refusal: Pick<UpstreamError, 'code' | 'status' | 'problems' | 'itemProblems'>,
): WrittenErrors => {
  const { problems, itemProblems } = refusal;
  const isSilent = problems.length === 0 && (itemProblems ?? []).flat().length === 0;
  return {
    errors: isSilent ? [withoutReason(refusal)] : problems.map(withArgument(sent)),
    byItem: itemProblems?.map((ofItem, index) => ofItem.map(inItem(sent, index))) ?? null,
  };
};

const withoutReason = ({ code, status }: Pick<UpstreamError, 'code' | 'status'>): WriteError => ({
  code,
  status,
  message: `The API refused this with status ${status} without a reason. Nothing changed. Check the ids and values, and that the user is allowed to do this.`,
});

/** Adds the argument to an error of the API about a whole call. */
export const withArgument =
  ({ endpoint, asGiven }: Without<SentInput, 'input'>) =>
  (problem: UpstreamProblem): WriteError =>
    withPath(
      problem,
      { at: ['input'], fields: endpoint.params, asGiven },
      pathNames(endpoint.path),
    );

/** Adds the argument to an error of the API about an item of a batch. */
export const inItem = (
  { endpoint: { operations }, input, asGiven }: SentInput,
  index: number,
): ((problem: UpstreamProblem) => WriteError) => {
  const { operation_type: type } = (input['operations'] as readonly Args[])[index] ?? {};
  const fields = operations?.[type as OperationType]?.params ?? {};
  const at = ['input', 'operations', index, fieldName(String(type))];
  return (problem) => withPath(problem, { at, fields, asGiven }, []);
};

/** The spot of a call's parameters in the arguments. */
interface ParameterSpot {
  readonly at: Path;
  readonly fields: Fields;
  readonly asGiven: SentInput['asGiven'];
}

const withPath = (
  said: UpstreamProblem,
  { at, fields, asGiven }: ParameterSpot,
  others: readonly string[],
): WriteError => {
  const problem = inOurWords(said);
  const [first = '', ...steps] = parameterPath(said.parameter);
  const name = String(first);
  const param = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (param === undefined && !others.includes(name)) return problem;
  const argument = param === undefined ? camelCase(name) : argumentOf(name, param);
  return { ...problem, argument: argumentPath(asGiven([...at, argument, ...steps])) };
};

// The words of the API stay in the details.
const inOurWords = (said: UpstreamProblem): UpstreamProblem => {
  const message = sentenceOfRefusal(said);
  return message === null ? said : { ...said, message, details: said.details ?? said.message };
};
