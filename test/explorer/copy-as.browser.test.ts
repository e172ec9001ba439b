import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { bikes, colleague } from '../support/accounts.ts';
import { provide } from '../support/debian.ts';
import { copiedBy, hashOf, part, useExplorer } from '../support/explorer.ts';
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

/** The places of TypeScript's errors in texts: the name of each with the line. */
const mistakesIn = async (texts: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const files = Object.entries(texts).map(([name, text]) => write(name, text));
  const args = [tsc, ...strict, ...(await Promise.all(files))];
  const found = await run(process.execPath, args, { cwd: folder }).then(
    () => '',
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
  return [...found.matchAll(/^(?:.*\/)?(\w+\.ts)\((\d+),/gm)].map(
    ([, name, line]) => `${name}:${line}`,
  );
};

const commands: Readonly<Record<Form, (file: string) => readonly [string, ...string[]]>> = {
  curl: (file) => ['sh', file],
  JavaScript: (file) => [process.execPath, file],
  TypeScript: (file) => [process.execPath, file],
  Python: (file) => ['python3', file],
};
const endings = { curl: 'sh', JavaScript: 'js', TypeScript: 'ts', Python: 'py' } as const;

/** The data that a copied text prints. */
const dataOf = async (form: Form, text: string): Promise<unknown> => {
  const [command, ...args] = commands[form](await write(`copied.${endings[form]}`, text));
  const answer = JSON.parse((await run(command, args)).stdout);
  return form === 'curl' ? answer.data : answer;
};

const copied = async (page: Page, form: Form | 'Link'): Promise<string> => {
  await page.getByRole('button', { name: 'Copy as' }).click();
  await page.getByRole('button', { name: form }).click();
  await part(page, 'Operation').getByText(`${form} copied`).waitFor();
  return copiedBy(page);
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

/** Copies the open operation in each form. */
const allCopied = async (page: Page): Promise<ReadonlyMap<Form, string>> => {
  const texts = new Map<Form, string>();
  for (const form of forms) texts.set(form, await copied(page, form));
  return texts;
};

/** The data that texts print, one for each. */
const allData = (texts: ReadonlyMap<Form, string>): Promise<readonly unknown[]> =>
  Promise.all(Array.from(texts, ([form, text]) => dataOf(form, text)));

const used = `
const whole = data?.account?.money?.nodes[0];
export const amount: string | undefined = whole?.dailyBudget?.amount;
export const status: 'ACTIVE' | 'DRAFT' | 'PAUSED' | 'UNRECOGNIZED' | null | undefined = whole?.entityStatus;
const node = data?.node;
if (node?.__typename === 'Campaign') console.error(node.name satisfies string | null);
`;
const wrong = [
  'export const budget: number | undefined = whole?.dailyBudget?.amount;',
  'export const title = whole?.name;',
  'export const never: string = whole!.updatedAt;',
  "if (node?.__typename === 'LineItem') console.error(node.name);",
  'export const none: Variables = {};',
  "export const status2: Variables = { account: 'a', where: { entityStatus: { eq: 'SLEEPING' } } };",
];

describe('an operation is copied', { timeout: 90_000 }, () => {
  test('as texts that run for the operation at the caret, round no long integer, and reject impossible copies', async () => {
    const variables = { account: bikes, ids: 'cik3s001', unused: { deep: [true, null] } };
    const page = await open({ hash: hashOf(read, variables) });
    await part(page, 'Operation').getByText('__typename').first().click();
    const { data } = await running.ask(read.replace(/query Other.*/, ''), variables);
    expect(data.account.money.nodes).toHaveLength(1);
    const reads = await allCopied(page);
    expect(await allData(reads)).toEqual(forms.map(() => data));
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `#${new URLSearchParams({ query: longWrite, variables: longInput })}`,
    );
    await page.getByRole('button', { name: 'Raise', exact: true }).waitFor();
    const raises = await allCopied(page);
    const campaign = { totalBudgetAmountLocalMicro: long };
    for (const raised of await allData(raises))
      expect(raised).toMatchObject({ updateCampaign: { campaign } });
    const text = `${reads.get('TypeScript')}${used}`;
    const lines = text.split('\n').length;
    const texts = {
      'raise.ts': `${raises.get('TypeScript')}`,
      'wrong.ts': text + wrong.join('\n'),
    };
    expect(await mistakesIn(texts)).toEqual(wrong.map((_line, at) => `wrong.ts:${lines + at}`));
  });
});

describe('the credentials', { timeout: 90_000 }, () => {
  test('of a key are never in a text, and a placeholder shows where the key goes', async () => {
    const closed = await startGateway({ env: { GATEWAY_API_KEYS: keysOf({ reader: 'owner' }) } });
    const page = await open({ url: `${closed.url}${hashOf('{ viewer { asOwner } }')}` });
    expect(await copied(page, 'curl')).toMatch(/x-api-key.*YOUR_KEY.*if the gateway asks/);
    await page.getByRole('button', { name: 'Headers' }).click();
    const key = keyOf('reader');
    const headers = JSON.stringify({ 'X-Api-Key': key, 'x-seen': "it's" });
    await page.getByRole('textbox', { name: 'Headers' }).fill(headers);
    await page.getByRole('banner').getByText('As the owner').waitFor();
    const texts = await allCopied(page);
    expect([...texts.values()].join('')).not.toContain(key);
    const given = new Map(
      Array.from(texts, ([form, text]) => [form, text.replace('YOUR_KEY', key)]),
    );
    expect(await allData(given)).toEqual(forms.map(() => ({ viewer: { asOwner: true } })));
    await closed.close();
  });

  test('of a session are never in a text, and a placeholder shows where the session goes', async () => {
    const session = await signIn(running, colleague);
    const page = await open({ hash: hashOf('{ viewer { screenName } }'), session });
    await page.getByRole('banner').getByText('@emulator_colleague').waitFor();
    const texts = await allCopied(page);
    expect([...texts.values()].join('')).not.toContain(session);
    const given = new Map(
      Array.from(texts, ([form, text]) => [form, text.replace('YOUR_SESSION', session)]),
    );
    const viewer = { screenName: 'emulator_colleague' };
    expect(await allData(given)).toEqual(forms.map(() => ({ viewer })));
  });
});

test('the palette copies too; the menu closes on Escape, and names what cannot be copied', async () => {
  const page = await open({ hash: hashOf('{ viewer { userId } }') });
  await page.getByRole('button', { name: 'Copy as' }).click();
  expect(await findings(page, { targets: true, within: '.menu:popover-open' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('button', { name: 'Python' }).count()).toBe(0);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByLabel('Search commands').fill('copy as python');
  await page.keyboard.press('Enter');
  await part(page, 'Operation').getByText('Python copied').waitFor();
  const text = await copiedBy(page);
  expect(await dataOf('Python', text)).toEqual({ viewer: { userId: expect.any(String) } });
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('textbox', { name: 'Variables', exact: true }).fill('[1]');
  await page.getByRole('button', { name: 'Copy as' }).click();
  await page.getByRole('button', { name: 'curl' }).click();
  await page.getByText('The variables must be a JSON object.').first().waitFor();
});
