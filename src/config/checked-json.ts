import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { lowerId } from '../upstream/catalogue/language/identifiers.ts';
import { didYouMean } from '../upstream/catalogue/language/near-names.ts';
import { StartError } from './config-error.ts';

/** A fault in a file of the operator: its name, line and column, and a sentence. */
export class FileError extends StartError {
  override readonly name = 'FileError';
}

/** The message about a value of another kind, or about a member that is not there. */
export const says = (text: string) => ({
  error: ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'is missing' : text,
});

export const object = says('must be an object');

/** The schema of one of some texts. */
export const oneOf = <const Text extends string>(...texts: readonly Text[]) =>
  z.enum(texts, `must be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(texts)}`);

/** The schema of a list in which at least one thing is named. */
export const list = (item: z.ZodType<string>) =>
  z.array(item, says('must be a list')).min(1, 'must not be empty; omit it to include everything');

/** The schema of an account's id, global or of the REST API; read as the latter, in lower case. */
export const accountId = z
  .string()
  .regex(/^(Account:)?[A-Za-z\d]{1,32}$/, 'must be the id of an account')
  .transform((id) => lowerId(id.replace('Account:', '')));

/** A check that no two items of a list have one name. */
export const haveOwnNames =
  (message: string) =>
  (
    all: readonly { readonly name: string }[],
    { addIssue }: { readonly addIssue: (issue: z.core.$ZodSuperRefineIssue) => void },
  ): void => {
    const names = all.map(({ name }) => name);
    const index = names.findIndex((name, at) => names.indexOf(name) < at);
    if (index >= 0) addIssue({ code: 'custom', path: [index, 'name'], message });
  };

/**
 * Reads a file of JSON. `members` are the names of all members of the schema, for hints. Throws
 * FileError with the first thing that is wrong.
 */
export const readCheckedJson = <T>(
  file: string,
  schema: z.ZodType<T>,
  members: readonly string[],
): T => {
  const wrong = ({ line, column }: TextPosition, message: string) =>
    new FileError(`${file}:${line}:${column}: ${message}`);
  const json = readLocatedJson(textOf(file));
  if ('message' in json) throw wrong(json.position, json.message);
  const read = schema.safeParse(json.value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const { path, message } = issueAt(issue as z.core.$ZodIssue, members);
  throw wrong(json.positionOf(path), message);
};

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new FileError(`${file} cannot be read (${code})`);
  }
};

const issueAt = (issue: z.core.$ZodIssue, members: readonly string[]) => {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return {
      path: [...path, key],
      message: `There is no member “${key}” here${didYouMean(key, members)}`,
    };
  }
  if (issue.code === 'invalid_key') {
    return { path, message: `${String(path.at(-1))}: ${issue.issues[0]?.message ?? message}` };
  }
  // An item of a list is told by the name of the list.
  const name = path.findLast((step) => typeof step === 'string') ?? 'The file';
  return { path, message: `${String(name)} ${message}` };
};

/** A position in a file, both from 1. */
interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** JSON that was read, and where each of its values stands. */
interface LocatedJson {
  readonly value: unknown;
  /** The position of the value at a path; for a missing member, the position of its object. */
  readonly positionOf: (path: readonly PropertyKey[]) => TextPosition;
}

/** The reason why a text is not JSON, and its position. */
interface JsonFault {
  readonly message: string;
  readonly position: TextPosition;
}

class JsonFaultAt extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/**
 * Reads JSON with the positions of its values. A member that an object has twice is a fault: one of
 * the two would be lost.
 */
const readLocatedJson = (text: string): LocatedJson | JsonFault => {
  const offsets = new Map<string, number>();
  try {
    const value = createReader(text, offsets)();
    const positionOf = (path: readonly PropertyKey[]): TextPosition => {
      const at = offsets.get(nameOf(path));
      return at === undefined ? positionOf(path.slice(0, -1)) : positionAt(text, at);
    };
    return { value, positionOf };
  } catch (error) {
    if (!(error instanceof JsonFaultAt)) throw error;
    return { message: error.message, position: positionAt(text, error.at) };
  }
};

const nameOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String));

const positionAt = (text: string, at: number): TextPosition => {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

const blanks = /[ \t\r\n]*/y;
const string = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

const createReader = (text: string, offsets: Map<string, number>) => {
  let at = 0;
  const take = (token: RegExp): string | null => {
    token.lastIndex = at;
    const found = token.exec(text)?.[0] ?? null;
    at += found?.length ?? 0;
    return found;
  };
  const takeSign = (...signs: readonly string[]): string => {
    take(blanks);
    const sign = text.charAt(at);
    if (!signs.includes(sign)) throw new JsonFaultAt(`${signs.join(' or ')} is missing here`, at);
    at += 1;
    return sign;
  };
  const isNext = (sign: string): boolean => {
    take(blanks);
    return text.startsWith(sign, at);
  };
  /** Reads items up to the closing sign. */
  const items = (close: string, read: (index: number) => void): void => {
    at += 1;
    for (let index = 0; index > 0 || !isNext(close); index += 1) {
      read(index);
      if (takeSign(',', close) === close) return;
    }
    at += 1;
  };
  const value = (path: readonly PropertyKey[]): unknown => {
    take(blanks);
    offsets.set(nameOf(path), at);
    if (text.startsWith('{', at)) return readObject(path);
    if (text.startsWith('[', at)) {
      const list: unknown[] = [];
      items(']', (index) => list.push(value([...path, index])));
      return list;
    }
    const written = take(string) ?? take(scalar);
    if (written === null || written === '') throw new JsonFaultAt('A value is missing here', at);
    return JSON.parse(written);
  };
  const readObject = (path: readonly PropertyKey[]): unknown => {
    const members = new Map<string, unknown>();
    items('}', () => {
      take(blanks);
      const start = at;
      const name: unknown = JSON.parse(take(string) ?? 'null');
      if (typeof name !== 'string')
        throw new JsonFaultAt('A name in quotes is missing here', start);
      if (members.has(name)) throw new JsonFaultAt(`“${name}” appears twice`, start);
      takeSign(':');
      members.set(name, value([...path, name]));
      // A fault of a member is shown at its name.
      offsets.set(nameOf([...path, name]), start);
    });
    return Object.fromEntries(members);
  };
  return (): unknown => {
    const whole = value([]);
    take(blanks);
    if (at < text.length) throw new JsonFaultAt('Nothing may follow here', at);
    return whole;
  };
};
