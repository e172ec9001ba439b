import type { InputFieldMap, ObjectFieldBuilder, ObjectRef } from '@pothos/core';
import type { BatchPayload, ItemResult } from '../resolvers/batch.ts';
import { batch } from '../resolvers/batch.ts';
import { camelCase, fieldName, typeName } from '../resolvers/names.ts';
import type { Places } from '../resolvers/selection.ts';
import type { Payload, WriteError as WriteErrorValue } from '../resolvers/write.ts';
import { write } from '../resolvers/write.ts';
import type { Endpoint, Operations } from '../upstream/catalogue/endpoint.ts';
import { pathNames } from '../upstream/catalogue/endpoint.ts';
import type { Entity } from '../upstream/catalogue/entity.ts';
import { fieldsOf, inputOf, pathFields } from './args.ts';
import type { SchemaTypes } from './builder.ts';
import { builder } from './builder.ts';
import type { EntityRef } from './entities.ts';
import { fieldOf } from './entities.ts';
import { leafOf } from './kinds.ts';
import { restOf } from './rest.ts';

const Outcome = builder.enumType('Outcome', {
  description: 'How a write ended.',
  values: {
    APPLIED: { description: 'It took effect.' },
    REJECTED: { description: 'The API refused it; nothing changed.' },
    NOT_APPLIED: {
      description: 'It was fine itself, but the batch it was part of was refused; nothing changed.',
    },
    UNKNOWN: {
      description:
        'No readable answer came. It may have taken effect: read back before sending it again.',
    },
  },
});

const WriteError = builder.objectRef<WriteErrorValue>('WriteError').implement({
  description: 'One reason why a write did not end as asked.',
  fields: (t) => ({
    code: t.exposeString('code', {
      nullable: false,
      description: "The API's own code where it sent one, else a code of this gateway.",
    }),
    message: t.exposeString('message', { nullable: false }),
    parameter: t.exposeString('parameter', { description: 'The upstream parameter at fault.' }),
    attribute: t.exposeString('attribute', {
      description: 'The attribute of the entity at fault.',
    }),
    details: t.exposeString('details', { description: 'What more the API said.' }),
    value: t.exposeString('value', { description: 'The refused value as it was sent.' }),
  }),
});

const outcomeDoc = 'How it ended. Look here before anything else.';
const errorsDoc = 'Why it did not end as asked; empty when APPLIED.';

const oneCall = { parentsPerCall: 1, perAccount: true, objects: 'one' } as const;

type PayloadFields = ObjectFieldBuilder<SchemaTypes, Payload>;
type PayloadMembers = Readonly<Record<string, ReturnType<PayloadFields['field']>>>;

/** The parts of a mutation that do not follow from its endpoint. */
interface Own {
  readonly input?: ReturnType<typeof inputOf>;
  /** Whether the input may be left out. */
  readonly isOptional?: true;
  readonly resolve?: ReturnType<typeof write>;
}

/** What a payload holds beside outcome and errors, and where entities stand in it. */
interface Held extends Own {
  readonly fields: (t: PayloadFields) => PayloadMembers;
  readonly places: Places;
}

/** One entity under its own name. */
const entityHeld = (name: string, type: EntityRef): Held => ({
  places: [[name]],
  fields: (t) => ({
    [name]: t.field({
      type,
      description: 'As it stands after the write; null where the write was not applied.',
      resolve: ({ rows }) => rows[0] ?? null,
    }),
  }),
});

/** The entities that one create made. */
const entitiesHeld = (name: string, type: EntityRef): Held => ({
  places: [[name]],
  fields: (t) => ({
    [name]: t.field({
      type: [type],
      description: 'What was made; fewer than asked where the outcome is UNKNOWN.',
      resolve: ({ rows }) => rows,
    }),
  }),
});

const define = (endpoint: Endpoint, held: Held): void => {
  const type = builder.objectRef<Payload>(`${typeName(endpoint.name)}Payload`).implement({
    description: `How \`${endpoint.name}\` ended.`,
    fields: (t) => ({
      outcome: t.expose('outcome', { type: Outcome, nullable: false, description: outcomeDoc }),
      ...held.fields(t),
      errors: t.expose('errors', {
        type: [WriteError],
        nullable: { list: false, items: false },
        description: errorsDoc,
      }),
    }),
  });
  builder.mutationField(endpoint.name, (t) =>
    t.field({
      type,
      args: inputArgs(endpoint, held),
      description: `${endpoint.doc}. ${restOf(endpoint)}`,
      extensions: { facts: { cost: oneCall } },
      resolve: held.resolve ?? write(endpoint, held.places),
    }),
  );
};

// An input type must have fields, so a mutation that takes nothing has no input.
const inputArgs = (endpoint: Endpoint, { input: own, isOptional }: Own): InputFieldMap => {
  if (pathNames(endpoint.path).length + Object.keys(endpoint.params).length === 0) return {};
  const input = own ?? inputOf(endpoint, `${typeName(endpoint.name)}Input`);
  return builder.args((t) => ({ input: t.field({ type: input, required: !isOptional }) }));
};

