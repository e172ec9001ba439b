import type { ParsedElementInfo } from '@streamparser/json';
import { Tokenizer, TokenParser } from '@streamparser/json';

/** An entry in a file of results: one segment of an entity. */
export interface Entry {
  readonly id: string;
  readonly segment: unknown;
  readonly metrics: unknown;
}

/** What a file of results holds. */
export interface ResultFile<T> {
  /** What was made of the entries, in their order. */
  readonly made: readonly T[];
  /** The entities that it is about, in lower case; some may have no entry. */
  readonly ids: ReadonlySet<string>;
}

/** Reads a file of results as it arrives. */
interface EntryReader<T> {
  /** Reads the next bytes. Throws SyntaxError if the file is not JSON. */
  readonly write: (bytes: Uint8Array) => void;
  /** Throws SyntaxError if the file is not complete. */
  readonly end: () => ResultFile<T>;
}

/** The bound for the memory that entries take. */
const maxEntries = 200_000;

/** Keeps every digit: integers beyond 2^53 become texts. */
class LosslessTokenizer extends Tokenizer {
  protected override parseNumber(digits: string): number {
    const number = Number(digits);
    const isRounded = Number.isInteger(number) && !Number.isSafeInteger(number);
    // The library declares the result as a number, but passes on any value.
    return isRounded && /^-?\d+$/.test(digits) ? (digits as unknown as number) : number;
  }
}

/** The position of an entry: `data`, the index of its entity, `id_data`. */
type Stack = ParsedElementInfo['stack'];
const indexIn = (stack: Stack): unknown => stack[2]?.key;

/**
 * Reads the entries of a file one after the other. `make` turns each into what is kept; nothing
 * else of the file stays in memory, except the entries of an entity until its id has arrived.
 */
export const createEntryReader = <T>(make: (entry: Entry) => T): EntryReader<T> => {
  const made: T[] = [];
  const ids = new Set<string>();
  let at: unknown;
  let id: string | null = null;
  let waiting: Omit<Entry, 'id'>[] = [];
  let isDone = false;

  const settle = (): void => {
    if (id === null) return;
    for (const entry of waiting) made.push(make({ ...entry, id }));
    waiting = [];
    if (made.length > maxEntries) throw new SyntaxError('there are too many entries');
  };
  const enter = (index: unknown): void => {
    if (index === at) return;
    if (waiting.length > 0) throw new SyntaxError('an entity has no id');
    [at, id] = [index, null];
  };

  const tokenizer = new LosslessTokenizer();
  const parser = new TokenParser({
    paths: ['$.data.*.id', '$.data.*.id_data.*'],
    keepStack: false,
  });
  const fail = (error: Error): never => {
    throw new SyntaxError(error.message);
  };
  tokenizer.onToken = (token) => parser.write(token);
  tokenizer.onError = fail;
  parser.onError = fail;
  parser.onEnd = () => {
    isDone = true;
  };
  parser.onValue = ({ value, key, stack }) => {
    enter(indexIn(stack));
    if (key === 'id' && stack.length === 3) {
      id = String(value);
      ids.add(id.toLowerCase());
    } else {
      const { segment, metrics } = (value ?? {}) as unknown as Omit<Entry, 'id'>;
      waiting.push({ segment, metrics });
    }
    settle();
  };
  return {
    write: (bytes) => tokenizer.write(bytes),
    end: () => {
      if (!isDone) throw new SyntaxError('the file breaks off');
      if (waiting.length > 0) throw new SyntaxError('an entity has no id');
      return { made, ids };
    },
  };
};
