import type { GraphQLField, GraphQLInputType, GraphQLObjectType } from 'graphql';
import {
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
} from 'graphql';
import { schema } from '../../src/schema/index.ts';
import { hostileIds } from './hostile-ids.ts';

/** A value in the arguments of a field, by its path from the argument down. */
export interface Target {
  readonly type: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  readonly path: readonly (string | number)[];
}

/** A request with an odd value at one place. */
export interface FuzzedRequest {
  readonly title: string;
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export const absent = Symbol('absent');

/**
 * Substitutes for a value: nothing, null, other types, too much, hostile texts, and values at a
 * limit.
 */
export const mutants: readonly (readonly [string, unknown])[] = [
  ['absent', absent],
  ['null', null],
  ...[7, true, 'text', [], {}, [[null]], [null], 1.5, { a: { b: 1 } }].map(
    (value) => [`of another type, ${JSON.stringify(value)}`, value] as const,
  ),
  ['huge text', 'a'.repeat(100_000)],
  ['huge number', 1e308],
  ['huge list', Array.from({ length: 3000 }, (_, index) => `x${index}`)],
  ['deep', JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`)],
  ...hostileIds.map((text) => [`hostile, ${JSON.stringify(text.slice(0, 40))}`, text] as const),
  ...[
    '\ud800',
    'a\ud83d',
    '\udc00b',
    '\udc00\ud800',
    'a\u202eb',
    '__proto__',
    'constructor',
    '$ne',
    "' OR 1=1 --",
    '👩‍👩‍👧'.repeat(60),
  ].map((text) => [`hostile, ${JSON.stringify(text.slice(0, 40))}`, text] as const),
  ['hostile member', JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}')],
  ...[0, -1, 1, 200, 201, 1000, 1001, 2_147_483_647, 2_147_483_648, -2_147_483_649].map(
    (value) => [`boundary, ${value}`, value] as const,
  ),
  ...['9223372036854775807', '9223372036854775808', '-9223372036854775809', '0', '1e6', 'NaN'].map(
    (value) => [`boundary, ${value}`, value] as const,
  ),
  ...['2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-01'].map(
    (value) => [`boundary, ${value}`, value] as const,
  ),
  ...[80, 81, 255, 256].map((length) => [`${length} characters`, 'n'.repeat(length)] as const),
];

const maxNesting = 4;

const placesIn = (type: GraphQLInputType, path: readonly (string | number)[]): Target['path'][] => {
  const named = isNonNullType(type) ? type.ofType : type;
  if (isListType(named)) return [path, ...placesIn(named.ofType, [...path, 0])];
  if (!isInputObjectType(named) || path.length > 2 * maxNesting) return [path];
  const fields = Object.values(named.getFields());
  return [path, ...fields.flatMap(({ name, type: inner }) => placesIn(inner, [...path, name]))];
};

const holders: readonly GraphQLObjectType[] = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType =>
    isObjectType(type) &&
    !type.name.startsWith('__') &&
    (type === schema.getQueryType() ||
      type === schema.getMutationType() ||
      type.getInterfaces().some(({ name }) => name === 'Node')),
);

/**
 * Every place of every argument of the schema that can be reached from the root or from an entity
 * by its id.
 */
export const targets: readonly Target[] = holders.flatMap((type) =>
  Object.values(type.getFields()).flatMap((field) =>
    field.args.flatMap((argument) =>
      placesIn(argument.type, [argument.name]).map((path) => ({ type, field, path })),
    ),
  ),
);

const account = '18ce54bik3s';
const scalars: Readonly<Record<string, unknown>> = {
  String: 'x',
  Int: 1,
  Float: 1,
  Boolean: true,
  Long: '1000000',
  DateTime: '2026-01-01T00:00:00Z',
  JSON: {},
  PersonalIdentifier: 'someone@example.com',
};

/** A usual value; along the path to the target every member is present. */
const usual = (type: GraphQLInputType, name: string, path: Target['path']): unknown => {
  const named = isNonNullType(type) ? type.ofType : type;
  if (isListType(named)) return [usual(named.ofType, name, path.slice(1))];
  if (isEnumType(named)) return named.getValues()[0]?.name;
  if (!isInputObjectType(named)) {
    return named.name === 'ID' ? (name === 'accountId' ? account : 'k1') : scalars[named.name];
  }
  const [next] = path;
  const all = Object.values(named.getFields());
  const chosen = named.isOneOf
    ? all.filter((one, index) => (next === undefined ? index === 0 : one.name === next))
    : all.filter((one) => isRequiredInputField(one) || one.name === next);
  return Object.fromEntries(
    chosen.map((one) => [
      one.name,
      usual(one.type, one.name, one.name === next ? path.slice(1) : []),
    ]),
  );
};

const withMutant = (value: unknown, path: Target['path'], mutant: unknown): unknown => {
  const [next, ...rest] = path;
  if (next === undefined) return mutant;
  if (Array.isArray(value))
    return [withMutant(value[0], rest, mutant)].filter((one) => one !== absent);
  const { [next]: inner, ...others } = value as Record<string | number, unknown>;
  const changed = withMutant(inner, rest, mutant);
  return changed === absent ? others : { ...others, [next]: changed };
};

/** The request with this mutant at this place. */
export const fuzzed = (
  { type, field, path }: Target,
  [what, mutant]: (typeof mutants)[number],
): FuzzedRequest => {
  const isMutation = type === schema.getMutationType();
  const given = Object.fromEntries(
    field.args
      .filter((one) => isNonNullType(one.type) || one.name === path[0])
      .map((one) => [
        one.name,
        usual(one.type, one.name, one.name === path[0] ? path.slice(1) : []),
      ]),
  );
  const declared = field.args
    .filter(({ name }) => name in given)
    .map(({ name, type: of }) => `$${name}: ${of}`);
  const written = Object.keys(given).map((name) => `${name}: $${name}`);
  const below = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : '';
  const asked = `${field.name}(${written.join(', ')})${below}`;
  const isRoot = isMutation || type === schema.getQueryType();
  const id = type.name === 'Account' ? `Account:${account}` : `${type.name}:${account}:k1`;
  const body = isRoot ? asked : `node(id: "${id}") { ... on ${type.name} { ${asked} } }`;
  return {
    title: `${type.name}.${field.name}(${path.join('.')}) ${what}`,
    text: `${isMutation ? 'mutation' : 'query'} (${declared.join(', ')}) { ${body} }`,
    variables: withMutant(given, path, mutant) as Readonly<Record<string, unknown>>,
  };
};
