import { brace, braceEnd, bracket, bracketEnd, comma } from '../upstream/client/answer/ascii.ts';
import { JsonBytes, nullLiteral } from '../upstream/client/answer/json-bytes.ts';
import { placeOf, stretchOf } from '../upstream/client/answer/lazy-row.ts';
import { literalOf } from '../upstream/client/answer/literal.ts';
import { ValueError } from '../upstream/client/errors.ts';
import { absent, copyColumn, indexesIn } from './copy.ts';
import type { Branch, LaterItems, Level, Run } from './levels.ts';
import type { PreparedField, Shape } from './shape.ts';
import { isObject, readField } from './values.ts';
import type { Failure, Found, PartAt, Spot } from './written.ts';
import { AnswerTooLong } from './written.ts';

const dataPrefix = literalOf('{"data":');

interface Writer {
  readonly run: Run;
  readonly maxBytes: number;
  readonly out: JsonBytes;
  readonly path: (string | number)[];
  readonly failures: Failure[];
  readonly later: Spot[];
  /** The JSON of objects that were serialized, since the same object can be at many positions. */
  readonly json: Map<object, string>;
  /** The error of a position that cannot be null, until an enclosing position that can be null takes it. */
  raised: Failure | null;
}

/** A written answer. */
interface Written extends Found {
  /** In UTF-8. */
  readonly json: Buffer<ArrayBuffer>;
}

// One answer or part after the other is written, each at once, so one place for them is enough.
const answerBytes = new JsonBytes();

/** An empty place for the JSON of an answer or of a part, which is written at once. */
export const emptyBytes = (): JsonBytes => {
  answerBytes.length = 0;
  return answerBytes;
};

/**
 * Writes the values of a level and of all levels below it as the JSON object `{"data":…}`, in one
 * pass. Values are completed as the GraphQL specification says: a value that does not fit its type,
 * or null where null is not allowed, is an error, and the nearest enclosing position that can be
 * null becomes null. Throws AnswerTooLong above `maxBytes`.
 */
export const write = (level: Level, run: Run, maxBytes: number): Written => {
  const out = emptyBytes();
  const writer = writerOf(run, { out, maxBytes, path: [] });
  out.literal(dataPrefix);
  const start = out.length;
  const found = orNull(writer, start, writeObject(writer, level, 0));
  out.byte(braceEnd);
  return { ...found, json: out.take() };
};

/** Where a part is written: behind what `out` has, which may have `maxBytes` in all. */
interface Target {
  readonly out: JsonBytes;
  readonly maxBytes: number;
}

/** Writes a later part in the same way: the members of an object, or the further items of a list. */
export const writeLater = ({ part, at, path }: PartAt, run: Run, target: Target): Found => {
  const isObject = 'level' in part;
  const writer = writerOf(run, { ...target, path: isObject ? [...path] : path.slice(0, -1) });
  const start = target.out.length;
  const isWritten = isObject
    ? writeObject(writer, part.level, at)
    : writeFurtherItems(writer, part, at);
  return orNull(writer, start, isWritten);
};

const writeFurtherItems = (writer: Writer, { branch, field, from }: LaterItems, at: number) => {
  branch.at = branch.starts[at] ?? 0;
  return writeItems(writer, { field, shape: field.shape, branch }, branch.values[at], from);
};

const writerOf = (run: Run, target: Target & { readonly path: (string | number)[] }): Writer => ({
  ...target,
  run,
  failures: [],
  later: [],
  json: new Map(),
  raised: null,
});

/** Errors and places of what was written from `start` on. What could not be written is null, with the one error that says why. */
const orNull = (
  { out, failures, later, raised }: Writer,
  start: number,
  isWritten: boolean,
): Found => {
  if (isWritten) return { failures, later };
  out.length = start;
  out.literal(nullLiteral);
  return { failures: raised === null ? [] : [raised], later: [] };
};

// Each of these functions returns true if it wrote a value; if not, it has set `writer.raised`. Every value of an answer passes
// this loop, so one that needs no conversion is written here, without further calls: a column of a row that is JSON still is copied
// from the reply to the answer.
const writeObject = (writer: Writer, level: Level, at: number): boolean => {
  const { fields, objects, branches } = level;
  const { out } = writer;
  const object = objects[at] as Readonly<Record<string, unknown>>;
  const stretch = stretchOf(object);
  const start = stretch === null ? 0 : placeOf(object);
  const indexes = stretch === null ? null : indexesIn(level, stretch);
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] as PreparedField;
    out.literal(field.prefix);
    if (field.isConstant) continue;
    const branch = branches[index] ?? null;
    if (branch !== null) {
      if (!writeBranch(writer, field, branch, at)) return false;
      continue;
    }
    const { column, shape, selected } = field;
    const leaf = shape.item === null ? shape.leaf : null;
    let value: unknown = null;
    if (column === null) {
      if (field.write?.(object, out)) continue;
      value = readField(selected, object, writer.run);
    } else if (leaf !== null) {
      const inRow = indexes?.[index] ?? absent;
      const isCopied =
        stretch !== null && inRow !== absent && copyColumn(out, field, stretch, start + 2 * inRow);
      if (isCopied) continue;
      value = object[column];
    }
    if (leaf?.write(out, value)) continue;
    if (column !== null) value = readField(selected, object, writer.run);
    if (!writeRead(writer, field, value)) return false;
  }
  if (fields.length === 0) out.byte(brace);
  out.byte(braceEnd);
  if (out.length > writer.maxBytes) throw new AnswerTooLong();
  const { later: parts } = level;
  if (parts.length > 0) writer.later.push({ parts, at, path: [...writer.path] });
  return true;
};

