import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The files of a folder and of the folders in it, from the root of the project, in one order. */
export const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(root + folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(root.length))
    .sort();

/** A digest of the content of these files. */
export const digestOf = async (files: readonly string[]): Promise<string> => {
  const texts = await Promise.all(
    files.map(async (name) => `${name}\n${await readFile(root + name, 'utf8')}`),
  );
  return hash('sha256', texts.join('\n')).slice(0, 16);
};
