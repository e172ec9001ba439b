import type { GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';
import type { Selection, Variables } from '../resolvers/field.ts';
import type { PreparedField } from './shape.ts';

/** What an operation runs with. */
export interface Run {
  readonly schema: GraphQLSchema;
  readonly context: Context;
  readonly variables: Variables;
}

/** Objects of one type at one level of the answer, and what was resolved for their fields. */
export interface Level {
  readonly fields: readonly PreparedField[];
  readonly objects: readonly object[];
  /** By field: null for leaves that are read from their object when the answer is written. */
  readonly branches: (Branch | null)[];
  readonly deferred: Selection['deferred'];
  /** The fields of the same objects that are written in later parts. */
  readonly later: LaterFields[];
}

/** What is resolved beside the rest of an answer, and written after it. */
export interface Later {
  readonly label: string | null;
  /** Settles when everything in it is resolved. */
  readonly resolved: Promise<void>;
  isResolved: boolean;
  /** What was thrown meanwhile, which no field answers for; else null. */
  fault: unknown;
}

/** Fields that come later for the objects of a level. */
export interface LaterFields extends Later {
  readonly level: Level;
}

/** Items that come later for the lists of a branch. */
export interface LaterItems extends Later {
  /** How many items of a list come before them. */
  readonly from: number;
  readonly field: PreparedField;
  readonly branch: Branch;
  /** The value that is written next. */
  at: number;
}

/** The values of one field for the objects of a level, in their order, and the objects that stand below. */
export interface Branch {
  readonly values: readonly unknown[];
  /** The errors that stand beside values, by the index of the value; null where there are none. */
  readonly flaws: ReadonlyMap<number, readonly Error[]> | null;
  /** Of each value: how many objects stand in the values before it. Empty for leaves. */
  readonly starts: readonly number[];
  /** Where the objects in the values are: in their order in one level, or each in that of its type. */
  readonly below: Level | readonly (Location | Error)[] | null;
  /** The object that is written next. */
  at: number;
  readonly later: LaterItems | null;
}

/** Where an object is: its level, and its index there. */
export interface Location {
  readonly level: Level;
  readonly index: number;
}
