import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { SelectionNode } from 'graphql';
import { isObjectType, Kind, parse, visit } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { codes } from '../../src/errors/codes.ts';
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
const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
const [fetchSchema = '', start = ''] = blocksOf(page, 'sh');
const [config = ''] = blocksOf(page, 'ts');

const document = `mutation Rename($input: UpdateCampaignInput!) {
  updateCampaign(input: $input) { outcome campaign { id dailyBudget { micros } } }
}
`;
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

test('its configuration generates types and a manifest, and the manifest is served as described', async () => {
  await runCommand(fetchSchema, { url: running.url, folder });
  mkdirSync(join(folder, 'documents'));
  writeFileSync(join(folder, 'documents/rename.graphql'), document);
  writeFileSync(join(folder, 'documents/viewer.graphql'), viewer);
  writeFileSync(join(folder, 'codegen.ts'), config);
  await promisify(execFile)(bin, ['--config', 'codegen.ts'], { cwd: folder });
  const types = readFileSync(join(folder, 'generated/graphql.ts'), 'utf8');
  expect(types).toMatch(/campaignId: string;?\n/);
  expect(types).toMatch(/dailyBudgetAmountLocalMicro\?: string \| number \| null/);
  expect(types).toMatch(/micros: string/);
  const [, path = ''] = /PERSISTED_DOCUMENTS=(\S+) PERSISTED_ONLY=true/.exec(start) ?? [];
  const manifest = join(folder, path);
  const trusted = await startGateway({
    env: { PERSISTED_DOCUMENTS: manifest, PERSISTED_ONLY: 'true' },
  });
  const entries = Object.entries(JSON.parse(readFileSync(manifest, 'utf8')));
  expect(entries).toHaveLength(2);
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

test('its form shows each fault at its field, in words of its own or in those of the gateway', async () => {
  const [code = ''] = blocksOf(page, 'tsx');
  const faultsByField = new Function(`${stripTypeScriptTypes(code)}; return faultsByField;`)();
  const [asked = ''] = blocksOf(page, 'graphql').filter((block) => block.includes('Create('));
  const { data, calls } = await running.ask(asked, {
    input: {
      accountId: '18ce54bik3s',
      fundingInstrumentId: 'fik3s000',
      name: 'n'.repeat(256),
      dailyBudget: '12,50',
      totalBudget: '-1',
      entityStatus: 'ON',
    },
  });
  expect(calls).toEqual([]);
  const shown = faultsByField(data.createCampaign.errors) as ReadonlyMap<string, readonly string[]>;
  expect(Object.fromEntries(shown)).toEqual({
    name: ['Höchstens 255 Zeichen.'],
    dailyBudget: ['Zum Beispiel 12.50.'],
    totalBudget: ['Mindestens 0.'],
    entityStatus: ['Möglich: ACTIVE, DRAFT oder PAUSED.'],
  });
});

test('its launch sends the input that is printed below it', async () => {
  const [launch = ''] = blocksOf(page, 'graphql').filter((one) => one.includes('launchCampaign('));
  const [input = '{}'] = blocksOf(page, 'json').filter((one) => one.includes('lineItems'));
  const asked = launch.replace('@stream(initialCount: 0)', '').replace('@defer(label: "end")', '');
  const { data, errors } = await running.ask(asked, JSON.parse(input));
  expect([errors, data.launchCampaign.outcome]).toEqual([undefined, 'APPLIED']);
  expect(data.launchCampaign.campaign.name).toBe('Spring tents');
});

test('names for every code the action before a retry with the same key', () => {
  const [, table = ''] = text.split('| Code | First |');
  const rows = table.trim().split('\n\n')[0]?.split('\n').slice(1) ?? [];
  const told = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z_]+/g) ?? []);
  expect(told.sort()).toEqual(Object.keys(codes).sort());
});

test('a write whose answer grew too long may have taken effect, and its key answers with a smaller selection', async () => {
  const small = await startGateway({ env: { LIMIT_ANSWER_BYTES: '1024' } });
  const long = Array.from({ length: 50 }, (_, at) => `a${at}: raw`).join(' ');
  const rename = (selected: string) =>
    `mutation { updateCampaign(input: { accountId: "18ce54bik3s", campaignId: "cik3s001", name: "Once", idempotencyKey: "k" }) { outcome campaign { ${selected} } } }`;
  const first = await small.ask(rename(long));
  const again = await small.ask(rename('name'));
  await small.close();
  expect(first.errors?.map(({ extensions }) => extensions.code)).toEqual(['COST_LIMIT_EXCEEDED']);
  expect(first.calls.map(({ method, status }) => [method, status])).toEqual([['PUT', 200]]);
  expect(again.data.updateCampaign).toEqual({ outcome: 'APPLIED', campaign: { name: 'Once' } });
  expect(again.calls.map(({ method }) => method)).toEqual(['GET']);
});

const objectTypes = Object.values(schema.getTypeMap()).filter(isObjectType);

test('every object type has a global id or is on the page of types without one', () => {
  const blocks = blocksOf('types-without-id.md', 'ts');
  expect(blocks).toHaveLength(2);
  for (const type of objectTypes) {
    if (/^_|^(Query|Mutation|PageInfo)$|(Connection|Edge|Payload)$/.test(type.name)) continue;
    const isTold = blocks.map((block) =>
      [`\n  ${type.name}: { merge: true }`, `\n  ${type.name}: () =>`].some((line) =>
        block.includes(line),
      ),
    );
    const hasNoId = !('id' in type.getFields());
    expect([type.name, ...isTold]).toEqual([type.name, hasNoId, hasNoId]);
  }
});

test('every list is cached under each argument that filters or orders it, and under no page argument', () => {
  const [policies = ''] = blocksOf('types-without-id.md', 'ts');
  const told = policies.split(/\n {2}(?=\w+: \{\n)/).flatMap((block) => {
    const [type] = block.split(':');
    const fields = block.matchAll(/^ {6}(\w+): relayStylePagination\((.*)\),$/gm);
    return [...fields].map(([, field, keys]) => `${type}.${field} ${keys?.match(/\w+/g) ?? ''}`);
  });
  const lists = objectTypes.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      if (!field.args.some(({ name }) => name === 'after')) return [];
      const keys = field.args
        .map(({ name }) => name)
        .filter((name) => !/^(first|after)$/.test(name));
      return [`${type.name}.${field.name} ${keys.sort()}`];
    }),
  );
  expect(lists.length).toBeGreaterThan(30);
  expect(told.sort()).toEqual(lists.sort());
});

test('it names the headers that pages of other origins may send', async () => {
  const shared = 'https://app.example';
  const gateway = await startGateway({ env: { ALLOWED_ORIGINS: shared } });
  const { headers } = await fetch(gateway.url, {
    method: 'OPTIONS',
    headers: { origin: shared, 'access-control-request-method': 'POST' },
  });
  await gateway.close();
  for (const name of (headers.get('access-control-allow-headers') ?? '').split(', ')) {
    if (name === 'content-type') continue;
    expect(text).toContain(`\`${name.replace('apollographql-client-version', '-version')}\``);
  }
});