/** A mutation over one entity; its payload holds it under the entity's name, or in the plural where one call makes many. */
export const mutation = (endpoint: Endpoint, entity: Entity, type: EntityRef): void =>
  define(
    endpoint,
    endpoint.returns.as === 'many'
      ? entitiesHeld(`${fieldOf(entity)}s`, type)
      : entityHeld(fieldOf(entity), type),
  );

/** A mutation that answers with values instead of an entity: its payload has the columns of the answer as fields. */
export const valueMutation = (endpoint: Endpoint, value: Entity, own: Own = {}): void =>
  define(endpoint, {
    ...own,
    places: [],
    fields: (t) =>
      Object.fromEntries(
        Object.entries(value.columns).map(([column, param]) => [
          camelCase(column),
          t.field({
            type: leafOf(param) as 'JSON',
            description: `${param.doc}.`,
            resolve: ({ rows }) => rows[0]?.[column] ?? null,
          }),
        ]),
      ),
  });

/** A mutation of whose answer nothing is shown but how it ended. */
export const silentMutation = (endpoint: Endpoint, own: Own = {}): void =>
  define(endpoint, { ...own, places: [], fields: () => ({}) });

/** A mutation that answers with plain texts, under this name. */
export const textsMutation = (endpoint: Endpoint, name: string): void =>
  define(endpoint, {
    places: [],
    fields: (t) => ({
      [name]: t.stringList({
        description: 'As they stand after the write.',
        resolve: ({ texts }) => texts,
      }),
    }),
  });

const resultOf = (entity: Entity, type: EntityRef): ObjectRef<SchemaTypes, ItemResult> =>
  builder.objectRef<ItemResult>(`${entity.name}Result`).implement({
    description: 'How one item of a batch ended.',
    fields: (t) => ({
      index: t.exposeInt('index', {
        nullable: false,
        description: 'Its position in `operations`, from 0.',
      }),
      outcome: t.expose('outcome', { type: Outcome, nullable: false, description: outcomeDoc }),
      [fieldOf(entity)]: t.field({
        type,
        description: 'As it stands after the batch; null where the batch was not applied.',
        resolve: ({ row }) => row,
      }),
      errors: t.expose('errors', {
        type: [WriteError],
        nullable: { list: false, items: false },
        description: 'What the API had against this item.',
      }),
    }),
  });

/** The `@oneOf` input of an item of a batch; the names of its types begin with `name`. */
export const operationInput = (name: string, operations: Operations, noun = `A ${name}`) => {
  const kinds = Object.entries(operations).map(([kind, { params }]) => {
    const type = builder.inputType(`${name}${kind}`, {
      description: `${noun} to ${kind.toLowerCase()} in a batch.`,
      fields: (t) => fieldsOf(t, params),
    });
    return [fieldName(kind), type] as const;
  });
  return builder.inputType(`${name}Operation`, {
    description: 'One item of a batch: exactly one of these.',
    isOneOf: true,
    fields: (t) => Object.fromEntries(kinds.map(([kind, type]) => [kind, t.field({ type })])),
  });
};

/** A mutation over many items that is applied as a whole or not at all. */
export const batchMutation = (
  endpoint: Endpoint & { readonly operations: Operations },
  entity: Entity,
  type: EntityRef,
) => {
  const { operations, maxOperations } = endpoint;
  const Operation = operationInput(entity.name, operations);
  const input = builder.inputType(`${typeName(endpoint.name)}Input`, {
    description: `${endpoint.doc}.`,
    fields: (t) => ({
      ...pathFields(t, endpoint),
      operations: t.field({
        type: [Operation],
        required: true,
        description: `1 to ${maxOperations} items. More are refused before anything is sent; they are never split, because that would break all-or-none.`,
      }),
    }),
  });
  const Result = resultOf(entity, type);
  const Payload = builder.objectRef<BatchPayload>(`${typeName(endpoint.name)}Payload`).implement({
    description: `How \`${endpoint.name}\` ended.`,
    fields: (t) => ({
      outcome: t.expose('outcome', { type: Outcome, nullable: false, description: outcomeDoc }),
      errors: t.expose('errors', {
        type: [WriteError],
        nullable: { list: false, items: false },
        description:
          'What the API had against the batch as a whole, or could not be assigned to items.',
      }),
      results: t.expose('results', {
        type: [Result],
        nullable: { list: false, items: false },
        description: 'How each item ended, in the order of the input.',
      }),
    }),
  });
  builder.mutationField(endpoint.name, (t) =>
    t.field({
      type: Payload,
      args: { input: t.arg({ type: input, required: true }) },
      description: `${endpoint.doc}. ${restOf(endpoint)}`,
      extensions: { facts: { cost: oneCall } },
      resolve: batch(endpoint, operations, [['results', fieldOf(entity)]]),
    }),
  );
};
