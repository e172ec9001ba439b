import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The files of this repository and the packages that load with an import of `entry`. */
const loadedBy = (
  entry: string,
): Promise<{ readonly files: string[]; readonly packages: string[] }> =>
  new Promise((resolve, reject) => {
    const program = `
      import { registerHooks } from 'node:module';
      const urls = new Set();
      registerHooks({ load: (url, context, next) => { urls.add(url); return next(url, context); } });
      await import(${JSON.stringify(new URL(`../../${entry}`, import.meta.url).href)});
      console.log(JSON.stringify([...urls]));
      process.exit();`;
    const flags = ['--input-type=module', '--eval', program];
    execFile(process.execPath, flags, { cwd: root, maxBuffer: 1e8 }, (error, stdout) => {
      if (error !== null) return reject(error);
      const paths = (JSON.parse(stdout) as string[])
        .filter((url) => url.startsWith('file:'))
        .map((url) => relative(root, fileURLToPath(url)));
      const [files, installed] = [false, true].map((is) =>
        paths.filter((path) => path.startsWith('node_modules') === is),
      );
      const packages = installed?.map(
        (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1],
      );
      resolve({ files: files ?? [], packages: [...new Set(packages)].map(String).sort() });
    });
  });

test('the emulator loads only itself, the catalogue and the shared code of signing', async () => {
  const { files, packages } = await loadedBy('emulator/server.ts');
  const strange = files.filter(
    (path) => !/^(emulator|src\/upstream\/catalogue|src\/shared\/sign-in)\//.test(path),
  );
  expect(strange).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
  expect(packages).toEqual([
    '@hono/node-server',
    'fastest-levenshtein',
    'hono',
    'jose',
    'lru-cache',
    'zod',
  ]);
});

test('the client loads only itself, and nothing of Node or of a package', async () => {
  const { files, packages } = await loadedBy('client/client.ts');
  expect(files.filter((path) => !path.startsWith('client/'))).toEqual([]);
  expect(files.length).toBeGreaterThan(5);
  expect(packages).toEqual([]);
  expect(importedBy('client')).toEqual([]);
});

test.each(['src/gateway/gateway.ts', 'src/gateway/server.ts', 'src/index.ts'])(
  '%s loads neither the emulator, the page nor the protocol of agents before it is needed',
  async (entry) => {
    const { files, packages } = await loadedBy(entry);
    expect(files.filter((path) => /^(emulator|explorer)/.test(path))).toEqual([]);
    expect(
      packages.filter((name) =>
        /hono|esbuild|preact|modelcontext|opentelemetry\/(?!api$)/.test(name),
      ),
    ).toEqual([]);
  },
);

/** The packages that the files of some folders import, without those of Node. */
const importedBy = (...folders: readonly string[]): readonly string[] => {
  const sources = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }));
  const names = sources
    .filter((path) => !path.includes('node_modules') && !path.includes('/wasm/'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .flatMap((text) => [...text.matchAll(/(?:from|import|import\() ?'((?:@[^/']+\/)?[\w.-]+)/g)])
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('.') && name !== 'node');
  return [...new Set(names)].sort();
};

test('a dependency is imported by gateway, emulator, commands or fixtures, and the page has its own', () => {
  const { dependencies, peerDependencies, devDependencies } = about;
  const runtime = [...Object.keys(dependencies), ...Object.keys(peerDependencies)].sort();
  expect(runtime).toEqual(importedBy('src', 'agents', 'emulator', 'commands', 'testing'));
  expect(runtime.length).toBeLessThanOrEqual(28);
  const built = JSON.parse(readFileSync(join(root, 'explorer/package.json'), 'utf8'));
  expect(Object.keys(built.devDependencies)).toEqual(importedBy('explorer'));
  expect(built.devDependencies).toMatchObject({
    esbuild: devDependencies.esbuild,
    graphql: dependencies.graphql,
  });
  const ofBoth = importedBy('explorer').filter((name) => Object.hasOwn(devDependencies, name));
  expect(ofBoth).toEqual(['esbuild']);
});
