import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Rewrites the addresses of files. Sources find files beside them by their own address, which a
 * built file does not have. `addressOf` receives the path of a source and returns its address as an
 * expression.
 */
export const ownAddress = (addressOf: (path: string) => string): Plugin => ({
  name: 'own-address',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/(src|emulator)\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replaceAll('import.meta.url', addressOf(path)), loader: 'ts' };
    }),
});

/**
 * Imports from `node:http` only the names that are used. An import of the module reads all of them,
 * and for some of them Node loads its own copy of undici, which takes 50 ms. Nothing is gained if a
 * package outside of the build imports it, such as that of the emulator's server.
 */
export const leanHttp: Plugin = {
  name: 'lean-http',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:http$/ }, ({ kind, path }) =>
      kind === 'import-statement' ? { path, namespace: 'lean' } : undefined,
    );
    onLoad({ filter: /^node:http$/, namespace: 'lean' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};
