import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import { namesBesidePeople } from '../../catalogue/language/personal.ts';
import { isObject, type Values } from '../../catalogue/language/values.ts';
import { memoize } from '../../catalogue/memoize.ts';
import { maxProblems, UpstreamError, type UpstreamProblem } from '../errors.ts';
import { type Headers, headerOf, rateLimitOf } from './headers.ts';

/** The call that a response belongs to. */
export interface UpstreamCall {
  readonly endpoint: Endpoint;
  readonly input: Values;
  /** Keys and tokens of the call, which no message may repeat, even if the API does. */
  readonly secrets: readonly string[];
}

/** A response whose body has been parsed. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if it is not JSON. */
  readonly body: unknown;
  /** The length of the body in bytes. */
  readonly size: number;
  /** Milliseconds since 1970 on the API's clock. */
  readonly now: number;
}

const operationCount = ({ input }: UpstreamCall): number => {
  const items = input['operations'];
  return Array.isArray(items) ? items.length : 0;
};

/** The error for a response that refuses a call. The status decides; the body may be anything. */
export const refusalOf = (
  call: UpstreamCall,
  { status, headers, body, size, now }: UpstreamResponse,
): UpstreamError => {
  const { all, byItem } = redactedProblems(call, body);
  return new UpstreamError({
    endpoint: call.endpoint.name,
    status,
    problems: all,
    itemProblems: byItem,
    transaction: headerOf(headers, 'x-transaction'),
    rateLimit: status === 429 || status === 420 ? rateLimitOf(headers, now) : null,
    ofViewer: call.endpoint.auth === 'viewer',
    ...(status === 403 && body === undefined && size > 0 && { reason: notOfApi }),
  });
};

const notOfApi =
  'the response has status 403 and is not JSON: perhaps a proxy between the gateway and the API refuses it';

/**
 * The errors of a body, with texts of 2 KB at most, without secrets, identifiers of people, and
 * values that the call did not send.
 */
export const redactedProblems = (call: UpstreamCall, body: unknown): Problems => {
  const found = problemsIn(body, operationCount(call));
  if (found.all.length === 0 && found.byItem === null) return found;
  const redactValues = personalRedactor(call.endpoint) ?? foreignValueRedactor(call);
  const isSecret = secretFinder(call);
  // A cut text could end with the first half of a secret, so secrets are removed before.
  const redact: Redact = (problem) => shortened(withoutSecrets(redactValues(problem), isSecret));
  return {
    all: found.all.map(redact),
    byItem: found.byItem?.map((problems) => problems.map(redact)) ?? null,
  };
};

/** Removes the `value` of an error unless the call sent it: it could belong to somebody else. */
const foreignValueRedactor = ({ input }: UpstreamCall): Redact => {
  let sent: string | null = null;
  return (problem) => {
    const { value, ...rest } = problem;
    if (value === undefined) return problem;
    sent ??= JSON.stringify(input);
    return sent.includes(JSON.stringify(value).slice(1, -1)) ? problem : rest;
  };
};

/** Removes from a problem everything that a message may not repeat. */
type Redact = (problem: UpstreamProblem) => UpstreamProblem;

type IsSecret = (text: string) => boolean;

const withheld =
  'The API refused it. Its message is withheld, because it contains a secret of the call.';

const withoutSecrets = (problem: UpstreamProblem, isSecret: IsSecret): UpstreamProblem => {
  if (!Object.values(problem).some((value) => isSecret(String(value)))) return problem;
  return { code: isSecret(problem.code) ? 'UNKNOWN' : problem.code, message: withheld };
};

/** Finds the secrets of a call in a text, even if percent-encoded up to 3 times. */
const secretFinder = ({ endpoint, input, secrets }: UpstreamCall): IsSecret => {
  const folded = [...secrets, ...secretsIn(endpoint, input)]
    .filter((secret) => secret !== '')
    .flatMap((secret) => [unescaped(secret), unescaped(encodeURIComponent(secret))]);
  return (text) => {
    const plain = unescaped(text);
    return folded.some((secret) => plain.includes(secret));
  };
};

const secretsIn = ({ params }: Endpoint, input: Values): readonly string[] =>
  Object.entries(params)
    .filter(([, param]) => param.kind === 'text' && param.secret === true)
    .flatMap(([name]) => (input[name] === undefined ? [] : [String(input[name])]));

const encodings = 3;

/** Decodes percent-encoded ASCII; the other escapes stay, in upper case: `%2541%c3` is `A%C3`. */
const unescaped = (text: string): string => {
  let plain = text;
  for (let left = encodings; left > 0 && plain.includes('%'); left -= 1) {
    plain = plain.replace(/%[0-9a-f]{2}/gi, (escaped) => {
      const byte = Number.parseInt(escaped.slice(1), 16);
      return byte < 0x80 ? String.fromCharCode(byte) : escaped.toUpperCase();
    });
  }
  return plain;
};

const personalNamesOf = memoize(namesBesidePeople);

// Codes are constants or numbers of up to 4 digits. An identifier of a person is neither.
const safeCode = /^([A-Z]+(_[A-Z0-9]+)*|[0-9]{1,4})$/;
const withheldOfPeople =
  'The API refused it. Its message is withheld, because it may contain identifiers of people.';

/**
 * Reduces the problems of an endpoint that takes identifiers of people to a code and the name of a
 * parameter, so that no value is repeated. Null for endpoints that take none.
 */
const personalRedactor = (endpoint: Endpoint): Redact | null => {
  const names = personalNamesOf(endpoint);
  if (names === null) return null;
  return ({ code: given, parameter }) => ({
    code: safeCode.test(given) ? given : 'UNKNOWN',
    message: withheldOfPeople,
    ...(parameter !== undefined && names.has(parameter) && { parameter }),
  });
};

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

/** One error, with a text or a number as its code, or problem details. Empty for other entries. */
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
