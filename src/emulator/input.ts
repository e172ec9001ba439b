import { problemsOf } from '../upstream/catalogue/language/check.ts';
import { decode, fromJson } from '../upstream/catalogue/language/codecs.ts';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Fields, Param } from '../upstream/catalogue/language/params.ts';
import { readJson } from './json.ts';
import type { Search, Stranger } from './members.ts';
import { known } from './members.ts';
import type { Pairs } from './pairs.ts';
import { distinct } from './pairs.ts';
import type { ApiError } from './refusal.ts';
import { errorOf, Refusal, refusal } from './refusal.ts';
import type { Values } from './scope.ts';

/** What travels beside the path. */
export interface Sent {
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Pairs;
  readonly form: Pairs;
  readonly contentType: string;
  readonly body: string;
}

/** A decoded input, everything wrong with the request as a whole, and everything wrong with single items of a batch. */
export interface Decoded {
  readonly input: Values;
  readonly errors: readonly (ApiError & { readonly status: number })[];
  readonly itemErrors: ReadonlyMap<number, readonly ApiError[]>;
}

/**
 * Reads a request as its catalogue entry describes it, and checks it against that entry. What the entry does not have is passed
 * over, or refused where `strict`.
 */
export const readInput = (endpoint: Endpoint, sent: Sent, strict: boolean): Decoded => {
  // Where the documents have the parameters in the query, a form holds none.
  const [form, misplaced] = endpoint.body === 'query' ? [[], sent.form] : [sent.form, []];
  const text = readText(endpoint, [...sent.query, ...form], strict);
  const body = readBody(endpoint, sent);
  const unnamed = new Set(text.errors.map(({ parameter }) => parameter));
  const input: Values = { ...text.values, ...body.values, ...sent.ids };
  const sorted = sortedErrors();
  for (const error of text.errors) sorted.add([], error);
  for (const [name, value] of strict ? misplaced : []) {
    sorted.add([], unreadable(name, value, null));
  }
  for (const { path, value } of strict ? body.strangers : []) {
    sorted.add(path, unreadable(String(path.at(-1)), value, null));
  }
  for (const problem of problemsOf(endpoint, input)) {
    const error = errorOf(endpoint, problem, input);
    if (!unnamed.has(error.parameter)) sorted.add(problem.path, error);
  }
  return { input, ...sorted };
};

type Wrong = ApiError & { readonly status: number };

/** Errors of the request as a whole, and those of single items of a batch, told apart by where they stand. */
const sortedErrors = () => {
  const errors: Wrong[] = [];
  const itemErrors = new Map<number, ApiError[]>();
  const add = ([first, index]: Stranger['path'], { status, ...error }: Wrong): void => {
    if (first === 'operations' && typeof index === 'number') {
      itemErrors.set(index, [...(itemErrors.get(index) ?? []), error]);
    } else errors.push({ status, ...error });
  };
  return { errors, itemErrors, add };
};

/** Throws the errors of a request as a whole, if there are any. An identifier that cannot be one outweighs the rest. */
export const accept = ({ errors }: Decoded): void => {
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
  const errors: Wrong[] = [];
  const inBody = endpoint.body === 'json' || endpoint.body === 'operations';
  const isKnown = (name: string): boolean => !inBody && Object.hasOwn(endpoint.params, name);
  const read = strict ? pairs : pairs.filter(([name]) => isKnown(name));
  for (const [name, written] of distinct(read)) {
    const param = isKnown(name) ? endpoint.params[name] : null;
    const value = param ? decode(param, written) : undefined;
    const isClearing = value === null && !endpoint.readOnly;
    if (value !== undefined && (value !== null || isClearing || mayBeEmpty(param))) {
      values[name] = value;
    } else errors.push(unreadable(name, written, param ?? null));
  }
  return { values, errors };
};

// A read clears nothing, so that an empty value is one: a text that has no least length.
const mayBeEmpty = (param: Param | null | undefined): boolean =>
  param?.kind === 'text' && param.min === undefined;

const unreadable = (parameter: string, value: unknown, param: Param | null): Wrong => ({
  status: 400,
  code: 'INVALID_PARAMETER',
  message:
    param === null
      ? `"${parameter}" is not a parameter of this endpoint`
      : `Expected ${kindNames[param.kind] ?? param.kind}, got "${value}" for ${parameter}`,
  parameter,
  ...(typeof value !== 'object' && { value: String(value) }),
});

interface Read {
  readonly values: Values;
  readonly strangers: readonly Stranger[];
}

const nothing: Read = { values: {}, strangers: [] };

const readBody = (endpoint: Endpoint, { contentType, body }: Sent): Read => {
  if (endpoint.body === 'query') return nothing;
  if (endpoint.body === 'form') {
    requireForm(endpoint, contentType, body);
    return nothing;
  }
  if (!/^application\/json\s*(;|$)/i.test(contentType)) throw unsupported('application/json');
  const read = parsed(body);
  if (endpoint.operations !== null) return operationsIn(endpoint, read);
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw refusal(400, 'INVALID', 'The body is not a JSON object');
  }
  const strangers: Stranger[] = [];
  const values = fieldsFrom(endpoint.params, read as Values, { at: [], found: strangers });
  return { values, strangers };
};

const formType = 'application/x-www-form-urlencoded';

/** Whether a body of this type is read as a form, and signed. */
export const isForm = (contentType: string): boolean => contentType.startsWith(formType);

const requireForm = ({ charset }: Endpoint, contentType: string, body: string): void => {
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
    Object.entries(known(fields, values, search)).map(([name, value]) => {
      const field = fields[name];
      return [name, field === undefined ? value : fromJson(field, value)];
    }),
  );

const operationsIn = (endpoint: Endpoint, read: unknown): Read => {
  if (!Array.isArray(read)) throw refusal(400, 'INVALID', 'The body is not a JSON array');
  const strangers: Stranger[] = [];
  const operations = read.map((item: unknown, index) => {
    const { operation_type: type, params, ...others } = (item ?? {}) as Values;
    const kind = Object.entries(endpoint.operations ?? {}).find(([name]) => name === type)?.[1];
    if (kind === undefined || typeof params !== 'object' || params === null) return item;
    const at = ['operations', index];
    for (const [name, value] of Object.entries(others)) {
      strangers.push({ path: [...at, name], value });
    }
    const search = { at: [...at, 'params'], found: strangers };
    return { operation_type: type, params: fieldsFrom(kind.params, params as Values, search) };
  });
  return { values: { operations }, strangers };
};
