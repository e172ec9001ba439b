import { problemsOf } from '../src/upstream/catalogue/language/check.ts';
import { decode, fromJson } from '../src/upstream/catalogue/language/codecs.ts';
import { type Endpoint, operationOf } from '../src/upstream/catalogue/language/endpoint.ts';
import type { Fields, Param } from '../src/upstream/catalogue/language/params.ts';
import { validateValue } from '../src/upstream/catalogue/language/validate-value.ts';
import { isObject, type Values } from '../src/upstream/catalogue/language/values.ts';
import { readJson } from './json.ts';
import { knownMembers, type Search, type UnknownMember } from './members.ts';
import { isMultipart, multipartValues } from './multipart.ts';
import { distinct, type Pairs } from './pairs.ts';
import { type ApiError, errorOf, Refusal, refusal } from './refusal.ts';

/** The pairs of a request that hold its input. */
interface SentPairs {
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Pairs;
  readonly form: Pairs;
  readonly contentType: string;
  readonly body: string;
}

/**
 * A decoded input with its errors: `errors` of the request as a whole, `itemErrors` of batch items
 * by their index.
 */
interface DecodedInput {
  readonly input: Values;
  readonly errors: readonly (ApiError & { readonly status: number })[];
  readonly itemErrors: ReadonlyMap<number, readonly ApiError[]>;
}

/**
 * Decodes a request and checks it against its catalogue entry. Parameters that the entry does not
 * have are ignored; with `strict` they are errors. `now` is milliseconds since 1970.
 */
export const readInput = (
  endpoint: Endpoint,
  sent: SentPairs,
  { strict, now }: { readonly strict: boolean; readonly now: number },
): DecodedInput => {
  const { read, unread } = sourcesOf(endpoint, sent);
  const text = readText(endpoint, read, strict);
  const body = readBody(endpoint, sent);
  const unnamed = new Set(text.errors.map(({ parameter }) => parameter));
  const input: Values = { ...text.values, ...body.values, ...sent.ids };
  const sorted = sortedErrors();
  for (const error of text.errors) sorted.add([], error);
  for (const [name, value] of strict ? unread : []) {
    sorted.add([], unreadable(name, value, null));
  }
  for (const { path, value } of body.unknownMembers) {
    if (!strict && endpoint.quirks.refuses?.includes(String(path.at(-1))) !== true) continue;
    sorted.add(path, unreadable(String(path.at(-1)), value, null));
  }
  for (const problem of problemsOf(endpoint, input, now)) {
    const error = errorOf(endpoint, problem, input);
    if (!unnamed.has(error.parameter)) sorted.add(problem.path, error);
  }
  return { input, ...sorted };
};

/** The pairs that an endpoint reads, and those that it ignores: query or form. */
const sourcesOf = ({ body, quirks: { charset } }: Endpoint, { query, form }: SentPairs) => {
  if (body === 'query') return { read: query, unread: form };
  // If the type of the form is documented, the form is read.
  if (charset !== undefined) return { read: form, unread: query };
  return { read: [...query, ...form], unread: [] };
};

type StatusError = ApiError & { readonly status: number };

/**
 * Collects errors. A path that begins with `operations` and an index belongs to that item of the
 * batch.
 */
const sortedErrors = () => {
  const errors: StatusError[] = [];
  const itemErrors = new Map<number, ApiError[]>();
  const add = ([first, index]: UnknownMember['path'], { status, ...error }: StatusError): void => {
    if (first === 'operations' && typeof index === 'number') {
      itemErrors.set(index, [...(itemErrors.get(index) ?? []), error]);
    } else errors.push({ status, ...error });
  };
  return { errors, itemErrors, add };
};

/**
 * Throws the errors of the request as a whole, if there are any, with the highest of their
 * statuses.
 */
export const accept = ({ errors }: DecodedInput): void => {
  if (errors.length === 0) return;
  const status = Math.max(...errors.map((error) => error.status));
  throw new Refusal(
    status,
    errors.map(({ status: _status, ...error }) => error),
  );
};

const kindNames: Readonly<Partial<Record<Param['kind'], string>>> = {
  int: 'Integer',
  flag: 'Boolean',
  time: 'ISO 8601 time',
  long: 'Long',
};

