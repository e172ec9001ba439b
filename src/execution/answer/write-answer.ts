import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import { jsonRowOf } from '../../upstream/client/bytes/json-row.ts';
import { literalOf, nullLiteral, Sink } from '../../upstream/client/bytes/sink.ts';
import { ValueError } from '../../upstream/client/errors.ts';
import { braceEnd, bracket, bracketEnd, comma } from '../../upstream/client/json/characters.ts';
import { canHaveFields, readField } from './execute.ts';
import { AnswerTooLong, type Failure } from './failures.ts';
import type {
  Branch,
  LaterItems,
  Level,
  PartAt,
  PartPosition,
  Run,
  WhileWriting,
} from './levels.ts';
import type { AnswerShape, PreparedField } from './shape.ts';

const dataPrefix = literalOf('{"data":');

interface Writer {
  readonly run: Run;
  readonly maxBytes: number;
  readonly out: Sink;
  readonly path: (string | number)[];
  readonly failures: Failure[];
  readonly later: PartPosition[];
  /** The JSON of serialized objects. The same object can be at many positions. */
  readonly json: Map<object, string>;
  /** The error of a position that cannot be null, until an enclosing nullable position takes it. */
  raised: Failure | null;
}

/** A written answer. */
interface WrittenAnswer extends WhileWriting {
  /** In UTF-8. */
  readonly json: Buffer<ArrayBuffer>;
}

// One sink serves all answers: each answer or part is written and taken without an await between.
const sink = new Sink();

/** The sink for an answer or a part, empty. The caller must `take` before its next await. */
export const emptySink = (): Sink => {
  sink.length = 0;
  return sink;
};

/**
 * Writes the values of a level and of all levels below it as the JSON object `{"data":…}`, in one
 * pass. Values are completed by the rules of the GraphQL specification. A value that does not fit
 * its type, or a null that is not allowed, is an error; the nearest enclosing position that can be
 * null becomes null. Throws AnswerTooLong above `maxBytes`.
 */
export const write = (level: Level, run: Run, maxBytes: number): WrittenAnswer => {
  const out = emptySink();
  const writer = writerOf(run, { out, maxBytes, path: [] });
  out.literal(dataPrefix);
  const start = out.length;
  const found = orNull(writer, start, writeObject(writer, level, 0));
  out.character(braceEnd);
  return { ...found, json: out.take() };
};

/** The sink that a part is appended to. `maxBytes` limits its whole content. */
interface Target {
  readonly out: Sink;
  readonly maxBytes: number;
}

/** Writes a later part in the same way: the members of an object, or further items of a list. */
export const writeLater = ({ part, at, path }: PartAt, run: Run, target: Target): WhileWriting => {
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

/**
 * The errors and later positions of a written value. If the value could not be written, null
 * replaces it from `start` on, and only the error that prevented it is reported.
 */
const orNull = (
  { out, failures, later, raised }: Writer,
  start: number,
  isWritten: boolean,
): WhileWriting => {
  if (isWritten) return { failures, later };
  out.length = start;
  out.literal(nullLiteral);
  return { failures: raised === null ? [] : [raised], later: [] };
};

// Each of these functions returns true if it wrote a value. If not, it has set `writer.raised`.

// Every value of an answer passes this loop, so the common cases are written here: a column is
// copied from the response, and a simple value is written by its leaf.
const writeObject = (writer: Writer, level: Level, at: number): boolean => {
  const { fields, objects, branches } = level;
  const { out } = writer;
  const object = objects[at] as Readonly<Record<string, unknown>>;
  const row = jsonRowOf(object);
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] as PreparedField;
    if (field.isConstant) continue;
    out.literal(field.prefix);
    const branch = branches[index] ?? null;
    if (branch !== null) {
      if (!writeBranch(writer, field, branch, at)) return false;
      continue;
    }
    const { copied, shape, selected } = field;
    if ((row !== null && copied?.copy(row, out)) || field.write?.(object, out)) continue;
    const value = copied === null ? readField(selected, object, writer.run) : object[copied.name];
    if (shape.item === null && shape.leaf?.writer.write(out, value)) continue;
    const read = copied === null ? value : readField(selected, object, writer.run);
    if (!writeRead(writer, field, read)) return false;
  }
  out.literal(level.end);
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
  const { below } = branch;
  if (branch.isOneToOne && branch.flaws === null && below !== null && 'fields' in below) {
    writer.path.push(field.selected.key);
    const isWritten = writeObject(writer, below, at);
    writer.path.pop();
    return isWritten;
  }
  branch.at = branch.starts[at] ?? 0;
  if (branch.later !== null) for (const part of branch.later) part.at = at;
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

