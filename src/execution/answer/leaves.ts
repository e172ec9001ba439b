import type { GraphQLLeafType } from 'graphql';
import { isEnumType } from 'graphql';
import type { LeafWriter } from '../../upstream/client/sink.ts';
import { choiceWriter, leafWriters } from '../../upstream/client/sink.ts';

/** A leaf type. What its writer does not write goes through `serialize` of the type. */
export interface LeafType {
  readonly type: GraphQLLeafType;
  readonly writer: LeafWriter;
}

const { text, flag, int, long, utcTime, none } = leafWriters;

const scalars: Readonly<Record<string, LeafWriter>> = {
  String: text,
  ID: text,
  Boolean: flag,
  Int: int,
  Long: long,
  DateTime: utcTime,
};

/** A leaf type with its writer. */
export const leafOf = (type: GraphQLLeafType): LeafType => {
  if (!isEnumType(type)) return { type, writer: scalars[type.name] ?? none };
  const names = type.getValues().map(({ value, name }) => [value, name] as const);
  return { type, writer: choiceWriter(names) };
};
