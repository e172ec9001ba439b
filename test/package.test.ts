import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'package-'));
const installed = join(project, 'node_modules/ads-graph');

// The machine's own Node and npm, without what this repository installed.
const outside = (process.env['PATH'] ?? '')
  .split(':')
  .filter((path) => !path.includes('node_modules'))
  .join(':');
const stranger = { env: { ...process.env, PATH: outside }, cwd: project };

/** What a strict program has, and no types but those that come with the package. */
const strictest = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom'],
    module: 'nodenext',
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
  },
};

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const [, shown = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];

// npm is slow on a busy machine.
const patience = 300_000;
afterAll(() => rmSync(project, { recursive: true }), patience);

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));

/** The declarations that a program sees that imports this one. */
const seenFrom = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, from = ''] of readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)\.ts'/g)) {
    seenFrom(`${resolve(dirname(path), from)}.d.ts`, seen);
  }
  return seen;
};

describe('the package', () => {
  beforeAll(async () => {
    await run('npm', ['pack', '--pack-destination', project], { cwd: root });
    const [file = ''] = readdirSync(project);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(strictest));
    await run('npm', ['install', '--prefer-offline', `./${file}`], stranger);
  }, patience);

  test('holds what runs, the types of what it exports and the schema, and nothing else', () => {
    expect(readdirSync(installed).sort()).toEqual(
      'LICENSE README.md bin dist package.json schema.graphql subgraph.graphql'.split(' '),
    );
    const compiled = filesOf(join(installed, 'dist'));
    const strange = compiled.filter(
      (path) =>
        !existsSync(join(root, 'src', path)) &&
        !existsSync(join(root, 'src', path.replace(/(\.d\.ts|\.js)$/, '.ts'))),
    );
    expect(strange).toEqual([]);
    const entries = ['dist/index.d.ts', 'dist/emulator/server.d.ts'];
    const seen = entries.flatMap((path) => [...seenFrom(join(installed, path))]);
    const declared = compiled.filter((path) => path.endsWith('.d.ts'));
    expect(declared.map((path) => join(installed, 'dist', path)).sort()).toEqual(
      [...new Set(seen)].sort(),
    );
  });

  test('starts by its command on the Node of the machine, answers, shows its page, and stops', async () => {
    const child = spawn(join(project, 'node_modules/.bin/ads-graph'), ['start'], {
      ...stranger,
      env: { PATH: outside, PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(child, 'exit');
    let url = '';
    for await (const line of createInterface({ input: child.stdout })) {
      [, url = url] = /explorer: (\S+)/.exec(line) ?? [];
      if (line.includes('curl')) break;
    }
    // It is passed on, and with one process it changes nothing.
    child.kill('SIGHUP');
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-ads-trace': '1' },
      body: JSON.stringify({ query: '{ accounts(first: 2) { nodes { id name } } }' }),
    });
    const { data, extensions } = await response.json();
    const page = await fetch(url, { headers: { accept: 'text/html' } }).then((r) => r.text());
    const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
    const file = await fetch(new URL(script, url));
    child.kill('SIGTERM');
    const [code] = await ended;
    expect(data.accounts.nodes).toHaveLength(2);
    expect(extensions.upstream.count).toBe(1);
    expect({ script, status: file.status }).toEqual({ script: expect.anything(), status: 200 });
    expect(code).toBe(0);
  });

  test('gives programs what the README shows, in strict types, and lets them end', async () => {
    writeFileSync(join(project, 'shown.ts'), shown);
    const misuse = `
      import { createGateway, type Gateway, type Variables } from 'ads-graph';
      import { createEmulator, type Emulator, type EmulatorOptions } from 'ads-graph/emulator';
      // @ts-expect-error: variables are text
      export const gateway: Promise<Gateway> = createGateway({ PORT: 0 });
      export const variables = (emulator: Emulator): Variables => emulator.variables;
      export const options: EmulatorOptions = { seed: 2 };
      // @ts-expect-error: there is no such fault
      void createEmulator(options).then(({ fault }) => fault({ fault: { kind: 'none' } }));`;
    writeFileSync(join(project, 'misuse.ts'), misuse);
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const checked = await run(process.execPath, [tsc, '--project', project]).catch(
      ({ stdout }: { readonly stdout: string }) => ({ stdout }),
    );
    expect(checked.stdout).toBe('');
    const { stdout } = await run(process.execPath, ['shown.ts'], { cwd: project });
    const [, promised] = /It prints `(.*)`/.exec(readme) ?? [];
    expect(stdout.trim()).toBe(promised);
  });
});
