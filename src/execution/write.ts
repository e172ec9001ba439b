import type { SelectedField } from '../resolvers/field.ts';
import { ValueError } from '../upstream/client/errors.ts';
import type { Branch, Group, Run } from './execute.ts';
import { isPlace, read } from './execute.ts';
import type { PreparedField, Shape } from './shape.ts';
import { quote } from './shape.ts';

/** Why a position of the answer holds no value. */
export interface Failure {
  readonly error: unknown;
  readonly field: SelectedField;
  readonly path: readonly (string | number)[];
}

/** The data of an answer as JSON, and the failures in it. */
export interface Written {
  readonly data: string;
  readonly failures: readonly Failure[];
}

/** An answer is longer than it may be. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

interface Writer {
  readonly run: Run;
  /** The most characters that the text may have. */
  readonly most: number;
  text: string;
  readonly path: (string | number)[];
  readonly failures: Failure[];
  /** Objects that were written: the same one can stand in many places. */
  readonly json: Map<object, string>;
  /** The failure that is on its way up to the next position that takes null. */
  raised: Failure | null;
}

/**
 * Writes what was resolved in one pass. Values are completed as the GraphQL specification has it: what does not fit its
 * type, or is null where nothing may be, becomes a failure and null at the next position that takes null. Throws TooLong.
 */
export const write = (group: Group, run: Run, most: number): Written => {
  const writer: Writer = {
    run,
    most,
    text: '',
    path: [],
    failures: [],
    json: new Map(),
    raised: null,
  };
  if (writeObject(writer, group, 0)) return { data: writer.text, failures: writer.failures };
  return { data: 'null', failures: writer.raised === null ? [] : [writer.raised] };
};

// Each function says whether it wrote a value; where it did not, a failure is raised. This is the loop that every value of
// an answer passes, so what is read from a column and fits at a glance is written in place.
const writeObject = (writer: Writer, { fields, objects, branches }: Group, at: number): boolean => {
  const object = objects[at] as Readonly<Record<string, unknown>>;
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] as PreparedField;
    writer.text += field.prefix;
    if (field.isConstant) continue;
    const branch = branches[index] ?? null;
    if (branch !== null) {
      if (!writeBranch(writer, field, branch, at)) return false;
      continue;
    }
    const { column, shape } = field;
    const quick =
      column !== null && shape.item === null ? (shape.leaf?.quick(object[column]) ?? null) : null;
    if (quick !== null) writer.text += quick;
    else if (!writeRead(writer, field, object)) return false;
  }
  writer.text += fields.length === 0 ? '{}' : '}';
  if (writer.text.length > writer.most) throw new TooLong();
  return true;
};

const writeRead = (writer: Writer, field: PreparedField, object: object): boolean => {
  const { selected, shape } = field;
  const { run } = writer;
  writer.path.push(selected.key);
  const value = read(selected, object, run);
  const isWritten = writePosition(writer, { field, shape, branch: null }, value);
  writer.path.pop();
  return isWritten;
};

const writeBranch = (writer: Writer, field: PreparedField, branch: Branch, at: number): boolean => {
  branch.at = branch.starts[at] ?? 0;
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

/** A position of the answer: the field that it belongs to, and what can stand there. */
interface Position {
  readonly field: PreparedField;
  readonly shape: Shape;
  readonly branch: Branch | null;
}

const writePosition = (writer: Writer, position: Position, value: unknown): boolean => {
  const { text, path, failures } = writer;
  const [depth, told] = [path.length, failures.length];
  if (writeValue(writer, position, value)) return true;
  if (!position.shape.nullable) return false;
  // What was written below is gone, and so are the failures that it held: the one that cleared it speaks for all.
  writer.text = `${text}null`;
  path.length = depth;
  failures.length = told;
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
    ? writePlace(writer, position, value)
    : writeLeaf(writer, position, value);
};

const nameOf = ({ field }: Position): string => field.selected.definition.name;

const raise = (writer: Writer, { field }: Position, error: unknown): false => {
  writer.raised = { error, field: field.selected, path: [...writer.path] };
  return false;
};

const writeList = (writer: Writer, position: Position, value: unknown): boolean => {
  const { field, shape, branch } = position;
  if (!Array.isArray(value) || shape.item === null) {
    return raise(writer, position, new ValueError('a list'));
  }
  const inside = { field, shape: shape.item, branch };
  writer.text += '[';
  for (let index = 0; index < value.length; index += 1) {
    if (index > 0) writer.text += ',';
    writer.path.push(index);
    if (!writePosition(writer, inside, value[index])) return false;
    writer.path.pop();
  }
  writer.text += ']';
  return true;
};

const writePlace = (writer: Writer, position: Position, value: unknown): boolean => {
  const { branch } = position;
  if (!isPlace(value) || branch === null || branch.below === null) {
    return raise(writer, position, new ValueError('an object'));
  }
  const { below, at } = branch;
  branch.at += 1;
  if ('fields' in below) return writeObject(writer, below, at);
  const place = below[at] ?? new ValueError('an object');
  if (place instanceof Error) return raise(writer, position, place);
  return writeObject(writer, place.group, place.index);
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
    writer.text += quick;
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
