import { sizeOf } from './files.ts';
import { linesIn } from './lines.ts';

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
