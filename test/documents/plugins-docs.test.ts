import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { blocksOf } from '../support/pages.ts';

const root = new URL('../../', import.meta.url);
// A folder in which Node finds the packages of the project.
const cache = fileURLToPath(new URL('node_modules/.cache/', root));
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'plugins-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Program {
  readonly gateway: { readonly url: string; readonly close: () => Promise<void> };
}

/**
 * Runs a program of the page as written, on a free port. Returns a function that sends operations.
 */
const start = async (block: string) => {
  const file = join(folder, `${blocks.indexOf(block)}.mjs`);
  const entry = JSON.stringify(new URL('src/index.ts', root));
  const before = "const process = { env: { PORT: '0', LOG_LEVEL: 'silent' } };";
  const program = block.replace("'ads-graph'", entry);
  writeFileSync(file, `${before}\n${program}\nexport { gateway };\n`);
  const { gateway } = (await import(pathToFileURL(file).href)) as Program;
  onTestFinished(gateway.close);
  return async (query: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(gateway.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
        ...headers,
      },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await response.json()) as {
      readonly data?: unknown;
      readonly errors?: readonly { readonly message: string }[];
    };
    return { status: response.status, data, messages: errors?.map(({ message }) => message) };
  };
};

const blocks = blocksOf('plugins.md', 'js');
const [ownField = '', maxAliases = '', introspection = ''] = blocks;
const viewer = '{ viewer { userId } }';

describe('the page about plugins', () => {
  test('refuses a field, and no other', async () => {
    const ask = await start(ownField);
    const remove =
      'mutation { deleteCampaign(input: { accountId: "a", campaignId: "b" }) { outcome } }';
    expect(await ask(remove)).toMatchObject({
      status: 403,
      messages: ['Mutation.deleteCampaign is off.'],
    });
    expect(await ask(viewer)).toMatchObject({ status: 200, messages: undefined });
  });

  test('limits aliases', async () => {
    const ask = await start(maxAliases);
    const aliased = (count: number) =>
      `{ viewer { ${Array.from({ length: count }, (_, index) => `a${index}: userId`).join(' ')} } }`;
    expect(await ask(aliased(3))).toMatchObject({ status: 200, messages: undefined });
    expect(await ask(aliased(4))).toMatchObject({
      status: 400,
      messages: ['Syntax Error: Aliases limit of 3 exceeded, found 4.'],
    });
  });

  test('leaves introspection to one client', async () => {
    const ask = await start(introspection);
    const schema = '{ __schema { queryType { name } } }';
    expect(await ask(schema, { 'graphql-client-name': 'codegen' })).toMatchObject({ status: 200 });
    expect(await ask(schema)).toMatchObject({ status: 400 });
    expect(await ask(viewer)).toMatchObject({ status: 200 });
  });
});
