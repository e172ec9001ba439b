import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Variables } from '../../src/index.ts';
import { connect } from '../connection.ts';
import { takeLock } from '../lock.ts';
import { print } from '../output.ts';
import { type Batch, batchesIn } from './batches.ts';
import { checked, checkWords, type Words } from './checked-file.ts';
import type { PeopleFile } from './people.ts';
import { type FileContent, reportContent, secondsOf } from './report-content.ts';
import { type BatchTarget, sendBatch } from './send-batch.ts';
import { openUploadState, passingState, type UploadState } from './upload-state.ts';

/** The totals of an upload, in a line for programs. */
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
  if (words.check === true) return checkOnly(words);
  if (state === undefined) return upload(words, variables);
  const lock = await takeLock(`${state}.lock`, `--state ${state}`);
  try {
    return await upload(words, variables);
  } finally {
    await lock.release();
  }
};

/** Counts what would be sent, and what is rejected. */
const checkOnly = async (words: Words): Promise<boolean> => {
  const { content, rejects, progress } = await checked(words);
  reportContent(content, { rejects, progress, applied: 0 });
  const { account, audience } = words;
  const { people, rejected, batches: calls } = content;
  const line = { account, audience, people, rejected, calls, seconds: secondsOf(calls) };
  await print(`${JSON.stringify(line)}\n`);
  return rejected === 0;
};

const upload = async (words: Words, variables: Variables): Promise<boolean> => {
  const { account = '', audience = '', url } = words;
  const { file, content, rejects, progress } = await checked(words);
  const connection = await connect({ url, variables, progress });
  try {
    const { isEmulated } = connection;
    if (isEmulated) progress.say('Without --state, the progress of this upload is not saved.');
    // A state of it would say that people are there.
    const uploaded = { ...connection, file, content };
    const state = isEmulated ? passingState() : await stateOf(words, uploaded);
    reportContent(content, { rejects, progress, applied: state.applied() });
    const isDelete = words.delete === true;
    const sending = { connection, progress, state, account, audience, isDelete };
    return await sendAll(sending, file, content);
  } finally {
    progress.done();
    await connection.close();
  }
};

const checksumOf = async (path: string): Promise<number> => {
  let sum = 0;
  for await (const bytes of createReadStream(path)) sum = crc32(bytes as Buffer, sum);
  return sum;
};

/** A file to upload, its counts, and the gateway that receives it. */
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
    map: file.columns === null ? words.map : undefined,
    country: words.country,
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
