import { quote } from '../upstream/client/answer/ascii.ts';
import type { Literal } from '../upstream/client/answer/literal.ts';
import { literalOf } from '../upstream/client/answer/literal.ts';
import { isOrdinary, NOWHERE, special } from '../upstream/client/answer/skip-json.ts';

/** A longer text is written faster by the runtime than character by character. */
const shortText = 32;
/** The room that is kept between answers, in bytes. */
const usualRoom = 1 << 20;

/** `null`, as JSON. */
export const nullLiteral = literalOf('null');

/** JSON that is being written, as UTF-8. What has been written last is removed by making `length` smaller. */
export class AnswerBytes {
  length = 0;
  #bytes = Buffer.allocUnsafeSlow(usualRoom);
  #view = new DataView(this.#bytes.buffer);

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

  /** Appends a text as a JSON string. */
  string(text: string): void {
    const { length } = text;
    const at = this.#reserve(length + 2);
    const end = length > shortText ? this.#long(text, at + 1) : this.#short(text, at + 1);
    if (end === NOWHERE) {
      this.json(JSON.stringify(text));
      return;
    }
    this.#bytes[at] = quote;
    this.#bytes[end] = quote;
    this.length = end + 1;
  }

  /** Writes a text at a place, and returns the end; -1 where the text has characters that a JSON string writes otherwise. */
  #short(text: string, at: number): number {
    const bytes = this.#bytes;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (isOrdinary[code] !== 1) return NOWHERE;
      bytes[at + index] = code;
    }
    return at + text.length;
  }

  #long(text: string, at: number): number {
    return special.test(text) ? NOWHERE : at + this.#bytes.write(text, at, 'latin1');
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

  /** Appends one character of ASCII. */
  byte(code: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = code;
    this.length = at + 1;
  }

  /** A copy of what has been written; the next answer begins. */
  take(): Buffer<ArrayBuffer> {
    const taken = Buffer.allocUnsafe(this.length);
    this.#bytes.copy(taken, 0, 0, this.length);
    this.reset();
    return taken;
  }

  /** Forgets what has been written, and the room that a long answer took. */
  reset(): void {
    this.length = 0;
    if (this.#bytes.length > usualRoom) this.#resize(usualRoom);
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
