import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { bikes } from '../support/accounts.ts';
import type { DashboardProgram } from '../support/dashboard.ts';
import { freeAddress, startDashboard } from '../support/dashboard.ts';
import { agree, big, phone, quicken, useDashboard } from '../support/dashboard-page.ts';
import { pngOf, videoOf } from '../support/pictures.ts';

describe('the dashboard', { timeout: 180_000 }, () => {
  const { held, rows, states, lineItemsIn, button, inBar, open, callsOf, cookie, idOf } =
    useDashboard();
  let page: Page;
  beforeEach(() => {
    page = held.page;
  });
  const signInAs = async (user: string): Promise<void> => {
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel(user).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText(user).waitFor();
  };
  /** Deletes the campaign of a row as another user would, unknown to the page. */
  const deleteBehind = async (index: number): Promise<void> => {
    const { data } = await held.running.ask(
      `mutation { deleteCampaign(input: { accountId: "${bikes}", campaignId: "${await idOf(index)}" }) { outcome } }`,
    );
    expect(data.deleteCampaign.outcome).toBe('APPLIED');
  };

  test('reports that a sign-in was denied, then signs in as one user and as another, and shows each their own data', async () => {
    const accounts = page.getByRole('navigation', { name: 'Accounts' });
    const start = `${held.address}/?account=${bikes}`;
    for (const address of [held.address, start]) {
      await page.goto(address);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByText('You declined access, so you are not signed in.').waitFor();
    }
    expect(await findings(page)).toEqual([]);
    await signInAs('@emulator_owner');
    await page.getByRole('heading', { name: 'Nordlicht Bikes' }).waitFor();
    expect(page.url()).toBe(start);
    expect(await accounts.getByRole('link').count()).toBe(8);
    await button('Sign out').click();
    await signInAs('@emulator_colleague');
    await page.getByRole('heading', { name: 'Quiet Rooms Hotels' }).waitFor();
    expect(await accounts.getByRole('link').count()).toBe(2);
    await accounts.getByRole('link', { name: 'Brightline Media' }).click();
    await page.getByRole('heading', { name: 'Brightline Media' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Quiet Rooms Hotels' }).waitFor();
    await page.goto(start);
    await page.getByText(`You have no access to account ${bikes}.`).waitFor();
  });

  test('pages, searches, sorts and filters thousands of campaigns, one call for each page', async () => {
    await open(big);
    expect(await rows().count()).toBe(50);
    for (const shown of [100, 150]) {
      await button('Show more').click();
      await rows()
        .nth(shown - 1)
        .waitFor();
    }
    expect(callsOf('listCampaigns')).toHaveLength(3);
    expect(callsOf('getAccount')).toEqual([]);
    const names = await rows().locator('.name').allTextContents();
    expect(names).toHaveLength(150);
    await page.getByRole('searchbox', { name: 'Name of a campaign' }).fill('Winter 2024');
    await page.keyboard.press('Enter');
    await page.getByText('The newest 50 campaigns.').waitFor();
    for (const name of await rows().locator('.name').allTextContents()) {
      expect(name).toMatch(/^Winter 2024/);
    }
    expect(callsOf('listCampaigns').at(-1)?.query).toMatchObject({ q: 'Winter 2024' });
    expect(callsOf('listCampaigns')).toHaveLength(4);
    // State and order stay with the search.
    await page.getByLabel('Order', { exact: true }).selectOption('By name');
    await page.getByText('The first 50 campaigns.').waitFor();
    await page.getByLabel('State', { exact: true }).selectOption('Paused');
    await expect.poll(async () => new Set(await states())).toEqual(new Set(['Paused']));
    const { query } = callsOf('listCampaigns').at(-1) ?? {};
    expect(query).toMatchObject({ q: 'Winter 2024', sort_by: 'name-asc' });
  });

  test('shows every fault of a new campaign at its field, then the campaign as the first of the list', async () => {
    await open(bikes);
    await button('Empty campaign').click();
    const form = page.getByRole('dialog', { name: 'New empty campaign' });
    const field = (name: string) => form.getByLabel(name, { exact: true });
    const faultOf = async (name: string): Promise<string | null> => {
      const id = await field(name).getAttribute('aria-describedby');
      return form.locator(`[id="${id}"]`).textContent();
    };
    await field('Daily budget').fill('ten');
    await field('Total budget').fill('5.0000001');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByRole('alert').waitFor();
    expect(await faultOf('Daily budget')).toContain('must be an amount such as 12.50');
    expect(await faultOf('Total budget')).toContain('with at most 6 decimals');

    await field('Daily budget').fill('10');
    await field('Total budget').fill('5.5');
    await field('Purchase order number').fill('9'.repeat(51));
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('Name must not be empty.').waitFor();
    expect(await faultOf('Name')).toContain('Name must not be empty.');
    expect(await faultOf('Paid by')).toContain('The payer must not be empty.');
    expect(await faultOf('Daily budget')).toContain('must not be more than total budget');
    expect(await faultOf('Total budget')).toBe('');
    expect(await faultOf('Purchase order number')).toContain('at most 50 characters');
    expect(await form.locator('[aria-invalid=true]').count()).toBe(4);
    expect(await field('Name').evaluate((node) => node === document.activeElement)).toBe(true);
    expect(callsOf('createCampaign')).toEqual([]);

    await field('Name').fill('Made in the dashboard');
    await field('Paid by').selectOption({ label: 'Monthly invoice (EUR)' });
    await field('Daily budget').fill('');
    await field('Total budget').fill('12.345678');
    await field('Purchase order number').fill('');
    await form.getByRole('button', { name: 'Create' }).click();
    await agree(page);
    await form.getByText('must be given').waitFor();
    expect(await faultOf('Daily budget')).toContain('Daily budget must be given.');
    expect(await form.getByRole('alert').textContent()).toBe('Rejected. Nothing has changed.');

    held.running.emulator.fault({
      match: { endpoint: 'createCampaign' },
      times: 1,
      fault: { kind: 'answer', status: 500, apply: true },
    });
    await field('Daily budget').fill('2.5');
    await form.getByRole('button', { name: 'Create' }).click();
    await agree(page);
    await form.waitFor({ state: 'detached' });
    expect((await rows().first().locator('[data-label]').allTextContents()).slice(0, 3)).toEqual([
      '€2.50',
      '€12.35',
      'Monthly invoice',
    ]);
    await rows().first().getByText('Made in the dashboard').waitFor();
    // The write was sent once, although it was requested twice: the second request found its row.
    expect(callsOf('createCampaign').map(({ status }) => status)).toEqual([400, 500]);
    expect(await rows().getByText('Made in the dashboard').count()).toBe(1);
  });

  test('pauses at once, and reverts it with the reason if the API refuses', async () => {
    await open(bikes);
    const index = (await states()).indexOf('Active');
    const row = rows().nth(index);
    const answered = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await row.getByRole('button', { name: 'Pause' }).click();
    await row.getByText('Paused', { exact: true }).waitFor();
    expect(callsOf('updateCampaign')).toEqual([]);
    answered.resolve();
    await row.getByRole('button', { name: 'Resume', disabled: false }).waitFor();
    expect(callsOf('updateCampaign').map(({ status }) => status)).toEqual([200]);

    held.running.emulator.fault({
      match: { endpoint: 'updateCampaign' },
      times: 1,
      fault: { kind: 'answer', status: 500, apply: true },
    });
    await row.getByRole('button', { name: 'Resume' }).click();
    await agree(page);
    await row.getByRole('button', { name: 'Pause', disabled: false }).waitFor();
    // The write was sent once, although its outcome was unknown at first: then its row was found.
    expect(callsOf('updateCampaign').map(({ status }) => status)).toEqual([200, 500]);

    await deleteBehind(index);
    await row.getByRole('button', { name: 'Pause' }).click();
    await row.getByText('Rejected. Nothing has changed.').waitFor();
    await row.getByText('Campaign could not be found.').waitFor();
    await row.getByText('Active', { exact: true }).waitFor();
  });

  test('changes the budget of a campaign once somebody has seen what that does', async () => {
    await open(bikes);
    const row = rows().first();
    await row.getByRole('button', { name: /^Edit / }).click();
    const form = row.getByRole('form', { name: /^Edit / });
    await form.getByLabel('Daily budget').fill('361.5');
    await form.getByRole('button', { name: 'Save' }).click();
    await agree(page);
    await row.getByText('€361.50').waitFor();
    await form.waitFor({ state: 'detached' });
    expect(callsOf('updateCampaign').map(({ status }) => status)).toEqual([200]);
  });

  test('shows exact budgets, and line items once they are asked for; pauses one, and changes what it may spend', async () => {
    const [campaignId, exactId] = [await idOf(0), await idOf(1)];
    const { data } = await held.running.ask(
      `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "${exactId}", budgetOptimization: CAMPAIGN, dailyBudgetAmountLocalMicro: "9223372036854775807", totalBudgetAmountLocalMicro: null }) { outcome } }`,
    );
    expect(data.updateCampaign.outcome).toBe('APPLIED');
    const { store } = held.running.emulator;
    const [known] = [
      ...store.by({ entity: 'LineItem', accountId: bikes, column: 'campaign_id' }, campaignId),
    ].filter((row) => row['deleted'] === false);
    const name = 'Under the hood';
    store.insert('LineItem', bikes, {
      ...known,
      name,
      entity_status: 'ACTIVE',
      objective: 'ENGAGEMENTS',
      bid_strategy: 'MAX',
      bid_amount_local_micro: 2_000_000,
    });
    await open(bikes);
    const budget = rows().nth(1).getByText('€9,223,372,036,854.78');
    expect(await budget.getAttribute('title')).toBe('9223372036854775807 micros');
    expect(callsOf('listLineItems')).toEqual([]);
    const toggle = rows().first().getByRole('button', { name: 'Line items' });
    await toggle.click();
    await lineItemsIn(rows().first()).first().waitFor();
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    expect(callsOf('listLineItems').map(({ query }) => query['campaign_ids'])).toEqual([
      campaignId,
    ]);
    await button(`Pause ${name}`).click();
    await button(`Resume ${name}`).and(page.locator(':enabled')).waitFor();
    const line = lineItemsIn(rows().first()).filter({ hasText: name }).first();
    await line.getByText('Paused', { exact: true }).waitFor();

    await button(`Edit line item ${name}`).click();
    const amounts = page.getByRole('form', { name: `Edit line item ${name}` });
    expect(await amounts.getByLabel('Bid').inputValue()).toBe('2');
    await amounts.getByLabel('Bid').fill('');
    await amounts.getByRole('button', { name: 'Save' }).click();
    await agree(page);
    await amounts.getByText('Bid must be given.').waitFor();
    expect(await amounts.getByLabel('Bid').getAttribute('aria-invalid')).toBe('true');
    expect(await findings(page, { within: 'table[aria-label="Line items"]' })).toEqual([]);
    await amounts.getByLabel('Bid').fill('2.345678');
    await amounts.getByLabel('Total budget').fill('9007199254.740993');
    await amounts.getByRole('button', { name: 'Save' }).click();
    await agree(page);
    await amounts.waitFor({ state: 'detached' });
    await line.getByText('€2.35').waitFor();
    await line.getByText('Engagements').waitFor();
    await line.getByText('€9,007,199,254.74').waitFor();
    await button(`Edit line item ${name}`).click();
    await amounts.getByLabel('Name').fill('Over the hood');
    await amounts.getByLabel('End').fill('2033-04-01T08:00');
    await amounts.getByRole('button', { name: 'Save' }).click();
    await agree(page);
    const renamed = lineItemsIn(rows().first()).filter({ hasText: 'Over the hood' }).first();
    await renamed.getByTitle('2345678 micros').waitFor();
    const sent = new URLSearchParams(callsOf('updateLineItem').at(-1)?.body);
    // Only changed values are sent.
    expect([...sent.keys()].sort()).toEqual(['end_time', 'name']);
    expect(callsOf('updateLineItem').map(({ status }) => status)).toEqual([200, 400, 200, 200]);
    expect(callsOf('listLineItems')).toHaveLength(1);
  });

  test('pauses several at once, and shows for each item why a batch was refused', async () => {
    await open(bikes);
    await deleteBehind(1);
    const choose = async (indexes: readonly number[]): Promise<void> => {
      for (const index of indexes) await rows().nth(index).getByRole('checkbox').check();
      await inBar('Pause').click();
    };
    const items = page.getByRole('region', { name: 'Result of the batch' }).getByRole('listitem');
    await choose([0, 1, 2]);
    await items.first().waitFor();
    const said = await items.allTextContents();
    expect(said.map((text) => /^(Not applied|Rejected|Applied)/.exec(text)?.[1])).toEqual([
      'Not applied',
      'Rejected',
      'Not applied',
    ]);
    expect(said[1]).toContain('Campaign could not be found.');
    await button('Close').click();
    // The selection is kept if nothing was changed.
    await rows().nth(1).getByRole('checkbox').uncheck();
    await inBar('Pause').click();
    await items.first().waitFor();
    expect((await items.allTextContents()).every((text) => text.startsWith('Applied'))).toBe(true);
    for (const index of [0, 2]) {
      await rows().nth(index).getByText('Paused', { exact: true }).waitFor();
    }
    expect(callsOf('batchCampaigns').map(({ status }) => status)).toEqual([400, 200]);
    expect(callsOf('listCampaigns')).toHaveLength(1 + 1);
  });

  test('pauses a hundred in batches with progress, and keeps the selection of a refused batch', async () => {
    await open(big);
    await button('Show more').click();
    await rows().nth(99).waitFor();
    await button('Select all').click();
    held.running.emulator.fault({
      match: { endpoint: 'batchCampaigns' },
      skip: 1,
      times: 1,
      fault: { kind: 'answer', status: 403 },
    });
    const sent: number[] = [];
    const second = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      const { operations } = route.request().postDataJSON().variables.input ?? {};
      if (operations !== undefined) sent.push(operations.length);
      if (sent.length === 2) await second.promise;
      await route.continue();
    });
    await inBar('Pause').click();
    const result = page.getByRole('region', { name: 'Result of the batch' });
    await result.getByText('40 of 100 campaigns paused.').waitFor();
    expect(await result.getByRole('progressbar').getAttribute('value')).toBe('40');
    expect(await findings(page, { within: '[aria-label="Result of the batch"]' })).toEqual([]);
    second.resolve();
    await result.getByText('60 of 100 campaigns paused.').waitFor();
    await result.getByRole('button', { name: 'Close' }).click();
    await page.getByText('40 selected').waitFor();
    await inBar('Pause').click();
    await result.getByText('All campaigns paused.').waitFor();
    expect(sent).toEqual([40, 40, 20, 40]);
    expect(callsOf('batchCampaigns').map(({ status }) => status)).toEqual([200, 403, 200, 200]);
    expect(await states()).toEqual(Array(100).fill('Paused'));
  });

  test('shows the campaigns if one column cannot be read, names it, and reads it again', async () => {
    held.running.emulator.fault({
      match: { endpoint: 'listFundingInstruments' },
      fault: { kind: 'answer', status: 403 },
    });
    await open(bikes);
    await page.getByText('Some data could not be loaded.').waitFor();
    expect(await rows().count()).toBeGreaterThan(5);
    expect(await rows().first().locator('[data-label="Paid by"]').textContent()).toBe('–');
    held.running.emulator.reset();
    await page.reload();
    await rows().first().waitFor();
    expect(await page.getByText('Some data could not be loaded.').count()).toBe(0);
    expect(await rows().first().locator('[data-label="Paid by"]').textContent()).not.toBe('–');
    held.running.emulator.fault({
      match: { endpoint: 'listLineItems' },
      times: 1,
      fault: { kind: 'answer', status: 403 },
    });
    await rows().first().getByRole('button', { name: 'Line items' }).click();
    await rows().first().getByRole('alert').waitFor();
    await button('Retry').click();
    await lineItemsIn(rows().first()).first().waitFor();
  });

  test('pages and searches through more accounts than a page, and opens one that is not on any', async () => {
    const { store, grant, credentials } = held.running.emulator;
    const time = '2026-01-01T00:00:00Z';
    for (let index = 0; index < 60; index += 1) {
      const id = `more${index}`;
      grant(credentials.userId, id);
      const stamp = { created_at: time, updated_at: time, deleted: false };
      store.insert('Account', null, { id, name: `Branch ${index}`, timezone: 'UTC', ...stamp });
    }
    const accounts = page.getByRole('navigation', { name: 'Accounts' });
    await page.context().addCookies([cookie(held.session)]);
    await page.goto(`${held.address}/?account=more59`);
    await page.getByRole('heading', { name: 'Branch 59' }).waitFor();
    expect(await accounts.getByRole('link').count()).toBe(50);
    await accounts.getByRole('button', { name: 'More accounts' }).click();
    await accounts.getByRole('link', { name: 'Branch 59' }).waitFor();
    expect(await accounts.getByRole('link').count()).toBe(68);
    await accounts.getByLabel('Name of an account').fill('branch 4');
    await page.keyboard.press('Enter');
    await expect.poll(() => accounts.getByRole('link').count()).toBe(11);
    await page.getByRole('heading', { name: 'Branch 59' }).waitFor();
    expect(await findings(page)).toEqual([]);
  });

  test('copies a campaign, step by step', async () => {
    await open(bikes);
    const name = (await rows().first().locator('.name').textContent()) ?? '';
    await rows().first().getByRole('button', { name: 'Copy' }).click();
    const copying = page.getByRole('dialog', { name: `Copy ${name}` });
    await copying.getByLabel('Name of the copy').fill('');
    await copying.getByRole('button', { name: 'Copy', exact: true }).click();
    await copying.getByText('Name must not be empty.').waitFor();
    expect(await copying.getByLabel('Name of the copy').getAttribute('aria-invalid')).toBe('true');
    await copying.getByLabel('Name of the copy').fill('Once more');
    await copying.getByLabel('New end of the line items').fill('2033-01-01T00:00');
    expect(await findings(page, { within: 'dialog[open]' })).toEqual([]);
    await copying.getByRole('button', { name: 'Copy', exact: true }).click();
    await agree(page);
    await copying.getByText('Once more was created.').waitFor();
    await copying.getByText('Applied Create the campaign').waitFor();
    await copying.getByRole('button', { name: 'Done' }).click();
    await rows().first().getByText('Once more').waitFor();
    expect(callsOf('createCampaign').map(({ status }) => status)).toEqual([201]);
  });

  const library = () => page.getByRole('dialog', { name: 'Media' });
  const mediaItems = () => library().getByRole('list', { name: 'Media library' }).locator('> li');
  const chooseFile = (name: string, mimeType: string, buffer: Buffer): Promise<void> =>
    library().getByLabel('Add media').setInputFiles({ name, mimeType, buffer });

  test('explains the fault of a file before its upload; adds media, shows progress, and continues after a broken connection', async () => {
    const { fault, release, set } = held.running.emulator;
    set({ mediaProcessingMs: 500 });
    // The upload waits at its second part until the page was checked.
    fault({
      match: { endpoint: 'appendMedia' },
      skip: 1,
      times: 1,
      fault: { kind: 'delay', delayMs: 600_000 },
    });
    await quicken(page);
    await open(bikes);
    await button('Media').click();
    await mediaItems().first().waitFor();
    const before = await mediaItems().count();
    await chooseFile('big.png', 'image/png', pngOf(100, 100, 5 * 1024 * 1024 + 1));
    await library().getByRole('alert').waitFor();
    expect(await library().getByRole('alert').textContent()).toMatch(/5242880/);
    expect(callsOf('stageMedia')).toHaveLength(0);
    // The first connection breaks before the gateway has answered.
    await page.route('**/media/*', (route) => route.abort(), { times: 1 });
    await chooseFile('my ride.mp4', 'video/mp4', videoOf(3_000_000));
    await library().getByRole('progressbar', { name: 'Upload' }).waitFor();
    await library()
      .getByText(/^\d+ % sent$/)
      .waitFor();
    await expect.poll(() => callsOf('appendMedia').length).toBe(2);
    release();
    await library().getByText('Processing …').waitFor();
    await mediaItems().getByText('my ride.mp4').waitFor();
    expect(await mediaItems().count()).toBe(before + 1);
    expect(await mediaItems().first().textContent()).toContain('my ride.mp4');
    const shown = mediaItems().first().getByRole('presentation');
    await expect
      .poll(() => shown.evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBe(1280);
    expect(callsOf('appendMedia').map(({ status }) => status)).toEqual([200, 200]);
    expect(callsOf('finalizeMedia')).toHaveLength(1);
    expect(callsOf('addMediaLibraryItem').map(({ status }) => status)).toEqual([201]);
    expect(await findings(page, { within: 'dialog[open]' })).toEqual([]);
  });

  test('fits a phone, works by keyboard alone and is accessible, in light and dark', async () => {
    await page.setViewportSize(phone);
    await open(bikes);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(phone.width);
    const name = await rows().first().locator('.name').boundingBox();
    expect(name?.width).toBeGreaterThan(250);
    await page.getByRole('searchbox', { name: 'Name of a campaign' }).focus();
    for (const name of ['Search', 'Media', 'New empty campaign']) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
    await button('Create').click();
    await page.getByText('Name must not be empty.').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const name of ['Launch campaign', 'Select all', 'Campaign']) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    }
    await rows().first().getByRole('checkbox').press('Space');
    expect(await rows().first().getByRole('checkbox').isChecked()).toBe(true);
    await rows().first().getByRole('button', { name: 'Line items' }).press('Enter');
    await lineItemsIn(rows().first()).first().waitFor();
    const grounds = new Set<string>();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page, { coloursOnly: colorScheme === 'dark' })).toEqual([]);
      grounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    }
    expect(grounds.size).toBe(2);
  });
});

