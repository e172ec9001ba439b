import { readIfThere } from './files.ts';

/** A value as a line of a file. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

/**
 * The values in the lines of a file, without a last one that was cut off; null if there is no file.
 * Throws SyntaxError for a line that is no JSON.
 */
export const readJsonLines = async (path: string): Promise<readonly unknown[] | null> => {
  const text = await readIfThere(path);
  return (
    text
      ?.split('\n')
      .slice(0, -1)
      .map((line): unknown => JSON.parse(line)) ?? null
  );
};
