import { z } from 'zod';
import { isObject } from '../src/upstream/catalogue/language/values.ts';

/** The part of JSON Schema that tools use. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The keywords that every host takes. With any other, some hosts refuse all tools. */
const words: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'enum',
  'items',
  'description',
]);

/**
 * The JSON Schema of a type in those words; the type itself says more. A member that may be null
 * has no type.
 */
export const plainSchema = (type: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  plain(z.toJSONSchema(type, { io }));

const plain = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([word, value]) => words.has(word) && !(word === 'type' && Array.isArray(value)))
      .map(([word, value]) => [word, plainWord(word, value)]),
  );

const plainWord = (word: string, value: unknown): unknown => {
  if (!isObject(value)) return value;
  if (word !== 'properties') return plain(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isObject(inner) ? plain(inner) : {}]),
  );
};
