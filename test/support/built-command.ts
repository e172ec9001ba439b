import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { leanHttp, ownAddress } from '../../scripts/build-plugins.ts';
import { bare, startFlags } from './bare-process.ts';
import { digestOf, filesIn } from './digest.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of the gateway's own command, which tests start; `commands.js` is beside it. */
    readonly command: string;
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const builds = `${root}node_modules/.cache/ads-graph/`;

const folders = ['src', 'emulator', 'bin', 'client', 'commands'];

/** The files that a build depends on. */
const sources = async (): Promise<readonly string[]> => {
  const files = (await Promise.all(folders.map(filesIn))).flat();
  const code = files.filter((name) => name.endsWith('.ts'));
  return [
    ...code,
    'package-lock.json',
    'scripts/build-plugins.ts',
    'test/support/built-command.ts',
  ];
};

// Node finds the names that a CommonJS package exports, which esbuild does not do for `import()`.
const laterPackages: Plugin = {
  name: 'later-packages',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^.]/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { external: true } : undefined,
    ),
};

// Packages that are CommonJS ask for modules of Node.
const banner =
  'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';

const buildInto = (outdir: string): Promise<unknown> =>
  build({
    entryPoints: { main: `${root}src/main.ts`, commands: `${root}commands/main.ts` },
    absWorkingDir: root,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'es2024',
    minifyWhitespace: true,
    plugins: [
      ownAddress((path) => JSON.stringify(pathToFileURL(path).href)),
      leanHttp,
      laterPackages,
    ],
    banner: { js: banner },
    logLevel: 'warning',
  });

/**
 * Starts the command once to cache its compiled code for later starts. Other flags of Node need
 * other code.
 */
const startOnce = async (file: string, cache: string | undefined): Promise<void> => {
  const child = spawn(process.execPath, [...startFlags, file, 'start'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...bare, NODE_COMPILE_CACHE: cache, PORT: '0', TIMEOUT_LAME_DUCK_MS: '0' },
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  child.kill();
  await ended;
};

const dayMs = 86_400_000;

const tidy = async (): Promise<void> => {
  const old = (await readdir(builds)).filter(
    (name) => Date.now() - statSync(builds + name).mtimeMs > dayMs,
  );
  await Promise.all(old.map((name) => rm(builds + name, { recursive: true, force: true })));
};

/**
 * Builds the command from its current sources into one file, and another for code that loads later.
 * It starts in two thirds of the time that the sources take.
 */
export const setup = async ({ provide, config }: TestProject): Promise<void> => {
  const folder = builds + (await digestOf(await sources()));
  const file = `${folder}/main.js`;
  if (!existsSync(file)) {
    const unfinished = `${folder}.${process.pid}`;
    await buildInto(unfinished);
    // Without it, Node parses each file first to find its kind of module.
    await writeFile(`${unfinished}/package.json`, '{"type":"module"}');
    // Another run may have built the same in the meantime.
    await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
    await startOnce(file, config.env['NODE_COMPILE_CACHE']);
    await tidy();
  }
  provide('command', file);
};