const writeRead = (writer: Writer, field: PreparedField, value: unknown): boolean => {
  writer.path.push(field.selected.key);
  const isWritten = writePosition(writer, { field, shape: field.shape, branch: null }, value);
  writer.path.pop();
  return isWritten;
};

const writeBranch = (writer: Writer, field: PreparedField, branch: Branch, at: number): boolean => {
  branch.at = branch.starts[at] ?? 0;
  if (branch.later !== null) branch.later.at = at;
  writer.path.push(field.selected.key);
  const isWritten = writePosition(writer, { field, shape: field.shape, branch }, branch.values[at]);
  if (isWritten && branch.flaws !== null) {
    const path = [...writer.path];
    for (const error of branch.flaws.get(at) ?? [])
      writer.failures.push({ error, field: field.selected, path });
  }
  writer.path.pop();
  return isWritten;
};

/** A position of the answer: its field, the shape of its value, and the field's branch if it has one. */
interface Position {
  readonly field: PreparedField;
  readonly shape: Shape;
  readonly branch: Branch | null;
}

const writePosition = (writer: Writer, position: Position, value: unknown): boolean => {
  const { out, path, failures, later } = writer;
  const { length } = out;
  const depth = path.length;
  const failureCount = failures.length;
  const laterCount = later.length;
  if (writeValue(writer, position, value)) return true;
  if (!position.shape.nullable) return false;
  // What was written below is removed together with its errors. Only the error that removed it is reported.
  out.length = length;
  out.literal(nullLiteral);
  path.length = depth;
  failures.length = failureCount;
  later.length = laterCount;
  if (writer.raised !== null) failures.push(writer.raised);
  return true;
};

const writeValue = (writer: Writer, position: Position, value: unknown): boolean => {
  const { shape } = position;
  if (value instanceof Error) return raise(writer, position, value);
  if (value === null || value === undefined) {
    if (!shape.nullable)
      return raise(writer, position, new ValueError(`there, though ${nameOf(position)} always is`));
    writer.out.literal(nullLiteral);
    return true;
  }
  if (shape.item !== null) return writeList(writer, position, value);
  return shape.leaf === null
    ? writeObjectValue(writer, position, value)
    : writeLeaf(writer, position, value);
};

const nameOf = ({ field }: Position): string => field.selected.definition.name;

const raise = (writer: Writer, { field }: Position, error: unknown): false => {
  writer.raised = { error, field: field.selected, path: [...writer.path] };
  return false;
};

const writeList = (writer: Writer, position: Position, value: unknown): boolean => {
  if (!writeItems(writer, position, value, 0)) return false;
  const part = position.shape === position.field.shape ? position.branch?.later : null;
  const others = part?.branch.values[part.at];
  if (part && Array.isArray(others) && others.length > 0) {
    writer.later.push({ parts: [part], at: part.at, path: [...writer.path, part.from] });
  }
  return true;
};

/** Writes the items of a list. `from` is the index of the first of them in the answer. */
const writeItems = (writer: Writer, position: Position, value: unknown, from: number): boolean => {
  const { field, shape, branch } = position;
  if (!Array.isArray(value) || shape.item === null) {
    return raise(writer, position, new ValueError('a list'));
  }
  const inside = { field, shape: shape.item, branch };
  writer.out.byte(bracket);
  for (let index = 0; index < value.length; index += 1) {
    if (index > 0) writer.out.byte(comma);
    writer.path.push(from + index);
    if (!writePosition(writer, inside, value[index])) return false;
    writer.path.pop();
  }
  writer.out.byte(bracketEnd);
  return true;
};

const writeObjectValue = (writer: Writer, position: Position, value: unknown): boolean => {
  const { branch } = position;
  if (!isObject(value) || branch === null || branch.below === null) {
    return raise(writer, position, new ValueError('an object'));
  }
  const { below, at } = branch;
  branch.at += 1;
  if ('fields' in below) return writeObject(writer, below, at);
  const place = below[at] ?? new ValueError('an object');
  if (place instanceof Error) return raise(writer, position, place);
  return writeObject(writer, place.level, place.index);
};

const jsonOf = ({ json }: Writer, value: object): string => {
  const text = json.get(value) ?? JSON.stringify(value);
  json.set(value, text);
  return text;
};

const writeLeaf = (writer: Writer, position: Position, value: unknown): boolean => {
  const { leaf, type } = position.shape;
  const { out } = writer;
  if (leaf?.write(out, value)) return true;
  try {
    const shown: unknown = leaf?.type.serialize(value);
    if (shown === null || shown === undefined) throw new TypeError(`${type.name} is nothing`);
    if (typeof shown === 'string') out.string(shown);
    else out.json(typeof shown === 'object' ? jsonOf(writer, shown) : JSON.stringify(shown));
    return true;
  } catch (cause) {
    return raise(writer, position, new ValueError(`of the type ${type.name}`, cause));
  }
};
