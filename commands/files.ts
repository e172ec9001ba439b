import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file beside its place, and puts it there when it is whole: readers see the old one, or
 * the new one. Returns its size.
 */
export const writeWhole = async (
  path: string,
  write: (draft: string) => Promise<void>,
): Promise<number> => {
  await mkdir(dirname(path), { recursive: true });
  // One name, so that what a killed run leaves is replaced by the next.
  const draft = join(dirname(path), `.${basename(path)}.part`);
  await write(draft);
  const file = await open(draft, 'r+');
  await file.sync();
  await file.close();
  const { size } = await stat(draft);
  await rename(draft, path);
  return size;
};

/** A file as text; null if there is none. */
export const readIfThere = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Whether a file is there. */
export const isThere = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
