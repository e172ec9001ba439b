import { readFile } from 'node:fs/promises';
import type { File } from '../http/files/files.ts';
import type { Built } from './built.ts';
import { dist } from './built.ts';

/** The pages that `build.ts` makes, and their files. */
export interface BuiltPage {
  readonly built: () => Promise<Built>;
  /** A file of a page; null for any other name. */
  readonly fileNamed: (name: string) => Promise<File | null>;
}

/** The built pages. They are read at the first request, and read again after a failure. */
export const createBuiltPage = (): BuiltPage => {
  let known: Promise<Built> | null = null;
  const built = (): Promise<Built> => {
    known ??= readBuilt().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
  const files = new Map<string, Promise<File>>();
  return {
    built,
    fileNamed: async (name) => {
      if (!(await built()).files.includes(name)) return null;
      const file = files.get(name) ?? pageFile(name);
      files.set(name, file);
      file.catch(() => files.delete(name));
      return file;
    },
  };
};

const readBuilt = async (): Promise<Built> => {
  const text = await readFile(`${dist}built.json`, 'utf8').catch(() => null);
  if (text !== null) return JSON.parse(text) as Built;
  // An installation without scripts builds the page at the first request.
  const { buildPage } = await import('./build.ts');
  return buildPage();
};

/** The type of a file by the ending of its name. */
export const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** How long a file is kept whose name changes with its content. */
export const forever = 'public, max-age=31536000, immutable';

const pageFile = async (name: string): Promise<File> => {
  const read = (ending: string) => readFile(`${dist}${name}${ending}`);
  const [identity, br, gz] = await Promise.all([read(''), read('.br'), read('.gz')]);
  return {
    type: types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    cache: forever,
    etag: `"${name}"`,
    as: { identity, br, gzip: gz },
  };
};
