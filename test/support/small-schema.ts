import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { assertAbstractType, assertObjectType, buildSchema } from 'graphql';
import type { Load } from '../../src/resolvers/field.ts';
import { oneByOne } from '../../src/resolvers/reads/grouped.ts';
import { InputError } from '../../src/upstream/client/errors.ts';

/**
 * A schema with everything that the gateway's own lacks: every mixture of null, failure, delay,
 * list and kind.
 */
const definitions = `
  directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
  directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD
  enum Mode { HERE LATER NULL LATER_NULL ABSENT THROWS LATER_THROWS }
  enum Colour { RED BLUE }
  input Shape { x: Int! = 1, y: [Int!], next: Shape, label: String, colour: Colour }
  input One @oneOf { a: Int, b: String }

  type Query {
    box(is: Mode): Box
    firmBox(is: Mode): Box!
    boxes(modes: [Mode]): [Box]
    firmBoxes(modes: [Mode]): [Box!]
    later: String
    soon: String
    echo(
      int: Int, text: String, firm: Int! = 7, ids: [ID!], grid: [[Int]], flag: Boolean, float: Float,
      colour: Colour, colours: [Colour!] = [RED], object: Shape, one: One
    ): String
    needs(text: String!): String
    needsList(texts: [String!]!): String
    pets: [Pet]
    animals: [Animal]
    pet(name: String!): Pet
    grid(of: [[Int]]): [[Int]]
    firmGrid(of: [[Int]]): [[Int!]!]
    wrong: Wrong
    old: String @deprecated(reason: "gone soon")
  }
  type Box {
    name: String
    firmName: String!
    value(is: Mode): String
    firmValue(is: Mode): String!
    box(is: Mode): Box
    firmBox(is: Mode): Box!
    boxes(modes: [Mode]): [Box]
    firmBoxes(modes: [Mode]): [Box!]
    list(of: [Int], is: Mode): [Int]
    firmItems(of: [Int], is: Mode): [Int!]
    firmList(of: [Int], is: Mode): [Int]!
    firm(of: [Int], is: Mode): [Int!]!
  }
  interface Named { name: String }
  interface Pet implements Named { name: String, owner: Person, friends: [Pet] }
  type Dog implements Pet & Named { name: String, owner: Person, friends: [Pet], barks: Boolean }
  type Cat implements Pet & Named { name: String, owner: Person, friends: [Pet], meows: Boolean }
  type Person implements Named { name: String, pets: [Pet] }
  union Animal = Dog | Cat | Person
  type Wrong {
    int: Int, firmInt: Int!, float: Float, id: ID, flag: Boolean, text: String, colour: Colour,
    list: [Int], firmItems: [Int!], objects: [Box], grid: [[Int]]
  }

  type Mutation {
    add(amount: Int!): Counter
    addLater(amount: Int!): Counter
    fail: Counter
    failLater: Counter
    firmFail: Counter!
  }
  type Counter { value: Int, later: Int, firmFail: Int! }
`;

type Source = Readonly<Record<string, unknown>>;
type Resolve = GraphQLFieldResolver<Source, object, Record<string, unknown>>;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const later = async <T>(value: T): Promise<T> => {
  await turn();
  return value;
};

const refused = (): InputError => new InputError('as asked for', []);

const produce = (mode: unknown, value: unknown): unknown => {
  switch (mode) {
    case 'LATER':
      return later(value);
    case 'NULL':
      return null;
    case 'LATER_NULL':
      return later(null);
    case 'ABSENT':
      return undefined;
    case 'THROWS':
      throw refused();
    case 'LATER_THROWS':
      return later(null).then(() => {
        throw refused();
      });
    default:
      return value;
  }
};

const box = { name: 'box', firmName: 'firm' } as const;
const boxesOf: Resolve = (_source, { modes }) =>
  ((modes as readonly unknown[] | undefined) ?? ['HERE']).map((mode) =>
    mode === 'NULL' ? null : box,
  );
