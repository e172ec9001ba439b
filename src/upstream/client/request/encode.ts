import { randomUUID } from 'node:crypto';
import { problemsOf } from '../../catalogue/language/check.ts';
import { encode, toJson } from '../../catalogue/language/codecs.ts';
import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import {
  identifierOf,
  lowerId,
  pathIdName,
  pathNames,
} from '../../catalogue/language/identifiers.ts';
import type { Fields, Param } from '../../catalogue/language/params.ts';
import { problem } from '../../catalogue/language/problem.ts';
import type { Values } from '../../catalogue/language/values.ts';
import { memoize } from '../../catalogue/memoize.ts';
import { inputError } from '../errors.ts';
import { percentEncode, type Signable } from './oauth.ts';

/** A call as it is sent, without the host and the signature. */
export interface Encoded extends Pick<Signable, 'parameters' | 'inHeader'> {
  readonly method: Endpoint['method'];
  readonly path: string;
  /** Begins with a question mark, or is empty. */
  readonly query: string;
  readonly body: string | Uint8Array | null;
  readonly contentType: string | null;
  /** The number of ids in the longest list of ids, or of operations in the batch. */
  readonly ids: number;
}

interface Parameter {
  readonly name: string;
  readonly param: Param;
  readonly isIds: boolean;
  /** True for base-36 ids, which mean the same in either case and are sent in lower case. */
  readonly isLowered: boolean;
}

/** The parts that all requests of an endpoint have in common. */
interface Template {
  /** The path around its ids: `/12/accounts/` and `/campaigns` for a list of campaigns. */
  readonly literals: readonly string[];
  readonly ids: readonly { readonly name: string; readonly isLowered: boolean }[];
  readonly route: RegExp;
  readonly parameters: readonly Parameter[];
  readonly operations: ReadonlyMap<string, readonly Parameter[]>;
}

const parametersOf = (fields: Fields): readonly Parameter[] =>
  Object.keys(fields)
    .toSorted()
    .flatMap((name) => {
      const param = fields[name];
      if (param === undefined) return [];
      const isIds = param.kind === 'list' && param.of.kind === 'id';
      const inner = param.kind === 'list' ? param.of : param;
      const isLowered = inner.kind === 'id' && isBase36(inner.as ?? name);
      return [{ name, param, isIds, isLowered }];
    });

const isBase36 = (name: string): boolean => identifierOf(name).format === 'base36';

const templateOf = memoize((endpoint: Endpoint): Template => {
  const version = endpoint.version === null ? '' : `${endpoint.version}/`;
  const literals = `/${version}${endpoint.path}`.split(/\{\w+\}/);
  // Ids were checked before. This makes sure again that none of them leads to another route.
  const route = literals.map((literal) => literal.replaceAll('.', '\\.')).join('[A-Za-z0-9_-]+');
  return {
    literals,
    ids: pathNames(endpoint.path).map((name) => ({
      name,
      isLowered: isBase36(pathIdName(endpoint, name)),
    })),
    route: new RegExp(`^${route}$`),
    parameters: parametersOf(endpoint.params),
    operations: new Map(
      Object.entries(endpoint.operations ?? {}).map(([type, { params }]) => [
        type,
        parametersOf(params),
      ]),
    ),
  };
});

/** Writes a checked input as a request. Throws InputError if an id does not fit into the path. */
export const encodeRequest = (endpoint: Endpoint, input: Values): Encoded => {
  const template = templateOf(endpoint);
  const { method } = endpoint;
  const path = pathOf(template, input);
  if (endpoint.body === 'operations') {
    const items = input['operations'] as readonly WrittenOperation[];
    const body = JSON.stringify(items.map((item) => operationOf(template, item)));
    return { ...bodyOnly, method, path, body, ids: items.length };
  }
  if (endpoint.body === 'json') {
    const body = JSON.stringify(membersOf(template.parameters, input));
    return { ...bodyOnly, method, path, body, ids: maxIds(template, input) };
  }
  if (endpoint.body === 'multipart') {
    const { body, contentType } = multipartOf(endpoint.params, input);
    return { ...bodyOnly, method, path, body, contentType, ids: 0 };
  }
  return encodeText(endpoint, template, input, path);
};

const none: readonly string[] = Object.freeze([]);
const bodyOnly = {
  query: '',
  contentType: 'application/json',
  parameters: Object.freeze({}),
  inHeader: none,
} as const;

