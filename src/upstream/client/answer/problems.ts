import type { UpstreamProblem } from '../errors.ts';

/** The errors of a body: of the call as a whole, and by item of a batch. `byItem` is null where the body does not say which. */
export interface Problems {
  readonly all: readonly UpstreamProblem[];
  readonly byItem: readonly (readonly UpstreamProblem[])[] | null;
}

type Members = Readonly<Record<string, unknown>>;

/** False for arrays and null. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const none: Problems = Object.freeze({ all: [], byItem: null });

/** Reads the errors of a body in every known layout; `items` is the number of operations that were sent. */
export const problemsIn = (body: unknown, items: number): Problems => {
  if (!isObject(body)) return none;
  const errors = body['errors'];
  const whole = errors === undefined ? bareProblem(body) : [errors].flat().flatMap(problemOf);
  const operations = body['operation_errors'];
  if (operations === undefined || operations === null) return { all: whole, byItem: null };
  const byItem = problemsByItem(operations, items);
  return byItem === null
    ? { all: [...whole, ...[operations].flat(2).flatMap(problemOf)], byItem: null }
    : { all: whole, byItem };
};

// Problem details come without an envelope: {"title": …, "status": 429, "detail": …}.
const bareProblem = (body: Members): readonly UpstreamProblem[] =>
  typeof body['title'] === 'string' ? problemOf(body) : [];

/** A list with an entry for each item, or an object such as `{ "2": [{ … }] }`; null for layouts that name no items. */
const problemsByItem = (operations: unknown, items: number): Problems['byItem'] => {
  const byItem = (entryOf: (index: number) => unknown) =>
    Array.from({ length: items }, (_, index) => [entryOf(index)].flat().flatMap(problemOf));
  if (isObject(operations)) {
    const keys = Object.keys(operations);
    const isIndexed = keys.every((key) => /^\d{1,4}$/.test(key) && Number(key) < items);
    return isIndexed && keys.length > 0 ? byItem((index) => operations[String(index)]) : null;
  }
  if (!Array.isArray(operations) || operations.length > items) return null;
  const isFlat = operations.every((entry) => isObject(entry) && problemOf(entry).length > 0);
  if (isFlat && operations.length < items) return null;
  const found = byItem((index) => operations[index]);
  return found.some((problems) => problems.length > 0) ? found : null;
};

const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
};

const optional = ['parameter', 'attribute', 'details', 'value', 'type'] as const;

/** One error, with a text or a number as its code, or problem details. Empty for what is not an error. */
const problemOf = (entry: unknown): readonly UpstreamProblem[] => {
  if (!isObject(entry)) return [];
  const code = textOf(entry['code']) ?? textOf(entry['title']) ?? textOf(entry['status']);
  const message = textOf(entry['message']) ?? textOf(entry['detail']) ?? textOf(entry['title']);
  if (code === null && message === null) return [];
  const problem: { -readonly [N in keyof UpstreamProblem]: UpstreamProblem[N] } = {
    code: code ?? 'UNKNOWN',
    message: message ?? `error ${code}`,
  };
  for (const name of optional) {
    const text = textOf(entry[name]);
    if (text !== null) problem[name] = text;
  }
  const status = Number(textOf(entry['status']));
  if (Number.isInteger(status) && status >= 100 && status < 600) problem.status = status;
  return [problem];
};
