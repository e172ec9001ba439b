import type { FieldFacts, Load } from '../../resolvers/field.ts';
import { standard } from '../../resolvers/standard.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { pathNames } from '../../upstream/catalogue/language/identifiers.ts';
import type { Without } from '../../upstream/catalogue/without.ts';

/** A field with a load, for all parents of a level, and as a resolver of other executors. */
export const loaded = <Parent, T>(load: Load<Parent, T>, facts: Without<FieldFacts, 'load'>) => ({
  extensions: { facts: { ...facts, load } satisfies FieldFacts },
  resolve: standard(load),
});

/**
 * The fact `provesParent` of a field that calls an endpoint: its parent's id is in the path, unless
 * the parent supplies it as a parameter. Reference data proves nothing, because it may come from
 * the cache.
 */
export const provesParent = (
  { path, isReference }: Endpoint,
  supplied: readonly string[] = [],
): Pick<FieldFacts, 'provesParent'> =>
  pathNames(path).length > 0 && supplied.length === 0 && !isReference ? { provesParent: true } : {};
