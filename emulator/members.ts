import { shapeOf } from '../src/upstream/catalogue/language/codecs.ts';
import type { Fields, Param } from '../src/upstream/catalogue/language/params.ts';
import { isObject, type Path, type Values } from '../src/upstream/catalogue/language/values.ts';

/** A member of a JSON body that is not in the catalogue: its path and value. */
export interface UnknownMember {
  readonly path: Path;
  readonly value: unknown;
}

/** The path of the object that is searched, and the list that unknown members are added to. */
export interface Search {
  readonly at: Path;
  readonly found: UnknownMember[];
}

/** The members that the fields describe, at any depth. Others are removed and added to `found`. */
export const knownMembers = (fields: Fields, values: Values, { at, found }: Search): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const path = [...at, name];
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field !== undefined) return [[name, knownMember(field, value, { at: path, found })]];
      found.push({ path, value });
      return [];
    }),
  );

const knownMember = (param: Param, value: unknown, { at, found }: Search): unknown => {
  if (param.kind === 'list' && Array.isArray(value)) {
    return value.map((item, index) => knownMember(param.of, item, { at: [...at, index], found }));
  }
  if (!isObject(value)) return value;
  if (param.kind === 'shape') return knownMembers(param.fields, value, { at, found });
  const shape = param.kind === 'variant' ? shapeOf(param, value) : undefined;
  if (param.kind !== 'variant' || shape === undefined) return value;
  const { [param.tag]: tag, ...members } = value;
  return { [param.tag]: tag, ...knownMembers(shape.fields, members, { at, found }) };
};
