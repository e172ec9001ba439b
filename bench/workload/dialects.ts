import { documentOf, nodesStyle, plainStyle, relayStyle } from './documents.ts';
import type { Json, JsonObject } from './json.ts';
import { listOf, objectOf, textOf } from './json.ts';
import type { Query, Selection, Variables } from './queries.ts';

/** The requests of a target, and its answers in the form that all targets share. */
export interface Dialect {
  readonly body: (query: Query, variables: Variables) => string;
  /** The value of the root field; throws if the answer has another form. */
  readonly read: (query: Query, data: JsonObject) => Json | undefined;
}

/** A hand-written program: it knows the queries by their names, and returns plain lists. */
export const named: Dialect = {
  body: ({ name }, variables) => JSON.stringify({ query: name, variables }),
  read: ({ root }, data) => data[root],
};

/** GraphQL with plain lists and the ids of the REST API. */
export const plain: Dialect = {
  body: (query, variables) => JSON.stringify({ query: documentOf(query, plainStyle), variables }),
  read: named.read,
};

interface Reader {
  readonly id: (node: JsonObject, of: string) => string;
  readonly rows: (list: JsonObject) => readonly Json[];
}

const nodesReader: Reader = {
  id: (node) => textOf(node['restId']),
  rows: (list) => listOf(list['nodes']),
};

const relayReader: Reader = {
  id: (node, of) => {
    const [type, ...path] = textOf(node['id']).split(':');
    if (node['__typename'] !== of || type !== of) throw new Error(`${type} instead of ${of}`);
    return path.at(-1) ?? '';
  },
  rows: (list) => {
    textOf(objectOf(list['pageInfo'])['endCursor']);
    return listOf(list['edges']).map((edge) => {
      textOf(objectOf(edge)['cursor']);
      return objectOf(edge)['node'] ?? null;
    });
  },
};

/** The gateway, with the documents of a plain program. */
export const nodes: Dialect = {
  body: (query, variables) =>
    JSON.stringify({
      query: documentOf(query, nodesStyle),
      variables: gatewayVariables(variables),
    }),
  read: (query, data) => readRoot(query, data, nodesReader),
};

/** The gateway, with the documents of Relay. */
export const relay: Dialect = {
  body: (query, variables) =>
    JSON.stringify({
      query: documentOf(query, relayStyle),
      variables: gatewayVariables(variables),
    }),
  read: (query, data) => readRoot(query, data, relayReader),
};

const gatewayVariables = (variables: Variables): Variables =>
  variables.ids === undefined
    ? variables
    : { ids: variables.ids.map((id) => `Campaign:${variables.account}:${id}`) };

const readRoot = ({ root, selection }: Query, data: JsonObject, reader: Reader): Json => {
  if (root === 'account') return readNode(data['account'], selection, reader);
  const rows =
    root === 'accounts' ? reader.rows(objectOf(data['accounts'])) : listOf(data['nodes']);
  return rows.map((row) => readNode(row, selection, reader));
};

const readNode = (value: Json | undefined, selection: Selection, reader: Reader): Json => {
  const node = objectOf(value);
  const own = selection.fields.map((field) => [
    field,
    field === 'id' ? reader.id(node, selection.of) : (node[field] ?? null),
  ]);
  const below = Object.entries(selection.below).map(([field, child]) => [
    field,
    child.first === undefined
      ? readNode(node[field], child, reader)
      : reader.rows(objectOf(node[field])).map((row) => readNode(row, child, reader)),
  ]);
  const results = selection.stats === undefined ? [] : [['stats', node['stats'] ?? null]];
  return Object.fromEntries([...own, ...below, ...results]);
};
