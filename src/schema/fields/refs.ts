import type { ImplementableObjectRef } from '@pothos/core';
import { type GraphQLSchema, isObjectType } from 'graphql';
import { endpoints } from '../../upstream/catalogue/index.ts';
import { entitiesOf } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import { fieldName } from '../../upstream/catalogue/names.ts';
import type { Row } from '../../upstream/client/row.ts';
import { builder, type SchemaTypes } from './builder.ts';

/** The object type of an entity. */
export type EntityRef = ImplementableObjectRef<SchemaTypes, Row>;

const refs = new Map<Entity, EntityRef>();

/** The object type of an entity. It can be used before `entityType` defines it. */
export const entityRef = (entity: Entity): EntityRef =>
  getOrMake(refs, entity, () => builder.objectRef(entity.name));

const entities = new Set(endpoints.flatMap(entitiesOf));

/** Throws TypeError for an entity of no area, and for a link that reads an unknown column. */
export const checkEntities = (schema: GraphQLSchema): void => {
  for (const entity of refs.keys()) {
    const { name, columns } = entity;
    if (!entities.has(entity)) throw new TypeError(`catalogue/areas.ts has no area with ${name}`);
    const type = schema.getType(name);
    for (const field of isObjectType(type) ? Object.values(type.getFields()) : []) {
      const { load, needs = [] } = field.extensions.facts ?? {};
      if (load !== undefined) requireColumns({ name, columns }, needs, `${name}.${field.name}`);
    }
  }
};

/** Throws TypeError if an entity lacks one of these columns; the message names `reader`. */
export const requireColumns = (
  { name, columns }: Pick<Entity, 'name' | 'columns'>,
  needs: readonly string[],
  reader: string,
): void => {
  const unknown = needs.find((column) => !Object.hasOwn(columns, column));
  if (unknown === undefined) return;
  throw new TypeError(`${reader} reads ${unknown}, which is no column of ${name}`);
};

/** The name of the field that holds an entity. */
export const fieldOf = (entity: Entity): string => fieldName(entity.name);
