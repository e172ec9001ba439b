import type {
  FieldNullability,
  FieldOptionsFromKind,
  ImplementableObjectRef,
  InputFieldMap,
  TypeParam,
} from '@pothos/core';
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

/** The options of a field of an entity, with this type. */
type RowField<Type extends TypeParam<SchemaTypes>> = FieldOptionsFromKind<
  SchemaTypes,
  Row,
  Type,
  FieldNullability<Type>,
  InputFieldMap,
  'Object',
  Row,
  unknown
>;

/** Adds fields to the object type of an entity, by their options. */
export const addFields = <const Types extends Readonly<Record<string, TypeParam<SchemaTypes>>>>(
  entity: Entity,
  fields: { readonly [Name in keyof Types]: RowField<Types[Name]> },
): void =>
  builder.objectFields(entityRef(entity), (t) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, options]) => [name, t.field(options as RowField<'JSON'>)]),
    ),
  );

const entities = new Set(endpoints.flatMap(entitiesOf));

/**
 * Throws TypeError for an entity that is in no area of the catalogue, and for a link that reads an
 * unknown column.
 */
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
