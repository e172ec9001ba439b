import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { UsageError } from '../../bin/commands.ts';
import { type Line, linesIn, linesOf } from '../lines.ts';

/** A record of a file, and the line on which it begins; 1 is the first of the file. */
export interface RecordAtLine<T> {
  readonly line: number;
  readonly value: T;
}

/** The most characters of a record. A quote that is not closed would take the rest of the file. */
export const longestRecord = 100_000;

/** Names a line that cannot be read. */
export const broken = (line: number, fault: string): UsageError =>
  new UsageError(`Line ${line} of --file ${fault}`);

/** The encoding that a file names by its mark; null for UTF-8, with its mark or without. */
const markOf = async (path: string): Promise<string | null> => {
  const file = await open(path);
  const { buffer, bytesRead } = await file
    .read(Buffer.alloc(2), 0, 2, 0)
    .finally(() => file.close());
  const mark = bytesRead === 2 ? buffer.toString('hex') : '';
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : null;
};

/** The bytes of a file in another encoding as UTF-8. */
async function* recoded(path: string, encoding: string): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const utf8 = new TextEncoder();
  try {
    for await (const bytes of createReadStream(path))
      yield utf8.encode(decoder.decode(bytes, { stream: true }));
    yield utf8.encode(decoder.decode());
  } catch (error) {
    if (error instanceof TypeError)
      throw new UsageError('--file is not UTF-16, although its byte order mark says so');
    throw error;
  }
}

/**
 * The lines of a file of UTF-8, or of UTF-16 with its mark, without a carriage return at their
 * ends. Throws UsageError with the line for any other bytes.
 */
export async function* textLinesIn(path: string): AsyncGenerator<RecordAtLine<string>> {
  const encoding = await markOf(path);
  const lines = encoding === null ? linesIn(path) : linesOf(recoded(path, encoding));
  for await (const line of lines) yield { line: line.number, value: textOf(line) };
}

const textOf = ({ number, text }: Line): string => {
  if (text === null) throw broken(number, 'is not UTF-8; save the file as UTF-8');
  if (text.includes('\0')) throw broken(number, 'is not UTF-8: it has NUL characters');
  const line = number === 1 ? text.replace(/^\uFEFF/, '') : text;
  const record = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (number === 1 && record.includes('\r'))
    throw broken(1, 'has carriage returns within; lines must end with a line feed');
  return record;
};
