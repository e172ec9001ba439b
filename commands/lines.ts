import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

/** A line of a file. It ends with `\n` and with nothing else; only the last may lack it. */
export interface Line {
  /** Its number; 1 is the first. */
  readonly number: number;
  /** Its text without the `\n`; null if it is not UTF-8. */
  readonly text: string | null;
  /** False for a last line without `\n`. */
  readonly isWhole: boolean;
  /** The number of bytes up to its end. */
  readonly end: number;
}

const lineFeed = 0x0a;

/** The lines of bytes of UTF-8. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let [number, end] = [0, 0];
  let begun: Uint8Array[] = [];
  const line = (bytes: Uint8Array, isWhole: boolean): Line => {
    const whole = begun.length === 0 ? bytes : Buffer.concat([...begun, bytes]);
    begun = [];
    number += 1;
    end += whole.length + Number(isWhole);
    const text = isUtf8(whole) ? Buffer.from(whole.buffer, whole.byteOffset, whole.length) : null;
    return { number, text: text?.toString('utf8') ?? null, isWhole, end };
  };
  for await (const bytes of source) {
    let from = 0;
    for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, from)) {
      yield line(bytes.subarray(from, at), true);
      from = at + 1;
    }
    if (from < bytes.length) begun.push(bytes.subarray(from));
  }
  if (begun.length > 0) yield line(new Uint8Array(), false);
}

/** The lines of a file. */
export const linesIn = (path: string): AsyncGenerator<Line> => linesOf(createReadStream(path));
