import { execFile, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leanHttp, ownAddress } from '../../scripts/build-plugins.ts';
import { bare } from '../support/bare-process.ts';
import { providePython } from '../support/debian.ts';
import { blocksOf } from '../support/pages.ts';
import { mainFile } from '../support/started-processes.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'ads-graph-runners-'));
// Packages that it imports are resolved from here.
const built = join(root, `node_modules/.cache/ads-graph-runners-${process.pid}`);
const [ofJest = '', ofMocha = ''] = blocksOf('testing.md', 'js');
const [ofPytest = ''] = blocksOf('testing.md', 'python');

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
};

/** The package as a project has it, built from the current sources. */
beforeAll(async () => {
  await build({
    entryPoints: { test: `${root}testing/start.ts`, client: `${root}client/client.ts` },
    outdir: built,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'es2024',
    packages: 'external',
    plugins: [ownAddress((path) => JSON.stringify(pathToFileURL(path).href)), leanHttp],
    logLevel: 'warning',
  });
  const exported = { './test': './test.js', './client': './client.js' };
  const manifest = { name: 'ads-graph', type: 'module', exports: exported };
  writeFileSync(join(built, 'package.json'), JSON.stringify(manifest));
  mkdirSync(join(built, 'bin'));
  writeFileSync(join(built, 'bin/ads-graph.js'), `import ${JSON.stringify(mainFile())};`);
  cpSync(join(root, 'deploy'), join(built, 'deploy'), { recursive: true });
  mkdirSync(join(built, 'dist'));
  write('package.json', '{ "type": "module" }');
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(built, join(project, 'node_modules/ads-graph'));
}, 60_000);
afterAll(() => {
  for (const folder of [project, built]) rmSync(folder, { recursive: true, force: true });
});

const runner = (name: string): string => join(root, 'test/runners/node_modules', name);
const options = (variables: Readonly<Record<string, string>> = {}) => ({
  cwd: project,
  env: { ...bare, PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, ...variables },
});

test('the recipe for jest runs as written', async () => {
  write('jest/ads.test.js', ofJest);
  symlinkSync(runner('@jest'), join(project, 'node_modules/@jest'));
  const flags = { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
  const { stderr } = await run(
    process.execPath,
    [runner('jest/bin/jest.js'), '--rootDir', join(project, 'jest'), '--transform', '{}'],
    options(flags),
  );
  expect(stderr).toMatch(/Tests: +2 passed, 2 total/);
}, 120_000);

test('the recipe for mocha runs as written', async () => {
  write('mocha.js', ofMocha);
  const args = [runner('mocha/bin/mocha.js'), '--timeout', '30000', 'mocha.js'];
  const { stdout } = await run(process.execPath, args, options());
  expect(stdout).toMatch(/1 passing/);
}, 120_000);

test('the recipe for pytest runs as written, with the packages of Debian', async () => {
  const python = providePython('pytest', 'requests_oauthlib');
  write('test_ads.py', ofPytest);
  const { stdout } = await run(python, ['-m', 'pytest', '-q', 'test_ads.py'], options());
  expect(stdout).toMatch(/^2 passed/m);
}, 120_000);

test('the recipe for other CI exports the variables of an emulator', () => {
  const recipe = blocksOf('testing.md', 'sh').at(-1) ?? '';
  const [, ...lines] = recipe.split('\n');
  const script = lines.join('\n').replace('npm test', 'curl -sS "$ADS_API_URL/__emulator"');
  const output = join(project, 'output');
  const { stdout } = spawnSync('bash', ['-c', `set -e\n${script}`], {
    ...options({ PORT: '0', GITHUB_OUTPUT: output }),
    encoding: 'utf8',
  });
  const [, pid = ''] = /^pid=(\d+)$/m.exec(readFileSync(output, 'utf8')) ?? [];
  process.kill(Number(pid));
  expect(stdout).toContain('An emulator of the X Ads REST API');
});
