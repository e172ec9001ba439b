import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import {
  copiedBy,
  execute,
  hashOf,
  isInSight,
  openDrawer,
  part,
  runButton,
  useExplorer,
} from '../support/explorer.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
const open = useExplorer(running);

const names = `{ account(id: "${bikes}") { name campaigns(first: 2) { nodes { name } } } }`;

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

describe('the first view', () => {
  test('has the answer to an example, its calls, and the number of calls row by row', async () => {
    const page = await open({ hash: '' });
    const [, few, many] = /(\d+) calls instead of (\d+)/.exec(readme) ?? [];
    const calls = part(page, 'Calls');
    await calls.getByText(`${few} calls in 4 rounds instead of ${many} row by row`).waitFor();
    await calls.getByText(/^[\d,]+ objects$/).waitFor();
    await expect
      .poll(() => calls.getByText(/^\d+(\.\d+)? (ms|s) (upstream|gateway)$/).count())
      .toBe(2);
    await expect.poll(() => calls.getByRole('rowheader').count()).toBe(4);
    const rows = calls.getByRole('row').filter({ hasText: '/12/accounts/' });
    await expect.poll(() => rows.count()).toBe(25);
    await expect
      .poll(() => rows.first().innerText())
      .toMatch(/GET\s\/12\/accounts\/\w+\/campaigns\s+accounts\.nodes\.campaigns\s+200\s/);
    const answer = part(page, 'Response');
    await answer.getByText('no errors').waitFor();
    const shown = await answer.locator('.cm-content').innerText();
    expect(shown).toContain(running.emulator.accounts[0]?.name);
    await page.reload();
    await runButton(page).waitFor();
    await answer.getByText('no errors').waitFor();
    expect(running.emulator.calls()).toHaveLength(26);
  });

  test('of an operation in a link does not run it', async () => {
    const page = await open({ hash: hashOf(names) });
    await page.getByText('2 calls · ').waitFor();
    expect(running.emulator.calls()).toEqual([]);
  });
});

describe('a run', () => {
  test('shows no calls in the answer, and each as a command line without a signature', async () => {
    const page = await open({ hash: hashOf(names) });
    await execute(page);
    const shown = part(page, 'Response').locator('.cm-content');
    await expect.poll(() => shown.innerText()).toContain('"campaigns"');
    expect(await shown.innerText()).not.toContain('extensions');
    await part(page, 'Calls')
      .getByRole('button', { name: /Copy GET .*campaigns as curl/ })
      .click();
    await expect
      .poll(() => copiedBy(page))
      .toMatch(
        new RegExp(
          `^# The gateway signs this call .*\\ncurl -i "${running.emulator.url}/12/accounts/${bikes}/campaigns"$`,
        ),
      );
  });

  test('explains errors in words, with their place', async () => {
    const page = await open({ hash: hashOf('{ viewer { userId } account(id: "../x") { name } }') });
    await execute(page);
    const answer = part(page, 'Response');
    await answer.getByText('BAD_USER_INPUT').first().waitFor();
    await answer.getByRole('button', { name: 'account' }).click();
    await page.keyboard.type('other: ');
    await part(page, 'Operation').getByText('other: account').waitFor();
  });

  test('shows its calls while they run, and each attempt and wait afterwards', async () => {
    running.emulator.fault({
      match: { endpoint: 'listAccounts' },
      fault: { kind: 'answer', status: 503 },
      times: 1,
    });
    running.emulator.fault({
      match: { endpoint: 'listCampaigns' },
      fault: { kind: 'delay', delayMs: 600_000 },
      times: 1,
    });
    const page = await open({
      hash: hashOf('{ accounts(first: 2) { nodes { campaigns(first: 1) { nodes { name } } } } }'),
    });
    await runButton(page).click();
    const calls = part(page, 'Calls');
    // Of the three, only the one that is held.
    await calls.getByText('3 calls').waitFor();
    await calls.getByText('1 running').waitFor();
    expect(await calls.getByText('/12/accounts', { exact: true }).isVisible()).toBe(true);
    running.emulator.release();
    await part(page, 'Response').getByText('no errors').waitFor();
    expect(await calls.getByText('running').count()).toBe(0);
    for (const title of [/^attempt 1: 503/, /^waited/, /^attempt 2: 200/])
      expect(await calls.getByTitle(title).count()).toBeGreaterThan(0);
  });

  test('can be stopped', async () => {
    running.emulator.fault({ fault: { kind: 'delay', delayMs: 20_000 } });
    const page = await open({ hash: hashOf(names) });
    await runButton(page).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped.').waitFor();
  });
});

