import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../bin/commands.ts';

/** The path of an option. Throws UsageError for an address: files are written on this machine. */
export const localPath = (option: string, path: string): string => {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return path;
  throw new UsageError(
    `${option} must be a path on this machine; docs/export.md says how files get to ${path}`,
  );
};

/** The prefix of the drafts of a file. */
const draftsOf = (path: string): string => `.${basename(path)}.`;

/** A name beside a file, which no other writer of it has. */
export const draftOf = (path: string): string =>
  join(dirname(path), `${draftsOf(path)}${randomBytes(6).toString('hex')}.part`);

/** Takes the drafts of a file away, which killed runs left. */
const removeDrafts = async (path: string): Promise<void> => {
  const names = await readdir(dirname(path));
  const left = names.filter((name) => name.startsWith(draftsOf(path)) && name.endsWith('.part'));
  for (const name of left) await rm(join(dirname(path), name), { force: true });
};

/**
 * Writes a file beside its place, and puts it there when it is whole: readers see the old one, or
 * the new one. Returns its size. The caller alone writes this file.
 */
export const writeWhole = async (
  path: string,
  write: (draft: string) => Promise<void>,
): Promise<number> => {
  await mkdir(dirname(path), { recursive: true });
  await removeDrafts(path);
  const draft = draftOf(path);
  await write(draft);
  const file = await open(draft, 'r+');
  await file.sync();
  await file.close();
  const { size } = await stat(draft);
  await rename(draft, path);
  return size;
};

/** The size of a file in bytes; null if there is none. */
export const sizeOf = async (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
