import type { GraphQLNamedOutputType, GraphQLObjectType, GraphQLOutputType } from 'graphql';
import { isLeafType, isListType, isNonNullType, TypeNameMetaFieldDef } from 'graphql';
import type { SelectedField, Selection } from '../resolvers/field.ts';
import type { JsonBytes } from '../upstream/client/answer/json-bytes.ts';
import type { Literal } from '../upstream/client/answer/literal.ts';
import { literalOf } from '../upstream/client/answer/literal.ts';
import { memoize } from '../upstream/client/memoize.ts';
import type { Leaf } from './leaves.ts';
import { leafOf } from './leaves.ts';

/** A selected field with what execution and the writer compute once for a plan. */
export interface PreparedField {
  readonly selected: SelectedField;
  readonly shape: Shape;
  /** The text before its value; for a constant with the value. */
  readonly prefix: Literal;
  /** True for `__typename`. */
  readonly isConstant: boolean;
  /** True for a leaf that is read from its object when the answer is written. */
  readonly isRead: boolean;
  /** The column that it shows unchanged; else null. */
  readonly column: string | null;
  /** Writes its value for an object; else null. */
  readonly write: ((object: object, out: JsonBytes) => boolean) | null;
}

/** The prepared fields of a selection, in the order of the answer. */
export const preparedFields = memoize(({ type, fields }: Selection): readonly PreparedField[] =>
  fields.map((field, index) => prepareField(type, field, index)),
);

const prepareField = (
  { name }: GraphQLObjectType,
  selected: SelectedField,
  index: number,
): PreparedField => {
  const isConstant = selected.definition === TypeNameMetaFieldDef;
  const prefix = `${index === 0 ? '{' : ','}${JSON.stringify(selected.key)}:`;
  return {
    selected,
    shape: shapeOf(selected.definition.type),
    prefix: literalOf(isConstant ? `${prefix}"${name}"` : prefix),
    isConstant,
    isRead: selected.facts.load === undefined && selected.below.size === 0,
    column: selected.facts.column ?? null,
    write: (selected.facts.write as PreparedField['write'] | undefined) ?? null,
  };
};

/** What has to be known of the type of a position to write a value there. */
export interface Shape {
  readonly nullable: boolean;
  /** The shape of the items of a list; else null. */
  readonly item: Shape | null;
  readonly type: GraphQLNamedOutputType;
  /** The leaf type and its fast paths; null for objects. */
  readonly leaf: Leaf | null;
}

const shapeOf = memoize((type: GraphQLOutputType): Shape => makeShape(type, true));

const makeShape = (type: GraphQLOutputType, nullable: boolean): Shape => {
  if (isNonNullType(type)) return makeShape(type.ofType, false);
  if (isListType(type)) {
    const item = makeShape(type.ofType, true);
    return { nullable, item, type: item.type, leaf: item.leaf };
  }
  return { nullable, item: null, type, leaf: isLeafType(type) ? leafOf(type) : null };
};
