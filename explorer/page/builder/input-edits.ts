import type {
  ArgumentNode,
  ASTNode,
  FieldNode,
  GraphQLArgument,
  GraphQLInputType,
  ListValueNode,
  ObjectFieldNode,
  ObjectValueNode,
  ValueNode,
} from 'graphql';
import {
  astFromValue,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  Kind,
  print,
} from 'graphql';
import { sampleOf } from '../language/declared-variables.ts';

/** An edit of a text: the text between two positions is replaced. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** A node with entries: the arguments of a field, members of an object or items of a list. */
export type Holder = FieldNode | ObjectValueNode | ListValueNode;
export type Entry = ArgumentNode | ObjectFieldNode | ValueNode;

const entriesOf = (holder: Holder): readonly Entry[] => {
  if (holder.kind === Kind.FIELD) return holder.arguments ?? [];
  return holder.kind === Kind.OBJECT ? holder.fields : holder.values;
};

const rangeOf = ({ loc }: ASTNode) => ({ from: loc?.start ?? 0, to: loc?.end ?? 0 });

/** Replaces a piece of the document. */
export const replaceEdit = (node: ASTNode, insert: string): TextEdit => ({
  ...rangeOf(node),
  insert,
});

/** Writes one more entry, such as `first: 10`, behind the others. */
export const entryEdit = (holder: Holder, entry: string): TextEdit => {
  const last = entriesOf(holder).at(-1);
  const at = rangeOf(last ?? (holder.kind === Kind.FIELD ? holder.name : holder)).to;
  if (last !== undefined) return { from: at, to: at, insert: `, ${entry}` };
  if (holder.kind === Kind.FIELD) return { from: at, to: at, insert: `(${entry})` };
  return replaceEdit(holder, holder.kind === Kind.OBJECT ? `{ ${entry} }` : `[${entry}]`);
};

/** Removes an entry, and with the last one the brackets of a field. */
export const withoutEntryEdit = (text: string, holder: Holder, entry: Entry): TextEdit => {
  const entries = entriesOf(holder);
  const at = entries.indexOf(entry);
  const { from, to } = rangeOf(entry);
  const [before, after] = [entries[at - 1], entries[at + 1]];
  if (before !== undefined) return { from: rangeOf(before).to, to, insert: '' };
  if (after !== undefined) return { from, to: rangeOf(after).from, insert: '' };
  if (holder.kind !== Kind.FIELD)
    return replaceEdit(holder, holder.kind === Kind.OBJECT ? '{}' : '[]');
  return { from: text.lastIndexOf('(', from), to: text.indexOf(')', to) + 1, insert: '' };
};

/** The required arguments with first values, in brackets. */
export const neededArguments = (args: readonly GraphQLArgument[]): string => {
  const needed = args.filter(isRequiredArgument);
  if (needed.length === 0) return '';
  return `(${needed.map((one) => `${one.name}: ${sampleText(one)}`).join(', ')})`;
};

/** A place for a value: an argument, a member of an input object or an item of a list. */
export interface Slot {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly defaultValue?: unknown;
}

/**
 * The first value of a slot as GraphQL: its default if it has one, `true` for a flag, else `""`,
 * `0`, `ACTIVE` or `{ accountId: "" }`, which is given wherever it may be.
 */
export const sampleText = ({ type, defaultValue }: Omit<Slot, 'name'>): string => {
  const usual = defaultValue === undefined ? null : astFromValue(defaultValue, type);
  if (usual != null && usual.kind !== Kind.NULL && usual.kind !== Kind.BOOLEAN) return print(usual);
  return String(getNullableType(type)) === 'Boolean' ? 'true' : literal(beginningOf(type), type);
};

// The offered ids are those of the REST API, which are unique within an account.
const beginningOf = (type: GraphQLInputType): unknown => {
  const inner = getNullableType(type);
  const isInAccount = isInputObjectType(inner) && inner.getFields()['accountId'] !== undefined;
  return isInAccount ? { accountId: '', ...(sampleOf(type) as object) } : sampleOf(type);
};

const literal = (value: unknown, type: GraphQLInputType): string => {
  const inner = getNullableType(type);
  if (isListType(inner)) {
    const items = Array.isArray(value) ? value : [value];
    return `[${items.map((one) => literal(one, inner.ofType)).join(', ')}]`;
  }
  if (isEnumType(inner)) return String(value);
  if (!isInputObjectType(inner)) return JSON.stringify(value);
  const fields = inner.getFields();
  const members = Object.entries(value as object).flatMap(([name, one]) => {
    const field = fields[name];
    return field === undefined ? [] : [`${name}: ${literal(one, field.type)}`];
  });
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
};
