import { isObject, type Values } from '../../catalogue/language/values.ts';
import { maxProblems, type UpstreamProblem } from '../errors.ts';

/**
 * The errors of a body: of the call as a whole, and by item of a batch. `byItem` is null if the
 * body does not assign errors to items.
 */
export interface Problems {
  readonly all: readonly UpstreamProblem[];
  readonly byItem: readonly (readonly UpstreamProblem[])[] | null;
}

const none: Problems = Object.freeze({ all: [], byItem: null });

/**
 * Reads the errors of a body in every known format: the first 100 of them, and at least one for
 * each item of a batch. `items` is the number of operations that were sent.
 */
export const problemsIn = (body: unknown, items: number): Problems => {
  if (!isObject(body)) return none;
  const errors = body['errors'];
  const whole = errors === undefined ? problemDetails(body) : problemsOf(errors, maxProblems);
  const operations = body['operation_errors'];
  if (operations === undefined || operations === null) return { all: whole, byItem: null };
  const left = maxProblems - whole.length;
  const byItem = problemsByItem(operations, items, left);
  return byItem === null
    ? { all: [...whole, ...problemsOf(listOf(operations, left).flat(), left)], byItem: null }
    : { all: whole, byItem };
};

const listOf = (found: unknown, most: number): readonly unknown[] =>
  Array.isArray(found) ? found.slice(0, most) : [found];

const problemsOf = (found: unknown, most: number): readonly UpstreamProblem[] =>
  listOf(found, most).flatMap(problemOf);

// Problem details have no envelope: {"title": …, "status": 429, "detail": …}.
const problemDetails = (body: Values): readonly UpstreamProblem[] =>
  typeof body['title'] === 'string' ? problemOf(body) : [];

/**
 * A list with an entry for each item, or an object such as `{ "2": [{ … }] }`; null for formats
 * that name no items.
 */
const problemsByItem = (operations: unknown, items: number, most: number): Problems['byItem'] => {
  let left = most;
  const byItem = (entryOf: (index: number) => unknown) =>
    Array.from({ length: items }, (_, index) => {
      const found = problemsOf(entryOf(index), Math.max(1, left));
      left -= found.length;
      return found;
    });
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

// The rest of a longer text is ignored. It is shortened for display only after secrets have been
// removed.
const maxBytes = 8 * 1024;
const maxCharacters = 2 * 1024;

const cut = (text: string): string =>
  Buffer.byteLength(text) <= maxCharacters
    ? text
    : `${Buffer.from(text)
        .toString('utf8', 0, maxCharacters - 3)
        .replace(/\uFFFD+$/, '')}…`;

/** The problem with texts of at most 2 KB each. */
export const shortened = (problem: UpstreamProblem): UpstreamProblem => {
  const texts: Writable = { ...problem };
  for (const name of ['code', 'message', ...optional] as const) {
    const text = texts[name];
    if (text !== undefined) texts[name] = cut(text);
  }
  return texts;
};

const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value.slice(0, maxBytes);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
};

type Writable = { -readonly [N in keyof UpstreamProblem]: UpstreamProblem[N] };

const optional = ['parameter', 'attribute', 'details', 'value', 'type'] as const;

/**
 * One error, with a text or a number as its code, or problem details. Empty if the entry is no
 * error.
 */
const problemOf = (entry: unknown): readonly UpstreamProblem[] => {
  if (!isObject(entry)) return [];
  const code = textOf(entry['code']) ?? textOf(entry['title']) ?? textOf(entry['status']);
  const message = textOf(entry['message']) ?? textOf(entry['detail']) ?? textOf(entry['title']);
  if (code === null && message === null) return [];
  const problem: Writable = {
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

/**
 * The errors of a body of XML, which endpoints of the platform sometimes send, in the form that
 * they have in JSON: `<errors><error code="32">No.</error></errors>`. Undefined for any other text.
 */
export const problemsOfXml = (text: string): object | undefined => {
  const found = text.slice(0, maxXml).matchAll(element);
  const errors = Array.from(found, ([, code, message = '']) => ({
    ...(code !== undefined && { code }),
    message: plain(message.trim()),
  }));
  return errors.length === 0 ? undefined : { errors };
};

const maxXml = 16 * 1024;
const element = /<error(?:\s+code\s*=\s*["'](\w{1,64})["'])?\s*>([^<]*)<\/error>/g;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
};

const plain = (text: string): string =>
  text.replace(/&(#?\w{1,5});/g, (written, name) => entities[name] ?? written);
