import type { GraphQLNamedType, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { defaultTypeResolver, isAbstractType } from 'graphql';
import { toError } from '../../loaders/refusals.ts';
import type { Args, SelectedField } from '../../resolvers/field.ts';
import { ownNameOf } from '../../resolvers/selection.ts';
import { memoize } from '../../upstream/catalogue/memoize.ts';
import type { Run } from './levels.ts';
import type { AnswerShape } from './shape.ts';

/** True for a value that can have fields. */
export const canHaveFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Error);

// Other values than objects and lists are skipped; the writer reports them.
/** Appends the objects in a value of this shape to `objects`, in the order of the answer. */
export const collectObjects = (shape: AnswerShape, value: unknown, objects: object[]): void => {
  if (!canHaveFields(value)) return;
  if (shape.item === null) objects.push(value);
  else if (Array.isArray(value)) {
    for (const item of value) collectObjects(shape.item, item, objects);
  }
};

/** The `info` of resolvers, which has the schema alone. */
export const infoOf = memoize((schema: GraphQLSchema) => ({ schema }) as GraphQLResolveInfo);

/** The value of a field without a load, for one object; an Error if its resolver throws. */
export const readField = (
  { definition, argumentsFor }: SelectedField,
  object: object,
  run: Run,
): unknown => {
  const { name, resolve } = definition;
  if (resolve === undefined) return (object as Args)[name];
  try {
    return resolve(object, argumentsFor(run.variables), run.context, run.info);
  } catch (error) {
    return toError(error);
  }
};

/** The name of an object's type at a position of `type`; an Error if it cannot be resolved. */
export const typeNameOf = (type: GraphQLNamedType, object: object, run: Run): unknown => {
  if (!isAbstractType(type)) return ownNameOf(type);
  try {
    return (type.resolveType ?? defaultTypeResolver)(object, run.context, run.info, type);
  } catch (error) {
    return toError(error);
  }
};
