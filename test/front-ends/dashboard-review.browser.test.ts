import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { bikes } from '../support/accounts.ts';
import { agree, reviewOf, useDashboard } from '../support/dashboard-page.ts';
import { guardsFile, underRules } from '../support/guards.ts';

const file = guardsFile();

describe('what the dashboard shows before a write', { timeout: 120_000 }, () => {
  const { held, rows, states, button, inBar, open, callsOf, cookie } = useDashboard({
    env: { GUARDS: file.path },
    // Used up windows are forgotten at once.
    parts: { windows: { get: () => undefined, set: () => undefined } },
  });
  let page: Page;
  beforeEach(() => {
    page = held.page;
    underRules(held.running, file);
  });
  const writes = () =>
    held.running.emulator
      .calls()
      .flatMap(({ method, endpoint }) => (method === 'GET' ? [] : [endpoint]));
  const inDialog = { within: 'dialog[open]' };
  const review = () => reviewOf(page);
  const back = () => review().getByRole('button', { name: 'Back' }).click();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);

  test('shows a new campaign, sends it after one more click, and goes back with nothing lost', async () => {
    await open(bikes);
    const before = writes().length;
    await button('Empty campaign').click();
    const form = page.getByRole('dialog', { name: 'New empty campaign' });
    const field = (name: string) => form.getByLabel(name, { exact: true });
    await field('Name').fill('Looked at');
    await field('Paid by').selectOption({ label: 'Monthly invoice (EUR)' });
    await field('Daily budget').fill('1400');
    await form.getByRole('button', { name: 'Create' }).press('Enter');
    await review().getByText('New: Campaign “Looked at” of Nordlicht Bikes').waitFor();
    await review().getByText('Daily budget: €0.00 → €1,400.00').waitFor();
    expect(await findings(page, inDialog)).toEqual([]);
    expect(await focused()).toBe('Back');
    await page.keyboard.press('Escape');
    await review().waitFor({ state: 'detached' });
    expect(await focused()).toBe('Create');
    expect(await field('Name').inputValue()).toBe('Looked at');
    await page.keyboard.press('Enter');
    await back();
    expect(writes()).toHaveLength(before);

    underRules(held.running, file, { name: 'slips', dailyBudget: { max: { EUR: '500' } } });
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('Daily budget must be at most 500 EUR (guard “slips”).').waitFor();
    expect(await field('Daily budget').getAttribute('aria-invalid')).toBe('true');
    expect(await review().count()).toBe(0);
    expect(await field('Name').inputValue()).toBe('Looked at');
    await field('Daily budget').fill('140');
    await form.getByRole('button', { name: 'Create' }).click();
    await agree(page);
    await form.waitFor({ state: 'detached' });
    await rows().first().getByText('Looked at').waitFor();
    expect(writes().slice(before)).toEqual(['createCampaign']);
  });

  test('shows the campaigns that become active, and keeps the selection after going back', async () => {
    await open(bikes);
    const before = writes().length;
    const index = (await states()).indexOf('Paused');
    const row = rows().nth(index);
    const name = (await row.locator('.name').textContent()) ?? '';
    await row.getByRole('button', { name: 'Resume' }).click();
    await review().getByText(`Becomes active: ${name}`).waitFor();
    await back();
    await row.getByText('Paused', { exact: true }).waitFor();
    await row.getByRole('checkbox').check();
    await inBar('Resume').click();
    await review().getByText(`Becomes active: ${name}`).waitFor();
    await back();
    await page.getByText('1 selected').waitFor();
    expect(writes()).toHaveLength(before);
    await inBar('Resume').click();
    await agree(page);
    await page.getByText('All campaigns resumed.').waitFor();
    expect(writes().slice(before)).toEqual(['batchCampaigns']);
  });

  test('counts down until a failed load may be tried again', async () => {
    const [seconds, json] = [600, { errors: [{ code: 'TOO_MANY_REQUESTS', message: 'wait' }] }];
    held.running.emulator.fault({
      match: { endpoint: 'listCampaigns' },
      times: 1,
      fault: {
        kind: 'answer',
        status: 429,
        headers: {
          'x-rate-limit-limit': '10000',
          'x-rate-limit-remaining': '0',
          'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + seconds),
        },
        json,
      },
    });
    await page.context().addCookies([cookie(held.session)]);
    await page.goto(`${held.address}/?account=${bikes}`);
    await page.getByText('The API allows no more requests for now.').waitFor();
    await page
      .getByRole('timer')
      .getByText(/^Try again in (10:00|9:5\d)$/)
      .waitFor();
    expect(await findings(page)).toEqual([]);
    await button('Retry').click();
    await rows().first().waitFor();
    expect(callsOf('listCampaigns').map(({ status }) => status)).toEqual([429, 200]);
  });

  test('lists the steps of a launch, and continues with its key if nothing could be sent', async () => {
    await open(bikes);
    const before = writes().length;
    await button('Launch campaign').click();
    const form = page.getByRole('dialog', { name: 'Launch a campaign' });
    await form.getByLabel('Campaign name').fill('Autumn');
    await form.getByLabel('Paid by').selectOption({ label: 'Monthly invoice (EUR)' });
    await form.getByLabel('Daily budget').fill('12.50');
    await form.getByLabel('Activate everything').check();
    const press = (name: string) => form.getByRole('button', { name, exact: true }).click();
    await press('Next');
    await form.getByLabel('Name', { exact: true }).fill('North');
    await form.getByLabel('End').fill('2032-02-01T08:00');
    await press('Next');
    await press('Next');
    const lineItem = form.getByRole('group', { name: 'Line item 1' });
    await lineItem.getByLabel('Posts', { exact: true }).fill('Now ships free');
    const post = form.getByRole('list', { name: 'Posts found' }).getByRole('button').first();
    await post.filter({ hasText: 'Now ships free' }).click();
    await press('Review');
    const shown = form.getByRole('region', { name: 'Review changes' });
    const steps = shown.getByRole('list', { name: 'Steps to come' }).getByRole('listitem');
    await steps.first().waitFor();
    const said = await steps.allTextContents();
    expect(said[0]).toContain('New: Campaign “Autumn” of Nordlicht Bikes');
    expect(said[1]).toContain('New: Line item “North”');
    expect(said[1]).toContain('product type promoted tweets');
    expect(said.join()).not.toMatch(/[A-Z]_[A-Z]/);
    expect(said.at(-1)).toContain('becomes active');
    expect(await findings(page, inDialog)).toEqual([]);
    await shown.getByRole('button', { name: 'Back' }).click();
    for (let step = 0; step < 3; step += 1) await press('Back');
    await form.getByLabel('Campaign name').waitFor();
    expect(await form.getByLabel('Campaign name').inputValue()).toBe('Autumn');
    expect(writes()).toHaveLength(before);

    await form.getByLabel('Activate everything').uncheck();
    for (let step = 0; step < 3; step += 1) await press('Next');
    held.running.emulator.fault({
      match: { endpoint: 'createCampaign' },
      times: 1,
      fault: {
        kind: 'answer',
        status: 429,
        headers: {
          'x-rate-limit-limit': '450',
          'x-rate-limit-remaining': '0',
          'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 600),
        },
        json: { errors: [{ code: 'TOO_MANY_REQUESTS', message: 'wait' }] },
      },
    });
    await press('Review');
    await shown.getByRole('button', { name: 'Send' }).click();
    await form.getByText('The launch stopped part-way.').waitFor();
    await page.reload();
    await press('Resume');
    await form.getByText('Autumn was created.').waitFor();
    expect(callsOf('createCampaign').map(({ status }) => status)).toEqual([429, 201]);
    await press('Done');
    expect(await rows().getByText('Autumn', { exact: true }).count()).toBe(1);
  });

  test('keeps typed values through Escape and a reload until they are discarded, and sends nothing', async () => {
    await open(bikes);
    const before = writes().length;
    await button('Launch campaign').click();
    const form = page.getByRole('dialog', { name: 'Launch a campaign' });
    const name = form.getByLabel('Campaign name');
    await name.fill('Half typed');
    await form.getByLabel('Paid by').selectOption({ label: 'Monthly invoice (EUR)' });
    await form.getByLabel('Activate everything').check();
    const goTo = (stage: string) => form.getByRole('button', { name: stage }).click();
    await goTo('Line items');
    await form.getByRole('button', { name: 'Add line item' }).click();
    const second = form.getByRole('group', { name: 'Line item 2' });
    await second.getByLabel('Name', { exact: true }).fill('South');
    for (const end of await form.getByLabel('End').all()) await end.fill('2032-02-01T08:00');
    await goTo('Targeting');
    await second.getByLabel('Interests', { exact: true }).fill('classic c');
    await second.getByRole('button', { name: /Classic cars/ }).click();
    const isKept = async (): Promise<void> => {
      await form.getByRole('region', { name: 'Targeting' }).waitFor();
      expect(await name.inputValue()).toBe('Half typed');
      const payer = form.getByLabel('Paid by').locator('option:checked');
      expect(await payer.textContent()).toContain('Monthly invoice');
      expect(await form.getByLabel('Activate everything').isChecked()).toBe(true);
      await goTo('Line items');
      expect(await second.getByLabel('Name', { exact: true }).inputValue()).toBe('South');
      await goTo('Targeting');
      const chosen = second.getByRole('list', { name: 'Interests selected' });
      expect(await chosen.getByRole('listitem').count()).toBe(1);
    };
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await button('Launch campaign').click();
    await isKept();
    await page.reload();
    await isKept();
    await form.getByRole('button', { name: 'Discard' }).click();
    await form.waitFor({ state: 'detached' });
    await button('Launch campaign').click();
    await name.waitFor();
    expect(await name.inputValue()).toBe('');
    await name.fill('Typed again');
    await form.getByLabel('Paid by').selectOption({ label: 'Monthly invoice (EUR)' });
    await goTo('Line items');
    await form.getByRole('group', { name: 'Line item 1' }).waitFor();
    expect(await second.count()).toBe(0);
    expect(writes()).toHaveLength(before);
  });

  test('keeps typed values of a line item through a reload', async () => {
    await open(bikes);
    const row = rows().first();
    await row.getByRole('button', { name: 'Line items' }).click();
    await row
      .getByRole('button', { name: /^Edit line item / })
      .first()
      .click();
    const change = row.getByRole('form');
    const field = change.getByLabel('Name', { exact: true });
    const name = await field.inputValue();
    await field.fill('Half typed');
    await page.reload();
    await field.waitFor();
    expect(await field.inputValue()).toBe('Half typed');
    await change.getByRole('button', { name: 'Discard' }).click();
    await change.waitFor({ state: 'detached' });
    await row
      .getByRole('button', { name: /^Edit line item / })
      .first()
      .click();
    expect(await field.inputValue()).toBe(name);
  });
});
