import { access } from 'node:fs/promises';
import { UsageError } from '../../bin/commands.ts';
import { localPath } from '../files.ts';
import { accountIdOf, audienceIdOf } from '../ids.ts';
import { createProgress, type Progress } from '../progress.ts';
import { batchesIn } from './batches.ts';
import { openPeople, type PeopleFile, type PeopleWords } from './people.ts';
import { createRejects } from './rejects.ts';
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
