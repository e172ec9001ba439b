import type { Problem } from '../upstream/catalogue/language/check.ts';
import { shapeOf } from '../upstream/catalogue/language/codecs.ts';
import type { Fields, Param } from '../upstream/catalogue/language/params.ts';
import type { Values } from './scope.ts';

/** Where a member stands that nothing describes, and what it holds. */
export interface Stranger {
  readonly path: Problem['path'];
  readonly value: unknown;
}

/** Where to look, and whom to tell of members that nothing describes. */
export interface Search {
  readonly at: Problem['path'];
  readonly found: Stranger[];
}

/** The members that the fields describe, however deep; the others are told and left out. */
export const known = (fields: Fields, values: Values, { at, found }: Search): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const path = [...at, name];
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field !== undefined) return [[name, knownIn(field, value, { at: path, found })]];
      found.push({ path, value });
      return [];
    }),
  );

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const knownIn = (param: Param, value: unknown, { at, found }: Search): unknown => {
  if (param.kind === 'list' && Array.isArray(value)) {
    return value.map((item, index) => knownIn(param.of, item, { at: [...at, index], found }));
  }
  if (!isObject(value)) return value;
  if (param.kind === 'shape') return known(param.fields, value, { at, found });
  const shape = param.kind === 'variant' ? shapeOf(param, value) : undefined;
  if (param.kind !== 'variant' || shape === undefined) return value;
  const { [param.tag]: tag, ...members } = value;
  return { [param.tag]: tag, ...known(shape.fields, members, { at, found }) };
};
