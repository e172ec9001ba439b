import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import type { SelectedField, Selection, VariableValues } from '../../resolvers/field.ts';
import { allFields, deferralsIn } from '../../resolvers/reads/needs.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import type { Cost } from '../plan/limits.ts';
import { saturated } from '../plan/measure.ts';
import { argumentsOf } from './field-cost.ts';

type DescribedCount = Pick<Cost, 'objects' | 'values'>;

const nothing: DescribedCount = { objects: 0, values: 0 };

const sum = (one: DescribedCount, other: DescribedCount): DescribedCount => ({
  objects: saturated(one.objects + other.objects),
  values: saturated(one.values + other.values),
});

// A cache of counts without variables. A selected field belongs to one plan, so to one schema.
const counted = new WeakMap<SelectedField, DescribedCount>();

/**
 * The number of values that a root field about the schema (`__schema`, `__type`) writes. The count
 * is exact, because the description is in memory: each selection counts once for each type, field
 * or argument that it meets, even if that is written several times.
 */
export const descriptionCost = (
  field: SelectedField,
  schema: GraphQLSchema,
  variables: VariableValues,
): DescribedCount => {
  const before = counted.get(field);
  if (before !== undefined) return before;
  const count = countDescription(field, schema, variables);
  if (Object.keys(variables).length === 0) counted.set(field, count);
  return count;
};

const countDescription = (
  field: SelectedField,
  schema: GraphQLSchema,
  variables: VariableValues,
): DescribedCount => {
  const counts = new Map<Selection, Map<object, DescribedCount>>();
  const ofField = (one: SelectedField, object: unknown): DescribedCount => {
    const own = { objects: 0, values: 1 };
    const [below] = one.below.values();
    if (below === undefined) return own;
    const args = argumentsOf(one, variables);
    // The fields of introspection read nothing else of `info`.
    const info = { schema } as GraphQLResolveInfo;
    const value: unknown = args && one.definition.resolve?.(object, args, undefined, info);
    return [value]
      .flat()
      .reduce<DescribedCount>((all, item) => sum(all, ofObject(below, item)), own);
  };
  const ofObject = (selection: Selection, object: unknown): DescribedCount => {
    if (typeof object !== 'object' || object === null) return nothing;
    const byObject = getOrMake(counts, selection, () => new Map<object, DescribedCount>());
    return getOrMake(byObject, object, () =>
      allFields(selection).reduce((all, one) => sum(all, ofField(one, object)), {
        objects: 1,
        values: deferralsIn(selection),
      }),
    );
  };
  return ofField(field, {});
};
