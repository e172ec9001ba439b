import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { sizeOf } from './files.ts';

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

/** A kept file that is not as it was written. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  /** The file. */
  readonly path: string;

  constructor(path: string, fault: string) {
    super(`${path} is damaged: ${fault}`);
    this.path = path;
  }
}

/** A value as a line of a file. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** A value of a file, and the number of bytes up to its end. */
interface KeptValue {
  readonly value: unknown;
  readonly end: number;
}

/**
 * The values in the lines of a file, without a last line that was cut off. Throws DamagedFileError
 * for any other line that is no JSON.
 */
export async function* jsonLinesIn(path: string): AsyncGenerator<KeptValue> {
  for await (const { number, text, isWhole, end } of linesIn(path))
    if (isWhole) yield { value: parsed(text, { path, number }), end };
}

interface LinePlace {
  readonly path: string;
  readonly number: number;
}

const parsed = (text: string | null, { path, number }: LinePlace): unknown => {
  try {
    if (text !== null) return JSON.parse(text);
  } catch {
    // Said below.
  }
  throw new DamagedFileError(path, `line ${number} cannot be read`);
};

/**
 * All values of a file; null if there is no file, and none if its first line is no JSON. Throws
 * DamagedFileError if a later line is none.
 */
export const valuesIn = async (path: string): Promise<readonly unknown[] | null> => {
  if ((await sizeOf(path)) === null) return null;
  const values: unknown[] = [];
  try {
    for await (const { value } of jsonLinesIn(path)) values.push(value);
  } catch (error) {
    if (!(error instanceof DamagedFileError) || values.length > 0) throw error;
  }
  return values;
};
