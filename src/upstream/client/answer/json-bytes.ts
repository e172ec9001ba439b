import { isOrdinary, quote, special } from './ascii.ts';
import type { Literal } from './literal.ts';
import { literalOf } from './literal.ts';

/** A longer text is written faster by the runtime than character by character. */
const shortText = 32;
/** Enough for most answers. */
const usualRoom = 1 << 20;

/** `null`, as JSON. */
export const nullLiteral = literalOf('null');

/** The end of a text that a JSON string writes otherwise. */
const unfit = -1;
const blank = 0x20;
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** By 12 bits, their two digits in base64url. */
const digitPairs = Uint16Array.from(
  { length: 4096 },
  (_, bits) => digits.charCodeAt(bits >>> 6) | (digits.charCodeAt(bits & 63) << 8),
);

// V8 divides as integers only where the result is made one with `|`.
const base64Length = (length: number): number => 4 * (((length / 3) | 0) + 1);

/** JSON that is being written, as UTF-8. What has been written last is removed by making `length` smaller. */
export class JsonBytes {
  length = 0;
  readonly #room: number;
  #bytes: Buffer<ArrayBuffer>;
  #view: DataView;

  /** `room` is how many bytes there is room for at first, and again once so many were enough. */
  constructor(room = usualRoom) {
    this.#room = room;
    this.#bytes = Buffer.allocUnsafeSlow(room);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Appends a text of ASCII. */
  literal({ length, words }: Literal): void {
    const at = this.#reserve(4 * words.length);
    // What the last number has too much is written over.
    for (let word = 0; word < words.length; word += 1) {
      this.#view.setInt32(at + 4 * word, words[word] as number, true);
    }
    this.length = at + length;
  }

  /** Appends bytes of JSON that is UTF-8 already; up to 3 bytes behind them are read too. */
  copy(from: DataView, start: number, end: number): void {
    const length = end - start;
    const at = this.#reserve(length + 3);
    for (let done = 0; done < length; done += 4) {
      this.#view.setInt32(at + done, from.getInt32(start + done, true), true);
    }
    this.length = at + length;
  }

  /** Appends a part of what was written elsewhere. */
  part(from: JsonBytes, start: number, end: number): void {
    from.#reserve(3);
    this.copy(from.#view, start, end);
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

  /** Writes a text at a place, and returns the end; `unfit` where a JSON string writes it otherwise. */
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

  /** Appends a short text of ASCII that is no constant. */
  ascii(text: string): void {
    const at = this.#reserve(text.length);
    for (let index = 0; index < text.length; index += 1) {
      this.#bytes[at + index] = text.charCodeAt(index);
    }
    this.length = at + text.length;
  }

  /** Appends bytes of ASCII and 1 to 3 blanks, in base64url. The blanks keep them apart from what is encoded after them. */
  base64(from: Uint8Array, start: number, end: number): void {
    let at = this.#reserve(base64Length(end - start));
    for (let index = start; index <= end; index += 3) {
      const first = index < end ? (from[index] as number) : blank;
      const second = index + 1 < end ? (from[index + 1] as number) : blank;
      const third = index + 2 < end ? (from[index + 2] as number) : blank;
      const bits = (first << 16) | (second << 8) | third;
      this.#view.setUint16(at, digitPairs[bits >>> 12] as number, true);
      this.#view.setUint16(at + 2, digitPairs[bits & 0xfff] as number, true);
      at += 4;
    }
    this.length = at;
  }

  /** The same for a text of ASCII. */
  base64Text(text: string): void {
    const { length } = this;
    // The text is written behind the place that it is encoded to.
    this.length += base64Length(text.length);
    const start = this.length;
    this.ascii(text);
    const end = this.length;
    this.length = length;
    this.base64(this.#bytes, start, end);
  }

  /** Appends a text, without quotes; false, and nothing, where it has characters that a JSON string writes otherwise. */
  ordinary(text: string): boolean {
    const end = this.#short(text, this.#reserve(text.length));
    if (end !== unfit) this.length = end;
    return end !== unfit;
  }

  /** Appends one character of ASCII. */
  byte(code: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = code;
    this.length = at + 1;
  }

  /** What has been written, all of it ASCII, as a text; the next begins. */
  takeText(): string {
    const text = this.#bytes.toString('latin1', 0, this.length);
    this.#reset();
    return text;
  }

  /** A copy of what has been written; the next answer begins. */
  take(): Buffer<ArrayBuffer> {
    const taken = Buffer.allocUnsafe(this.length);
    this.#bytes.copy(taken, 0, 0, this.length);
    this.#reset();
    return taken;
  }

  /**
   * Forgets what has been written. The room that a long answer took stays until an answer did without it, because some systems take
   * long to give memory that is new.
   */
  #reset(): void {
    const isRoomy = this.#bytes.length > this.#room && this.length <= this.#room;
    this.length = 0;
    if (isRoomy) this.#resize(this.#room);
  }

  /** Where the next bytes go, with room for this many. */
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
