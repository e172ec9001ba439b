import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import type { SelectedField, Selection, Variables } from '../resolvers/field.ts';
import { allFields, deferralsIn } from '../resolvers/needs.ts';
import { argumentsOf } from './field-cost.ts';
import type { Cost } from './limits.ts';
import { saturated } from './measure.ts';

type Count = Pick<Cost, 'objects' | 'values'>;

const nothing: Count = { objects: 0, values: 0 };

const sum = (one: Count, other: Count): Count => ({
  objects: saturated(one.objects + other.objects),
  values: saturated(one.values + other.values),
});

// The counts of fields without variables. A selected field belongs to one plan, and so to one schema.
const counted = new WeakMap<SelectedField, Count>();

/**
 * What a field of the root writes of the description of the schema (`__schema`, `__type`). It is
 * counted exactly, because all of it is in memory: each selection once for each type, field or
 * argument that it meets, however often that is written.
 */
export const descriptionCost = (
  field: SelectedField,
  schema: GraphQLSchema,
  variables: Variables,
): Count => {
  const before = counted.get(field);
  if (before !== undefined) return before;
  const count = countDescription(field, schema, variables);
  if (Object.keys(variables).length === 0) counted.set(field, count);
  return count;
};

const countDescription = (
  field: SelectedField,
  schema: GraphQLSchema,
  variables: Variables,
): Count => {
  const known = new Map<Selection, Map<object, Count>>();
  const ofField = (one: SelectedField, object: unknown): Count => {
    const own = { objects: 0, values: 1 };
    const [below] = one.below.values();
    if (below === undefined) return own;
    const args = argumentsOf(one, variables);
    // The fields of introspection read nothing else.
    const info = { schema } as GraphQLResolveInfo;
    const value: unknown = args && one.definition.resolve?.(object, args, undefined, info);
    return [value].flat().reduce<Count>((all, item) => sum(all, ofObject(below, item)), own);
  };
  const ofObject = (selection: Selection, object: unknown): Count => {
    if (typeof object !== 'object' || object === null) return nothing;
    const byObject = known.get(selection) ?? new Map<object, Count>();
    known.set(selection, byObject);
    const count =
      byObject.get(object) ??
      allFields(selection).reduce((all, one) => sum(all, ofField(one, object)), {
        objects: 1,
        values: deferralsIn(selection),
      });
    byObject.set(object, count);
    return count;
  };
  return ofField(field, {});
};
