import { argumentPath } from '../errors.ts';
import type { Endpoint, OperationType } from '../upstream/catalogue/language/endpoint.ts';
import type { Fields } from '../upstream/catalogue/language/params.ts';
import { pathNames } from '../upstream/catalogue/language/paths.ts';
import type { Reason } from '../upstream/catalogue/language/problem.ts';
import { argumentOf, camelCase, fieldName } from '../upstream/catalogue/names.ts';
import type { InputError, UpstreamError, UpstreamProblem } from '../upstream/client/errors.ts';
import type { Args } from './field.ts';

/** One reason why a write did not end as asked. */
export interface WriteError extends UpstreamProblem {
  /** The place in `input` that it is about, where that is known. */
  readonly argument?: string;
  /** What is wrong with the value there, where the gateway itself refuses it. */
  readonly reason?: Reason;
}

/** The errors of a write as a whole, and those of the items of a batch; `byItem` is null where none is about one item. */
export interface ToldErrors {
  readonly errors: readonly WriteError[];
  readonly byItem: readonly (readonly WriteError[])[] | null;
}

/** The error of a write of which nobody can say whether it took effect. */
export const unknownOutcome = (reason: string): WriteError => ({
  code: 'UPSTREAM_OUTCOME_UNKNOWN',
  message: `Nobody can tell whether this took effect; read back before sending it again. ${reason}`,
});

// As many as an answer shows of its own errors.
const mostErrors = 100;

/** What is wrong with an input, at the write or at the items of a batch that it is about. */
export const faultErrors = (faults: readonly InputError[], { operations }: Args): ToldErrors => {
  const items = Array.isArray(operations) ? operations.length : 0;
  const errors: WriteError[] = [];
  const byItem = Array.from({ length: items }, (): WriteError[] => []);
  for (const { code, message, inputPath, reason } of faults) {
    const [, list, index] = inputPath;
    const ofItem = list === 'operations' && typeof index === 'number' ? byItem[index] : undefined;
    const argument = argumentPath(inputPath);
    (ofItem ?? errors).push({ code, message, argument, ...(reason !== null && { reason }) });
  }
  return {
    errors,
    byItem: byItem.some((found) => found.length > 0) ? byItem : null,
  };
};

/** The first of many errors, and how many more there were. */
export const atMost = (errors: readonly WriteError[]): readonly WriteError[] => {
  const more = errors.length - mostErrors;
  if (more <= 0) return errors;
  const last = { code: 'BAD_USER_INPUT', message: `${more} more are wrong.` };
  return [...errors.slice(0, mostErrors), last];
};

/** What the API has against a write, each with the argument that it calls by its parameter. */
export const refusalErrors = (
  endpoint: Endpoint,
  input: Args,
  { problems, itemProblems }: Pick<UpstreamError, 'problems' | 'itemProblems'>,
): ToldErrors => ({
  errors: problems.map(withArgument(endpoint)),
  byItem: itemProblems?.map((ofItem, index) => ofItem.map(inItem(endpoint, input, index))) ?? null,
});

/** Adds the argument to what the API says of a call as a whole. */
export const withArgument =
  (endpoint: Endpoint) =>
  (problem: UpstreamProblem): WriteError =>
    placed(problem, ['input'], endpoint.params, pathNames(endpoint.path));

/** Adds the argument to what the API says of an item of a batch. */
export const inItem = (
  { operations }: Endpoint,
  input: Args,
  index: number,
): ((problem: UpstreamProblem) => WriteError) => {
  const { operation_type: type } = (input['operations'] as readonly Args[])[index] ?? {};
  const operation = operations?.[type as OperationType];
  const at = ['input', 'operations', index, fieldName(String(type))];
  return (problem) => placed(problem, at, operation?.params ?? {}, []);
};

const placed = (
  problem: UpstreamProblem,
  at: readonly (string | number)[],
  fields: Fields,
  others: readonly string[],
): WriteError => {
  // A parameter inside another is named as `components[0].media_key`.
  const [name = '', ...inside] = (problem.parameter ?? '').match(/\w+/g) ?? [];
  const param = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (param === undefined && !others.includes(name)) return problem;
  const steps = inside.map((step) => (/^\d{1,6}$/.test(step) ? Number(step) : step));
  const argument = param === undefined ? camelCase(name) : argumentOf(name, param);
  return { ...problem, argument: argumentPath([...at, argument, ...steps]) };
};
