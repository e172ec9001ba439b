import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import {
  addTab,
  drawer,
  execute,
  focusedName,
  hashOf,
  isInSight,
  openDrawer,
  part,
  runButton,
  savedBy,
  stored,
  useExplorer,
} from '../support/explorer.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
const open = useExplorer(running);

const viewer = 'query Viewer { viewer { userId } }';
const shared = 'query Shared($id: ID!) { account(id: $id) { name } }';

test('history can be searched in texts and variables, shown, opened, and cleared for one run or all', async () => {
  const page = await open({ hash: hashOf(viewer) });
  await execute(page);
  await addTab(page, 'query Accounts { accounts(first: 1) { nodes { name } } }');
  await execute(page);
  const history = await openDrawer(page, 'History', 'History');
  await history.getByText('query Viewer { viewer { userId } }').waitFor();
  await history.getByLabel('Search the history').fill('accounts first');
  await expect.poll(() => history.getByRole('listitem').count()).toBe(1);
  const forget = history.getByRole('button', { name: 'Remove Accounts' });
  expect(await isInSight(forget)).toBe(true);
  await forget.click();
  await history.getByText('No matches.').waitFor();
  await history.getByRole('button', { name: 'Clear search' }).click();
  await expect.poll(() => history.getByRole('listitem').count()).toBe(1);
  await page.reload();
  await page.getByRole('button', { name: 'Close Viewer' }).click();
  await openDrawer(page, 'History', 'History');
  await expect
    .poll(() => history.getByRole('listitem').allInnerTexts())
    .toEqual([expect.stringContaining('Viewer')]);
  await history.getByRole('button', { name: /Viewer.*0 calls/ }).click();
  await page.getByRole('button', { name: 'Viewer', exact: true }).waitFor();
  await openDrawer(page, 'History', 'History');
  await history.getByRole('button', { name: 'Clear history' }).click();
  await history.getByText('No runs yet.').waitFor();
});

test('a run that leaves the history is stored no longer, even if the page is left at once', async () => {
  const page = await open({ hash: hashOf(viewer) });
  await execute(page);
  const history = await openDrawer(page, 'History', 'History');
  const kept = await history.getByRole('button', { name: 'Remove Viewer' }).evaluate(
    (button: HTMLElement) =>
      new Promise((resolve) => {
        const changes = new MutationObserver(() => {
          if (!button.isConnected) resolve(localStorage.getItem('ads-graph.history'));
        });
        changes.observe(document, { childList: true, subtree: true });
        button.click();
      }),
  );
  expect(kept).toBe('[]');
});

test('windows share their history, and neither loses the runs of the other', async () => {
  const first = await open({ hash: hashOf('query One { viewer { userId } }') });
  const second = await first.context().newPage();
  await second.goto(running.url);
  await runButton(second).waitFor();
  await addTab(second, 'query Two { viewer { userId } }');
  await execute(first);
  await runButton(second).click();
  await part(second, 'Response').getByRole('status').waitFor();
  await addTab(first, 'query Three { viewer { userId } }');
  await execute(first);
  const kept = (page: Page) =>
    page.evaluate(() =>
      JSON.parse(localStorage.getItem('ads-graph.history') ?? '[]').map(
        ({ query }: { query: string }) => query.split(' ')[1],
      ),
    );
  await expect.poll(() => kept(first)).toEqual(['Three', 'Two', 'One']);
  const history = await openDrawer(second, 'History', 'History');
  await history.getByText('query Three').waitFor();
});

