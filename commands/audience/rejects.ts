import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { csvLine } from '../../client/csv.ts';
import { draftOf } from '../files.ts';
import type { Fault } from './person.ts';

/** A file of the identifiers that are not sent: line, column and reason, without the identifier. */
interface Rejects {
  readonly add: (line: number, faults: readonly Fault[]) => Promise<void>;
  /** Puts the file in its place; takes an earlier one away if there is nothing to tell. */
  readonly end: () => Promise<void>;
}

/** Begins such a file. */
export const createRejects = (path: string): Rejects => {
  const draft = draftOf(path);
  let file: WriteStream | null = null;
  const write = async (cells: readonly (string | null)[]): Promise<void> => {
    if (file?.write(csvLine(cells)) === false) await once(file, 'drain');
  };
  return {
    add: async (line, faults) => {
      if (file === null) {
        file = createWriteStream(draft);
        await once(file, 'open');
        await write(['line', 'column', 'reason']);
      }
      for (const { column, reason } of faults) await write([String(line), column, reason]);
    },
    end: async () => {
      if (file === null) return rm(path, { force: true });
      file.end();
      await finished(file);
      await rename(draft, path);
    },
  };
};