const readText = (endpoint: Endpoint, pairs: Pairs, strict: boolean) => {
  const values: Record<string, unknown> = {};
  const errors: StatusError[] = [];
  const inBody = endpoint.body !== 'query' && endpoint.body !== 'form';
  const isKnown = (name: string): boolean => !inBody && Object.hasOwn(endpoint.params, name);
  const read = strict ? pairs : pairs.filter(([name]) => isKnown(name));
  for (const [name, written] of distinct(read)) {
    const param = isKnown(name) ? endpoint.params[name] : null;
    const value = param ? decode(param, written) : undefined;
    const isClearing = value === null && !endpoint.readOnly;
    if (value !== undefined && (value !== null || isClearing || mayBeEmpty(name, param))) {
      values[name] = value;
    } else errors.push(unreadable(name, written, param ?? null));
  }
  return { values, errors };
};

// A read cannot clear a value, so only a text that may be empty accepts an empty value.
const mayBeEmpty = (name: string, param: Param | null | undefined): boolean =>
  param?.kind === 'text' && validateValue(name, param, '') === null;

const unreadable = (parameter: string, value: unknown, param: Param | null): StatusError => ({
  status: 400,
  code: 'INVALID_PARAMETER',
  message:
    param === null
      ? `"${parameter}" is not a parameter of this endpoint`
      : `Expected ${kindNames[param.kind] ?? param.kind}, got "${value}" for ${parameter}`,
  parameter,
  ...(typeof value !== 'object' && { value: String(value) }),
});

interface ReadInput {
  readonly values: Values;
  readonly unknownMembers: readonly UnknownMember[];
}

const emptyInput: ReadInput = { values: {}, unknownMembers: [] };

const readBody = (endpoint: Endpoint, { contentType, body }: SentPairs): ReadInput => {
  if (endpoint.body === 'query') return emptyInput;
  if (endpoint.body === 'multipart') {
    if (!isMultipart(contentType)) throw unsupported('multipart/form-data');
    return { values: multipartValues(endpoint, contentType, body), unknownMembers: [] };
  }
  if (endpoint.body === 'form') {
    requireForm(endpoint, contentType, body);
    return emptyInput;
  }
  if (!/^application\/json\s*(;|$)/i.test(contentType)) throw unsupported('application/json');
  const read = parsed(body);
  if (endpoint.operations !== null) return operationsIn(endpoint, read);
  if (!isObject(read)) throw refusal(400, 'INVALID', 'The body is not a JSON object');
  const unknownMembers: UnknownMember[] = [];
  const values = fieldsFrom(endpoint.params, read, { at: [], found: unknownMembers });
  return { values, unknownMembers };
};

const formType = 'application/x-www-form-urlencoded';

/** True for the type of a form, whose pairs are part of the signature. */
export const isForm = (contentType: string): boolean => contentType.startsWith(formType);

const requireForm = (
  { quirks: { charset } }: Endpoint,
  contentType: string,
  body: string,
): void => {
  if (body === '') return;
  if (!isForm(contentType)) throw unsupported(formType);
  const named = /;\s*charset="?([\w-]+)/.exec(contentType)?.[1];
  if (charset === undefined || named === charset.toLowerCase()) return;
  throw unsupported(`${formType};charset=${charset}`);
};

const unsupported = (type: string): Refusal =>
  refusal(415, 'UNSUPPORTED_MEDIA_TYPE', `The body of this endpoint is ${type}`);

const parsed = (body: string): unknown => {
  try {
    return readJson(body);
  } catch {
    throw refusal(400, 'INVALID', 'The body is not valid JSON');
  }
};

const fieldsFrom = (fields: Fields, values: Values, search: Search): Values =>
  Object.fromEntries(
    Object.entries(knownMembers(fields, values, search)).map(([name, value]) => {
      const field = fields[name];
      return [name, field === undefined ? value : fromJson(field, value)];
    }),
  );

const operationsIn = (endpoint: Endpoint, read: unknown): ReadInput => {
  if (!Array.isArray(read)) throw refusal(400, 'INVALID', 'The body is not a JSON array');
  const unknownMembers: UnknownMember[] = [];
  const operations = read.map((item: unknown, index) => {
    const { operation_type: type, params, ...others } = (item ?? {}) as Values;
    const kind = operationOf(endpoint.operations, type);
    if (kind === undefined || typeof params !== 'object' || params === null) return item;
    const at = ['operations', index];
    for (const [name, value] of Object.entries(others)) {
      unknownMembers.push({ path: [...at, name], value });
    }
    const search = { at: [...at, 'params'], found: unknownMembers };
    return { operation_type: type, params: fieldsFrom(kind.params, params as Values, search) };
  });
  return { values: { operations }, unknownMembers };
};
