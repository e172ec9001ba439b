import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { bikes, coffee } from '../support/accounts.ts';
import { execute, hashOf, isInSight, openDrawer, useExplorer } from '../support/explorer.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
const open = useExplorer(running);

const json = async (page: Page) =>
  JSON.parse(await page.getByRole('textbox', { name: 'Variables', exact: true }).innerText());

const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Form', exact: true }).click();
  const form = page.getByRole('region', { name: 'Form of variables' });
  await form.waitFor();
  return form;
};

describe('the form of variables', { timeout: 90_000 }, () => {
  const query = `mutation Create($input: CreateCampaignInput!) {
  createCampaign(input: $input) { outcome campaign { name dailyBudget { amount } entityStatus } errors { message } } }`;

  test('has a control for each type, and the JSON shows the same', async () => {
    const page = await open({ hash: hashOf(query, { input: { accountId: bikes, name: 'Old' } }) });
    const form = await openForm(page);
    await form.getByLabel('input.name', { exact: true }).fill('Of a form');
    await form.getByLabel('input.fundingInstrumentId', { exact: true }).fill('fik3s001');
    const add = form.getByLabel('Add to input', { exact: true });
    await add.selectOption('entityStatus');
    await form.getByLabel('input.entityStatus', { exact: true }).selectOption('PAUSED');
    await add.selectOption('dailyBudget');
    await form.getByLabel('input.dailyBudget', { exact: true }).fill('12.50');
    await add.selectOption('standardDelivery');
    await form.getByLabel('input.standardDelivery', { exact: true }).selectOption('true');
    await expect
      .poll(() => json(page))
      .toEqual({
        input: {
          accountId: bikes,
          name: 'Of a form',
          fundingInstrumentId: 'fik3s001',
          entityStatus: 'PAUSED',
          dailyBudget: '12.50',
          standardDelivery: true,
        },
      });
    expect(await findings(page, { targets: true, within: '.inputs' })).toEqual([]);
    const { data } = await execute(page);
    expect(data.createCampaign.campaign).toEqual({
      name: 'Of a form',
      dailyBudget: { amount: '12.5' },
      entityStatus: 'PAUSED',
    });
  });

  test('replaces the JSON on a phone, where every control is in view', async () => {
    const viewport = { width: 390, height: 844 };
    const input = { accountId: bikes, name: 'Old', dailyBudget: '5' };
    const page = await open({ hash: hashOf(query, { input }), viewport });
    const form = await openForm(page);
    const name = form.getByLabel('input.name', { exact: true });
    await name.fill('Of a phone');
    for (const control of await form.locator('input, select, button').all()) {
      await control.scrollIntoViewIfNeeded();
      expect(await isInSight(control)).toBe(true);
    }
    const { width = 0 } = (await name.boundingBox()) ?? {};
    expect(width).toBeGreaterThan(150);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await form.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    const text = page.getByRole('textbox', { name: 'Variables', exact: true });
    expect(await text.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Hide form' }).click();
    await expect.poll(() => json(page)).toEqual({ input: { ...input, name: 'Of a phone' } });
  });

  test('shows typed JSON, keeps its long numbers, and removes values', async () => {
    const page = await open({ hash: hashOf(query) });
    await page.getByRole('button', { name: 'Variables' }).click();
    const form = await openForm(page);
    await page
      .getByRole('textbox', { name: 'Variables', exact: true })
      .fill('{"input":{"name":"A","totalBudgetAmountLocalMicro":9007199254740993}}');
    await expect.poll(() => form.getByLabel('input.name', { exact: true }).inputValue()).toBe('A');
    await form.getByLabel('input.name', { exact: true }).fill('B');
    const text = () => page.getByRole('textbox', { name: 'Variables', exact: true }).innerText();
    await expect.poll(text).toContain('9007199254740993');
    await form.getByRole('button', { name: 'Remove input.totalBudgetAmountLocalMicro' }).click();
    await expect.poll(() => json(page)).toEqual({ input: { name: 'B' } });
  });

  test('adds and fills items of lists and times', async () => {
    const list = `query ($range: StatsRange!, $ids: [ID!], $since: DateTime) { account(id: "${bikes}") { campaigns(campaignIds: $ids, where: { updatedSince: $since }) { nodes { id stats(range: $range) { start } } } } }`;
    const page = await open({ hash: hashOf(list, { range: { lastDays: 7 } }) });
    const form = await openForm(page);
    await form.getByLabel('Add to variables', { exact: true }).selectOption('ids');
    await form.getByLabel('ids.0', { exact: true }).fill('cik3s001');
    await form.getByRole('button', { name: 'Add to ids' }).click();
    await form.getByLabel('ids.1', { exact: true }).fill('cik3s000');
    await form.getByLabel('range.lastDays', { exact: true }).fill('3');
    await form.getByLabel('Add to variables', { exact: true }).selectOption('since');
    await form.getByLabel('since', { exact: true }).fill('2026-06-01T09:00');
    await expect
      .poll(() => json(page))
      .toEqual({
        range: { lastDays: 3 },
        ids: ['cik3s001', 'cik3s000'],
        since: '2026-06-01T09:00:00Z',
      });
  });
});

describe('ids are chosen from lists', { timeout: 90_000 }, () => {
  const choices = async (page: Page, label: string) => {
    const input = page.getByLabel(label, { exact: true });
    await input.focus();
    const list = page.locator(`datalist[id="${await input.getAttribute('list')}"] option`);
    await list.first().waitFor({ state: 'attached' });
    return list.evaluateAll((all) =>
      all.map((one) => [one.getAttribute('value'), one.textContent]),
    );
  };

  test('in the form: accounts by one call, then the lists of the chosen account', async () => {
    const query =
      'query ($account: ID!, $id: ID!) { account(id: $account) { campaign(id: $id) { name } } }';
    const page = await open({ hash: hashOf(query, { account: '', id: '' }) });
    await openForm(page);
    running.emulator.reset();
    const accounts = await choices(page, 'account');
    expect(accounts).toContainEqual([bikes, 'Nordlicht Bikes']);
    expect(accounts.map(([id]) => id)).toContain(coffee);
    expect(running.emulator.calls().map(({ endpoint }) => endpoint)).toEqual(['listAccounts']);
    await page.getByLabel('account', { exact: true }).fill(bikes);
    const campaigns = await choices(page, 'id');
    expect(campaigns.map(([id]) => id)).toContain('cik3s001');
    await page.getByLabel('id', { exact: true }).fill('cik3s001');
    const { data } = await execute(page);
    const name = campaigns.find(([id]) => id === 'cik3s001')?.[1];
    expect(data.account.campaign.name).toBe(name);
  });

  test('in the tree of fields', async () => {
    const page = await open({ hash: hashOf('{ account(id: "") { name } }') });
    const fields = await openDrawer(page, 'Fields', 'Fields');
    await fields.getByLabel('Value of id').waitFor();
    expect(await choices(page, 'Value of id')).toContainEqual([bikes, 'Nordlicht Bikes']);
    await page.getByLabel('Value of id').fill(bikes);
    const { data } = await execute(page);
    expect(data.account.name).toBe('Nordlicht Bikes');
  });
});