const oneBox: Resolve = (_source, { is }) => produce(is, box);
const text: Resolve = (_source, { is }) => produce(is, 'text');
const listed: Resolve = (_source, { of, is }) => produce(is, of ?? [1, 2]);

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
};
const asText: Resolve = (_source, args) => JSON.stringify(sorted(args));

const ann: Source = { kind: 'Person', name: 'Ann' };
const rex: Source = { kind: 'Dog', name: 'Rex', barks: true, owner: ann };
const tom: Source = { kind: 'Cat', name: 'Tom', meows: false, owner: null };
const friends: Resolve = ({ name }) => (name === 'Rex' ? [tom, null] : [rex]);

const counts = new WeakMap<object, number>();
const added = (context: object, amount: unknown): Source => {
  const value = (counts.get(context) ?? 0) + Number(amount);
  counts.set(context, value);
  return { value };
};
const fail: Resolve = () => {
  throw refused();
};

const resolvers: Readonly<Record<string, Readonly<Record<string, Resolve>>>> = {
  Query: {
    box: oneBox,
    firmBox: oneBox,
    boxes: boxesOf,
    firmBoxes: boxesOf,
    later: () => turn().then(() => later('later')),
    soon: () => 'soon',
    echo: asText,
    needs: asText,
    needsList: asText,
    pets: () => later([rex, tom]),
    animals: () => [ann, rex, tom],
    pet: (_source, { name }) => [rex, tom].find((pet) => pet['name'] === name),
    grid: (_source, { of }) => of,
    firmGrid: (_source, { of }) => later(of),
    wrong: () => ({
      int: 2 ** 31,
      firmInt: 'text',
      float: 'NaN',
      id: {},
      flag: 'true',
      text: [1],
      colour: 'GREEN',
      list: 'no list',
      firmItems: [1, 1.5, 3],
      objects: 5,
      grid: [[1], 2],
    }),
  },
  Box: {
    value: text,
    firmValue: text,
    box: oneBox,
    firmBox: oneBox,
    boxes: boxesOf,
    firmBoxes: boxesOf,
    list: listed,
    firmItems: listed,
    firmList: listed,
    firm: listed,
  },
  Dog: { friends },
  Cat: { friends },
  Person: { pets: () => [rex, tom] },
  Mutation: {
    add: (_source, { amount }, context) => added(context, amount),
    addLater: async (_source, { amount }, context) => {
      await turn();
      return added(context, amount);
    },
    fail,
    failLater: () => later(null).then(() => fail({}, {}, {}, {} as never)),
    firmFail: fail,
  },
  Counter: {
    // The current count. An answer shows it only if no later field has begun.
    later: (_source, _args, context) => later(null).then(() => counts.get(context) ?? 0),
    firmFail: fail,
  },
};

// Fields that take time are loaded, as in the gateway's own schema; the others are read.
const isLoaded = (typeName: string, name: string): boolean =>
  typeName === 'Query'
    ? /^(later|soon|box|firmBox|pets|firmGrid)$/.test(name)
    : /^(Box|Mutation|Counter)$/.test(typeName);

const loadWith =
  (resolve: Resolve): Load<Source, unknown> =>
  (parents, args, context) =>
    oneByOne(parents, async (parent) => resolve(parent, args, context, {} as never));

/** A schema of graphql-js alone, with plain resolvers, over every feature of schemas. */
export const smallSchema: GraphQLSchema = buildSchema(definitions);

for (const [typeName, fields] of Object.entries(resolvers)) {
  const known = assertObjectType(smallSchema.getType(typeName)).getFields();
  for (const [name, resolve] of Object.entries(fields)) {
    const field = known[name];
    if (field === undefined) throw new TypeError(`${typeName} has no ${name}`);
    field.resolve = resolve as GraphQLFieldResolver<unknown, unknown>;
    if (isLoaded(typeName, name)) field.extensions = { facts: { load: loadWith(resolve) } };
  }
}
for (const name of ['Named', 'Pet', 'Animal']) {
  assertAbstractType(smallSchema.getType(name)).resolveType = ({ kind }: Source) => String(kind);
}
