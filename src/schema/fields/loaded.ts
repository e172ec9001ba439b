import type { FieldCost, FieldFacts, Load } from '../../resolvers/field.ts';
import { standard } from '../../resolvers/standard.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { pathNames } from '../../upstream/catalogue/language/identifiers.ts';
import type { Without } from '../../upstream/catalogue/without.ts';

/** A field with a load, for all parents of a level, and as a resolver of other executors. */
export const loaded = <Parent, T>(
  load: Load<Parent, T>,
  facts: Without<FieldFacts, 'load'> = {},
) => ({
  extensions: { facts: { ...facts, load } satisfies FieldFacts },
  resolve: standard(load),
});

/**
 * The same for a load that calls an endpoint with the ids of its parents. It proves that a parent
 * exists if the id of the parent is in the path, and not a parameter of `supplied`. Reference data
 * proves nothing, because it may come from the cache.
 */
export const loadedBy = <Parent, T>(
  { path, isReference }: Endpoint,
  load: Load<Parent, T>,
  cost: FieldCost,
  supplied: readonly string[] = [],
) => {
  const provesParent = pathNames(path).length > 0 && supplied.length === 0 && !isReference;
  return loaded(load, { fromIds: true, ...(provesParent && { provesParent }), cost });
};
