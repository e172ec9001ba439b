import type { UpstreamProblem } from '../errors.ts';

/** What the error members of a body say: about the call as a whole, and about items of a batch where it tells which. */
export interface Problems {
  readonly all: readonly UpstreamProblem[];
  readonly byItem: readonly (readonly UpstreamProblem[])[] | null;
}

type Members = Readonly<Record<string, unknown>>;

/** True for a parsed JSON object, as opposed to an array or a primitive. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const none: Problems = Object.freeze({ all: [], byItem: null });

/** Reads the errors of a body in every layout known; of a body without any, or of no JSON at all, there are none. */
export const problemsIn = (body: unknown, items: number): Problems => {
  if (!isObject(body)) return none;
  const errors = body['errors'];
  const whole = errors === undefined ? bare(body) : [errors].flat().flatMap(problemOf);
  const operations = body['operation_errors'];
  if (operations === undefined || operations === null) return { all: whole, byItem: null };
  const byItem = assigned(operations, items);
  return byItem === null
    ? { all: [...whole, ...[operations].flat(2).flatMap(problemOf)], byItem: null }
    : { all: whole, byItem };
};

// Problem details may stand without an envelope: {"title": ..., "status": 429, "detail": ...}.
const bare = (body: Members): readonly UpstreamProblem[] =>
  typeof body['title'] === 'string' ? problemOf(body) : [];

/** Errors by item, or null where a layout does not say which item each belongs to. */
const assigned = (operations: unknown, items: number): Problems['byItem'] => {
  if (isObject(operations)) return assignedByKey(operations, items);
  if (!Array.isArray(operations) || operations.length > items) return null;
  const flat = operations.every((entry) => isObject(entry) && problemOf(entry).length > 0);
  if (flat && operations.length < items) return null;
  const byItem = Array.from({ length: items }, (_, index) =>
    [operations[index]].flat().flatMap(problemOf),
  );
  return byItem.some((problems) => problems.length > 0) ? byItem : null;
};

const assignedByKey = (operations: Members, items: number): Problems['byItem'] => {
  const entries = Object.entries(operations);
  const indexed = entries.every(([key]) => /^\d{1,4}$/.test(key) && Number(key) < items);
  if (!indexed || entries.length === 0) return null;
  return Array.from({ length: items }, (_, index) =>
    [operations[String(index)]].flat().flatMap(problemOf),
  );
};

const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
};

const optional = ['parameter', 'attribute', 'details', 'value', 'type', 'status'] as const;

/** One error of any dialect: of the ads API, with an integer as code, or problem details. None for what is no error. */
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
  return [problem];
};
