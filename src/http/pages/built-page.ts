import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { refused } from '../../errors/errors.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import type { File } from '../files/files.ts';

/** The names of the files of the pages, which change with their content. */
export interface Built {
  readonly explorer: {
    readonly script: string;
    /** The scripts that it imports before it runs; the rest of `files` is loaded when needed. */
    readonly preloads: readonly string[];
    readonly style: string;
    /** The fonts that its style names. */
    readonly fonts: readonly string[];
  };
  readonly graphiql: {
    /** The script that starts GraphiQL, with these facts. */
    readonly script: string;
    readonly facts: object;
    readonly styles: readonly string[];
  };
  readonly files: readonly string[];
}

/** The folder of the built pages. */
const dist = fileURLToPath(new URL('../../../explorer/dist/', import.meta.url));

/** The pages that `explorer/build.ts` makes, and their files. */
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
      const file = getOrMake(files, name, () => pageFile(name));
      file.catch(() => files.delete(name));
      return file;
    },
  };
};

const readBuilt = async (): Promise<Built> => {
  const text = await readFile(`${dist}built.json`, 'utf8').catch(notBuilt);
  return JSON.parse(text) as Built;
};

const notBuilt = (cause: Error): never => {
  throw refused(503, 'The pages are not built: `npm run prepare` builds them.', { cause });
};

/** The type of a file by the ending of its name. */
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
};

/** The caching of a file whose name changes with its content. */
const forever = 'public, max-age=31536000, immutable';

const pageFile = async (name: string): Promise<File> => {
  const br = await readFile(`${dist}${name}.br`);
  const identity = await promisify(brotliDecompress)(br);
  return {
    type: types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    cache: forever,
    etag: `"${name}"`,
    as: { identity, br, gzip: await promisify(gzip)(identity) },
  };
};
