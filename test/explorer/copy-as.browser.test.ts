import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { bikes } from '../support/accounts.ts';
import { provide } from '../support/debian.ts';
import { hashOf, part, useExplorer } from '../support/explorer.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { keyOf, keysOf } from '../support/keys.ts';
import { signIn } from '../support/visitor.ts';

const running = useGateway();
const open = useExplorer(running);
const run = promisify(execFile);

const forms = ['curl', 'JavaScript', 'TypeScript', 'Python'] as const;
type Form = (typeof forms)[number];

let folder: string;
beforeAll(async () => {
  provide('python3', 'python3');
  folder = await mkdtemp(join(tmpdir(), 'copied-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rm(folder, { recursive: true }));

const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const strict = [
  ...['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--noEmit'],
  ...['--noPropertyAccessFromIndexSignature', '--erasableSyntaxOnly', '--pretty', 'false'],
  ...['--target', 'es2022', '--module', 'nodenext', '--types', ''],
];

const write = async (name: string, text: string): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};

/** What TypeScript finds wrong in a text; empty if it is right. */
const mistakesIn = async (text: string): Promise<string> => {
  const file = await write('checked.ts', text);
  return run(process.execPath, [tsc, ...strict, file], { cwd: folder }).then(
    () => '',
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
};

/** The data that a copied text prints. */
const dataOf: Readonly<Record<Form, (text: string) => Promise<unknown>>> = {
  curl: async (text) => JSON.parse((await run('sh', ['-c', text])).stdout).data,
  JavaScript: async (text) => {
    const { stdout } = await run(process.execPath, [await write('copied.js', text)]);
    return JSON.parse(stdout);
  },
  TypeScript: async (text) => {
    expect(await mistakesIn(text)).toBe('');
    const { stdout } = await run(process.execPath, [await write('copied.ts', text)]);
    return JSON.parse(stdout);
  },
  Python: async (text) => {
    const { stdout } = await run('python3', [await write('copied.py', text)]);
    return JSON.parse(stdout);
  },
};

const copied = async (page: Page, form: Form | 'Link'): Promise<string> => {
  await page.getByRole('button', { name: 'Copy as' }).click();
  await page.getByRole('button', { name: form }).click();
  await part(page, 'Operation').getByText(`${form} copied`).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
};

const read = `# What \${this} \`quotes\`: 'one', "two", """three""" and \\n
query Other { viewer { userId } }
query Read($account: ID!, $ids: [ID!], $isFull: Boolean = false, $where: CampaignWhere) {
  __typename
  account(id: $account) { ...named money: campaigns(campaignIds: $ids, first: 2, where: $where) {
    nodes { restId dailyBudget { amount currency } entityStatus raw updatedAt @include(if: $isFull)
      lineItems(first: 1) { nodes { placements } } } } }
  node(id: "Campaign:${bikes}:cik3s001") {
    __typename id ... on Campaign { name account { ...named } } ... on LineItem { bidAmountLocalMicro } }
}
fragment named on Account { name timezone }`;

const longWrite = `mutation Raise($input: UpdateCampaignInput!) { updateCampaign(input: $input) {
  outcome campaign { totalBudgetAmountLocalMicro } errors { message } } }`;
const long = '9007199254740993';
const longInput = `{"input": {"accountId": "${bikes}", "campaignId": "cik3s001", "totalBudgetAmountLocalMicro": ${long}}}`;

describe('an operation is copied', { timeout: 90_000 }, () => {
  test('as texts that run, for the operation at the caret', async () => {
    const variables = { account: bikes, ids: 'cik3s001', unused: { deep: [true, null] } };
    const page = await open({ hash: hashOf(read, variables) });
    await part(page, 'Operation').getByText('__typename').first().click();
    const { data } = await running.ask(read.replace(/query Other.*/, ''), variables);
    expect(data.account.money.nodes).toHaveLength(1);
    for (const form of forms)
      expect(await dataOf[form](await copied(page, form)), form).toEqual(data);
  });

  test('as texts that round no long integer', async () => {
    const query = new URLSearchParams({ query: longWrite, variables: longInput });
    const page = await open({ hash: `#${query}` });
    for (const form of forms) {
      const data = await dataOf[form](await copied(page, form));
      const campaign = { totalBudgetAmountLocalMicro: long };
      expect(data, form).toMatchObject({ updateCampaign: { campaign } });
    }
  });
});

describe('TypeScript', { timeout: 90_000 }, () => {
  test('has types with the selected fields alone, which refuse what cannot be', async () => {
    const page = await open({ hash: hashOf(read, { account: bikes }) });
    await part(page, 'Operation').getByText('__typename').first().click();
    const text = await copied(page, 'TypeScript');
    const used = `${text}
const whole = data?.account?.money?.nodes[0];
export const amount: string | undefined = whole?.dailyBudget?.amount;
export const status: 'ACTIVE' | 'DRAFT' | 'PAUSED' | 'UNRECOGNIZED' | null | undefined = whole?.entityStatus;
const node = data?.node;
if (node?.__typename === 'Campaign') console.error(node.name satisfies string | null);
`;
    expect(await mistakesIn(used)).toBe('');
    const wrong = [
      'export const budget: number | undefined = whole?.dailyBudget?.amount;',
      'export const title = whole?.name;',
      'export const never: string = whole!.updatedAt;',
      "if (node?.__typename === 'LineItem') console.error(node.name);",
      'export const none: Variables = {};',
      "export const status2: Variables = { account: 'a', where: { entityStatus: { eq: 'SLEEPING' } } };",
    ];
    const found = (await mistakesIn(`${used}${wrong.join('\n')}`)).trim().split('\n');
    const [first = 0, ...others] = found
      .flatMap((line) => /\((\d+),/.exec(line)?.[1] ?? [])
      .map(Number);
    expect(others).toEqual(wrong.slice(1).map((_line, at) => first + 1 + at));
  });
});

describe('who is asking', { timeout: 90_000 }, () => {
  test('by a key is never in a text, and a placeholder says where the key goes', async () => {
    const closed = await startGateway({ env: { GATEWAY_API_KEYS: keysOf({ reader: 'owner' }) } });
    const page = await open({ url: `${closed.url}${hashOf('{ viewer { asOwner } }')}` });
    for (const form of forms) {
      const text = await copied(page, form);
      expect(text).toMatch(/x-api-key.*YOUR_KEY.*if the gateway asks for a key/);
    }
    await page.getByRole('button', { name: 'Headers' }).click();
    const key = keyOf('reader');
    const headers = JSON.stringify({ 'X-Api-Key': key, 'x-seen': "it's" });
    await page.getByRole('textbox', { name: 'Headers' }).fill(headers);
    await page.getByRole('banner').getByText('As the owner').waitFor();
    for (const form of forms) {
      const text = await copied(page, form);
      expect(text).not.toContain(key);
      expect(text).not.toContain('if the gateway asks');
      const data = await dataOf[form](text.replace('YOUR_KEY', key));
      expect(data, form).toEqual({ viewer: { asOwner: true } });
    }
    await closed.close();
  });

  test('by a session is never in a text, and a placeholder says where the session goes', async () => {
    const session = await signIn(running, '1500000000000000002');
    const page = await open({ hash: hashOf('{ viewer { screenName } }') });
    const cookie = { name: 'ads_graph_session', value: session, url: running.url };
    await page.context().addCookies([cookie]);
    await page.reload();
    await page.getByRole('banner').getByText('@emulator_colleague').waitFor();
    for (const form of forms) {
      const text = await copied(page, form);
      expect(text).not.toContain(session);
      const data = await dataOf[form](text.replace('YOUR_SESSION', session));
      expect(data, form).toEqual({ viewer: { screenName: 'emulator_colleague' } });
    }
  });
});

test('the palette copies too, the menu is closed by Escape, and says what cannot be copied', async () => {
  const page = await open({ hash: hashOf('{ viewer { userId } }') });
  await page.getByRole('button', { name: 'Copy as' }).click();
  expect(await findings(page, { targets: true, within: '.menu:popover-open' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('button', { name: 'Python' }).count()).toBe(0);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByLabel('Search commands').fill('copy as python');
  await page.keyboard.press('Enter');
  await part(page, 'Operation').getByText('Python copied').waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(await dataOf.Python(text)).toEqual({ viewer: { userId: expect.any(String) } });
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('textbox', { name: 'Variables', exact: true }).fill('[1]');
  await page.getByRole('button', { name: 'Copy as' }).click();
  await page.getByRole('button', { name: 'curl' }).click();
  await page.getByText('The variables must be a JSON object.').first().waitFor();
});
