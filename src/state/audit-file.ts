import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** A line of the file, to be replaced once. */
export interface FileLine {
  readonly text: string;
  readonly file: OpenedFile;
  /** The position of the line; null if it cannot be overwritten, as in a pipe. */
  readonly at: number | null;
}

/** A file of lines that several processes append to. Both methods resolve once it is synced. */
export interface AuditFile {
  /** Appends a line, or rejects and appends nothing. */
  readonly append: (text: string) => Promise<FileLine>;
  /**
   * Overwrites a line that was appended, by one that is not longer. One that is longer, or whose
   * place has something else, is appended.
   */
  readonly replace: (line: FileLine, text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface OpenedFile {
  readonly appending: FileHandle;
  /** A second handle, since the first one writes at the end alone; null for pipes and devices. */
  readonly placed: FileHandle | null;
  readonly id: string;
  /** The lines that may still be replaced. */
  lines: number;
}

interface Work {
  readonly text: string;
  readonly old: FileLine | null;
  readonly resolve: (line: FileLine) => void;
  readonly reject: (error: unknown) => void;
}

const idOf = ({ dev, ino }: Stats): string => `${dev} ${ino}`;

const { O_APPEND, O_CREAT, O_NONBLOCK, O_RDWR } = constants;

const openFile = async (path: string): Promise<OpenedFile> => {
  const appending = await open(path, O_APPEND | O_CREAT | O_RDWR | O_NONBLOCK, 0o600);
  const found = await appending.stat();
  const placed = found.isFile() ? await open(path, 'r+') : null;
  return { appending, placed, id: idOf(found), lines: 0 };
};

const closeFile = async ({ appending, placed }: OpenedFile): Promise<void> => {
  await appending.close();
  await placed?.close();
};

/** The most bytes that other processes may have appended since. */
const othersBytes = 1024 * 1024;

/** The position of bytes that were just appended; null if they cannot be found. */
const placeOf = async (placed: FileHandle, bytes: Buffer): Promise<number | null> => {
  const { size } = await placed.stat();
  for (const room of [0, othersBytes]) {
    const from = Math.max(0, size - bytes.length - room);
    const tail = Buffer.alloc(size - from);
    await placed.read(tail, 0, tail.length, from);
    const index = tail.lastIndexOf(bytes);
    if (index >= 0) return from + index;
  }
  return null;
};

/** Appends bytes, or nothing. Resolves with their place. */
const appendTo = async (
  { appending, placed }: OpenedFile,
  bytes: Buffer,
): Promise<number | null> => {
  const { bytesWritten } = await appending.write(bytes);
  if (bytesWritten === bytes.length) return placed === null ? null : placeOf(placed, bytes);
  // The disk is full. What is left of the first lines would be taken for a broken one.
  const at = placed === null ? null : await placeOf(placed, bytes.subarray(0, bytesWritten));
  if (at !== null) await placed?.truncate(at);
  throw new Error('ENOSPC: no space left on device');
};

const fits = async ({ file: { placed }, text: old, at }: FileLine, text: string) => {
  if (placed === null || at === null || text.length > old.length) return false;
  const bytes = Buffer.from(old);
  const there = Buffer.alloc(bytes.length);
  await placed.read(there, 0, there.length, at);
  return there.equals(bytes);
};

/** Replaces a line where it is. False if it must be appended. */
const overwrite = async (old: FileLine, text: string): Promise<boolean> => {
  const { placed } = old.file;
  if (!(await fits(old, text))) return false;
  const padded = Buffer.from(
    text
      .slice(0, -1)
      .padEnd(old.text.length - 1)
      .concat('\n'),
  );
  if (padded.length !== old.text.length) return false;
  await placed?.write(padded, 0, padded.length, old.at);
  return true;
};

/**
 * Opens the file of a path. A file that somebody moved away is left, and a new one begun. Lines are
 * ASCII and end with a line feed. Rejects if it cannot be opened.
 */
export const openAuditFile = async (path: string): Promise<AuditFile> => {
  let current = await openFile(path);
  const queue: Work[] = [];
  let running: Promise<void> | null = null;

  const leave = async (file: OpenedFile): Promise<void> => {
    if (file !== current && file.lines === 0) await closeFile(file);
  };
  const renew = async (): Promise<void> => {
    const there = await stat(path).catch(() => null);
    if (there !== null && idOf(there) === current.id) return;
    const old = current;
    current = await openFile(path);
    await leave(old);
  };
  const replaceAll = async (works: readonly Work[]): Promise<readonly Work[]> => {
    const done: Work[] = [];
    const left: Work[] = [];
    for (const one of works) {
      const isDone = one.old !== null && (await overwrite(one.old, one.text));
      (isDone ? done : left).push(one);
    }
    const files = new Set(done.flatMap(({ old }) => old?.file ?? []));
    for (const { placed } of files) await placed?.datasync();
    for (const { old, resolve } of done) if (old !== null) resolve(old);
    return left;
  };
  const appendAll = async (works: readonly Work[]): Promise<void> => {
    if (works.length === 0) return;
    await renew();
    const bytes = Buffer.from(works.map(({ text }) => text).join(''));
    let at = await appendTo(current, bytes);
    if (current.placed !== null) await current.appending.datasync();
    for (const { old, text, resolve } of works) {
      if (old === null) current.lines += 1;
      resolve({ text, file: current, at });
      if (at !== null) at += text.length;
    }
  };
  const write = async (batch: readonly Work[]): Promise<void> => {
    try {
      await appendAll(await replaceAll(batch));
    } catch (error) {
      // Those that are resolved already stay so.
      for (const { reject } of batch) reject(error);
    }
    for (const { old } of batch) {
      if (old === null) continue;
      old.file.lines -= 1;
      await leave(old.file);
    }
  };
  const work = async (): Promise<void> => {
    while (queue.length > 0) await write(queue.splice(0));
    running = null;
  };
  const add = (text: string, old: FileLine | null): Promise<FileLine> =>
    new Promise((resolve, reject) => {
      queue.push({ text, old, resolve, reject });
      running ??= work();
    });
  return {
    append: (text) => add(text, null),
    replace: async (line, text) => void (await add(text, line)),
    close: async () => {
      await running;
      await closeFile(current);
    },
  };
};
