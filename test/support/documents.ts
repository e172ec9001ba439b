import type { GraphQLArgument, GraphQLNamedType, GraphQLSchema } from 'graphql';
import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** A number from 0 (included) to 1 (excluded), the same row of them for the same seed. */
export type Random = () => number;

/** A small generator of numbers whose seed a failing test prints. */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

/** Values that arguments of a name may be given; an argument without values is left out. */
export type Values = Readonly<Record<string, readonly string[]>>;

/** A document that is valid for the schema, and the variables that it declares. */
export interface Made {
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const pick = <T>(random: Random, items: readonly T[]): T => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
};

/**
 * A random query: fields, aliases, inline and named fragments, conditions and arguments. Every field of one name in one
 * place has the same arguments, so that the document is always valid.
 */
export const makeDocument = (schema: GraphQLSchema, random: Random, values: Values): Made => {
  const fragments: string[] = [];
  const variables = {
    yes: random() < 0.7,
    no: random() < 0.3,
    first: 1 + Math.floor(random() * 4),
  };
  let keys = 0;

  const conditional = random() < 0.5;
  const condition = (): string => {
    if (!conditional) return '';
    const chance = random();
    if (chance < 0.06) return ' @include(if: $yes)';
    if (chance < 0.1) return ' @skip(if: $no)';
    return chance < 0.12 ? ' @include(if: false)' : '';
  };

  const argument = ({ name, type, ...rest }: GraphQLArgument): string[] => {
    const choices = values[name];
    const isNeeded = isRequiredArgument({ name, type, ...rest });
    if (choices === undefined || (!isNeeded && random() < 0.5)) return [];
    return [`${name}: ${pick(random, choices)}`];
  };

  const selection = (type: GraphQLNamedType, depth: number): string => {
    const parts: string[] = [];
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        const target = getNamedType(field.type);
        const deep = isCompositeType(target);
        if (random() > (deep ? 0.45 : 0.3) || (deep && depth === 0)) continue;
        // `raw` shows what other fields have had completed by then, which is a matter of timing.
        if (field.name === 'raw') continue;
        if (field.args.some((one) => isRequiredArgument(one) && values[one.name] === undefined)) {
          continue;
        }
        const given = field.args.flatMap(argument);
        keys += 1;
        const alias = given.length > 0 || random() < 0.15 ? `k${keys}: ` : '';
        const below = deep ? ` ${selection(target, depth - 1)}` : '';
        const args = given.length === 0 ? '' : `(${given.join(', ')})`;
        parts.push(`${alias}${field.name}${args}${condition()}${below}`);
      }
    }
    if (isAbstractType(type) && depth > 0) {
      const possible = pick(random, schema.getPossibleTypes(type));
      parts.push(`... on ${possible.name}${condition()} ${selection(possible, depth - 1)}`);
    }
    if (depth > 0 && random() < 0.15) parts.push(`...${condition()} ${selection(type, 0)}`);
    if (depth > 0 && random() < 0.2) {
      const name = `F${fragments.length}`;
      fragments.push('');
      fragments[Number(name.slice(1))] =
        `fragment ${name} on ${type.name} ${selection(type, depth - 1)}`;
      parts.push(`...${name}${condition()}`);
      if (random() < 0.5) parts.push(`...${name}`);
    }
    if (parts.length === 0 || random() < 0.1) parts.push('__typename');
    return `{ ${parts.join(' ')} }`;
  };

  const root = schema.getQueryType();
  if (!root) throw new TypeError('the schema has no query');
  const body = selection(root, 6);
  const head = 'query Random($yes: Boolean!, $no: Boolean = false, $first: Int)';
  // Declared variables have to be used; this condition changes nothing.
  const used =
    ' ... @include(if: $yes) { __typename } ... @skip(if: $no) { __typename } accountsUsed: accounts(first: $first) { __typename }';
  return {
    text: `${head} ${body.slice(0, -1)}${used} }\n${fragments.join('\n')}`,
    variables,
  };
};
