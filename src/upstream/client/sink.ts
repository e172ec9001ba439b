import { JsonBytes, type Literal, literalOf, nullLiteral } from './bytes/json-bytes.ts';
import { choice, day, flag, int, long, none, text, utcTime } from './bytes/leaves.ts';

/** The buffer into which the JSON of an answer is written, in UTF-8. */
export interface Sink {
  /** The number of bytes written. Setting a smaller number removes the last ones. */
  length: number;
  /** Appends a text that `literalOf` prepared. */
  literal(text: Literal): void;
  /** Appends a text as a JSON string. */
  string(text: string): void;
  /** Appends JSON. */
  json(text: string): void;
  /** Appends a short text of ASCII as it is. */
  ascii(text: string): void;
  /** Appends one character of ASCII, by its code. */
  character(code: number): void;
  /** Returns a copy of the written bytes, and empties the sink. */
  take(): Buffer<ArrayBuffer>;
}

/** Creates an empty sink. */
export const createSink = (): Sink => new JsonBytes();

export { type Literal, literalOf, nullLiteral };

/** Writes the values of a leaf type that need no conversion. */
export interface LeafWriter {
  /** Writes a value. Returns false and writes nothing if it needs a conversion. */
  write(out: Sink, value: unknown): boolean;
}

/** The writers of leaf types, by how an answer shows their values. */
export const leafWriters: {
  /** Strings. */
  readonly text: LeafWriter;
  /** True and false. */
  readonly flag: LeafWriter;
  /** Integers of 32 bits. */
  readonly int: LeafWriter;
  /** Integers of 64 bits, as strings. */
  readonly long: LeafWriter;
  /** Times in UTC without fractions of seconds. */
  readonly utcTime: LeafWriter;
  /** Days of the calendar. */
  readonly day: LeafWriter;
  /** For types whose values always need a conversion. */
  readonly none: LeafWriter;
} = { text, flag, int, long, utcTime, day, none };

/** The writer of an enumeration, which shows each value as a name. */
export const choiceWriter: (
  names: readonly (readonly [value: unknown, name: string])[],
) => LeafWriter = choice;