describe('npm start', { timeout: 180_000 }, () => {
  const held = {} as { started: DashboardProgram; page: string; gateway: string };

  beforeAll(async () => {
    held.page = await freeAddress();
    held.gateway = await freeAddress();
    const addresses = { PAGE: held.page, GATEWAY: held.gateway };
    held.started = await startDashboard(addresses);
  }, 90_000);
  afterAll(() => held.started?.stop());

  test('serves page and gateway at one address', async () => {
    const session = await fetch(`${held.page}/auth/session`);
    expect(await session.json()).toMatchObject({ signedIn: false });
    // The page's own origin is the gateway's. There is no session to end, and no other error.
    const headers = { origin: held.page };
    const logout = await fetch(`${held.page}/auth/logout`, { method: 'POST', headers });
    expect(logout.status).toBe(401);
    expect(await (await fetch(held.page)).text()).toContain('<div id="root">');
  });

  test('says that a port is in use before it starts anything', async () => {
    const taken = { PAGE: await freeAddress(), GATEWAY: held.gateway };
    const { message } = await startDashboard(taken).then(
      () => new Error('it started'),
      (error: Error) => error,
    );
    expect(message).toContain(`Port ${new URL(held.gateway).port} is in use. Set GATEWAY`);
    expect(message).not.toContain('GraphQL and its explorer');
  });

  test('writes no warning while campaigns are created, refused, launched and copied', async () => {
    const browser = await chromium.connect(inject('browser'));
    const page = await browser.newPage();
    const said: string[] = [];
    page.on('pageerror', ({ message }) => said.push(message));
    page.on('console', (line) => {
      if (['error', 'warning'].includes(line.type())) said.push(line.text());
    });
    const form = page.getByRole('dialog');
    const press = (name: string) => form.getByRole('button', { name, exact: true }).click();
    await page.goto(`${held.page}/?account=${bikes}`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('@emulator_owner').check();
    await page.getByRole('button', { name: 'Allow' }).click();
    const campaigns = page.getByRole('table', { name: 'Campaigns' });

    await page.getByRole('button', { name: 'Empty campaign' }).click();
    await press('Create');
    await form.getByText('Name must not be empty.').waitFor();
    await form.getByLabel('Name', { exact: true }).fill('Made by hand');
    await form.getByLabel('Paid by').selectOption({ label: 'Monthly invoice (EUR)' });
    await form.getByLabel('Daily budget').fill('5');
    await press('Create');
    await agree(page);
    await campaigns.getByText('Made by hand').waitFor();

    await page.getByRole('button', { name: 'Launch campaign' }).click();
    await form.getByLabel('Campaign name').fill('Launched');
    await form.getByLabel('Paid by').selectOption({ label: 'Monthly invoice (EUR)' });
    await form.getByLabel('Daily budget').fill('12.50');
    await press('Next');
    await form.getByLabel('End').fill('2032-02-01T08:00');
    await press('Next');
    await press('Next');
    await press('Review');
    await press('Send');
    await form.getByText('Launched was created.').waitFor();
    const shown = await form.getByRole('link', { name: 'Show campaign' }).getAttribute('href');
    expect(shown).toContain('open=Campaign');
    await press('Done');

    await page.getByRole('button', { name: 'Copy Launched' }).click();
    await press('Copy');
    await agree(page);
    await form.getByText('was created.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await campaigns.getByText('Launched (copy)').waitFor();
    expect(said).toEqual([]);
    await browser.close();
  });
});
