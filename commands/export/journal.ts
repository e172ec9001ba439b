import { appendFile, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sizeOf } from '../files.ts';
import { DamagedFileError, jsonLine, jsonLinesIn } from '../json-lines.ts';
import type { Row } from './rows.ts';

/** What one request brought, and where the next begins. */
export interface Step {
  readonly rows: readonly Row[];
  readonly at: unknown;
}

/** A file that has what was read so far, with where it goes on after each request. */
export interface Journal {
  /** What it was begun for; null if it is new. */
  readonly plan: unknown;
  /** Where it goes on; null at the beginning. */
  readonly at: unknown;
  /** The number of its rows. */
  readonly count: () => number;
  /** All rows. Throws DamagedFileError unless there are as many as were added. */
  readonly rows: () => AsyncGenerator<Row>;
  readonly begin: (plan: unknown) => Promise<void>;
  readonly add: (step: Step) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** The line behind the rows of a step; `rows` counts those of the steps before, too. */
interface StepEnd {
  readonly at: unknown;
  readonly rows: number;
}

/** What a journal says of itself. A step that was cut off is taken away. */
const readBack = async (path: string) => {
  let plan: unknown = null;
  let last: StepEnd = { at: null, rows: 0 };
  let [count, whole] = [0, 0];
  if ((await sizeOf(path)) === null) return { plan, last };
  for await (const { value, end } of jsonLinesIn(path)) {
    if (Array.isArray(value)) {
      count += 1;
      continue;
    }
    const said = value as { readonly plan: unknown } | StepEnd;
    if ('plan' in said) plan = said.plan;
    else last = said;
    if (count !== last.rows)
      throw new DamagedFileError(path, `it has ${count} rows instead of ${last.rows}`);
    whole = end;
  }
  await truncate(path, whole);
  return { plan, last };
};

async function* rowsIn(path: string, expected: () => number): AsyncGenerator<Row> {
  let count = 0;
  for await (const { value } of jsonLinesIn(path)) {
    if (!Array.isArray(value)) continue;
    count += 1;
    yield value;
  }
  if (count !== expected())
    throw new DamagedFileError(path, `it has ${count} rows instead of ${expected()}`);
}

/**
 * Opens a journal: the one that a killed run left, or a new one. Throws DamagedFileError for one
 * that lacks rows.
 */
export const openJournal = async (path: string): Promise<Journal> => {
  await mkdir(dirname(path), { recursive: true });
  const { plan, last } = await readBack(path);
  let count = last.rows;
  return {
    plan,
    at: last.at,
    count: () => count,
    rows: () => rowsIn(path, () => count),
    begin: async (one) => {
      count = 0;
      await writeFile(path, jsonLine({ plan: one }));
    },
    add: async ({ rows, at }) => {
      count += rows.length;
      await appendFile(path, [...rows, { at, rows: count }].map(jsonLine).join(''));
    },
    remove: () => rm(path, { force: true }),
  };
};
