import type { ObjectRef } from '@pothos/core';
import { batch } from '../../resolvers/writes/batch.ts';
import type { ItemResult } from '../../resolvers/writes/items.ts';
import type {
  Operations,
  OperationType,
  RowEndpoint,
} from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { memoize } from '../../upstream/catalogue/memoize.ts';
import { fieldName, typeName } from '../../upstream/catalogue/names.ts';
import { checkedInput, fieldsOf, keyField, pathFields } from './args.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { defineMutation } from './mutations.ts';
import { always, errorsField, outcomeField } from './outcome.ts';
import { entityRef, fieldOf } from './refs.ts';

/** The type for the result of one item of a batch of an entity. */
export const batchResultOf = memoize(
  (entity: Entity): ObjectRef<SchemaTypes, ItemResult> =>
    builder.objectRef<ItemResult>(`${entity.name}Result`).implement({
      description: 'How one item of a batch ended.',
      fields: (t) => ({
        index: t.exposeInt('index', {
          nullable: false,
          description: 'Its position in `operations`, from 0.',
        }),
        outcome: t.expose('outcome', outcomeField),
        [fieldOf(entity)]: t.field({
          type: entityRef(entity),
          description:
            'Its state after the batch; null if the batch was not applied, or if the row of this item could not be identified.',
          resolve: ({ row }) => row,
        }),
        errors: t.expose(
          'errors',
          errorsField('Errors of this item, or why its row could not be identified.'),
        ),
      }),
    }),
);

/** The `@oneOf` input of a batch item. The names of its types begin with `name`. */
export const operationInput = (
  name: string,
  operations: Operations,
  docs: Readonly<Partial<Record<OperationType, string>>> = {},
) => {
  const kinds = Object.entries(operations).map(([kind, { params }]) => {
    const doc = docs[kind as OperationType] ?? `A ${name} to ${kind.toLowerCase()}`;
    const type = builder.inputType(`${name}${kind}`, {
      description: `${doc} in a batch.`,
      extensions: checkedInput,
      fields: (t) => fieldsOf(t, params),
    });
    return [fieldName(kind), { type, description: `${doc}.` }] as const;
  });
  return builder.inputType(`${name}Operation`, {
    description: 'One item of a batch: exactly one of these.',
    isOneOf: true,
    fields: (t) => Object.fromEntries(kinds.map(([kind, field]) => [kind, t.field(field)])),
  });
};

/** A mutation of many items that is applied as a whole or not at all. */
export const batchMutation = (
  endpoint: RowEndpoint & { readonly operations: Operations },
): void => {
  const { operations, maxOperations } = endpoint;
  const entity = endpoint.returns.of;
  const Operation = operationInput(entity.name, operations);
  const input = builder.inputType(`${typeName(endpoint.name)}Input`, {
    description: `${endpoint.doc}.`,
    extensions: checkedInput,
    fields: (t) => ({
      ...pathFields(t, endpoint),
      operations: t.field({
        type: [Operation],
        required: true,
        extensions: { maxItems: maxOperations },
        description: `1 to ${maxOperations} items. More are refused before anything is sent, because a split batch could not be applied as a whole.`,
      }),
      ...keyField(t),
    }),
  });
  const Result = batchResultOf(entity);
  defineMutation(endpoint, {
    input,
    load: batch(endpoint, [['results', fieldOf(entity)], ['rows']]),
    objects: maxOperations,
    errorsDoc:
      'Errors of the batch as a whole, and errors that could not be assigned to an item. They can be present together with errors of items, and with an applied batch.',
    fields: (t) => ({
      results: t.expose('results', {
        type: [Result],
        nullable: always,
        description: 'How each item ended, in the order of the input.',
      }),
      rows: t.expose('rows', {
        type: [entityRef(entity)],
        nullable: always,
        description:
          'All rows of the response, in its order, including those that could not be assigned to an item. Empty if the API returned none.',
      }),
    }),
  });
};
