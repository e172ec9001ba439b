import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { SelectionNode } from 'graphql';
import { isScalarType, isSpecifiedScalarType, Kind, parse, visit } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { blocksOf } from '../support/pages.ts';
import { runCommand } from '../support/run-command.ts';

const page = 'front-end.md';
const bin = fileURLToPath(new URL('../../node_modules/.bin/graphql-codegen', import.meta.url));
// A folder from which the tools of its configuration can be resolved.
const folder = mkdtempSync(
  fileURLToPath(new URL('../../node_modules/.front-end-', import.meta.url)),
);
afterAll(() => rmSync(folder, { recursive: true }));

const running = useGateway();
const [fetchSchema = '', production = ''] = blocksOf(page, 'sh');
const [generate = '', start = ''] = production.split('\n');
const [config = ''] = blocksOf(page, 'ts');

const document = `mutation Rename($input: UpdateCampaignInput!) {
  updateCampaign(input: $input) { outcome campaign { id dailyBudget { micros } } }
}
`;
const days = `query Days($account: ID!) {
  account(id: $account) {
    campaigns(first: 1) { nodes { stats(range: { lastDays: 7 }) { days { date } } } }
  }
}
`;
const account = '18ce54bik3s';
const [launchInput = '{}'] = blocksOf(page, 'json').filter((one) => one.includes('lineItems'));
/** The variables of the documents of the page. */
const variables: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Paused: { account },
  Overview: { account },
  Places: { q: 'ber' },
  Target: { accountId: account, lineItemId: 'lik3s000', value: '1' },
  Create: {
    input: { accountId: account, fundingInstrumentId: 'fik3s000', name: 'Made', dailyBudget: '5' },
  },
  Launch: JSON.parse(launchInput),
};

const scalars = Object.values(schema.getTypeMap())
  .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
  .map(({ name }) => name);
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const strict = {
  extends: '../../tsconfig.json',
  compilerOptions: {
    lib: ['es2024', 'dom'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'preserve',
  },
  include: ['form.tsx', 'generated'],
  exclude: [],
};
const viewer = 'query Viewer { viewer { asOwner } }\n';

/** The fields of a document that select an object without the type of that object. */
const selectionsWithoutTypename = (document: string): readonly string[] => {
  const found: string[] = [];
  visit(parse(document), {
    Field: ({ name, selectionSet }) => {
      const isAsked = ({ kind, ...one }: SelectionNode) =>
        kind === Kind.FIELD && 'name' in one && one.name.value === '__typename';
      if (selectionSet !== undefined && !selectionSet.selections.some(isAsked))
        found.push(name.value);
    },
  });
  return found;
};

/** The documents of the page, by their names. */
const documents = new Map(
  blocksOf(page, 'graphql').map((block) => [/^\w+ (\w+)/.exec(block)?.[1] ?? '', block]),
);

beforeAll(async () => {
  await runCommand(fetchSchema, { url: running.url, folder });
  mkdirSync(join(folder, 'documents'));
  for (const [name, block] of documents)
    writeFileSync(join(folder, `documents/${name}.graphql`), block);
  writeFileSync(join(folder, 'documents/rename.graphql'), document);
  writeFileSync(join(folder, 'documents/days.graphql'), days);
  writeFileSync(join(folder, 'documents/viewer.graphql'), viewer);
  writeFileSync(join(folder, 'codegen.ts'), config);
  await promisify(execFile)(bin, ['--config', 'codegen.ts'], { cwd: folder });
}, 60_000);

test('its configuration types every scalar, and its form is right in strict types', async () => {
  const types = readFileSync(join(folder, 'generated/graphql.ts'), 'utf8');
  expect(types).toMatch(/date: string/);
  for (const name of scalars) expect(config).toMatch(new RegExp(`^ {10}${name}: `, 'm'));
  const [code = ''] = blocksOf(page, 'tsx');
  writeFileSync(
    join(folder, 'form.tsx'),
    code.replace('/** The sentences', 'export { faultsByField };\n$&'),
  );
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(strict));
  const failed = ({ stdout }: { readonly stdout: string }) => ({ stdout });
  const checked = await promisify(execFile)(process.execPath, [tsc], { cwd: folder }).catch(failed);
  expect(checked.stdout).toBe('');
});

test.each([...documents])('its document %s runs as it stands', async (name, block) => {
  const { errors, data } = await running.ask(block, variables[name] ?? {});
  expect([name, errors]).toEqual([name, undefined]);
  expect(Object.values(data)).not.toContain(null);
});

test('its configuration makes types and a manifest, and the manifest is served as it says', async () => {
  const types = readFileSync(join(folder, 'generated/graphql.ts'), 'utf8');
  expect(types).not.toContain('"hash"');
  await runCommand(generate, { url: running.url, folder });
  expect(types).toMatch(/campaignId: string;?\n/);
  expect(types).toMatch(/dailyBudgetAmountLocalMicro\?: string \| number \| null/);
  expect(types).toMatch(/micros: string/);
  const [, path = ''] = /PERSISTED_DOCUMENTS=(\S+) PERSISTED_ONLY=true/.exec(start) ?? [];
  const manifest = join(folder, path);
  const trusted = await startGateway({
    env: { PERSISTED_DOCUMENTS: manifest, PERSISTED_ONLY: 'true' },
  });
  const entries = Object.entries(JSON.parse(readFileSync(manifest, 'utf8')));
  expect(entries).toHaveLength(documents.size + 3);
  for (const [, document] of entries)
    expect(selectionsWithoutTypename(String(document))).toEqual([]);
  const [sha256Hash] = entries.find(([, known]) => String(known).includes('Viewer')) ?? [];
  const response = await fetch(trusted.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash } } }),
  });
  expect(await response.json()).toEqual({
    data: { __typename: 'Query', viewer: { __typename: 'Viewer', asOwner: true } },
  });
  await trusted.close();
});
