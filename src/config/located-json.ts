/** A position in a file, both from 1. */
export interface TextPosition {
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
export const readLocatedJson = (text: string): LocatedJson | JsonFault => {
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
    if (text.startsWith('{', at)) return object(path);
    if (text.startsWith('[', at)) {
      const list: unknown[] = [];
      items(']', (index) => list.push(value([...path, index])));
      return list;
    }
    const written = take(string) ?? take(scalar);
    if (written === null || written === '') throw new JsonFaultAt('A value is missing here', at);
    return JSON.parse(written);
  };
  const object = (path: readonly PropertyKey[]): unknown => {
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
