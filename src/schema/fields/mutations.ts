import type { ObjectFieldBuilder, ObjectRef } from '@pothos/core';
import type { Load } from '../../resolvers/field.ts';
import type { EntityPaths } from '../../resolvers/reads/needs.ts';
import type { Payload } from '../../resolvers/write-errors.ts';
import { showingRows } from '../../resolvers/writes/items.ts';
import { write } from '../../resolvers/writes/write.ts';
import type { Endpoint, RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { requiredParams } from '../../upstream/catalogue/language/endpoint.ts';
import { pathNames } from '../../upstream/catalogue/language/identifiers.ts';
import { camelCase, typeName } from '../../upstream/catalogue/names.ts';
import { inputOf } from './args.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { edgeOf, edgeOfNew, isListed } from './connections.ts';
import { leafOf } from './kinds.ts';
import { loaded } from './loaded.ts';
import { defaultErrorsDoc, errorsField, inputDoc, oneCall, outcomeField } from './outcome.ts';
import { entityRef, fieldOf } from './refs.ts';
import { restOf } from './rest.ts';

type PayloadFields<P> = ObjectFieldBuilder<SchemaTypes, P>;
type PayloadMembers = Readonly<Record<string, ReturnType<PayloadFields<unknown>['field']>>>;

/** The members that every payload has. */
type OutcomeAndErrors = Pick<Payload, 'outcome' | 'errors'>;

/** Replacements for the defaults of a mutation, which come from its endpoint. */
interface MutationOptions<P = Payload> {
  readonly input?: ReturnType<typeof inputOf>;
  readonly load?: Load<unknown, P>;
  /** Other entities whose rows may be read. */
  readonly alsoReads?: readonly string[];
  /** True if the input is required; by default it is if the path has ids. */
  readonly needsInput?: boolean;
}

/** The fields of a payload besides `outcome` and `errors`, and the descriptions of these two. */
interface MutationFacts<P> extends MutationOptions<P> {
  readonly load: Load<unknown, P>;
  readonly fields: (t: PayloadFields<P>) => PayloadMembers;
  readonly outcomeDoc?: string;
  readonly errorsDoc?: string;
  /** The largest number of objects in the answer. */
  readonly objects?: number;
}

/** The fields of a payload that hold entities, and their paths. */
interface PayloadEntities {
  readonly fields: MutationFacts<Payload>['fields'];
  readonly entityPaths: EntityPaths;
}

/** A payload with one entity, and with its edge if an account has a list with new rows. */
const entityHeld = (name: string, { method, returns: { of } }: RowEndpoint): PayloadEntities => {
  const edge = method === 'POST' && isListed(of) ? `${name}Edge` : null;
  return {
    entityPaths: [[name], ...(edge === null ? [] : [[edge, 'node']])],
    fields: (t) => ({
      [name]: t.field({
        type: entityRef(of),
        description:
          'Its state after the write, or now if the write was repeated; null if the write was not applied.',
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

/** A payload with several entities from one create, and their edges. */
const entitiesHeld = (name: string, { returns: { of } }: RowEndpoint): PayloadEntities => ({
  entityPaths: [[`${name}s`], [`${name}Edges`, 'node']],
  fields: (t) => ({
    [`${name}s`]: t.field({
      type: [entityRef(of)],
      description: 'The created rows; fewer than requested if the outcome is UNKNOWN.',
      resolve: ({ rows }) => rows,
    }),
    [`${name}Edges`]: t.field({
      type: [edgeOf(of)],
      description: `\`${name}s\` as edges, for lists that a client keeps.`,
      resolve: ({ rows }) => rows.map(edgeOfNew),
    }),
  }),
});

/** Defines a mutation by the facts of its payload. */
export const defineMutation = <P extends OutcomeAndErrors>(
  endpoint: Endpoint,
  facts: MutationFacts<P>,
): void => {
  const {
    outcomeDoc = outcomeField.description,
    errorsDoc = defaultErrorsDoc,
    objects = 1,
  } = facts;
  const payloadName = `${typeName(endpoint.name)}Payload`;
  const type: ObjectRef<SchemaTypes, OutcomeAndErrors> = builder
    .objectRef<P>(payloadName)
    .implement({
      description: `How \`${endpoint.name}\` ended.`,
      fields: (t) => ({
        outcome: t.field({
          ...outcomeField,
          description: outcomeDoc,
          resolve: ({ outcome }) => outcome,
        }),
        ...facts.fields(t),
        errors: t.field({ ...errorsField(errorsDoc), resolve: ({ errors }) => errors }),
      }),
    });
  builder.mutationField(endpoint.name, (t) =>
    t.field({
      type,
      args: inputArgs(endpoint, facts),
      description: `${endpoint.doc}. ${restOf(endpoint)}`,
      ...loaded<unknown, OutcomeAndErrors>(facts.load, {
        cost: { ...oneCall(endpoint, objects), alsoReads: () => facts.alsoReads ?? [] },
      }),
    }),
  );
};

// An input that has only a key is optional.
const inputArgs = <P>(endpoint: Endpoint, { input: own, needsInput }: MutationOptions<P>) => {
  const input = own ?? inputOf(endpoint, `${typeName(endpoint.name)}Input`);
  const { path, params } = endpoint;
  const needs = own === undefined ? requiredParams(params).length : 0;
  const required = needsInput ?? pathNames(path).length + needs > 0;
  return builder.args((t) => ({
    input: t.field({ type: input, required, description: inputDoc }),
  }));
};

/** A mutation whose payload has its entity as `campaign`, in the plural if it makes several. */
export const mutation = (
  endpoint: RowEndpoint,
  load?: (entityPaths: EntityPaths) => ReturnType<typeof write>,
  own: Pick<MutationOptions, 'input' | 'alsoReads'> = {},
): void => {
  const { as, of } = endpoint.returns;
  const { fields, entityPaths } = (as === 'many' ? entitiesHeld : entityHeld)(
    fieldOf(of),
    endpoint,
  );
  const made = (load ?? ((held) => write(endpoint, held)))(entityPaths);
  defineMutation(endpoint, {
    fields,
    ...own,
    load: as === 'many' ? showingRows(made, of, entityPaths) : made,
  });
};

/** A mutation whose payload has the columns of the response as fields, instead of an entity. */
export const valueMutation = (endpoint: RowEndpoint, own: MutationOptions = {}): void =>
  ownMutation(endpoint, {
    ...own,
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
export const silentMutation = (endpoint: Endpoint, own: MutationOptions = {}): void =>
  ownMutation(endpoint, { ...own, fields: () => ({}) });

/** A mutation whose payload has a list of strings under this name. */
export const textsMutation = (endpoint: Endpoint, name: string): void =>
  ownMutation(endpoint, {
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
  own: MutationOptions & Pick<MutationFacts<Payload>, 'fields'>,
): void => defineMutation(endpoint, { load: write(endpoint, []), ...own });
