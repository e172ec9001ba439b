import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printed, program } from '../support/client-page.ts';
import { useGateway } from '../support/gateway.ts';
import { zippedBytes } from '../support/packed-client.ts';
import { blocksOf } from '../support/pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
// The packages that the configuration names are installed here.
const folder = mkdtempSync(join(root, 'node_modules/.client-docs-'));
const running = useGateway();
afterAll(() => rmSync(folder, { recursive: true }));

const run = (tool: string, ...words: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'node_modules', tool), ...words], {
    cwd: folder,
  }).catch(({ stdout }: { readonly stdout: string }) => ({ stdout }));

const documents = [...program.matchAll(/`((?:query|mutation) (\w+)[^`]*)`/g)];
const typedProgram = `import {${documents.map(([, , name]) => ` ${name}Document`)} } from './generated/graphql.ts';
${documents.reduce((text, [literal, , name]) => text.replace(literal, `${name}Document`), program)}`;

/** A launch with a typed document needs no key, and its end has all that was deferred. */
const launches = `import { createClient } from 'ads-graph/client';
import { LaunchDocument } from './generated/graphql.ts';
const client = createClient({ url: '/graphql' });
const input = { accountId: '1', campaign: { name: 'Autumn', fundingInstrumentId: '2' }, lineItems: [] };
export const launch = async (): Promise<readonly string[]> => {
  const { outcome, campaign, errors } = await client.watchLaunch(LaunchDocument, { input }).end();
  const written = await client.write(LaunchDocument, { input: { ...input, idempotencyKey: 'mine' } });
  if (written.outcome === 'APPLIED') return written.errors.map(({ message }) => message);
  // @ts-expect-error: a key is text
  await client.isOpen(LaunchDocument, { input: { ...input, idempotencyKey: 5 } });
  // @ts-expect-error: the line items are missing
  await client.dryRun(LaunchDocument, { input: { accountId: '1', campaign: input.campaign } });
  return [outcome, campaign?.restId ?? '', ...errors.map(({ message }) => message)];
};
`;

const compiling = {
  extends: '../../tsconfig.json',
  compilerOptions: {
    lib: ['es2024', 'dom'],
    module: 'esnext',
    moduleResolution: 'bundler',
    paths: { 'ads-graph/client': ['../../client/client.ts'] },
  },
  include: ['*.ts', 'generated'],
  exclude: [],
};

const ofOneLine = (text: string): string => text.replace(/\s+/g, ' ');

describe('the programs of the page', () => {
  beforeAll(async () => {
    copyFileSync(join(root, 'schema.graphql'), join(folder, 'schema.graphql'));
    mkdirSync(join(folder, 'documents'));
    for (const [, document = '', name] of documents)
      writeFileSync(join(folder, `documents/${name}.graphql`), document);
    const [config = ''] = blocksOf('front-end.md', 'ts');
    writeFileSync(join(folder, 'codegen.ts'), config);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(compiling));
    await run('@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.ts');
    writeFileSync(join(folder, 'typed.ts'), typedProgram);
    writeFileSync(join(folder, 'untyped.ts'), program);
    writeFileSync(join(folder, 'launches.ts'), launches);
  }, 120_000);

  test('are right in strict types, with documents as they stand and with typed ones', async () => {
    expect(documents).toHaveLength(3);
    expect((await run('typescript/bin/tsc')).stdout).toBe('');
  }, 120_000);

  test.each(['typed', 'untyped'])('print what they say, %s', async (name) => {
    running.emulator.reset({ data: true });
    const outfile = join(folder, `${name}.mjs`);
    await build({
      entryPoints: [join(folder, `${name}.ts`)],
      outfile,
      alias: { 'ads-graph/client': join(root, 'client/client.ts') },
      bundle: true,
      format: 'esm',
      logLevel: 'error',
    });
    const text = readFileSync(outfile, 'utf8');
    writeFileSync(outfile, text.replace('http://127.0.0.1:4000/graphql', running.url));
    const { stdout } = await promisify(execFile)(process.execPath, [outfile]);
    expect(ofOneLine(stdout.replace(/__typename: '\w+',/g, ''))).toBe(ofOneLine(printed));
  });
});

test('the page says how large the client is', async () => {
  const [, told] = /is ([\d.]+) KB,/.exec(readFileSync(join(root, 'docs/client.md'), 'utf8')) ?? [];
  const bytes = await zippedBytes(join(root, 'client/client.ts'));
  expect(Number(told)).toBe(Math.ceil(bytes / 500) / 2);
});
