import { appendFile, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sizeOf } from '../files.ts';
import { DamagedFileError, jsonLine, jsonLinesIn } from '../lines.ts';
import type { Row } from './rows.ts';

/** The rows of one request, and the position of the next. */
export interface Step {
  readonly rows: readonly Row[];
  readonly at: unknown;
}

/** A file of the rows that were read so far, with the position after each request. */
export interface Journal {
  /** The plan that it was begun with; null if it is new. */
  readonly plan: unknown;
  /** The position of the next request; null at the beginning. */
  readonly at: unknown;
  /** The number of its rows. */
  readonly count: () => number;
  /** All rows. Throws DamagedFileError unless there are as many as were added. */
  readonly rows: () => AsyncGenerator<Row>;
  readonly begin: (plan: unknown) => Promise<void>;
  readonly add: (step: Step) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** The line after the rows of a step; `rows` includes those of earlier steps. */
interface StepEnd {
  readonly at: unknown;
  readonly rows: number;
}

/**
 * Reads the plan and the last step of a journal, and truncates a step that was cut off. Throws
 * DamagedFileError if rows are missing.
 */
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
 * Opens the journal that a killed run left, or a new one. Throws DamagedFileError if rows are
 * missing.
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
