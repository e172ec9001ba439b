import { problemsOf } from '../catalogue/check.ts';
import { decode, fromJson } from '../catalogue/codecs.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Fields, Param } from '../catalogue/params.ts';
import { utc } from '../catalogue/times.ts';
import { readJson } from './json.ts';
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

/** Reads a request as its catalogue entry describes it, and checks it against that entry. */
export const readInput = (endpoint: Endpoint, sent: Sent): Decoded => {
  const { values, errors } = readText(endpoint, [...sent.query, ...sent.form]);
  const unnamed = new Set(errors.map(({ parameter }) => parameter));
  const input: Values = { ...values, ...readBody(endpoint, sent), ...sent.ids };
  const itemErrors = new Map<number, ApiError[]>();
  const general = [...errors];
  for (const problem of problemsOf(endpoint, input)) {
    const [first, index] = problem.path;
    const { status, ...error } = errorOf(endpoint, problem, input);
    if (first === 'operations' && typeof index === 'number') {
      itemErrors.set(index, [...(itemErrors.get(index) ?? []), error]);
    } else if (!unnamed.has(error.parameter)) general.push({ status, ...error });
  }
  return { input, errors: general, itemErrors };
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

const readText = (endpoint: Endpoint, pairs: Pairs) => {
  const values: Record<string, unknown> = {};
  const errors: (ApiError & { readonly status: number })[] = [];
  const inBody = endpoint.body === 'json' || endpoint.body === 'operations';
  for (const [name, written] of distinct(pairs)) {
    const param = Object.hasOwn(endpoint.params, name) && !inBody ? endpoint.params[name] : null;
    const value = param ? decode(param, written) : null;
    if (param && value !== undefined) values[name] = value;
    else errors.push(unreadable(name, written, param ?? null));
  }
  return { values, errors };
};

const unreadable = (parameter: string, value: string, param: Param | null) => ({
  status: 400,
  code: 'INVALID_PARAMETER',
  message:
    param === null
      ? `"${parameter}" is not a parameter of this endpoint`
      : `Expected ${kindNames[param.kind] ?? param.kind}, got "${value}" for ${parameter}`,
  parameter,
  value,
});

const readBody = (endpoint: Endpoint, { contentType, body }: Sent): Values => {
  const isForm = contentType.startsWith('application/x-www-form-urlencoded');
  if (endpoint.body === 'query') return {};
  if (endpoint.body === 'form') {
    if (body !== '' && !isForm) throw unsupported('application/x-www-form-urlencoded');
    return {};
  }
  if (!/^application\/json\s*(;|$)/i.test(contentType)) throw unsupported('application/json');
  const read = parsed(body);
  if (endpoint.operations !== null) return { operations: operationsIn(endpoint, read) };
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw refusal(400, 'INVALID', 'The body is not a JSON object');
  }
  return fieldsFrom(endpoint.params, read as Values, true);
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

const fieldsFrom = (fields: Fields, values: Values, strict: boolean): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field !== undefined) return [name, fromBody(field, value)];
      if (!strict) return [name, value];
      throw new Refusal(400, [unreadable(name, String(value), null)]);
    }),
  );

const fromBody = (param: Param, value: unknown): unknown => {
  // Lists in JSON come as arrays from some clients and comma-joined from others.
  if (param.kind === 'list' && typeof value === 'string') return decode(param, value);
  if (param.kind === 'time' && typeof value === 'string') return utc(value) ?? value;
  return fromJson(param, value);
};

const operationsIn = (endpoint: Endpoint, read: unknown): unknown => {
  if (!Array.isArray(read)) throw refusal(400, 'INVALID', 'The body is not a JSON array');
  return read.map((item: unknown) => {
    const { operation_type: type, params } = (item ?? {}) as Values;
    const kind = Object.entries(endpoint.operations ?? {}).find(([name]) => name === type)?.[1];
    if (kind === undefined || typeof params !== 'object' || params === null) return item;
    return { operation_type: type, params: fieldsFrom(kind.params, params as Values, false) };
  });
};