const pathOf = ({ literals, ids, route }: Template, input: Values): string => {
  let path = literals[0] ?? '';
  for (const [index, { name, isLowered }] of ids.entries()) {
    const id = String(input[name]);
    path += isLowered ? lowerId(id) : id;
    path += literals[index + 1];
  }
  if (route.test(path)) return path;
  const wrong = ids
    .map(({ name }) => name)
    .filter((name) => !/^[A-Za-z0-9_-]+$/.test(String(input[name])));
  throw inputError(problem(wrong.slice(0, 1), 'malformed', { value: 'an id' }));
};

const lowered = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toLowerCase();
  return Array.isArray(value) ? value.map(lowered) : value;
};

/** Writes a query or a form. */
const encodeText = (
  endpoint: Endpoint,
  template: Template,
  input: Values,
  path: string,
): Encoded => {
  const { inHeader = none } = endpoint.quirks;
  const parameters: Record<string, string> = {};
  let written = '';
  for (const { name, param, isLowered } of template.parameters) {
    const value = input[name];
    if (value === undefined) continue;
    const text = encode(param, value);
    const sent = isLowered ? text.toLowerCase() : text;
    parameters[name] = sent;
    if (inHeader.includes(name)) continue;
    written += `${written === '' ? '' : '&'}${name}=${percentEncode(sent)}`;
  }
  const isQuery = endpoint.body === 'query';
  return {
    method: endpoint.method,
    path,
    query: isQuery && written !== '' ? `?${written}` : '',
    body: isQuery ? null : written,
    contentType: isQuery ? null : formTypeOf(endpoint),
    parameters,
    inHeader,
    ids: maxIds(template, input),
  };
};

const formTypeOf = ({ quirks: { charset } }: Endpoint): string =>
  `application/x-www-form-urlencoded${charset === undefined ? '' : ';charset=UTF-8'}`;

interface WrittenOperation {
  readonly operation_type: string;
  readonly params: Values;
}

const operationOf = (template: Template, { operation_type, params }: WrittenOperation): Values => ({
  operation_type,
  params: membersOf(template.operations.get(operation_type) ?? [], params),
});

const membersOf = (parameters: readonly Parameter[], values: Values): Values =>
  Object.fromEntries(
    parameters.flatMap(({ name, param, isLowered }) => {
      const value = values[name];
      if (value === undefined) return [];
      return [[name, toJson(param, isLowered ? lowered(value) : value)]];
    }),
  );

const maxIds = ({ parameters }: Template, input: Values): number => {
  let most = 0;
  for (const { name, isIds } of parameters) {
    const value = isIds ? input[name] : undefined;
    if (Array.isArray(value) && value.length > most) most = value.length;
  }
  return most;
};

/**
 * Checks an input and writes it as a request. Throws InputError, with the path of the first bad
 * value, if the input breaks a rule of the catalogue or its body is longer than the endpoint takes.
 * `now` is milliseconds since 1970.
 */
export const checkAndEncode = (endpoint: Endpoint, input: Values, now: number): Encoded => {
  const [found] = problemsOf(endpoint, input, now);
  if (found !== undefined) throw inputError(found);
  const encoded = encodeRequest(endpoint, input);
  if (endpoint.maxBytes === null || typeof encoded.body !== 'string') return encoded;
  const size = Buffer.byteLength(encoded.body);
  if (size <= endpoint.maxBytes) return encoded;
  throw inputError(problem(['operations'], 'tooManyBytes', { max: `${endpoint.maxBytes}` }));
};

/** Writes values as `multipart/form-data`, each as its own part; bytes as a file. */
const multipartOf = (fields: Fields, values: Values) => {
  const boundary = `ads-graph-${randomUUID()}`;
  const parts = Object.entries(fields).flatMap(([name, param]) => {
    const value = values[name];
    if (value === undefined) return [];
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
    return value instanceof Uint8Array
      ? [
          Buffer.from(`${head}; filename="${name}"\r\nContent-Type: ${fileType}\r\n\r\n`),
          value,
          end,
        ]
      : [Buffer.from(`${head}\r\n\r\n${encode(param, value)}`), end];
  });
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
};

const fileType = 'application/octet-stream';
const end = Buffer.from('\r\n');
