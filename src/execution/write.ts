import { ValueError } from '../upstream/client/errors.ts';
import type { Branch, Level, Run } from './levels.ts';
import type { PreparedField, Shape } from './shape.ts';
import { quote } from './shape.ts';
import { isObject, readField } from './values.ts';
import type { Failure, Spot, Written } from './written.ts';
import { AnswerTooLong } from './written.ts';

interface Writer {
  readonly run: Run;
  /** The largest length of the text, in UTF-16 code units. */
  readonly maxCharacters: number;
  text: string;
  readonly path: (string | number)[];
  readonly failures: Failure[];
  readonly later: Spot[];
  /** The JSON of objects that were serialized, since the same object can be at many positions. */
  readonly json: Map<object, string>;
  /** The error of a position that cannot be null, until an enclosing position that can be null takes it. */
  raised: Failure | null;
}

/**
 * Writes the values of a level and of all levels below it as JSON text, in one pass. Values are completed as the GraphQL
 * specification says: a value that does not fit its type, or null where null is not allowed, is an error, and the nearest
 * enclosing position that can be null becomes null. Throws AnswerTooLong above `maxCharacters`.
 */
export const write = (level: Level, run: Run, maxCharacters: number): Written => {
  const writer = writerOf(run, maxCharacters, []);
  return writtenBy(writer, writeObject(writer, level, 0));
};

/** Writes a later part in the same way: the members of an object, or the further items of a list. */
export const writeLater = ({ part, at, path }: Spot, run: Run, maxCharacters: number): Written => {
  if ('level' in part) {
    const writer = writerOf(run, maxCharacters, [...path]);
    return writtenBy(writer, writeObject(writer, part.level, at));
  }
  const { branch, field, from } = part;
  const writer = writerOf(run, maxCharacters, path.slice(0, -1));
  const list = { field, shape: field.shape, branch };
  branch.at = branch.starts[at] ?? 0;
  return writtenBy(writer, writeItems(writer, list, branch.values[at], from));
};

const writerOf = (run: Run, maxCharacters: number, path: (string | number)[]): Writer => ({
  run,
  maxCharacters,
  text: '',
  path,
  failures: [],
  later: [],
  json: new Map(),
  raised: null,
});

const writtenBy = ({ text, failures, later, raised }: Writer, isWritten: boolean): Written =>
  isWritten
    ? { text, failures, later }
    : { text: 'null', failures: raised === null ? [] : [raised], later: [] };

// Each of these functions returns true if it wrote a value; if not, it has set `writer.raised`. Every value of an answer passes
// this loop, so one that needs no conversion is written here, without further calls. V8 keeps appended texts as a tree until it is
// read, which costs time for each part: so the last quote of a value is written with the name after it.
const writeObject = (writer: Writer, level: Level, at: number): boolean => {
  const { fields, objects, branches } = level;
  const object = objects[at] as Readonly<Record<string, unknown>>;
  let text = '';
  let isOpen = false;
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] as PreparedField;
    const branch = branches[index] ?? null;
    const { column, shape, isConstant } = field;
    let value: unknown = null;
    if (branch === null && !isConstant) {
      value = column === null ? readField(field.selected, object, writer.run) : object[column];
      const leaf = shape.item === null ? shape.leaf : null;
      const quick = leaf?.quick(value) ?? null;
      if (leaf !== null && quick !== null) {
        const prefix = leaf.isQuoted ? field.quotedPrefix : field.prefix;
        text += isOpen ? prefix.closing : prefix.plain;
        text += quick;
        isOpen = leaf.isQuoted;
        continue;
      }
      if (column !== null) value = readField(field.selected, object, writer.run);
    }
    text += isOpen ? field.prefix.closing : field.prefix.plain;
    isOpen = false;
    if (isConstant) continue;
    writer.text += text;
    text = '';
    const isWritten =
      branch === null ? writeRead(writer, field, value) : writeBranch(writer, field, branch, at);
    if (!isWritten) return false;
  }
  writer.text += fields.length === 0 ? '{}' : text + (isOpen ? '"}' : '}');
  if (writer.text.length > writer.maxCharacters) throw new AnswerTooLong();
  if (level.later.length > 0) {
    for (const part of level.later) writer.later.push({ part, at, path: [...writer.path] });
  }
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
  const { text, path, failures, later } = writer;
  const depth = path.length;
  const failureCount = failures.length;
  const laterCount = later.length;
  if (writeValue(writer, position, value)) return true;
  if (!position.shape.nullable) return false;
  // What was written below is removed together with its errors. Only the error that removed it is reported.
  writer.text = `${text}null`;
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
    writer.text += 'null';
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
    writer.later.push({ part, at: part.at, path: [...writer.path, part.from] });
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
  writer.text += '[';
  for (let index = 0; index < value.length; index += 1) {
    if (index > 0) writer.text += ',';
    writer.path.push(from + index);
    if (!writePosition(writer, inside, value[index])) return false;
    writer.path.pop();
  }
  writer.text += ']';
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

const literalOf = (value: unknown): string =>
  typeof value === 'string' ? quote(value) : JSON.stringify(value);

const jsonOf = ({ json }: Writer, value: object): string => {
  const text = json.get(value) ?? JSON.stringify(value);
  json.set(value, text);
  return text;
};

const writeLeaf = (writer: Writer, position: Position, value: unknown): boolean => {
  const { leaf, type } = position.shape;
  const quick = leaf?.quick(value) ?? null;
  if (quick !== null) {
    writer.text += leaf?.isQuoted ? `"${quick}"` : quick;
    return true;
  }
  try {
    const shown: unknown = leaf?.type.serialize(value);
    if (shown === null || shown === undefined) throw new TypeError(`${type.name} is nothing`);
    writer.text += typeof shown === 'object' ? jsonOf(writer, shown) : literalOf(shown);
    return true;
  } catch (cause) {
    return raise(writer, position, new ValueError(`of the type ${type.name}`, cause));
  }
};
