import type { FieldMap, ImplementableObjectRef, ObjectFieldBuilder } from '@pothos/core';
import { fieldName } from '../resolvers/names.ts';
import type { Entity } from '../upstream/catalogue/entity.ts';
import type { Row } from '../upstream/row.ts';
import type { SchemaTypes } from './builder.ts';
import { builder } from './builder.ts';

/** The object type of an entity. */
export type EntityRef = ImplementableObjectRef<SchemaTypes, Row>;

const refs = new Map<Entity, EntityRef>();

/** The object type of an entity, wherever `entityType` defines it: before that it stands for what comes. */
export const entityRef = (entity: Entity): EntityRef => {
  const known = refs.get(entity);
  if (known !== undefined) return known;
  const made = builder.objectRef<Row>(entity.name);
  refs.set(entity, made);
  return made;
};

/** Adds fields to the object type of an entity. */
export const addFields = (
  entity: Entity,
  fields: (t: ObjectFieldBuilder<SchemaTypes, Row>) => FieldMap,
): void => builder.objectFields(entityRef(entity), fields);

/** The name of the field that holds an entity. */
export const fieldOf = (entity: Entity): string => fieldName(entity.name);
