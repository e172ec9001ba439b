import { z } from 'zod';
import { isObject } from '../src/upstream/catalogue/language/values.ts';

/** A JSON Schema, as far as tools have them. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The words that every host takes. One other word makes some of them refuse all tools. */
const words: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'enum',
  'items',
  'description',
]);

/**
 * What a type takes or gives, as JSON Schema in those words: the type itself says more. What may
 * also be null has no type.
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
