import { type ParsedElementInfo, Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { lowerId } from '../../catalogue/language/identifiers.ts';
import type { Without } from '../../catalogue/without.ts';
import { TransportError } from '../errors.ts';
import { maxDepth } from '../json/untrusted.ts';

/** An entry in a file of results: one segment of an entity. */
export interface Entry {
  /** Null for an entity without an id. */
  readonly id: string | null;
  readonly segment: unknown;
  readonly metrics: unknown;
}

export interface ResultFile<T> {
  /** The results of `MakeResult`, in the order of the entries. */
  readonly made: readonly T[];
  /** The entities of the file, in lower case; some may have no entry. */
  readonly ids: ReadonlySet<string>;
}

/** Converts an entry to the value to keep; null for nothing. A TransportError ends the reading. */
export type MakeResult<T> = (entry: Entry) => T | null;

/** Reads a file of results as it arrives. */
interface EntryReader<T> {
  /** Reads the next bytes. Throws SyntaxError if the file is not JSON, or holds too much. */
  readonly write: (bytes: Uint8Array) => void;
  /** Throws SyntaxError if the file is not complete. */
  readonly end: () => ResultFile<T>;
}

/** A job has at most 20 entities. */
const maxEntities = 10_000;
/**
 * The most values that are kept of an entity before its id has arrived, or of one entry. The
 * longest entry of a job, all conversions on the Web by the hour, has 340,000.
 */
const maxHeld = 1_000_000;
/** The most bytes that are kept of a text or a number until it ends. */
const maxUnfinished = 1024 * 1024;

/** Keeps every digit: integers beyond 2^53 become texts. */
class LosslessTokenizer extends Tokenizer {
  protected override parseNumber(digits: string): number {
    const number = Number(digits);
    const isRounded = Number.isInteger(number) && !Number.isSafeInteger(number);
    // The library declares the result as a number, but passes on any value.
    return isRounded && /^-?\d+$/.test(digits) ? (digits as unknown as number) : number;
  }
}

/** Counts levels, values and bytes, and throws SyntaxError above the limits. */
const createBounds = () => {
  let depth = 0;
  let held = 0;
  let unfinished = 0;
  return {
    countBytes: (bytes: number): void => {
      unfinished += bytes;
      if (unfinished > maxUnfinished) throw new SyntaxError('a value is too long');
    },
    count: (token: TokenType): void => {
      unfinished = 0;
      if (token === TokenType.COMMA || token === TokenType.COLON) return;
      if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
        depth -= 1;
        return;
      }
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
      held += 1;
      if (depth > maxDepth) throw new SyntaxError('the file is nested too deeply');
      if (held > maxHeld) throw new SyntaxError('too much precedes an id');
    },
    release: (): void => {
      held = 0;
    },
  };
};

/** The position of an entry: `data`, the index of its entity, `id_data`. */
type Stack = ParsedElementInfo['stack'];
const indexIn = (stack: Stack): unknown => stack[2]?.key;

const idOf = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;

/**
 * Reads the entries of a file one after the other. Only the results of `make` stay in memory, and
 * the entries of an entity until its id has arrived.
 */
export const createEntryReader = <T>(make: MakeResult<T>): EntryReader<T> => {
  const made: T[] = [];
  const ids = new Set<string>();
  const bounds = createBounds();
  let at: unknown;
  let entities = 0;
  let id: string | null = null;
  let waiting: Without<Entry, 'id'>[] = [];
  let isDone = false;

  const settle = (): void => {
    for (const entry of waiting) {
      const kept = make({ ...entry, id });
      if (kept !== null) made.push(kept);
    }
    waiting = [];
    bounds.release();
  };
  const enter = (index: unknown): void => {
    if (index === at) return;
    settle();
    [at, id] = [index, null];
    entities += 1;
    if (entities > maxEntities) throw new SyntaxError('there are too many entities');
  };

  const tokenizer = new LosslessTokenizer();
  const parser = new TokenParser({
    paths: ['$.data.*.id', '$.data.*.id_data.*'],
    keepStack: false,
  });
  const fail = (error: Error): never => {
    throw error instanceof TransportError ? error : new SyntaxError(error.message);
  };
  tokenizer.onToken = (token) => {
    bounds.count(token.token);
    parser.write(token);
  };
  tokenizer.onError = fail;
  parser.onError = fail;
  parser.onEnd = () => {
    isDone = true;
  };
  parser.onValue = ({ value, key, stack }) => {
    enter(indexIn(stack));
    if (key === 'id' && stack.length === 3) {
      id = idOf(value);
      if (id !== null) ids.add(lowerId(id));
    } else {
      const { segment, metrics } = (value ?? {}) as unknown as Without<Entry, 'id'>;
      waiting.push({ segment, metrics });
    }
    if (id !== null) settle();
  };
  return {
    write: (bytes) => {
      tokenizer.write(bytes);
      bounds.countBytes(bytes.length);
    },
    end: () => {
      if (!isDone) throw new SyntaxError('the file breaks off');
      settle();
      return { made, ids };
    },
  };
};
