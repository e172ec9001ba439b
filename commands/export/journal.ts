import { createReadStream } from 'node:fs';
import { appendFile, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { isThere } from '../files.ts';
import type { Row } from './rows.ts';

/** What one request brought, and where the next begins. */
export interface Step {
  readonly rows: readonly Row[];
  readonly at: unknown;
}

/** The lines of a file. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  for await (const line of lines) if (line !== '') yield line;
}

/** The rows of a file of rows. */
export async function* rowsIn(path: string): AsyncGenerator<Row> {
  for await (const line of linesOf(path)) if (line.startsWith('[')) yield JSON.parse(line);
}

/** A file that has what was read so far, with where it goes on after each request. */
export interface Journal {
  /** What it was begun for; null if it is new. */
  readonly plan: unknown;
  /** Where it goes on; null at the beginning. */
  readonly at: unknown;
  readonly rows: () => AsyncGenerator<Row>;
  readonly begin: (plan: unknown) => Promise<void>;
  readonly add: (step: Step) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** What a journal says of itself, without the lines of a step that was cut off. */
const readBack = async (path: string) => {
  let [plan, at]: unknown[] = [null, null];
  let [read, whole] = [0, 0];
  if (!(await isThere(path))) return { plan, at };
  for await (const line of linesOf(path)) {
    read += Buffer.byteLength(line) + 1;
    if (line.startsWith('[')) continue;
    const said = partOf(line);
    if (said === null) break;
    if ('plan' in said) plan = said['plan'];
    else at = said['at'];
    whole = read;
  }
  await truncate(path, whole);
  return { plan, at };
};

const partOf = (line: string): Readonly<Record<string, unknown>> | null => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};

/** Opens a journal: the one that a killed run left, or a new one. */
export const openJournal = async (path: string): Promise<Journal> => {
  await mkdir(dirname(path), { recursive: true });
  const { plan, at } = await readBack(path);
  return {
    plan,
    at,
    rows: () => rowsIn(path),
    begin: (one) => writeFile(path, `${JSON.stringify({ plan: one })}\n`),
    add: ({ rows, at: next }) => {
      const lines = [...rows, { at: next }].map((line) => `${JSON.stringify(line)}\n`);
      return appendFile(path, lines.join(''));
    },
    remove: () => rm(path, { force: true }),
  };
};
