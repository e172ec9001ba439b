import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { sdlOf } from '../../src/schema/schema-command.ts';
import { bare } from '../support/bare-process.ts';
import { useGateway } from '../support/gateway.ts';
import { blocksOf } from '../support/pages.ts';
import { freePort } from '../support/redis.ts';
import { runCommand } from '../support/run-command.ts';

const page = 'federation.md';
const [begin = '', install = '', run = '', ask = '', definition = '', reference = ''] = blocksOf(
  page,
  'sh',
);
const [, words = ''] = /ads-graph schema (.*) > /.exec(begin) ?? [];
const [, settings = ''] = /^(.*) npm start$/m.exec(begin) ?? [];
const running = useGateway({
  env: Object.fromEntries(settings.split(' ').map((setting) => setting.split('='))),
});

const federation = fileURLToPath(new URL('../federation/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'federation-'));
const children: ChildProcess[] = [];
const ports = { clients: 0, router: 0 };

// Third-party programs take long to load on a busy machine.
const patience = 120_000;

/** The text of the page, with this test's addresses in place of its own. */
const here = (text: string): string =>
  text
    .replaceAll('http://127.0.0.1:4000', new URL(running.url).origin)
    .replaceAll('4001', String(ports.clients))
    .replaceAll('4002', String(ports.router));

beforeAll(async () => {
  Object.assign(ports, { clients: await freePort(), router: await freePort() });
  symlinkSync(join(federation, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'ads.graphql'), sdlOf(words.split(' '), {}));
  const [types = ''] = blocksOf(page, 'graphql');
  writeFileSync(join(folder, 'clients.graphql'), types);
  for (const [index, name] of ['clients', 'compose', 'router'].entries()) {
    writeFileSync(join(folder, `${name}.mjs`), here(blocksOf(page, 'js')[index] ?? ''));
  }
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/**
 * Runs one line of the page: waits for its end, or runs it in the background if the line says so.
 */
const runLine = async (line: string): Promise<void> => {
  const [, set = '', program = '', background] = /^(\S+=\S+ )?node (\S+)( &)?$/.exec(line) ?? [];
  const [name = '', value] = set.trim().split('=');
  const env = { ...bare, [name]: value };
  const child = spawn(process.execPath, [program], { cwd: folder, env, stdio: 'ignore' });
  children.push(child);
  if (background !== undefined) return;
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(code).toBe(0);
};

const answer = async (): Promise<unknown> => {
  const text = await runCommand(here(ask), { url: running.url, folder }).catch(() => 'null');
  return JSON.parse(text);
};

test(
  'its supergraph composes, starts and answers from both graphs',
  async () => {
    for (const line of run.trim().split('\n')) await runLine(line);
    await expect.poll(answer, { timeout: patience }).toEqual({
      data: {
        clients: [
          {
            name: 'Nordlicht',
            adAccount: { name: expect.any(String), timezone: expect.any(String) },
            campaigns: [
              { name: expect.any(String), budgetOwner: 'owner of cik3s001' },
              { name: expect.any(String), budgetOwner: 'owner of cik3s002' },
            ],
          },
        ],
      },
    });
  },
  patience * 2,
);

test('it installs the versions of these tests', () => {
  const { dependencies } = JSON.parse(readFileSync(join(federation, 'package.json'), 'utf8'));
  const installed = [...install.matchAll(/(@?[\w/-]+)@(\d\S+)/g)];
  expect(installed).toHaveLength(6);
  for (const [, name = '', version] of installed) expect(dependencies[name]).toBe(version);
});

test('the server returns the same definition', async () => {
  await runCommand(definition, { url: running.url, folder });
  expect(readFileSync(join(folder, 'ads.graphql'), 'utf8').trim()).toBe(
    sdlOf(words.split(' '), {}).trim(),
  );
});

test('its references are answered, in one call', async () => {
  const { data, errors, extensions } = JSON.parse(
    await runCommand(reference, { url: running.url, folder }),
  );
  expect(errors).toBeUndefined();
  expect(data._entities).toEqual([{ name: expect.any(String) }, { name: expect.any(String) }]);
  expect(extensions.upstream.count).toBe(1);
});

test(
  'its gateways are right in strict types',
  async () => {
    const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
    const failed = ({ stdout }: { readonly stdout: string }) => ({ stdout });
    const words = [tsc, '--project', federation];
    const { stdout } = await promisify(execFile)(process.execPath, words).catch(failed);
    expect(stdout).toBe('');
  },
  patience,
);

test('its gateways are those of the other tests', () => {
  const blank = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(/;$/, '');
  const programs = ['hive', 'apollo'].map((name) =>
    blank(readFileSync(join(federation, `${name}.ts`), 'utf8')),
  );
  const shown = blocksOf(page, 'ts').map(blank);
  expect(shown).toHaveLength(2);
  for (const [index, code] of shown.entries()) expect(programs[index]).toContain(code);
});

test.each(
  blocksOf(page, 'yaml').map((block) => [/propagate: \{/.test(block) ? 'Apollo' : 'Cosmo', block]),
)(
  'the configuration of the router of %s sends key and session to this subgraph alone',
  (_, block) => {
    const { headers, ...others } = parse(block);
    expect([Object.keys(others), Object.keys(headers)]).toEqual([[], ['subgraphs']]);
    expect(Object.keys(headers.subgraphs)).toEqual(['ads']);
    const [session, key, ...more] = headers.subgraphs.ads.request.map((rule: object) =>
      JSON.stringify(rule).toLowerCase(),
    );
    expect(session).toMatch(/propagate.*"named":"authorization"/);
    expect(key).toMatch(/(insert|set).*"name":"x-api-key".*"value":"\$\{(env\.)?ads_router_key\}"/);
    expect(more).toEqual([]);
  },
);
