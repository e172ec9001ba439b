import type { GraphQLCompositeType, GraphQLObjectType, GraphQLSchema } from 'graphql';
import {
  doTypesOverlap,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isUnionType,
  TypeNameMetaFieldDef,
} from 'graphql';
import type { Field, MakeOptions } from './making.ts';
import type { TypeWithFields } from './palettes.ts';
import { isDeep, makePalette } from './palettes.ts';
import { createKeys } from './response-keys.ts';

/** The writers of a field's arguments and directives. */
interface Writers {
  /** Conditions, at random or none. */
  readonly directives: (chance: number) => string;
  /** The arguments of a field, without brackets; null if they have no values. */
  readonly argumentsOf: (typeName: string, field: Field) => string | null;
}

/** The place of a selection, and the levels and lists that may follow below. */
interface Place {
  readonly type: GraphQLCompositeType;
  readonly depth: number;
  readonly lists: number;
}

interface Fragment extends Place {
  readonly name: string;
  readonly text: string;
}

/** A document as far as it is made. */
interface DocumentDraft extends Writers, MakeOptions {
  readonly schema: GraphQLSchema;
  readonly keyOf: ReturnType<typeof createKeys>;
  /** Fragments are added when they are complete, so none contains itself. */
  readonly fragments: Fragment[];
  readonly palettes: Map<string, readonly Field[]>;
  /** The number of further fields that may lead down. */
  left: number;
}

const sizes = [12, 30, 70] as const;
const maxDepth = 9;
const maxLists = 3;

/** A random selection of the root, whose fields all merge, and the fragments that it needs. */
export const makeSelection = (
  schema: GraphQLSchema,
  root: GraphQLObjectType,
  options: MakeOptions & Writers,
): { readonly text: string; readonly fragments: readonly string[] } => {
  const keyOf = createKeys(options.random);
  const fragments: Fragment[] = [];
  const left = options.random.of(sizes);
  const making: DocumentDraft = { ...options, schema, keyOf, fragments, palettes: new Map(), left };
  const text = selection(making, { type: root, depth: maxDepth, lists: maxLists });
  return { text, fragments: fragments.map((fragment) => fragment.text) };
};

const selection = (making: DocumentDraft, place: Place): string => {
  const { random } = making;
  const wanted = 1 + random.upTo(place.depth > 0 ? 4 : 2);
  const parts = Array.from({ length: wanted }, () => part(making, place));
  const written = parts.filter((text) => text !== '');
  return `{ ${written.length === 0 ? '__typename' : written.join(' ')} }`;
};

const part = (making: DocumentDraft, place: Place): string => {
  const { random } = making;
  if (place.depth <= 0 || making.left <= 0) return field(making, place);
  if (random.chance(isAbstractType(place.type) ? 0.6 : 0.2)) return inline(making, place);
  return random.chance(0.25) ? spread(making, place) : field(making, place);
};

const inline = (making: DocumentDraft, place: Place): string => {
  const directives = making.directives(0.1);
  const depth = place.depth - 1;
  if (making.random.chance(0.3)) {
    return `...${directives} ${selection(making, { ...place, depth })}`;
  }
  const type = overlapping(making, place.type);
  return `... on ${type.name}${directives} ${selection(making, { ...place, type, depth })}`;
};

const spread = (making: DocumentDraft, place: Place): string => {
  const { random, fragments, schema } = making;
  const fitting = fragments.filter(
    ({ type, depth, lists }) =>
      depth <= place.depth && lists <= place.lists && doTypesOverlap(schema, type, place.type),
  );
  if (fitting.length > 0 && random.chance(0.6)) {
    return `...${random.of(fitting).name}${making.directives(0.1)}`;
  }
  const type = random.chance(0.5) ? place.type : overlapping(making, place.type);
  const body = selection(making, { ...place, type, depth: place.depth - 1 });
  const name = `F${fragments.length}`;
  fragments.push({ ...place, type, name, text: `fragment ${name} on ${type.name} ${body}` });
  return `...${name}${making.directives(0.1)}`;
};

/**
 * A type that shares objects with another: itself, one of its kinds, or an interface or union that
 * it is in.
 */
const overlapping = (
  { schema, random, favourites }: DocumentDraft,
  type: GraphQLCompositeType,
): GraphQLCompositeType => {
  if (!isAbstractType(type) || random.chance(0.2)) {
    return random.chance(0.5) ? type : random.of([type, ...abstractOver(schema, type)]);
  }
  const kinds = schema.getPossibleTypes(type);
  const liked = isUnionType(type) ? [] : kinds.filter(({ name }) => favourites.has(name));
  return random.of(liked.length > 0 && random.chance(0.8) ? liked : kinds);
};

const known = new Map<GraphQLCompositeType, readonly GraphQLCompositeType[]>();

const abstractOver = (
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
): readonly GraphQLCompositeType[] => {
  const found =
    known.get(type) ??
    Object.values(schema.getTypeMap())
      .filter((other) => isAbstractType(other))
      .filter((other) => doTypesOverlap(schema, other, type));
  known.set(type, found);
  return found;
};

const field = (making: DocumentDraft, place: Place): string => {
  const { random } = making;
  const { type, depth, lists } = place;
  const chosen =
    isUnionType(type) || random.chance(0.08)
      ? TypeNameMetaFieldDef
      : random.of(paletteOf(making, type).filter((one) => fits(making, one, place)));
  const args = making.argumentsOf(type.name, chosen);
  if (args === null) return '';
  making.left -= 1;
  const key = making.keyOf({ name: chosen.name, args, type: chosen.type });
  const head = key === chosen.name ? key : `${key}: ${chosen.name}`;
  const target = getNamedType(chosen.type);
  const below = isCompositeType(target)
    ? ` ${selection(making, { type: target, depth: depth - 1, lists: lists - listsIn(chosen) })}`
    : '';
  return `${head}${args === '' ? '' : `(${args})`}${making.directives(below === '' ? 0.2 : 0.05)}${below}`;
};

const fits = (making: DocumentDraft, one: Field, { depth, lists }: Place): boolean =>
  !isDeep(one) || (depth > 0 && making.left > 0 && listsIn(one) <= lists);

const paletteOf = (making: DocumentDraft, type: TypeWithFields): readonly Field[] => {
  const known = making.palettes.get(type.name) ?? makePalette(making.schema, type, making);
  making.palettes.set(type.name, known);
  return known;
};

/**
 * The number of levels of lists that a field adds; a connection is one, with its nodes and edges.
 */
const listsIn = ({ name, type, args }: Field): number => {
  if (args.some((argument) => argument.name === 'first')) return 1;
  if (!isListType(getNullableType(type))) return 0;
  if (name === 'fields') return 2;
  return (name === 'nodes' && args.length === 0) || name === 'edges' ? 0 : 1;
};
