import type { FieldFacts, Load } from '../../resolvers/field.ts';
import { standard } from '../../resolvers/standard.ts';

/** The part of a field's options that says how it is loaded, for all parents of a level or, on other executors, for each. */
export const loaded = <Parent, T>(load: Load<Parent, T>, facts: Omit<FieldFacts, 'load'>) => ({
  extensions: { facts: { ...facts, load } satisfies FieldFacts },
  resolve: standard(load),
});
