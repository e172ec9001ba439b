import type { GraphQLArgument, GraphQLField } from 'graphql';
import type { Random } from './random.ts';

/** A field of any type. */
export type Field = GraphQLField<unknown, unknown>;

/**
 * The values that an argument of a field may have. If a required argument has none, the field is
 * never selected.
 */
export type ChoicesOf = (field: Field, argument: GraphQLArgument) => readonly unknown[];

/** The ingredients of documents. */
export interface MakeOptions {
  readonly random: Random;
  readonly choicesOf: ChoicesOf;
  /** The types that fragments on interfaces and unions mostly look for. */
  readonly favourites: ReadonlySet<string>;
  /** True if `raw` is selected. */
  readonly raw: boolean;
}