describe('before running', () => {
  test('shows the cost of a run while the user types, beside the limits, and calls nothing upstream', async () => {
    const page = await open({ hash: hashOf(names) });
    running.emulator.reset();
    const estimate = page.getByRole('region', { name: 'Before running' });
    await estimate.getByText('2 calls · 3 objects').waitFor();
    await part(page, 'Operation').getByText('first: 2').click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    const editor = part(page, 'Operation').getByLabel('Operation', { exact: true });
    const before = await editor.innerText();
    await page.keyboard.type('biddingRules: nothing');
    await expect
      .poll(async () => {
        await page.keyboard.press('ControlOrMeta+z');
        return editor.innerText();
      })
      .toBe(before);
    await estimate.getByRole('button', { name: '2 calls · 3 objects' }).click();
    await estimate.getByText('listCampaigns').waitFor();
    await estimate.getByText('up to 3 of 50,000').waitFor();
    expect(running.emulator.calls()).toEqual([]);
  });
});

describe('the caret', () => {
  const read = 'query Read { viewer { userId } }';
  const write = `mutation Write { deleteCampaign(input: { accountId: "${bikes}", campaignId: "cik3s001" }) { outcome } }`;
  const editorOf = (page: Page) => part(page, 'Operation').getByLabel('Operation', { exact: true });
  const toRun = (page: Page) => page.getByLabel('Operation to run');
  const chosen = (page: Page) =>
    toRun(page).evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text);
  const caretLine = (page: Page) => editorOf(page).locator('.cm-activeLine').innerText();
  /** Runs by the keyboard. Returns the name of the operation that was sent. */
  const sentByKeys = async (page: Page): Promise<string> => {
    const sent = page.waitForRequest((request) => request.headers()['x-ads-trace'] === 'live');
    await editorOf(page).press('ControlOrMeta+Enter');
    const { operationName } = (await sent).postDataJSON();
    await part(page, 'Response').getByRole('status').waitFor();
    return operationName;
  };

  test('of a tab keeps its place, whatever happens in another tab', async () => {
    const page = await open({ hash: hashOf(`${read}\n\n${write}`) });
    await editorOf(page).getByText('userId').click();
    await page.getByRole('button', { name: 'New tab' }).click();
    await editorOf(page).fill(
      `# ${'a comment that is longer than the first query '.repeat(2)}\n{ viewer { signedIn } }`,
    );
    await editorOf(page).getByText('signedIn').click();
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    expect(await chosen(page)).toBe('Read');
    expect(await sentByKeys(page)).toBe('Read');
    expect(running.emulator.calls().filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  test('moves to the operation that is chosen to run, and the operation around it runs', async () => {
    const page = await open({
      hash: hashOf(`${read}\n\n${write}\n\nquery Last { viewer { screenName } }`),
    });
    await editorOf(page).getByText('userId').click();
    await toRun(page).selectOption('Last');
    await expect.poll(() => caretLine(page)).toContain('query Last');
    expect(await sentByKeys(page)).toBe('Last');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => chosen(page)).toBe('Write');
    await toRun(page).selectOption('Read');
    await expect.poll(() => caretLine(page)).toContain('query Read');
    expect(await sentByKeys(page)).toBe('Read');
    expect(running.emulator.calls().filter(({ method }) => method === 'DELETE')).toEqual([]);
  });
});

describe('faults', () => {
  test('are ordered by one click, stay after a reload, and the calls show their attempts', async () => {
    const page = await open({ hash: hashOf(names) });
    const faults = await openDrawer(page, 'Faults', 'Faults');
    await faults.getByRole('button', { name: /Over capacity/ }).click();
    await faults.getByText('1 call left').waitFor();
    for (const seen of [part(page, 'Operation'), runButton(page)])
      expect(await isInSight(seen)).toBe(true);
    const body = await execute(page);
    expect(body.errors).toBeUndefined();
    await part(page, 'Calls').getByText('×2').waitFor();
    await faults.getByLabel('Affects').selectOption('every call until reset');
    await faults.getByRole('button', { name: /Connection lost/ }).click();
    await faults
      .getByText(/until reset/, { exact: false })
      .last()
      .waitFor();
    const button = page.getByRole('banner').getByRole('button', { name: /Faults/ });
    await expect.poll(() => button.innerText()).toMatch(/Faults\s*1/);
    await page.reload();
    await expect.poll(() => button.innerText()).toMatch(/Faults\s*1/);
    await openDrawer(page, /Faults/, 'Faults');
    await execute(page);
    await part(page, 'Response').getByText('UPSTREAM_UNAVAILABLE').first().waitFor();
    await faults.getByRole('button', { name: 'Reset', exact: true }).click();
    await faults.getByText('None. The API is working normally.').waitFor();
    expect((await execute(page)).errors).toBeUndefined();
  });
});

describe('the rest', () => {
  test('shares a query with its variables by a link', async () => {
    const query = 'query Shared($id: ID!) { account(id: $id) { name } }';
    const page = await open({ hash: hashOf(query, { id: bikes }) });
    await page.getByRole('button', { name: 'Copy as' }).click();
    await page.getByRole('button', { name: 'Link' }).click();
    await page.getByText('Link copied').waitFor();
    const link = await copiedBy(page);
    const other = await open({ url: link });
    expect(new URL(other.url()).hash).toBe('');
    const { data } = await execute(other);
    expect(data.account.name).toBe('Nordlicht Bikes');
  });
});
