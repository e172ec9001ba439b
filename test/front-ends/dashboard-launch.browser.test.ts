import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { bikes } from '../support/accounts.ts';
import type { DashboardProgram } from '../support/dashboard.ts';
import { freeAddress, previewDashboard } from '../support/dashboard.ts';
import { laptop } from '../support/dashboard-page.ts';
import { useEmulator } from '../support/emulator.ts';
import { madeSince, rowsIn } from '../support/launches.ts';
import type { RedisServer } from '../support/redis.ts';
import { startRedis } from '../support/redis.ts';
import type { SpawnedGateway } from '../support/spawned-gateway.ts';
import { spawnGateway } from '../support/spawned-gateway.ts';

describe('a launch in the dashboard', { timeout: 120_000 }, () => {
  const held = useEmulator();
  let redis: RedisServer;
  let browser: Browser;
  let page: Page;
  let address: string;
  let origin: string;
  let preview: DashboardProgram;

  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'));
    redis = await startRedis();
    [address, origin] = [await freeAddress(), await freeAddress()];
    preview = await previewDashboard({ PAGE: address, GATEWAY: origin });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await preview?.stop();
    await redis?.kill();
  });
  beforeEach(async () => {
    const context = await browser.newContext({ viewport: laptop });
    context.setDefaultTimeout(60_000);
    page = await context.newPage();
    return () => context.close();
  });

  /** A gateway at the address to which the page forwards requests, whichever process it is. */
  const start = (): Promise<SpawnedGateway> =>
    spawnGateway(held.emulator, {
      env: {
        PORT: new URL(origin).port,
        PUBLIC_URL: address,
        REDIS_URL: redis.url,
        SESSION_SECRET: 's'.repeat(32),
      },
    });
  const inDialog = { within: 'dialog[open]' };
  const form = () => page.getByRole('dialog', { name: 'Launch a campaign' });
  const lineItem = (number: number) => form().getByRole('group', { name: `Line item ${number}` });
  /** Goes to a stage by its name. */
  const goTo = async (stage: string): Promise<void> => {
    const stages = form().getByRole('list', { name: 'Stages' });
    await stages.getByRole('button', { name: stage }).click();
    await form().getByRole('region', { name: stage }).waitFor();
  };
  const review = () => form().getByRole('region', { name: 'Review changes' });
  const send = () => review().getByRole('button', { name: 'Send' }).click();
  const press = (name: string) => form().getByRole('button', { name, exact: true }).click();
  const steps = () => form().getByRole('list', { name: 'Steps' }).getByRole('listitem');
  const postsChosen = (number: number) =>
    lineItem(number).getByRole('list', { name: 'Posts selected' }).getByRole('listitem');
  const pickPost = async (number: number, text: string): Promise<void> => {
    const found = lineItem(number).getByRole('list', { name: 'Posts found' });
    await lineItem(number).getByLabel('Posts', { exact: true }).fill(text);
    const first = found.getByRole('button').first();
    await first.filter({ hasText: new RegExp(text, 'i') }).click();
    const days = await found.locator('.quiet').allTextContents();
    const dates = days.filter((day) => /^\d{4}-/.test(day));
    expect(dates).toEqual(dates.toSorted().toReversed());
  };
  const openForm = async (): Promise<void> => {
    await page.goto(`${address}/?account=${bikes}`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('@emulator_owner').check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('button', { name: 'Launch campaign' }).click();
    await form().getByLabel('Campaign name').waitFor();
  };
  const fillForm = async (): Promise<void> => {
    await form().getByLabel('Campaign name').fill('From the form');
    await form().getByLabel('Paid by').selectOption({ label: 'Monthly invoice (EUR)' });
    await form().getByLabel('Daily budget').fill('12.50');
    await press('Next');
    await press('Add line item');
    const names = ['North', 'South'];
    for (const [at, name] of names.entries()) {
      const part = lineItem(at + 1);
      await part.getByLabel('Name', { exact: true }).fill(name);
      await part.getByLabel('Start').fill('2032-01-01T08:00');
      await part.getByLabel('End').fill('2032-02-01T08:00');
    }
    await press('Next');
    for (const at of names.keys()) {
      const part = lineItem(at + 1);
      await part.getByLabel('Interests', { exact: true }).fill('classic c');
      await part.getByRole('button', { name: /Classic cars/ }).click();
    }
    await press('Next');
    await lineItem(1).getByLabel('Posts', { exact: true }).fill('a text of no post');
    await lineItem(1).getByText('No post contains this text.').waitFor();
    for (const at of names.keys()) {
      for (const text of ['Now ships free', 'rain gear was made']) await pickPost(at + 1, text);
    }
  };

  test('shows faults at their fields, and continues after the gateway was killed in the middle, without creating anything twice', async () => {
    const { emulator } = held;
    const rowsBefore = rowsIn(held);
    const first = await start();
    await openForm();
    const invalid = form().locator('[aria-invalid=true]');
    const done = () => form().getByRole('button', { name: '(done)' }).allTextContents();
    const heights = new Set<number | undefined>();
    const measure = async () => heights.add((await form().boundingBox())?.height);
    await press('Next');
    await form().getByText('Enter a name.').waitFor();
    await form().getByText('Choose who pays.').waitFor();
    expect(await invalid.evaluateAll((all) => all.map((one) => one.getAttribute('name')))).toEqual([
      'campaign.name',
      'campaign.fundingInstrumentId',
    ]);
    const name = form().getByLabel('Campaign name');
    await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await findings(page, inDialog)).toEqual([]);
    await measure();
    await name.fill('From the form');
    await form().getByLabel('Paid by').selectOption({ label: 'Monthly invoice (EUR)' });
    await form().getByLabel('Daily budget').fill('ten');
    await press('Next');
    // Blank line items lead nowhere, by the button or by a stage.
    for (const way of ['Next', '4 Posts']) {
      await form().getByRole('button', { name: way, exact: true }).click();
      await lineItem(1).getByText('Enter an end.').waitFor();
      await form().getByRole('button', { name: 'Line items 1 error' }).waitFor();
      await form().getByRole('region', { name: 'Line items' }).waitFor();
    }
    expect(await done()).toEqual([expect.stringContaining('Campaign')]);
    expect(await findings(page, inDialog)).toEqual([]);
    await measure();
    await lineItem(1).getByLabel('End').fill('2032-02-01T08:00');
    await goTo('Posts');
    await measure();
    const before = emulator.calls().length;
    await press('Review');
    await form().getByText('must be an amount such as 12.50').waitFor();
    await form().getByRole('button', { name: 'Campaign 1 error' }).waitFor();
    expect(emulator.calls()).toHaveLength(before);
    await fillForm();
    // The posts of the second line item are promoted, and the answer never ends.
    emulator.fault({
      match: { endpoint: 'createPromotedTweets' },
      skip: 1,
      times: 1,
      fault: { kind: 'hang' },
    });
    await measure();
    await press('Review');
    const budget = review().getByText('€12.50');
    expect(await budget.first().getAttribute('title')).toBe('12500000 micros');
    expect(await findings(page, inDialog)).toEqual([]);
    await review().getByRole('button', { name: 'Back' }).click();
    expect(await postsChosen(2).count()).toBe(2);
    await press('Review');
    await send();
    await steps().nth(4).waitFor();
    expect(await steps().allTextContents()).toEqual([
      'Applied Create the campaign',
      'Applied Create 2 line items',
      'Applied Add 2 targeting criteria',
      'Applied Promote 2 posts in line item 1',
      'Running …',
    ]);
    await expect
      .poll(() => madeSince(rowsBefore, held).PromotedTweet.length, { timeout: 20_000 })
      .toBe(4);
    await first.kill();
    await form().getByText('It is unknown whether this took effect.').waitFor();

    const second = await start();
    await page.reload();
    await form().getByText('It is unknown whether this took effect.').waitFor();
    await goTo('Campaign');
    expect(await form().getByLabel('Daily budget').inputValue()).toBe('12.50');
    await goTo('Line items');
    expect(await lineItem(2).getByLabel('Name', { exact: true }).inputValue()).toBe('South');
    await goTo('Targeting');
    expect(await lineItem(2).getByText('Classic cars').count()).toBe(1);
    await goTo('Posts');
    expect(await postsChosen(2).count()).toBe(2);
    await press('Resume');
    await form().getByText('From the form was created.').waitFor();
    expect(await steps().count()).toBe(5);
    expect(await done()).toHaveLength(6);
    await measure();
    expect(heights.size).toBe(1);
    await form().getByRole('link', { name: 'Show campaign' }).click();
    await form().waitFor({ state: 'detached' });
    const row = page.getByRole('button', { name: 'Line items of From the form', expanded: true });
    await page.getByRole('table', { name: 'Line items' }).getByText('South').waitFor();
    expect(await row.evaluate((one) => one === document.activeElement)).toBe(true);
    await second.kill();
    const made = madeSince(rowsBefore, held);
    expect(made.Campaign.map((row) => row['daily_budget_amount_local_micro'])).toHaveLength(1);
    expect(made.LineItem.map(({ name }) => name)).toEqual(['North', 'South']);
    expect(made.TargetingCriterion).toHaveLength(2);
    expect(made.PromotedTweet).toHaveLength(4);
    const sent = emulator
      .calls()
      .flatMap(({ method, endpoint }) => (method === 'POST' ? [endpoint] : []));
    expect(sent.filter((endpoint) => !endpoint?.endsWith('Token'))).toEqual([
      'createCampaign',
      'batchLineItems',
      'batchTargetingCriteria',
      ...Array(2).fill('createPromotedTweets'),
    ]);
  });
});
