import type { FieldFacts } from '../../resolvers/field.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { pathNames } from '../../upstream/catalogue/language/paths.ts';

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
