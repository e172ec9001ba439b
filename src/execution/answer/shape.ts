import type { GraphQLLeafType, GraphQLNamedOutputType, GraphQLOutputType } from 'graphql';
import { isEnumType, isLeafType, isListType, isNonNullType, TypeNameMetaFieldDef } from 'graphql';
import type { SelectedField, Selection } from '../../resolvers/field.ts';
import { memoize } from '../../upstream/catalogue/memoize.ts';
import { CopiedColumn } from '../../upstream/client/bytes/column.ts';
import type { LeafWriter } from '../../upstream/client/bytes/leaves.ts';
import { choiceWriter, leafWriters } from '../../upstream/client/bytes/leaves.ts';
import type { Literal, Sink } from '../../upstream/client/bytes/sink.ts';
import { literalOf } from '../../upstream/client/bytes/sink.ts';

/** A selected field with everything that execution and the writer compute once for a plan. */
export interface PreparedField {
  readonly selected: SelectedField;
  readonly shape: AnswerShape;
  /** The text before its value, with the constants before it: `{"__typename":"Campaign","id":`. */
  readonly prefix: Literal;
  /** True for `__typename`, which the text before the next value contains. */
  readonly isConstant: boolean;
  /** True for a leaf that is read from its object when the answer is written. */
  readonly isRead: boolean;
  /** The column that the field shows unchanged; null for other fields, and for lists. */
  readonly copied: CopiedColumn | null;
  /** Writes the value of the field for an object; null if the field has no such writer. */
  readonly write: ((object: object, out: Sink) => boolean) | null;
}

/** A selection as the answer shows it. */
interface PreparedSelection {
  /** The fields in the order of the answer. */
  readonly fields: readonly PreparedField[];
  /** The text after the last value: `}`, with the constants before it. */
  readonly end: Literal;
}

/** Prepares a selection for the writer. */
export const prepared = memoize(({ type, fields }: Selection): PreparedSelection => {
  let before = '{';
  const made = fields.map((selected) => {
    const isConstant = selected.definition === TypeNameMetaFieldDef;
    const prefix = `${before}${JSON.stringify(selected.key)}:`;
    before = isConstant ? `${prefix}"${type.name}",` : ',';
    return prepareField(selected, prefix, isConstant);
  });
  return { fields: made, end: literalOf(`${before === '{' ? before : before.slice(0, -1)}}`) };
});

const prepareField = (
  selected: SelectedField,
  prefix: string,
  isConstant: boolean,
): PreparedField => {
  const column = selected.facts.column ?? null;
  const shape = shapeOf(selected.definition.type);
  const { leaf, item, nullable } = shape;
  const isCopied = column !== null && leaf !== null && item === null;
  return {
    selected,
    shape,
    prefix: literalOf(prefix),
    isConstant,
    isRead: selected.facts.load === undefined && selected.below.size === 0,
    copied: isCopied ? new CopiedColumn(column, leaf.writer, nullable) : null,
    write: (selected.facts.write as PreparedField['write'] | undefined) ?? null,
  };
};

/** The type of a position, as far as a value there needs it to be written. */
export interface AnswerShape {
  readonly nullable: boolean;
  /** The shape of the items of a list; else null. */
  readonly item: AnswerShape | null;
  readonly type: GraphQLNamedOutputType;
  /** The leaf type and its fast paths; null for objects. */
  readonly leaf: LeafType | null;
}

const shapeOf = memoize((type: GraphQLOutputType): AnswerShape => makeShape(type, true));

const makeShape = (type: GraphQLOutputType, nullable: boolean): AnswerShape => {
  if (isNonNullType(type)) return makeShape(type.ofType, false);
  if (isListType(type)) {
    const item = makeShape(type.ofType, true);
    return { nullable, item, type: item.type, leaf: item.leaf };
  }
  return { nullable, item: null, type, leaf: isLeafType(type) ? leafOf(type) : null };
};

/** A leaf type. Values that its writer cannot write go through `serialize` of the type. */
interface LeafType {
  readonly type: GraphQLLeafType;
  readonly writer: LeafWriter;
}

const { text, flag, int, long, utcTime, day, none } = leafWriters;

const scalars: Readonly<Record<string, LeafWriter>> = {
  String: text,
  ID: text,
  Boolean: flag,
  Int: int,
  Long: long,
  DateTime: utcTime,
  Date: day,
};

/** A leaf type with its writer. */
const leafOf = (type: GraphQLLeafType): LeafType => {
  if (!isEnumType(type)) return { type, writer: scalars[type.name] ?? none };
  const names = type.getValues().map(({ value, name }) => [value, name] as const);
  return { type, writer: choiceWriter(names) };
};
