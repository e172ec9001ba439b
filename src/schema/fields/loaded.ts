import type { FieldFacts, Load } from '../../resolvers/field.ts';
import { standard } from '../../resolvers/standard.ts';

/**
 * The options of a field with a load: for all parents of a level here, and as an ordinary resolver
 * for other executors.
 */
export const loaded = <Parent, T>(load: Load<Parent, T>, facts: Omit<FieldFacts, 'load'>) => ({
  extensions: { facts: { ...facts, load } satisfies FieldFacts },
  resolve: standard(load),
});
