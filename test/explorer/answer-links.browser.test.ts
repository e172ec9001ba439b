import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { bikes } from '../support/accounts.ts';
import {
  addTab,
  execute,
  focusedName,
  hashOf,
  openDrawer,
  part,
  runButton,
  useExplorer,
} from '../support/explorer.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
const open = useExplorer(running);

const links = (page: Page) => part(page, 'Response').locator('.answer-link');
const answerText = (page: Page) => part(page, 'Response').locator('.cm-content').innerText();
const text = (page: Page, name: 'Operation' | 'Variables') =>
  page.getByRole('textbox', { name, exact: true }).innerText();

const campaigns = (inside: string) =>
  `{ account(id: "${bikes}") { campaigns(first: 1) { ${inside} } } }`;

test('an id of the answer opens its row in a new tab, by a click and by keyboard alone', async () => {
  const page = await open({ hash: hashOf(campaigns('nodes { name id }')) });
  const { data } = await execute(page);
  const [{ id, name }] = data.account.campaigns.nodes;
  expect(await findings(page, { targets: true, within: '.answer' })).toEqual([]);
  running.emulator.reset();
  await links(page).getByText(id, { exact: true }).click();
  await page.getByRole('button', { name: 'Campaign', exact: true }).waitFor();
  await expect.poll(() => answerText(page)).toContain('"entityStatus"');
  expect(await answerText(page)).toContain(name);
  expect(await text(page, 'Variables')).toContain(id);
  expect(running.emulator.calls().map(({ endpoint }) => endpoint)).toEqual(['getCampaign']);
  await page.getByRole('button', { name: 'Close Campaign' }).click();
  await expect.poll(() => answerText(page)).not.toContain('"entityStatus"');
  await part(page, 'Response').getByRole('textbox').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => answerText(page)).toContain('"entityStatus"');
  expect(await text(page, 'Variables')).toContain(id);
});

test('a cursor fetches the next page: as an argument, in place of the previous cursor, or in its variable', async () => {
  const page = await open({ hash: hashOf(campaigns('pageInfo { endCursor } nodes { name }')) });
  const first = (await execute(page)).data.account.campaigns;
  const { endCursor } = first.pageInfo;
  const follow = async (cursor: string): Promise<void> => {
    running.emulator.reset();
    await links(page).getByText(cursor, { exact: true }).click();
    await expect.poll(() => running.emulator.calls().length).toBe(1);
    await expect.poll(() => answerText(page)).not.toContain(`"${cursor}"`);
  };
  await follow(endCursor);
  expect(await text(page, 'Operation')).toContain(`campaigns(first: 1, after: "${endCursor}")`);
  const second = await links(page).innerText();
  await follow(second);
  expect(await text(page, 'Operation')).toContain(`campaigns(first: 1, after: "${second}")`);
  const list = 'campaigns(first: 1, after: $after) { pageInfo { hasNextPage endCursor } }';
  await addTab(page, `query Pages($after: String) { account(id: "${bikes}") { ${list} } }`);
  await execute(page);
  const after = await links(page).innerText();
  await follow(after);
  await page.getByRole('button', { name: 'Variables' }).click();
  expect(JSON.parse(await text(page, 'Variables'))).toEqual({ after });
});

test('an error leads to the value of its argument, even in the variables, or to its line', async () => {
  const write = `createCampaign(input: { accountId: "${bikes}", fundingInstrumentId: "fik3s001", name: "" })`;
  const page = await open({
    hash: hashOf(`mutation {\n  ${write} { outcome errors { argument } }\n}`),
  });
  await execute(page);
  const answer = part(page, 'Response');
  await answer.getByRole('button', { name: 'input.name' }).click();
  expect(await focusedName(page)).toBe('Operation');
  await page.keyboard.type('X');
  await expect.poll(() => text(page, 'Operation')).toContain('name: X""');
  await addTab(page, '{\n  viewer { userId }\n  nothing\n}');
  await runButton(page).click();
  await answer.getByRole('button', { name: 'line 3' }).click();
  expect(await focusedName(page)).toBe('Operation');
  await page.keyboard.type('#');
  await expect.poll(() => text(page, 'Operation')).toContain('#nothing');
  await addTab(
    page,
    'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome errors { argument } } }',
  );
  const input = { accountId: bikes, fundingInstrumentId: 'fik3s001', name: '' };
  const variables = page.getByRole('textbox', { name: 'Variables', exact: true });
  if (!(await variables.isVisible())) await page.getByRole('button', { name: 'Variables' }).click();
  await variables.fill(JSON.stringify({ input }));
  await execute(page);
  await answer.getByRole('button', { name: 'input.name' }).click();
  await expect.poll(() => focusedName(page)).toBe('Variables');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('Found');
  await expect.poll(() => text(page, 'Variables')).toContain('"name":"Found"');
});

test('accounts of the viewer open as well', async () => {
  const page = await open();
  const asking = await openDrawer(page, /^(As |Not signed)/, 'Account');
  await asking.getByRole('button', { name: bikes }).click();
  await page.getByRole('button', { name: 'Account', exact: true }).waitFor();
  await expect.poll(() => answerText(page)).toContain('Nordlicht Bikes');
});

test('every object and list of a long answer folds, including the outermost', async () => {
  const page = await open();
  await execute(page);
  // The first one only keeps the width of the gutter.
  const outermost = part(page, 'Response').getByTitle('Fold line').nth(1);
  await outermost.click();
  await expect.poll(() => answerText(page)).toMatch(/^\{\S\}$/);
});
