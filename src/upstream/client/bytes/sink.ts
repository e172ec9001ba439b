import { quote, special } from '../json/characters.ts';

/** A longer text is written faster by the runtime than character by character. */
const shortText = 32;
/** Enough for most answers. */
const initialBytes = 1 << 20;

/** By character: 1 if a JSON string contains it without an escape. */
const isOrdinary = Uint8Array.from({ length: 256 }, (_, code) =>
  Number(!special.test(String.fromCharCode(code))),
);

/** The result for a text that a JSON string must escape. */
const unfit = -1;

/** The buffer into which the JSON of an answer is written, in UTF-8. It grows. */
export class Sink {
  /** The number of bytes written. Setting a smaller number removes the last ones. */
  length = 0;
  readonly #room: number;
  #bytes: Buffer<ArrayBuffer>;
  #view: DataView;

  /** `room` is the initial size in bytes. */
  constructor(room = initialBytes) {
    this.#room = room;
    this.#bytes = Buffer.allocUnsafeSlow(room);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Appends a text that `literalOf` prepared. */
  literal({ length, words }: Literal): void {
    const count = words.length;
    const at = this.#reserve(4 * count);
    const view = this.#view;
    // The last number may write up to 3 bytes too many, which the next text overwrites.
    for (let word = 0; word < count; word += 1) {
      view.setInt32(at + 4 * word, words[word] as number, true);
    }
    this.length = at + length;
  }

  /** Appends bytes that are already JSON. Reads up to 3 bytes after `end`. */
  copy(from: DataView, start: number, end: number): void {
    const length = end - start;
    const at = this.#reserve(length + 3);
    const view = this.#view;
    for (let done = 0; done < length; done += 4) {
      view.setInt32(at + done, from.getInt32(start + done, true), true);
    }
    this.length = at + length;
  }

  /** Appends a text as a JSON string. */
  string(text: string): void {
    const { length } = text;
    const at = this.#reserve(length + 2);
    const end = length > shortText ? this.#long(text, at + 1) : this.#short(text, at + 1);
    if (end === unfit) {
      this.json(JSON.stringify(text));
      return;
    }
    this.#bytes[at] = quote;
    this.#bytes[end] = quote;
    this.length = end + 1;
  }

  /** Writes a text at `at` and returns its end, or `unfit`. */
  #short(text: string, at: number): number {
    const bytes = this.#bytes;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (isOrdinary[code] !== 1) return unfit;
      bytes[at + index] = code;
    }
    return at + text.length;
  }

  #long(text: string, at: number): number {
    return special.test(text) ? unfit : at + this.#bytes.write(text, at, 'latin1');
  }

  /** Appends JSON. */
  json(text: string): void {
    // A UTF-16 code unit has at most 3 bytes in UTF-8.
    const at = this.#reserve(3 * text.length);
    this.length = at + this.#bytes.write(text, at);
  }

  /** Appends a short text of ASCII as it is. */
  ascii(text: string): void {
    const at = this.#reserve(text.length);
    for (let index = 0; index < text.length; index += 1) {
      this.#bytes[at + index] = text.charCodeAt(index);
    }
    this.length = at + text.length;
  }

  /** Appends one character of ASCII, by its code. */
  character(code: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = code;
    this.length = at + 1;
  }

  /** Returns a copy of the written bytes, and empties the sink. */
  take(): Buffer<ArrayBuffer> {
    const copy = Buffer.allocUnsafe(this.length);
    this.#bytes.copy(copy, 0, 0, this.length);
    // The memory for a long answer is kept until an answer does not need it.
    const isRoomy = this.#bytes.length > this.#room && this.length <= this.#room;
    this.length = 0;
    if (isRoomy) this.#resize(this.#room);
    return copy;
  }

  /** Makes room for `count` more bytes, and returns the position at which to write them. */
  #reserve(count: number): number {
    const { length } = this;
    if (length + count > this.#bytes.length) this.#resize(2 * (length + count));
    return length;
  }

  #resize(size: number): void {
    const bytes = Buffer.allocUnsafeSlow(size);
    this.#bytes.copy(bytes, 0, 0, this.length);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}

/** A text of ASCII as numbers of 4 bytes each, the last one padded with zeros. */
export interface Literal {
  /** In bytes. */
  readonly length: number;
  readonly words: Int32Array;
  /** The bits of the last number that belong to the text. */
  readonly lastMask: number;
}

/** Prepares a text of ASCII that is not empty. */
export const literalOf = (text: string): Literal => {
  const { length } = text;
  const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
  padded.write(text, 'latin1');
  const words = Int32Array.from({ length: padded.length / 4 }, (_, word) =>
    padded.readInt32LE(4 * word),
  );
  return { length, words, lastMask: length % 4 === 0 ? -1 : (1 << (8 * (length % 4))) - 1 };
};

/** `null`, as JSON. */
export const nullLiteral = literalOf('null');

/** True if the literal is at this position. Reads up to 3 bytes after it, too. */
export const isAt = (view: DataView, at: number, { words, lastMask }: Literal): boolean => {
  const last = words.length - 1;
  for (let word = 0; word < last; word += 1) {
    if (view.getInt32(at + 4 * word, true) !== words[word]) return false;
  }
  return (view.getInt32(at + 4 * last, true) & lastMask) === words[last];
};
