import type {
  FieldNullability,
  FieldOptionsFromKind,
  InputFieldMap,
  TypeParam,
} from '@pothos/core';
import type { FieldCost, IdOrigin, Load } from '../../resolvers/field.ts';
import type { NodeEntity } from '../../resolvers/reads/node.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { identifierOf } from '../../upstream/catalogue/language/identifiers.ts';
import { type Row, SOURCE } from '../../upstream/client/row.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { linkToAccount, rowsPerCall } from './fields.ts';
import { loaded } from './loaded.ts';
import { plain } from './plain.ts';
import { entityRef } from './refs.ts';

/** Every entity that implements Node, by type name. */
export const nodeEntities = new Map<string, NodeEntity>();

export const Node = builder.interfaceRef<Row>('Node').implement({
  description: 'An entity that can be read by its global id, with `node` or `nodes`.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'Global id. Opaque.',
      extensions: { facts: { fromIds: true } },
    }),
  }),
  resolveType: (row) => row[SOURCE].entity.name,
});

/** The cost of a field that finds entities of any kind by the ids in its arguments. */
export const nodeCost = (
  idsFrom: IdOrigin,
  globalIds: NonNullable<FieldCost['globalIds']>,
): FieldCost => ({
  asks: 'Node',
  parentsPerCall: 1,
  by: 'parent',
  objects: 'one',
  idsFrom,
  globalIds,
  perCallOf: (type) => {
    const nodeEntity = nodeEntities.get(type);
    return nodeEntity === undefined ? 1 : rowsPerCall(nodeEntity.entity);
  },
});

/** A link to an entity of any kind, by an id. `needs` has the columns that `load` reads. */
export const linkToAny = <Parent>(
  load: Load<Parent, Row | null>,
  { doc, needs = [] }: { readonly doc: string; readonly needs?: readonly string[] },
) => ({
  type: Node,
  description: `${doc}; shown even when deleted. Read by id, up to 200 of a kind in one call, and not at all when only its id is selected.`,
  ...loaded(load, {
    needs,
    cost: {
      asks: 'Node',
      parentsPerCall: 200,
      by: 'parent',
      objects: 'one',
      isLink: true,
      idsFrom: 'api',
    },
  }),
});

type EntityInterface = typeof Node;

/**
 * Defines the object type of an entity: the fields of its columns and, if it has a key and belongs
 * to an account, the link to that account. `idName` is the name of its id in item paths; with it,
 * the type implements Node.
 */
export const entityType = (
  entity: Entity,
  idName: string | null = null,
  interfaces: readonly EntityInterface[] = [],
): void => {
  if (idName !== null) {
    if (identifierOf(idName).of !== entity.name) {
      throw new TypeError(`identifiers.ts does not say that ${idName} leads to ${entity.name}`);
    }
    nodeEntities.set(entity.name, { entity, idName });
  }
  entityRef(entity).implement({
    description: entity.doc,
    interfaces: [...(idName === null ? [] : [Node]), ...interfaces],
    fields: (t) => ({
      ...plain(t, entity, idName !== null),
      ...(entity.inAccount && entity.key !== null && { account: t.field(linkToAccount()) }),
    }),
  });
};

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