test('closed tabs can be restored, even after a reload, and without headers', async () => {
  const page = await open({ hash: hashOf(shared, { id: bikes }) });
  await page.getByRole('button', { name: 'Headers' }).click();
  await page.getByRole('textbox', { name: 'Headers' }).fill('{ "x-seen": "only-now" }');
  await page.getByRole('button', { name: 'Close Shared' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Reopen Shared' }).waitFor();
  await page.keyboard.press('Alt+Shift+KeyT');
  await page.getByRole('button', { name: 'Close Shared' }).waitFor();
  expect((await execute(page)).data.account.name).toBe('Nordlicht Bikes');
  expect(await page.getByRole('button', { name: /^Reopen/ }).count()).toBe(0);
  expect(await stored(page)).not.toContain('only-now');
});

describe('tabs', { timeout: 90_000 }, () => {
  /** The tabs without that of the example, which is the first. */
  const titles = async (page: Page) => {
    const all = page.getByRole('navigation', { name: 'Operations' }).locator('.title');
    return (await all.allInnerTexts()).slice(1);
  };
  const nameTab = async (page: Page, name: string): Promise<void> => {
    const input = page.getByLabel('Tab name');
    await input.fill(name);
    await input.press('Enter');
  };

  test('are renamed by a double click, F2 or the palette, and keep their names over a reload', async () => {
    const page = await open({ hash: hashOf(viewer) });
    await page.getByRole('button', { name: 'Viewer', exact: true }).dblclick();
    await nameTab(page, 'Who am I');
    await expect.poll(() => titles(page)).toEqual(['Who am I']);
    await expect.poll(() => focusedName(page)).toBe('Who am I');
    await addTab(page, shared);
    await page.keyboard.press('F2');
    await nameTab(page, 'By id');
    await page.keyboard.press('F2');
    await page.getByLabel('Tab name').fill('Never');
    await page.keyboard.press('Escape');
    await expect.poll(() => titles(page)).toEqual(['Who am I', 'By id']);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(['Who am I', 'By id']);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByLabel('Search commands').fill('name tab');
    await page.keyboard.press('Enter');
    await nameTab(page, '');
    await expect.poll(() => titles(page)).toEqual(['Who am I', 'Shared']);
  });

  test('are moved by pointer and keyboard, and keep their order over a reload', async () => {
    const page = await open({ hash: hashOf(viewer) });
    for (const name of ['One', 'Two']) await addTab(page, `query ${name} { viewer { userId } }`);
    const tab = (name: string) => page.getByRole('button', { name, exact: true });
    await tab('Viewer').dragTo(tab('Two'));
    await expect.poll(() => titles(page)).toEqual(['One', 'Two', 'Viewer']);
    await page.keyboard.press('Alt+Shift+PageUp');
    await expect.poll(() => titles(page)).toEqual(['Two', 'One', 'Viewer']);
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Alt+Shift+PageDown');
    await expect.poll(() => titles(page)).toEqual(['One', 'Viewer', 'Two']);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(['One', 'Viewer', 'Two']);
  });
});

describe('saved operations', () => {
  test('can be opened, deleted, and exported as a file', async () => {
    const page = await open({ hash: hashOf(shared, { id: bikes }) });
    const saved = await openDrawer(page, 'Saved', 'Saved');
    await saved.getByLabel('Name').fill('By its id');
    await saved.getByLabel('Collection').fill('Reports');
    await saved.getByRole('button', { name: 'Save', exact: true }).click();
    const collection = saved.getByRole('region', { name: 'Reports' });
    await collection.getByRole('button', { name: 'By its id', exact: true }).waitFor();
    const [name, text] = await savedBy(page, () =>
      saved.getByRole('button', { name: 'Export' }).click(),
    );
    expect(name).toBe('operations.json');

    const other = await open();
    await openDrawer(other, 'Saved', 'Saved');
    const there = drawer(other, 'Saved');
    const file = (content: string) => ({
      name: 'operations.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
    await there.getByLabel('Import').setInputFiles(file('{"no": "collections"}'));
    await there.getByText('operations.json has no saved operations.').waitFor();
    for (let times = 0; times < 2; times += 1)
      await there.getByLabel('Import').setInputFiles(file(text));
    await there.getByRole('button', { name: 'By its id', exact: true }).click();
    expect((await execute(other)).data.account.name).toBe('Nordlicht Bikes');
    await openDrawer(other, 'Saved', 'Saved');
    await there.getByRole('button', { name: 'Delete By its id' }).click();
    await expect.poll(() => there.getByRole('region', { name: 'Reports' }).count()).toBe(0);
  });
});

test('the keyboard shortcuts of the page are listed by a key', async () => {
  const page = await open();
  await page.getByRole('heading', { name: 'ads-graph' }).click();
  await page.keyboard.press('?');
  await drawer(page, 'Keyboard shortcuts').getByText('Run the operation at the cursor').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => drawer(page, 'Keyboard shortcuts').isVisible()).toBe(false);
});

test('many tabs scroll, and the open one is visible', async () => {
  const tabs = Array.from({ length: 15 }, (_, at) => ({
    ...{ id: `${at}`, variables: '', headers: '' },
    query: `query Operation${at} { viewer { userId } }`,
  }));
  const work = JSON.stringify({ tabs, openId: '13' });
  const page = await open({ hash: `#${new URLSearchParams({ work })}` });
  const last = page.getByRole('button', { name: 'Operation13', exact: true });
  await expect
    .poll(() =>
      last.evaluate((tab) => {
        const list = tab.closest('ul')?.getBoundingClientRect();
        const own = tab.getBoundingClientRect();
        return list !== undefined && own.left >= list.left && own.left < list.right;
      }),
    )
    .toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
});

describe('the docs', () => {
  test('find words of descriptions, go back and forward, show defaults, costs and types, and export the schema', async () => {
    const page = await open();
    const docs = await openDrawer(page, 'Docs', 'Docs');
    await docs.getByLabel('Search the docs').fill('campaigns');
    const found = docs.getByRole('list', { name: 'Found' });
    const row = found.getByRole('listitem').filter({ hasText: 'Account.campaigns' }).first();
    await row.getByRole('button', { name: 'CampaignConnection' }).waitFor();
    await row.getByRole('button', { name: 'Account.campaigns', exact: true }).click();
    await docs.getByText('GET /12/accounts/{account_id}/campaigns').waitFor();
    await docs.getByText('first: Int = 50').waitFor();
    await docs.getByRole('button', { name: 'Account', exact: true }).first().click();
    await docs.getByText('Implements').waitFor();
    await docs.getByRole('button', { name: 'Back' }).click();
    await docs.getByText('first: Int = 50').waitFor();
    await docs.getByRole('button', { name: 'Forward' }).click();
    await docs.getByText('Implements').waitFor();
    await docs.getByLabel('Search the docs').fill('AnyCard');
    await docs.getByRole('button', { name: 'AnyCard', exact: true }).first().click();
    await docs.getByText('One of').waitFor();
    await docs.getByRole('button', { name: 'PollCard' }).waitFor();
    await docs.getByLabel('Search the docs').fill('daily budget');
    await docs.getByRole('button', { name: 'Campaign.dailyBudget', exact: true }).click();
    await docs.getByRole('button', { name: 'Money', exact: true }).click();
    await docs.getByText('micros').first().waitFor();
    await docs.getByLabel('Search the docs').fill('launchCampaign');
    await docs.getByRole('button', { name: 'Mutation.launchCampaign' }).click();
    await docs.getByText('the same key resumes it.').waitFor();
    expect(await docs.locator('.markdown').first().innerText()).toMatch(/resumes it\.$/);
    expect(await docs.locator('.cost code').count()).toBe(12);
    const [name] = await savedBy(page, () =>
      docs.getByRole('button', { name: 'Download' }).click(),
    );
    expect(name).toBe('schema.graphql');
  });

  test('are beside the editor, where a click with Ctrl leads to them, and list fields for machines last', async () => {
    const page = await open({ hash: hashOf(viewer) });
    const docs = await openDrawer(page, 'Docs', 'Docs');
    const fields = docs.locator('section').first().getByRole('listitem');
    await expect.poll(async () => (await fields.allInnerTexts()).at(-1)).toMatch(/^_/);
    await part(page, 'Operation')
      .getByText('userId', { exact: true })
      .click({ modifiers: ['ControlOrMeta'] });
    await docs.getByRole('heading', { name: /Viewer\s*\.userId/ }).waitFor();
    await docs.getByRole('button', { name: 'Close Docs' }).click();
    await expect.poll(() => docs.count()).toBe(0);
  });

  test('report that their script cannot be loaded', async () => {
    const page = await open();
    await page.route('**/docs-pane-*.js', (route) => route.abort());
    const docs = await openDrawer(page, 'Docs', 'Docs');
    await docs.getByText('This could not be loaded. Is the gateway running?').waitFor();
  });
});
