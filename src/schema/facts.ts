import type {} from 'graphql';

/** What a field's definition says about itself beyond its type. Execution reads it; clients never see it. */
export interface FieldFacts {
  /** The row's column that the field shows unchanged: compiled queries read it without a resolver. */
  readonly column?: string;
  /** True where the ids of a reference are enough to answer, so that no row has to be read for it. */
  readonly fromIds?: true;
  /** The upstream calls that the field makes at the least, and how many objects it can answer with. */
  readonly cost?: FieldCost;
}

export interface FieldCost {
  /** How many parents one call serves: 1 where each parent costs a call of its own. */
  readonly parentsPerCall: number;
  /** True where parents of different accounts cannot share a call. */
  readonly perAccount: boolean;
  /** How many objects one parent gets: one, as many as `first` says (`null` is the default), or one for each of `ids`. */
  readonly objects: 'one' | { readonly firstOr: number } | { readonly perItemOf: string };
  /** Calls made only where one of these sub-fields is selected, as for a link whose row may not be needed. */
  readonly onlyForRow?: true;
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    facts?: FieldFacts;
  }
}
