import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { UsageError } from '../../bin/commands.ts';
import { csvLine } from '../../client/csv.ts';
import { draftOf, localPath } from '../files.ts';
import { accountIdOf, audienceIdOf } from '../ids.ts';
import { createProgress, type Progress } from '../output.ts';
import { batchesIn } from './batches.ts';
import { openPeople, type PeopleFile, type PeopleWords } from './people.ts';
import type { Fault } from './person.ts';
import type { FileContent } from './report-content.ts';

/** The options of `ads-graph audience upload`. */
export interface Words extends PeopleWords {
  readonly account?: string;
  readonly audience?: string;
  readonly file?: string;
  readonly check?: boolean;
  readonly delete?: boolean;
  readonly state?: string;
  readonly rejects?: string;
  readonly url?: string;
  readonly quiet?: boolean;
}

/** Checks the options. Throws UsageError. */
export const checkWords = async ({
  account,
  audience,
  file,
  state,
  check,
}: Words): Promise<void> => {
  if (account === undefined && check !== true) throw new UsageError('--account ID is missing');
  if (audience === undefined && check !== true) throw new UsageError('--audience ID is missing');
  if (file === undefined) throw new UsageError('--file FILE is missing');
  if (account !== undefined) accountIdOf(account);
  if (audience !== undefined) audienceIdOf(audience);
  localPath('--file', file);
  if (state !== undefined) localPath('--state', state);
  await access(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--file ${file} cannot be read: ${error.code}`);
  });
};

/** A file that was read once. */
interface Checked {
  readonly file: PeopleFile;
  readonly content: FileContent;
  /** The file of what is rejected. */
  readonly rejects: string;
  readonly progress: Progress;
}

/** Opens the file of the options, and reads it once. Throws UsageError. */
export const checked = async (words: Words): Promise<Checked> => {
  const { file: path = '', state, quiet } = words;
  const file = await openPeople(path, words);
  const rejects = words.rejects ?? `${state ?? path}.rejects.csv`;
  const content = await check(file, rejects);
  if (content.people + content.rejected === 0) throw new UsageError('--file has no people');
  return { file, content, rejects, progress: createProgress(quiet === true) };
};

/** Reads a file once, and writes what is wrong with it. */
const check = async (file: PeopleFile, path: string): Promise<FileContent> => {
  const rejects = createRejects(path);
  let [batches, people, rejected] = [0, 0, 0];
  const found = batchesIn(file, (line, faults) => {
    rejected += faults.length;
    return rejects.add(line, faults);
  });
  for await (const batch of found) {
    batches += 1;
    people += batch.people.length;
  }
  await rejects.end();
  return { batches, people, rejected };
};

/** A file of the identifiers that are not sent: line, column and reason, without the identifier. */
interface Rejects {
  readonly add: (line: number, faults: readonly Fault[]) => Promise<void>;
  /** Puts the file in its place; takes an earlier one away if there is nothing to tell. */
  readonly end: () => Promise<void>;
}

/** Begins such a file. */
const createRejects = (path: string): Rejects => {
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
