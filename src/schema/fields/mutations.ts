import type { InputFieldMap, ObjectFieldBuilder } from '@pothos/core';
import type { Load } from '../../resolvers/field.ts';
import type { Places } from '../../resolvers/reads/needs.ts';
import type { Payload } from '../../resolvers/writes/sending.ts';
import { write } from '../../resolvers/writes/write.ts';
import type { Endpoint, RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { requiredParams } from '../../upstream/catalogue/language/endpoint.ts';
import { pathNames } from '../../upstream/catalogue/language/paths.ts';
import { camelCase, typeName } from '../../upstream/catalogue/names.ts';
import { inputOf } from './args.ts';
import type { SchemaTypes } from './builder.ts';
import { builder } from './builder.ts';
import { edgeOf, edgeOfNew, isListed } from './edges.ts';
import { leafOf } from './kinds.ts';
import { loaded } from './loaded.ts';
import { errorsDoc, errorsField, inputDoc, oneCall, outcomeField } from './outcome.ts';
import { entityRef, fieldOf } from './refs.ts';
import { restOf } from './rest.ts';

type PayloadFields = ObjectFieldBuilder<SchemaTypes, Payload>;
type PayloadMembers = Readonly<Record<string, ReturnType<PayloadFields['field']>>>;

/** What replaces the defaults that a mutation gets from its endpoint. */
interface OwnParts {
  readonly input?: ReturnType<typeof inputOf>;
  readonly load?: Load<unknown, Payload>;
  /** Other entities of which a row may be read. */
  readonly besides?: readonly string[];
  /** Whether the input is required; by default it is if the path has ids. */
  readonly needsInput?: boolean;
}

/** The fields of a payload besides `outcome` and `errors`, and the places of entities in them. */
interface PayloadParts extends OwnParts {
  readonly fields: (t: PayloadFields) => PayloadMembers;
  readonly places: Places;
}

/**
 * A payload with one entity, under its own name; and with its edge, if an account has a list in
 * which a new one appears.
 */
const entityHeld = (name: string, { method, returns: { of } }: RowEndpoint): PayloadParts => {
  const edge = method === 'POST' && isListed(of) ? `${name}Edge` : null;
  return {
    places: [[name], ...(edge === null ? [] : [[edge, 'node']])],
    fields: (t) => ({
      [name]: t.field({
        type: entityRef(of),
        description: 'Its state after the write; null if the write was not applied.',
        resolve: ({ rows }) => rows[0] ?? null,
      }),
      ...(edge !== null && {
        [edge]: t.field({
          type: edgeOf(of),
          description: `\`${name}\` as an edge, for lists that a client keeps; null if it is null.`,
          resolve: ({ rows: [row] }) => (row === undefined ? null : edgeOfNew(row)),
        }),
      }),
    }),
  };
};

/** A payload with several entities, which one create made, and their edges. */
const entitiesHeld = (name: string, { returns: { of } }: RowEndpoint): PayloadParts => ({
  places: [[`${name}s`], [`${name}Edges`, 'node']],
  fields: (t) => ({
    [`${name}s`]: t.field({
      type: [entityRef(of)],
      description: 'The created rows; fewer than requested where the outcome is UNKNOWN.',
      resolve: ({ rows }) => rows,
    }),
    [`${name}Edges`]: t.field({
      type: [edgeOf(of)],
      description: `\`${name}s\` as edges, for lists that a client keeps.`,
      resolve: ({ rows }) => rows.map(edgeOfNew),
    }),
  }),
});

const define = (endpoint: Endpoint, held: PayloadParts): void => {
  const type = builder.objectRef<Payload>(`${typeName(endpoint.name)}Payload`).implement({
    description: `How \`${endpoint.name}\` ended.`,
    fields: (t) => ({
      outcome: t.expose('outcome', outcomeField),
      ...held.fields(t),
      errors: t.expose('errors', errorsField(errorsDoc)),
    }),
  });
  builder.mutationField(endpoint.name, (t) =>
    t.field({
      type,
      args: inputArgs(endpoint, held),
      description: `${endpoint.doc}. ${restOf(endpoint)}`,
      ...loaded(held.load ?? write(endpoint, held.places), {
        cost: { ...oneCall(endpoint, 1), besides: () => held.besides ?? [] },
      }),
    }),
  );
};

// An input that has only a key is optional.
const inputArgs = (endpoint: Endpoint, { input: own, needsInput }: OwnParts): InputFieldMap => {
  const input = own ?? inputOf(endpoint, `${typeName(endpoint.name)}Input`);
  const { path, params } = endpoint;
  const needs = own === undefined ? requiredParams(params).length : 0;
  const required = needsInput ?? pathNames(path).length + needs > 0;
  return builder.args((t) => ({
    input: t.field({ type: input, required, description: inputDoc }),
  }));
};

/**
 * A mutation with an entity in its payload, under its name: `campaign`; in the plural if one call
 * creates several.
 */
export const mutation = (
  endpoint: RowEndpoint,
  load?: (places: Places) => ReturnType<typeof write>,
  own: Pick<OwnParts, 'input' | 'besides'> = {},
): void => {
  const { as, of } = endpoint.returns;
  const held = (as === 'many' ? entitiesHeld : entityHeld)(fieldOf(of), endpoint);
  define(endpoint, { ...held, ...own, ...(load !== undefined && { load: load(held.places) }) });
};

/** A mutation whose payload has the columns of the answer as fields, instead of an entity. */
export const valueMutation = (endpoint: RowEndpoint, own: OwnParts = {}): void =>
  define(endpoint, {
    ...own,
    places: [],
    fields: (t) =>
      Object.fromEntries(
        Object.entries(endpoint.returns.of.columns).map(([column, param]) => [
          camelCase(column),
          t.field({
            type: leafOf(param) as 'JSON',
            description: `${param.doc}.`,
            resolve: ({ rows }) => rows[0]?.[column] ?? null,
          }),
        ]),
      ),
  });

/** A mutation whose payload has only `outcome` and `errors`. */
export const silentMutation = (endpoint: Endpoint, own: OwnParts = {}): void =>
  define(endpoint, { ...own, places: [], fields: () => ({}) });

/** A mutation whose payload has a list of strings under this name. */
export const textsMutation = (endpoint: Endpoint, name: string): void =>
  define(endpoint, {
    places: [],
    fields: (t) => ({
      [name]: t.stringList({
        description: 'All features of the account after the write.',
        resolve: ({ texts }) => texts,
      }),
    }),
  });

/** A mutation with an input, a payload and a load of its own. */
export const ownMutation = (
  endpoint: Endpoint,
  own: OwnParts & Pick<PayloadParts, 'fields'>,
): void => define(endpoint, { ...own, places: [] });
