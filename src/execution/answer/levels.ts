import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../resolvers/context.ts';
import type { Selection, VariableValues } from '../../resolvers/field.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import type { Literal } from '../../upstream/client/bytes/sink.ts';
import type { Failure } from './failures.ts';
import type { PreparedField } from './shape.ts';

/** The operation that is executed, with its variables and context. */
export interface Run {
  /** The `info` of resolvers. Only introspection fields read it, and only its schema. */
  readonly info: GraphQLResolveInfo;
  readonly context: Context;
  readonly variables: VariableValues;
  /** True for a mutation, whose root fields are resolved one after the other. */
  readonly isSerial: boolean;
}

/** Objects of one type whose fields are resolved together, and the values of these fields. */
export interface Level {
  readonly fields: readonly PreparedField[];
  /** The text after the last value of each object. */
  readonly end: Literal;
  readonly objects: readonly object[];
  /** By the index of the field; null for a leaf, which is read when the answer is written. */
  readonly branches: (Branch | null)[];
  readonly deferred: Selection['deferred'];
  /** The fields of the same objects that are written in later parts. */
  readonly later: LaterFields[];
}

/** Values that are resolved beside the rest of an answer and written after it. */
export interface Later {
  readonly label: string | null;
  /** Resolves when all of the values are resolved, or when an error was thrown. */
  readonly resolved: Promise<void>;
  isResolved: boolean;
  /** The error that was thrown outside the fields; null if there is none. */
  thrown: unknown;
}

/** Fields that come later for the objects of a level. */
interface LaterFields extends Later {
  readonly level: Level;
}

/** Items that come later for the lists of a branch. */
export interface LaterItems extends Later {
  /** The index of the first of these items in the answer. */
  readonly from: number;
  readonly field: PreparedField;
  readonly branch: Branch;
  /** The index of the list that is written next. */
  at: number;
}

/**
 * The values of one field for the objects of a level, in their order, and the objects in these
 * values.
 *
 * For the lists [a, b], null and [c], `starts` is [0, 2, 2] and `below` is a level of the objects
 * a, b and c.
 */
export interface Branch {
  readonly values: readonly unknown[];
  /** The errors that are reported beside a value, by its index; null if there are none. */
  readonly flaws: ReadonlyMap<number, readonly Error[]> | null;
  /** For each value, the number of objects in the values before it; empty for leaves. */
  readonly starts: readonly number[];
  /** The level of the objects. For an abstract type the location of each, or why it has none. */
  readonly below: Level | readonly (Location | Error)[] | null;
  /** True if each value is an object, never null: values and objects have the same indexes. */
  readonly isOneToOne: boolean;
  /** The index of the object that is written next. */
  at: number;
  /** The items that come later, in their order; null if there are none. */
  readonly later: readonly LaterItems[] | null;
}

/** A level, and the index of an object in it. */
export interface Location {
  readonly level: Level;
  readonly index: number;
}

/** A position of the answer to which later parts belong. */
export interface PartPosition {
  readonly parts: readonly (LaterFields | LaterItems)[];
  /** The index of the object in the level, or of the list in the branch. */
  readonly at: number;
  readonly path: readonly (string | number)[];
}

/** A position with the one part that is written there. */
export type PartAt = Without<PartPosition, 'parts'> & { readonly part: LaterFields | LaterItems };

/** The errors of values that were written, and the positions to which later parts belong. */
export interface WhileWriting {
  readonly failures: readonly Failure[];
  readonly later: readonly PartPosition[];
}
