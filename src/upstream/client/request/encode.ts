import { encode, toJson } from '../../catalogue/language/codecs.ts';
import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import { identifierOf } from '../../catalogue/language/identifiers.ts';
import type { Fields, Param } from '../../catalogue/language/params.ts';
import { pathIdName, pathNames } from '../../catalogue/language/paths.ts';
import { InputError } from '../errors.ts';
import type { OwnParameter } from './oauth.ts';
import { encodeAgain, percentEncode } from './oauth.ts';

/** The ids of the path, the parameters and the items of a batch, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** A call as it travels, but for the host and the signature. */
export interface Encoded {
  readonly method: Endpoint['method'];
  readonly path: string;
  /** Begins with a question mark, or is empty. */
  readonly query: string;
  readonly body: string | null;
  readonly contentType: string | null;
  /** The parameters that the signature covers, on either side of `oauth_`, percent-encoded twice. */
  readonly before: string;
  readonly after: string;
  /** Those among them. */
  readonly own: readonly OwnParameter[];
  /** How many ids the longest list of them holds, or how many operations the batch. */
  readonly ids: number;
}

interface Field {
  readonly name: string;
  readonly param: Param;
  readonly isIds: boolean;
  /** Base-36 ids are one whatever their case; the API writes them in lower case. */
  readonly lower: boolean;
  /** The name, percent-encoded once and twice, and the equals sign behind it. */
  readonly key: string;
  readonly signedKey: string;
}

interface Plan {
  readonly literals: readonly string[];
  readonly ids: readonly { readonly name: string; readonly lower: boolean }[];
  readonly route: RegExp;
  readonly fields: readonly Field[];
  readonly operations: ReadonlyMap<string, readonly Field[]>;
}

const fieldsOf = (fields: Fields): readonly Field[] =>
  Object.keys(fields)
    .toSorted()
    .flatMap((name) => {
      const param = fields[name];
      if (param === undefined) return [];
      const isIds = param.kind === 'list' && param.of.kind === 'id';
      const inner = param.kind === 'list' ? param.of : param;
      const lower = inner.kind === 'id' && isBase36(inner.as ?? name);
      const key = `${percentEncode(name)}=`;
      return [{ name, param, isIds, lower, key, signedKey: percentEncode(key) }];
    });

const isBase36 = (name: string): boolean => identifierOf(name).form === 'base36';

const planOf = (endpoint: Endpoint): Plan => {
  const version = endpoint.version === null ? '' : `${endpoint.version}/`;
  const literals = `/${version}${endpoint.path}`.split(/\{\w+\}/);
  // Ids are checked before; this is the second lock: whatever they hold, the path is one of this very route.
  const route = literals.map((literal) => literal.replaceAll('.', '\\.')).join('[A-Za-z0-9_-]+');
  return {
    literals,
    ids: pathNames(endpoint.path).map((name) => ({
      name,
      lower: isBase36(pathIdName(endpoint, name)),
    })),
    route: new RegExp(`^${route}$`),
    fields: fieldsOf(endpoint.params),
    operations: new Map(
      Object.entries(endpoint.operations ?? {}).map(([type, { params }]) => [
        type,
        fieldsOf(params),
      ]),
    ),
  };
};

const plans = new WeakMap<Endpoint, Plan>();

const planFor = (endpoint: Endpoint): Plan => {
  const known = plans.get(endpoint);
  if (known !== undefined) return known;
  const plan = planOf(endpoint);
  plans.set(endpoint, plan);
  return plan;
};

/** Writes a checked input as a request. Throws InputError where the ids do not make a path of the endpoint's route. */
export const encodeRequest = (endpoint: Endpoint, input: Values): Encoded => {
  const plan = planFor(endpoint);
  const { method } = endpoint;
  const path = pathOf(endpoint, plan, input);
  if (endpoint.body === 'operations') {
    const items = input['operations'] as readonly Operation[];
    const body = JSON.stringify(items.map((item) => operationOf(plan, item)));
    return { ...bodyOnly, method, path, body, ids: items.length };
  }
  if (endpoint.body === 'json') {
    const body = JSON.stringify(membersOf(plan.fields, input));
    return { ...bodyOnly, method, path, body, ids: longestIds(plan, input) };
  }
  return { method, path, ...parametersOf(endpoint, plan, input), ids: longestIds(plan, input) };
};

const nothing: readonly OwnParameter[] = Object.freeze([]);
const bodyOnly = {
  query: '',
  contentType: 'application/json',
  before: '',
  after: '',
  own: nothing,
} as const;

const pathOf = (endpoint: Endpoint, plan: Plan, input: Values): string => {
  let path = plan.literals[0] ?? '';
  for (const [index, { name, lower }] of plan.ids.entries()) {
    const id = String(input[name]);
    path += lower ? id.toLowerCase() : id;
    path += plan.literals[index + 1];
  }
  if (plan.route.test(path)) return path;
  const culprits = plan.ids
    .map(({ name }) => name)
    .filter((name) => !/^[A-Za-z0-9_-]+$/.test(String(input[name])));
  throw new InputError(`${endpoint.name}: the ids make no ${endpoint.path}`, culprits.slice(0, 1));
};

const lowered = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toLowerCase();
  return Array.isArray(value) ? value.map(lowered) : value;
};

type Parameters = Pick<Encoded, 'query' | 'body' | 'contentType' | 'before' | 'after' | 'own'>;

/** Query or form, whose parameters both stand in byte order, as the signature wants them. */
const parametersOf = (endpoint: Endpoint, plan: Plan, input: Values): Parameters => {
  let written = '';
  let before = '';
  let after = '';
  let own = nothing;
  for (const { name, param, lower, key, signedKey } of plan.fields) {
    const value = input[name];
    if (value === undefined) continue;
    const text = encode(param, value);
    const encoded = percentEncode(lower ? text.toLowerCase() : text);
    const inHeader = endpoint.inHeader.includes(name);
    if (!inHeader) written += `${written === '' ? '' : '&'}${key}${encoded}`;
    if (name.startsWith('oauth_')) own = [...own, { name, value: encoded, inHeader }];
    else if (name < 'oauth_') before += `${signedKey}${encodeAgain(encoded)}%26`;
    else after += `%26${signedKey}${encodeAgain(encoded)}`;
  }
  if (endpoint.body === 'query') {
    return { query: written && `?${written}`, body: null, contentType: null, before, after, own };
  }
  const contentType = endpoint.charset === undefined ? formType : `${formType};charset=UTF-8`;
  return { query: '', body: written, contentType, before, after, own };
};

const formType = 'application/x-www-form-urlencoded';

interface Operation {
  readonly operation_type: string;
  readonly params: Values;
}

const operationOf = (plan: Plan, { operation_type, params }: Operation): Values => ({
  operation_type,
  params: membersOf(plan.operations.get(operation_type) ?? [], params),
});

const membersOf = (fields: readonly Field[], values: Values): Values =>
  Object.fromEntries(
    fields.flatMap(({ name, param, lower }) => {
      const value = values[name];
      if (value === undefined) return [];
      return [[name, toJson(param, lower ? lowered(value) : value)]];
    }),
  );

const longestIds = (plan: Plan, input: Values): number => {
  let longest = 0;
  for (const { name, isIds } of plan.fields) {
    const value = isIds ? input[name] : undefined;
    if (Array.isArray(value) && value.length > longest) longest = value.length;
  }
  return longest;
};
