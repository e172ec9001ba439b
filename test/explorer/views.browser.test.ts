import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import {
  addTab,
  execute,
  hashOf,
  part,
  runButton,
  savedBy,
  useExplorer,
} from '../support/explorer.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
const open = useExplorer(running);

const list = (first: number): string =>
  `query List { account(id: "${bikes}") { name campaigns(first: ${first}) { nodes { restId name dailyBudget { amount } lineItems(first: 2) { pageInfo { endCursor } nodes { name } } } } } }`;

const answer = (page: Page) => part(page, 'Response');
const areas = { Table: '.answer-table', Compare: '.comparison' } as const;
/** Shows a view of the answer, whose script is loaded then. */
const showView = async (page: Page, name: keyof typeof areas): Promise<void> => {
  await answer(page).getByRole('button', { name, exact: true }).click();
  await answer(page).locator(areas[name]).waitFor();
};
const saved = (page: Page, button: string) =>
  savedBy(page, () => answer(page).getByRole('button', { name: button }).click());
/** A number with its digits in groups. */
const inGroups = (text: string): string =>
  text === '' ? '' : new Intl.NumberFormat('en').format(Number(text));
const column = (page: Page, at: number) =>
  answer(page).locator(`tbody td:nth-child(${at})`).allInnerTexts();

describe('an answer with lists', () => {
  test('has a table for each list, sorted by its headers, saved as CSV in that order, and marked where it is not final', async () => {
    const page = await open({ hash: hashOf(list(5)) });
    const { data } = await execute(page);
    await showView(page, 'Table');
    const names: string[] = data.account.campaigns.nodes.map(({ name }: { name: string }) => name);
    expect(await column(page, 2)).toEqual(names);
    await answer(page).getByRole('button', { name: 'Daily budget' }).click();
    const amounts = data.account.campaigns.nodes.map(
      (one: { dailyBudget: { amount: string } | null }) => one.dailyBudget?.amount ?? '',
    );
    const ascending = amounts.toSorted(
      (a: string, b: string) => Number(a === '') - Number(b === '') || Number(a) - Number(b),
    );
    await expect.poll(() => column(page, 3)).toEqual(ascending.map(inGroups));
    await expect
      .poll(() =>
        answer(page).getByRole('columnheader', { name: 'Daily budget' }).getAttribute('aria-sort'),
      )
      .toBe('ascending');
    const [file, text] = await saved(page, 'Save as CSV');
    expect(file).toBe('account.campaigns.nodes.csv');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFrestId,name,dailyBudget.amount');
    expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual(ascending);
    const choice = answer(page).getByLabel('List');
    expect(await choice.inputValue()).toBe('account.campaigns.nodes');
    await choice.selectOption('account.campaigns.nodes.lineItems.nodes');
    const rows = data.account.campaigns.nodes.flatMap(
      (one: { name: string; lineItems: { nodes: { name: string | null }[] } }) =>
        one.lineItems.nodes.map(({ name }) => [one.name, name ?? '']),
    );
    await expect.poll(() => column(page, 1)).toEqual(rows.map(([above]: string[]) => above));
    expect(await column(page, 2)).toEqual(rows.map(([, name]: string[]) => name));
    await addTab(
      page,
      `{ account(id: "${bikes}") { timezone campaigns(first: 1) { nodes { name
      stats(range: { lastDays: 4 }) { days { date metrics { impressions } } } } } } }`,
    );
    const { data: results } = await execute(page);
    await showView(page, 'Table');
    await choice.selectOption('account.campaigns.nodes.stats.days');
    const dates = results.account.campaigns.nodes[0].stats.days.map(
      ({ date }: { date: string }) => date,
    );
    const marks = ['', '', ' may change', ' so far'];
    expect(await column(page, 2)).toEqual(
      dates.map((date: string, at: number) => date + (marks[at] ?? '')),
    );
    await answer(page).getByText('is still growing').waitFor();
    const [, marked] = await saved(page, 'Save as CSV');
    expect(marked).not.toContain('so far');
    await choice.selectOption('account.campaigns.nodes');
    expect(await answer(page).getByText('is still growing').count()).toBe(0);
  });

  test('is saved as JSON, and compared with any answer before it', async () => {
    const page = await open({ hash: hashOf(list(2)) });
    await execute(page);
    expect(await answer(page).getByRole('button', { name: 'Compare' }).count()).toBe(0);
    const [file, text] = await saved(page, 'Download the response');
    expect(file).toBe('List.json');
    expect(JSON.parse(text).data.account.name).toBe('Nordlicht Bikes');
    await part(page, 'Operation').getByText('2', { exact: true }).first().dblclick();
    await page.keyboard.type('3');
    const { data } = await execute(page);
    await showView(page, 'Compare');
    const added = data.account.campaigns.nodes[2].name;
    const shown = answer(page).getByLabel('Current response');
    await expect
      .poll(() => shown.locator('.cm-changedLine').allInnerTexts())
      .toContainEqual(expect.stringContaining(added));
    await execute(page);
    await answer(page).getByText('The responses are the same.').waitFor();
    const runs = answer(page).getByLabel('Compare with');
    const titles = await runs.locator('option').allInnerTexts();
    expect(titles).toEqual([expect.stringMatching(/^Run 2, /), expect.stringMatching(/^Run 1, /)]);
    await runs.selectOption({ index: 1 });
    await expect
      .poll(() => shown.locator('.cm-changedLine').allInnerTexts())
      .toContainEqual(expect.stringContaining(added));
  });
});

test('an answer in parts is shown as the parts arrive, with the pending ones', async () => {
  const query = `{
  viewer { signedIn }
  account(id: "${bikes}") { ... @defer(label: "the rest") { campaigns(first: 3) { nodes { name } } } }
}`;
  const page = await open({ hash: hashOf(query) });
  running.emulator.fault({
    match: { path: '/campaigns' },
    fault: { kind: 'delay', delayMs: 600_000 },
  });
  await runButton(page).click();
  await answer(page).getByText('waiting for the rest').waitFor();
  await expect.poll(() => answer(page).locator('.cm-content').innerText()).toContain('"signedIn"');
  running.emulator.release();
  await answer(page).getByText('no errors').waitFor();
  await expect.poll(() => answer(page).locator('.cm-content').innerText()).toContain('"campaigns"');
  await part(page, 'Calls').getByText('/campaigns').first().waitFor();
});

test('the scroll position and folds of an answer are kept while another tab is open', async () => {
  const page = await open({ hash: hashOf(list(20)) });
  await execute(page);
  const scroller = answer(page).locator('.cm-scroller');
  await answer(page).getByTitle('Fold line', { exact: true }).last().click();
  const folds = answer(page).locator('.cm-foldPlaceholder');
  await folds.waitFor();
  const scrolled = () => scroller.evaluate((element) => element.scrollTop);
  await scroller.evaluate((element) => element.scrollTo(0, 240));
  await expect.poll(scrolled).toBeGreaterThan(200);
  await page.getByRole('button', { name: 'New tab' }).click();
  await answer(page).getByText('Press Run').waitFor();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect.poll(scrolled).toBeGreaterThan(200);
  await expect.poll(() => folds.count()).toBe(1);
});
