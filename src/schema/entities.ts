import type { ObjectRef } from '@pothos/core';
import type { NodeEntity } from '../resolvers/call.ts';
import { fieldName } from '../resolvers/names.ts';
import type { Entity } from '../upstream/catalogue/entity.ts';
import type { Row } from '../upstream/row.ts';
import { ORIGIN } from '../upstream/row.ts';
import type { SchemaTypes } from './builder.ts';
import { builder } from './builder.ts';
import { plain } from './plain.ts';

/** The object type of an entity. */
export type EntityRef = ObjectRef<SchemaTypes, Row>;

/** Every entity that `node` finds, by type name. */
export const nodeEntities = new Map<string, NodeEntity>();

/** The interface of everything that `node` finds. */
export const Node = builder.interfaceRef<Row>('Node').implement({
  description: 'What can be found again by its global id, with `node` or `nodes`.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'Global id. Opaque.',
      extensions: { facts: { fromIds: true } },
    }),
  }),
  resolveType: (row) => row[ORIGIN].entity.name,
});

/**
 * The object type of an entity, with the fields that the catalogue gives it. `idName` is the name of its id in item paths
 * and makes it a Node.
 */
export const entityType = (entity: Entity, idName?: string): EntityRef => {
  if (idName !== undefined) nodeEntities.set(entity.name, { entity, idName });
  return builder.objectRef<Row>(entity.name).implement({
    description: entity.doc,
    ...(idName !== undefined && { interfaces: [Node] }),
    fields: (t) => plain(t, entity),
  });
};

/** The name of the field that holds an entity. */
export const fieldOf = (entity: Entity): string => fieldName(entity.name);
