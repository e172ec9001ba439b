import type { GraphQLArgument, GraphQLField } from 'graphql';
import type { Random } from './random.ts';

/** A field of any type. */
export type Field = GraphQLField<unknown, unknown>;

/**
 * The values that an argument of a field may have. Of an argument without any, a field cannot be
 * asked where it is required.
 */
export type ChoicesOf = (field: Field, argument: GraphQLArgument) => readonly unknown[];

/** What documents are made of. */
export interface MakeOptions {
  readonly random: Random;
  readonly choicesOf: ChoicesOf;
  /** The types that fragments on interfaces and unions mostly look for. */
  readonly favourites: ReadonlySet<string>;
  /** Whether `raw` is selected. */
  readonly raw: boolean;
}
