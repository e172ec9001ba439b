import type { FieldFacts, Load } from '../../resolvers/field.ts';
import { standard } from '../../resolvers/standard.ts';
import type { Without } from '../../upstream/catalogue/without.ts';

/**
 * The options of a field with a load: for all parents of a level here, and as an ordinary resolver
 * for other executors.
 */
export const loaded = <Parent, T>(load: Load<Parent, T>, facts: Without<FieldFacts, 'load'>) => ({
  extensions: { facts: { ...facts, load } satisfies FieldFacts },
  resolve: standard(load),
});
