import { appendFile, mkdir, rm, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sizeOf } from '../files.ts';
import { jsonLine, jsonLinesIn } from '../lines.ts';

/** A job of the API that has begun, or is about to. */
export interface BegunJob {
  /** The idempotency key: with it, a retry begins no second job. */
  readonly key: string;
  /** Its id in the API; null until that is known. */
  readonly id: string | null;
  /** The time at which it began, in milliseconds since 1970. */
  readonly since: number;
}

/** The jobs of a table of an account, by the names of their places. */
export interface JobBook {
  readonly of: (name: string) => BegunJob | null;
  /** Records a job; null removes it. */
  readonly set: (name: string, job: BegunJob | null) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** A line of the file: the last one about a name counts. */
interface BookLine {
  readonly name: string;
  readonly job: BegunJob | null;
}

/** A job book in memory. */
export const passingBook = (): JobBook => {
  const jobs = new Map<string, BegunJob | null>();
  return {
    of: (name) => jobs.get(name) ?? null,
    set: async (name, job) => void jobs.set(name, job),
    remove: async () => jobs.clear(),
  };
};

/** A job book in a file, which a killed run leaves to the next one. */
export const openJobBook = async (path: string): Promise<JobBook> => {
  const { of, set, remove } = passingBook();
  if ((await sizeOf(path)) !== null) {
    let whole = 0;
    for await (const { value, end } of jsonLinesIn(path)) {
      const { name, job } = value as BookLine;
      await set(name, job);
      whole = end;
    }
    await truncate(path, whole);
  }
  return {
    of,
    set: async (name, job) => {
      await mkdir(dirname(path), { recursive: true });
      await appendFile(path, jsonLine({ name, job }));
      await set(name, job);
    },
    remove: async () => {
      await rm(path, { force: true });
      await remove();
    },
  };
};
