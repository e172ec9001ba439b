import type {
  GraphQLLeafType,
  GraphQLNamedOutputType,
  GraphQLObjectType,
  GraphQLOutputType,
} from 'graphql';
import { isEnumType, isLeafType, isListType, isNonNullType, TypeNameMetaFieldDef } from 'graphql';
import type { SelectedField, Selection } from '../resolvers/field.ts';
import { memoize } from '../upstream/client/memoize.ts';

/**
 * The fast path of a leaf type: the text of a value that needs no conversion, else null, and `serialize` of the type decides.
 * Where it is quoted in JSON, the quotes are left to the writer, which has one of them in the text before the value.
 */
type Quick = (value: unknown) => string | null;

interface QuickLeaf {
  readonly quick: Quick;
  readonly isQuoted: boolean;
}

/** A selected field with what execution and the writer compute once for a plan. */
export interface PreparedField {
  readonly selected: SelectedField;
  readonly shape: Shape;
  /** The text before its value; for a constant with the value. */
  readonly prefix: Prefix;
  /** The same with the first quote of the value. */
  readonly quotedPrefix: Prefix;
  /** True for `__typename`. */
  readonly isConstant: boolean;
  /** True for a leaf that is read from its object when the answer is written. */
  readonly isRead: boolean;
  /** The column that it shows unchanged; else null. */
  readonly column: string | null;
}

/** The text before a value, and the same after a value whose last quote is still missing: `,"name":` and `","name":`. */
interface Prefix {
  readonly plain: string;
  readonly closing: string;
}

const prefixOf = (plain: string): Prefix => ({ plain, closing: `"${plain}` });

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
    prefix: prefixOf(isConstant ? `${prefix}"${name}"` : prefix),
    quotedPrefix: prefixOf(`${prefix}"`),
    isConstant,
    isRead: selected.facts.load === undefined && selected.below.size === 0,
    column: selected.facts.column ?? null,
  };
};

/** What has to be known of the type of a position to write a value there. */
export interface Shape {
  readonly nullable: boolean;
  /** The shape of the items of a list; else null. */
  readonly item: Shape | null;
  readonly type: GraphQLNamedOutputType;
  /** The leaf type and its fast path; null for objects. */
  readonly leaf: (QuickLeaf & { readonly type: GraphQLLeafType }) | null;
}

const shapeOf = memoize((type: GraphQLOutputType): Shape => makeShape(type, true));

const makeShape = (type: GraphQLOutputType, nullable: boolean): Shape => {
  if (isNonNullType(type)) return makeShape(type.ofType, false);
  if (isListType(type)) {
    const item = makeShape(type.ofType, true);
    return { nullable, item, type: item.type, leaf: item.leaf };
  }
  const leaf = isLeafType(type) ? { type, ...quickFor(type) } : null;
  return { nullable, item: null, type, leaf };
};

// The characters that JSON.stringify escapes. Most texts have none, and this test takes a third of the time of the call.
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes control characters
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;

/** The JSON of a text. */
export const quote = (text: string): string =>
  escaped.test(text) ? JSON.stringify(text) : `"${text}"`;

const quickText: Quick = (value) =>
  typeof value === 'string' && !escaped.test(value) ? value : null;
const quickBoolean: Quick = (value) => (value === true ? 'true' : value === false ? 'false' : null);
const quickInt: Quick = (value) =>
  typeof value === 'number' && (value | 0) === value ? String(value | 0) : null;
const digits = /^(?:0|-?[1-9]\d{0,17})$/;
const quickLong: Quick = (value) =>
  (typeof value === 'number' && Number.isSafeInteger(value)) ||
  (typeof value === 'string' && digits.test(value))
    ? String(value)
    : null;
const quickTime: Quick = (value) =>
  typeof value === 'string' && utcTime.test(value) ? value : null;
const never: QuickLeaf = { quick: () => null, isQuoted: false };

const quickScalars: Readonly<Record<string, QuickLeaf>> = {
  String: { quick: quickText, isQuoted: true },
  ID: { quick: quickText, isQuoted: true },
  Boolean: { quick: quickBoolean, isQuoted: false },
  Int: { quick: quickInt, isQuoted: false },
  Long: { quick: quickLong, isQuoted: true },
  DateTime: { quick: quickTime, isQuoted: true },
};
const utcTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

const quickFor = (type: GraphQLLeafType): QuickLeaf => {
  if (!isEnumType(type)) return quickScalars[type.name] ?? never;
  const names = new Map<unknown, string>(
    type.getValues().map(({ value, name }) => [value, `"${name}"`]),
  );
  return { quick: (value) => names.get(value) ?? null, isQuoted: false };
};
