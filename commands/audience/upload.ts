import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { UsageError } from '../../bin/commands.ts';
import type { Variables } from '../../src/index.ts';
import { connect } from '../connection.ts';
import { localPath } from '../files.ts';
import { accountIdOf, audienceIdOf } from '../ids.ts';
import { takeLock } from '../lock.ts';
import { print } from '../output.ts';
import { createProgress } from '../progress.ts';
import { type Batch, batchesIn } from './batches.ts';
import { openPeople, type PeopleFile } from './people.ts';
import { createRejects } from './rejects.ts';
import { type FileContent, reportContent } from './report-content.ts';
import { type BatchTarget, sendBatch } from './send-batch.ts';
import { openUploadState, passingState, type UploadState } from './upload-state.ts';

interface Words {
  readonly account?: string;
  readonly audience?: string;
  readonly file?: string;
  readonly columns?: string;
  readonly delete?: boolean;
  readonly state?: string;
  readonly rejects?: string;
  readonly url?: string;
  readonly quiet?: boolean;
}

/** How an upload went: the line that a program reads. */
interface Totals {
  readonly people: number;
  readonly rejected: number;
  applied: number;
  /** People of batches that the API keeps counting otherwise. */
  unequal: number;
}

/** `ads-graph audience upload`. False if somebody of the file is not there, which it has told. */
export const uploadPeople = async (words: Words, variables: Variables): Promise<boolean> => {
  await checkWords(words);
  const { state } = words;
  if (state === undefined) return upload(words, variables);
  const lock = await takeLock(`${state}.lock`, `--state ${state}`);
  try {
    return await upload(words, variables);
  } finally {
    await lock.release();
  }
};

const checkWords = async ({ account, audience, file, state }: Words): Promise<void> => {
  if (account === undefined) throw new UsageError('--account ID is missing');
  if (audience === undefined) throw new UsageError('--audience ID is missing');
  if (file === undefined) throw new UsageError('--file FILE is missing');
  accountIdOf(account);
  audienceIdOf(audience);
  localPath('--file', file);
  if (state !== undefined) localPath('--state', state);
  await access(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--file ${file} cannot be read: ${error.code}`);
  });
};

const upload = async (words: Words, variables: Variables): Promise<boolean> => {
  const { account = '', audience = '', file: path = '', columns, url, quiet } = words;
  const file = await openPeople(path, columns);
  const progress = createProgress(quiet === true);
  const rejects = words.rejects ?? `${words.state ?? path}.rejects.csv`;
  const content = await check(file, rejects);
  if (content.people + content.rejected === 0) throw new UsageError('--file has no people');
  const connection = await connect({ url, variables, progress });
  try {
    const { isEmulated } = connection;
    if (isEmulated) progress.say('Nothing of this upload is kept when the command ends.');
    // A state of it would say that people are there.
    const uploaded = { ...connection, file, content };
    const state = isEmulated ? passingState() : await stateOf(words, uploaded);
    reportContent(file, content, { rejects, progress, applied: state.applied() });
    const isDelete = words.delete === true;
    const sending = { connection, progress, state, account, audience, isDelete };
    return await sendAll(sending, file, content);
  } finally {
    progress.done();
    await connection.close();
  }
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

const checksumOf = async (path: string): Promise<number> => {
  let sum = 0;
  for await (const bytes of createReadStream(path)) sum = crc32(bytes as Buffer, sum);
  return sum;
};

/** What is uploaded where. */
interface UploadTask {
  readonly gateway: string;
  readonly file: PeopleFile;
  readonly content: FileContent;
}

const stateOf = async (
  words: Words,
  { gateway, file, content }: UploadTask,
): Promise<UploadState> => {
  if (words.state === undefined) return passingState();
  return openUploadState(words.state, {
    gateway,
    account: words.account,
    audience: words.audience,
    delete: words.delete === true,
    columns: file.columns?.join() ?? null,
    file: await checksumOf(file.path),
    batches: content.batches,
  });
};

const sendAll = async (
  sending: BatchTarget,
  file: PeopleFile,
  { people, rejected, batches }: FileContent,
): Promise<boolean> => {
  const { connection, progress, account, audience } = sending;
  const totals: Totals = { people, rejected, applied: 0, unequal: 0 };
  const isComplete = (): boolean => totals.applied === people && rejected === 0;
  try {
    for await (const batch of batchesIn(file, async () => undefined)) {
      progress.doing(`${batch.index} of ${batches} calls`);
      await sendOne(sending, batch, totals);
    }
  } finally {
    progress.done();
    const calls = connection.calls();
    const line = { account, audience, ...totals, calls, complete: isComplete() };
    await print(`${JSON.stringify(line)}\n`);
  }
  return isComplete();
};

const tell = (text: string): void => void process.stderr.write(`ads-graph: ${text}\n`);

const sendOne = async (sending: BatchTarget, batch: Batch, totals: Totals): Promise<void> => {
  const { index, people, first, last } = batch;
  const lines = `lines ${first} to ${last}`;
  const unequal = sending.state.of(index)?.isApplied
    ? null
    : await sendBatch(sending, batch).catch((error: unknown) => {
        sending.progress.done();
        tell(`${lines} and what follows are not sent`);
        throw error;
      });
  if (unequal === null) {
    totals.applied += people.length;
    return;
  }
  totals.unequal += people.length;
  sending.progress.done();
  tell(`${lines}: ${unequal}`);
};