/** A position of the answer: its field, the shape of its value, and the branch of the field. */
interface ValuePosition {
  readonly field: PreparedField;
  readonly shape: AnswerShape;
  readonly branch: Branch | null;
}

const writePosition = (writer: Writer, position: ValuePosition, value: unknown): boolean => {
  const { out, path, failures, later } = writer;
  const { length } = out;
  const depth = path.length;
  const failureCount = failures.length;
  const laterCount = later.length;
  if (writeValue(writer, position, value)) return true;
  if (!position.shape.nullable) return false;
  // Everything written below is removed together with its errors. Only the error that caused it is
  // reported.
  out.length = length;
  out.literal(nullLiteral);
  path.length = depth;
  failures.length = failureCount;
  later.length = laterCount;
  if (writer.raised !== null) failures.push(writer.raised);
  return true;
};

const writeValue = (writer: Writer, position: ValuePosition, value: unknown): boolean => {
  const { shape } = position;
  if (value instanceof Error) return raise(writer, position, value);
  if (value === null || value === undefined) {
    if (!shape.nullable)
      return raise(writer, position, new ValueError({ missing: nameOf(position) }));
    writer.out.literal(nullLiteral);
    return true;
  }
  if (shape.item !== null) return writeList(writer, position, value);
  return shape.leaf === null
    ? writeObjectValue(writer, position, value)
    : writeLeaf(writer, position, value);
};

const nameOf = ({ field }: ValuePosition): string => field.selected.definition.name;

const raise = (writer: Writer, { field }: ValuePosition, error: unknown): false => {
  writer.raised = { error, field: field.selected, path: [...writer.path] };
  return false;
};

const writeList = (writer: Writer, position: ValuePosition, value: unknown): boolean => {
  if (!writeItems(writer, position, value, 0)) return false;
  const parts = position.shape === position.field.shape ? position.branch?.later : null;
  for (const part of parts ?? []) {
    const others = part.branch.values[part.at];
    if (!Array.isArray(others) || others.length === 0) continue;
    writer.later.push({ parts: [part], at: part.at, path: [...writer.path, part.from] });
  }
  return true;
};

/** Writes the items of a list. `from` is the index of its first item in the answer. */
const writeItems = (
  writer: Writer,
  position: ValuePosition,
  value: unknown,
  from: number,
): boolean => {
  const { field, shape, branch } = position;
  if (!Array.isArray(value) || shape.item === null) {
    return raise(writer, position, new ValueError('a list'));
  }
  const inside = { field, shape: shape.item, branch };
  writer.out.character(bracket);
  for (let index = 0; index < value.length; index += 1) {
    if (index > 0) writer.out.character(comma);
    writer.path.push(from + index);
    if (!writeItem(writer, inside, value[index])) return false;
    writer.path.pop();
  }
  writer.out.character(bracketEnd);
  return true;
};

const writeItem = (writer: Writer, position: ValuePosition, value: unknown): boolean => {
  const { branch, shape } = position;
  const below = branch?.below ?? null;
  if (branch === null || !isCertain(shape, below) || !canHaveFields(value)) {
    return writePosition(writer, position, value);
  }
  branch.at += 1;
  return writeObject(writer, below, branch.at - 1);
};

/** True if all objects of this shape are in this level, and none can be null. */
const isCertain = (shape: AnswerShape, below: Branch['below']): below is Level =>
  shape.item === null && !shape.nullable && below !== null && 'fields' in below;

const writeObjectValue = (writer: Writer, position: ValuePosition, value: unknown): boolean => {
  const { branch } = position;
  if (!canHaveFields(value) || branch === null || branch.below === null) {
    return raise(writer, position, new ValueError('an object'));
  }
  const { below, at } = branch;
  branch.at += 1;
  if ('fields' in below) return writeObject(writer, below, at);
  const child = below[at] ?? new ValueError('an object');
  if (child instanceof Error) return raise(writer, position, child);
  return writeObject(writer, child.level, child.index);
};

const jsonOf = ({ json }: Writer, value: object): string =>
  getOrMake(json, value, () => JSON.stringify(value));

const writeLeaf = (writer: Writer, position: ValuePosition, value: unknown): boolean => {
  const { leaf, type } = position.shape;
  const { out } = writer;
  if (leaf?.writer.write(out, value)) return true;
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
