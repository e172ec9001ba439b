import type { GraphQLOutputType } from 'graphql';
import { isCompositeType, isListType, isNonNullType } from 'graphql';
import type { Random } from './random.ts';

/**
 * The field of a response key. Two fields under one key are alike, so that they can always be
 * merged.
 */
export interface KeyedField {
  readonly name: string;
  readonly args: string;
  readonly type: GraphQLOutputType;
}

// Names with a meaning for objects, promises or JSON, and names of other fields.
const odd = [
  '__proto__',
  'constructor',
  'toString',
  'then',
  'toJSON',
  'length',
  'id',
  'name',
  'node',
  'nodes',
  'raw',
  'hasOwnProperty',
] as const;

/**
 * Gives fields their response keys. Each key has one field, one list of arguments and one shape in
 * the whole document.
 */
export const createKeys = (random: Random): ((asked: KeyedField) => string) => {
  const taken = new Map<string, string>();
  const keysOf = new Map<string, string[]>();
  const take = (key: string, meaning: string): string => {
    taken.set(key, meaning);
    keysOf.set(meaning, [...(keysOf.get(meaning) ?? []), key]);
    return key;
  };
  return (asked) => {
    const meaning = `${asked.name}(${asked.args}): ${shapeOf(asked.type)}`;
    const isOpen = (key: string): boolean => (taken.get(key) ?? meaning) === meaning;
    const plain = asked.name;
    if (isOpen(plain) && random.chance(0.8)) return take(plain, meaning);
    const known = keysOf.get(meaning) ?? [];
    if (known.length > 0 && random.chance(0.7)) return random.of(known);
    const alias = random.of(odd);
    return take(isOpen(alias) && random.chance(0.4) ? alias : `k${taken.size}`, meaning);
  };
};

// For objects only the surrounding lists must agree; fields below have keys of their own.
const shapeOf = (type: GraphQLOutputType): string => {
  if (isNonNullType(type)) return `${shapeOf(type.ofType)}!`;
  if (isListType(type)) return `[${shapeOf(type.ofType)}]`;
  return isCompositeType(type) ? '{}' : String(type);
};
