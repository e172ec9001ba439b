import type {} from 'graphql';
import type { FieldFacts } from '../resolvers/selection.ts';

export type { FieldCost, FieldFacts } from '../resolvers/selection.ts';

// graphql-js names the interface that holds a field's own data; every field of ours keeps its facts there.
declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    facts?: FieldFacts;
  }
}
