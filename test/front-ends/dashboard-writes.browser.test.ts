import type { Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { colleague } from '../../emulator/users.ts';
import type { Code } from '../../src/errors/codes.ts';
import { codes } from '../../src/errors/codes.ts';
import { findings } from '../support/accessibility.ts';
import { bikes } from '../support/accounts.ts';
import { agree, quicken, useDashboard } from '../support/dashboard-page.ts';
import { signIn } from '../support/visitor.ts';

describe('writes in the dashboard', { timeout: 180_000 }, () => {
  const { held, rows, states, lineItemsIn, button, inBar, open, callsOf, cookie, idOf } =
    useDashboard();
  let page: Page;
  beforeEach(async () => {
    page = held.page;
    await quicken(page);
  });

  type Answering = (route: Route) => Promise<void>;
  const pass: Answering = (route) => route.continue();
  /** Makes the gateway apply a request and lose its answer. */
  const lose: Answering = async (route) => {
    await route.fetch();
    await route.abort();
  };
  const say =
    (code: Code): Answering =>
    (route) => {
      const { status } = codes[code];
      const errors = [{ message: code, extensions: { code } }];
      return route.fulfill({
        status,
        contentType: 'application/graphql-response+json',
        body: JSON.stringify(status === 200 ? { data: { anything: null }, errors } : { errors }),
      });
    };
  /** The keys of the page's writes; `answer` is the fate of the next answer. */
  const watchWrites = async () => {
    const writes = { keys: [] as string[], answer: pass };
    await page.route('**/graphql', (route) => {
      const { query, variables } = route.request().postDataJSON();
      const isDry = route.request().headers()['x-ads-dry-run'] !== undefined;
      if (isDry || !query.startsWith('mutation')) return route.continue();
      writes.keys.push(variables.input.idempotencyKey);
      return writes.answer(route);
    });
    return writes;
  };
  const form = () => page.getByRole('dialog', { name: 'New empty campaign' });
  const field = (name: string) => form().getByLabel(name, { exact: true });
  const fillForm = async (): Promise<void> => {
    await button('Empty campaign').click();
    await field('Name').fill('Made once');
    await field('Paid by').selectOption({ label: 'Monthly invoice (EUR)' });
    await field('Daily budget').fill('2.5');
    await field('Total budget').fill('100');
  };
  const press = (name: string) => form().getByRole('button', { name }).click();
  const create = async (): Promise<void> => {
    await press('Create');
    await agree(page);
  };
  const inDialog = { within: 'dialog[open]' };
  const unknown = 'It is unknown whether this took effect.';

  test('creates a campaign once, whatever happens to the answers, the session and the page', async () => {
    await open(bikes);
    const writes = await watchWrites();
    await fillForm();
    writes.answer = lose;
    await create();
    await form().getByText(unknown).waitFor();
    expect(await field('Name').isDisabled()).toBe(true);

    expect(writes.keys).toHaveLength(5);
    for (const code of ['FORBIDDEN', 'STATE_STORE_UNAVAILABLE'] as const) {
      writes.answer = say(code);
      await press('Check again');
      await form().getByText(code).waitFor();
      await form().getByText(unknown).waitFor();
      expect(await field('Name').isDisabled()).toBe(true);
    }
    const sent = writes.keys.length;
    expect(sent).toBe(5 + 1 + 5);

    await page.context().clearCookies();
    await page.route('**/auth/session', (route) => route.abort());
    await press('Check again');
    await form().getByText('The gateway does not respond.').waitFor();
    await page.unroute('**/auth/session');
    await press('Check again');
    await form().getByText('You are signed out.').waitFor();
    expect(await findings(page, inDialog)).toEqual([]);
    await form().getByRole('link', { name: 'Sign in again' }).click();
    await page.getByLabel('@emulator_colleague').check();
    await button('Allow').click();
    await page.getByText(`You have no access to account ${bikes}.`).waitFor();
    await page.context().addCookies([cookie(held.session)]);
    await page.reload();
    await form().getByText(unknown).waitFor();
    expect(await field('Name').inputValue()).toBe('Made once');
    expect(await field('Daily budget').inputValue()).toBe('2.5');
    expect(await field('Total budget').inputValue()).toBe('100');
    expect(await field('Paid by').locator('option:checked').textContent()).toContain('Monthly');

    writes.answer = pass;
    await page.context().addCookies([cookie(await signIn(held.running, colleague.userId))]);
    await press('Check again');
    await form().getByText('@emulator_colleague has signed in meanwhile.').waitFor();
    expect(writes.keys).toHaveLength(sent);
    await page.context().addCookies([cookie(held.session)]);
    await page.clock.setFixedTime(Date.now() + 24 * 3_600_000 + 60_000);
    await press('Check again');
    await form().getByText('more than a day ago').waitFor();
    expect(writes.keys).toHaveLength(sent);
    await page.clock.setFixedTime(Date.now());
    await press('Check again');
    await form().waitFor({ state: 'detached' });
    await rows().first().getByText('Made once').waitFor();
    expect(await rows().getByText('Made once').count()).toBe(1);
    expect(new Set(writes.keys).size).toBe(1);
    expect(callsOf('createCampaign').map(({ status }) => status)).toEqual([201]);

    await button('Empty campaign').click();
    expect(await field('Name').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await fillForm();
    await create();
    await form().waitFor({ state: 'detached' });
    expect(new Set(writes.keys).size).toBe(2);
    await page.reload();
    await rows().first().waitFor();
    expect(await form().count()).toBe(0);
  });

  test('uses a new key once nothing was sent, and keeps one if that is not certain', async () => {
    await open(bikes);
    const writes = await watchWrites();
    await fillForm();
    for (const code of ['FORBIDDEN', 'INTERNAL_SERVER_ERROR'] as const) {
      writes.answer = say(code);
      await create();
      await form().getByText(code).waitFor();
      expect(await field('Name').isDisabled()).toBe(code === 'INTERNAL_SERVER_ERROR');
    }
    await form().getByText(unknown).waitFor();
    await press('Dismiss');
    expect(new Set(writes.keys).size).toBe(2);
    await field('Name').fill('');
    writes.answer = pass;
    await press('Create');
    await form().getByText('Name must not be empty.').waitFor();
    await field('Name').fill('Made after all');
    await create();
    await form().waitFor({ state: 'detached' });
    expect(new Set(writes.keys).size).toBe(3);
    expect(callsOf('createCampaign')).toHaveLength(1);

    await fillForm();
    writes.answer = lose;
    await create();
    await form().getByText(unknown).waitFor();
    await page.reload();
    await press('Dismiss');
    expect(await field('Daily budget').inputValue()).toBe('2.5');
    await field('Name').fill('Made as another');
    writes.answer = pass;
    await create();
    await form().waitFor({ state: 'detached' });
    expect(new Set(writes.keys).size).toBe(5);
    expect(callsOf('createCampaign')).toHaveLength(3);
  });

  test('creates a line item and its targeting once each, from suggestions while typing', async () => {
    const { data } = await held.running.ask(
      `{ account(id: "${bikes}") { fundingInstruments(first: 20) { nodes { id description } } } }`,
    );
    const paying = data.account.fundingInstruments.nodes.find(
      ({ description }: { description: string }) => description.startsWith('Monthly invoice'),
    );
    const created = await held.running.ask(
      `mutation { createCampaign(input: { accountId: "${bikes}", fundingInstrumentId: "${paying.id}", name: "New roads", dailyBudgetAmountLocalMicro: "5000000" }) { outcome } }`,
    );
    expect(created.data.createCampaign.outcome).toBe('APPLIED');
    await open(bikes);
    const writes = await watchWrites();
    const row = rows().first();
    await row.getByRole('button', { name: 'Line items' }).click();
    await button('New line item').click();
    const made = page.getByRole('dialog', { name: 'New line item' });
    const labelled = (name: string) => made.getByLabel(name, { exact: true });
    const send = (name: string) => made.getByRole('button', { name, exact: true }).click();
    const pick = async (list: string, typed: string, name: string | RegExp): Promise<void> => {
      await labelled(list).pressSequentially(typed);
      await labelled(`${list} found`).getByRole('button', { name }).click();
    };
    const picked = (list: string) =>
      labelled(`${list} selected`).getByRole('listitem').allTextContents();

    await send('Create');
    await made.getByRole('alert').waitFor();
    expect(await labelled('End').getAttribute('aria-invalid')).toBe('true');
    expect(callsOf('createLineItem')).toEqual([]);
    await labelled('Name').fill('Hamburg by bike');
    await labelled('Objective').selectOption('WEBSITE_CLICKS');
    await labelled('Bid').fill('1.25');
    await labelled('Start').fill('2031-03-01T08:00');
    await labelled('End').fill('2031-04-01T08:00');
    await pick('Locations', 'Hamb', /^Hamburg, Germany city/);
    await labelled('Locations').clear();
    await pick('Locations', 'Germany', /^Germany country/);
    await pick('Interests', 'classic c', /Classic cars/);
    const searched = () => callsOf('listTargetingLocations').map(({ query }) => query['q']);
    await expect.poll(searched).toEqual(expect.arrayContaining(['Hamb', 'Germany']));
    await labelled('Remove Germany').click();
    expect(await findings(page, inDialog)).toEqual([]);
    const shown = async () => [await picked('Locations'), await picked('Interests')].flat();
    const before = await shown();
    expect(before).toEqual(['Hamburg, Germany Remove', 'Automotive/Classic cars Remove']);

    // Neither a lost answer nor a reload creates a second line item, or loses its targeting.
    const count = writes.keys.length;
    writes.answer = lose;
    await send('Create');
    await agree(page);
    await made.getByText(unknown).waitFor();
    await page.reload();
    await made.getByText(unknown).waitFor();
    expect(await labelled('Start').inputValue()).toBe('2031-03-01T08:00');
    expect(await shown()).toEqual(before);
    writes.answer = (route) => {
      const isBatch = route.request().postDataJSON().query.includes('batchTargetingCriteria');
      return isBatch ? lose(route) : pass(route);
    };
    await send('Check again');
    await made.getByText('It is unknown whether its targeting was set.').waitFor();
    await made.getByText(unknown).waitFor();
    await page.reload();
    await made.getByText(unknown).waitFor();
    expect(await shown()).toEqual(before);
    writes.answer = pass;
    await send('Check again');
    await made.waitFor({ state: 'detached' });
    expect(writes.keys.length).toBeGreaterThan(count + 4);
    expect(new Set(writes.keys.slice(count)).size).toBe(2);
    await lineItemsIn(row).filter({ hasText: 'Hamburg by bike' }).getByText('€1.25').waitFor();
    expect(await lineItemsIn(row).filter({ hasText: 'Hamburg by bike' }).count()).toBe(1);
    expect(callsOf('createLineItem').map(({ status }) => status)).toEqual([201]);
    expect(callsOf('batchTargetingCriteria').map(({ status }) => status)).toEqual([200]);
    const { data: now } = await held.running.ask(
      `{ account(id: "${bikes}") { campaign(id: "${await idOf(0)}") { lineItems(first: 2) { nodes { name objective entityStatus startTime bidAmountLocalMicro targetingCriteria(first: 9) { nodes { targetingType targetingValue operatorType name } } } } } } }`,
    );
    const [lineItem, ...others] = now.account.campaign.lineItems.nodes;
    expect(others).toEqual([]);
    const { targetingCriteria, ...rest } = lineItem;
    expect(rest).toMatchObject({
      name: 'Hamburg by bike',
      objective: 'WEBSITE_CLICKS',
      entityStatus: 'PAUSED',
      bidAmountLocalMicro: '1250000',
    });
    expect(targetingCriteria.nodes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ targetingType: 'LOCATION', targetingValue: '3797791ff9c0e4c6' }),
        expect.objectContaining({ targetingType: 'INTEREST', operatorType: 'EQ' }),
      ]),
    );
    expect(targetingCriteria.nodes).toHaveLength(2);

    // A refusal of the targeting keeps the line item, which can be targeted again.
    held.running.emulator.fault({
      match: { endpoint: 'batchTargetingCriteria' },
      times: 1,
      fault: { kind: 'answer', status: 403 },
    });
    await button('New line item').click();
    expect(await shown()).toEqual([]);
    await labelled('Objective').selectOption('WEBSITE_CLICKS');
    await labelled('Name').fill('Chess on wheels');
    await labelled('Bid').fill('1');
    // The default start is now.
    expect(await labelled('Start').inputValue()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
    await labelled('End').fill('2031-04-01T08:00');
    await pick('Interests', 'chess', /Chess/);
    await send('Create');
    await agree(page);
    await made.getByText('Rejected. Nothing has changed.').waitFor();
    await made
      .getByText('The line item was created and is paused. Its targeting is not set.')
      .waitFor();
    expect(await findings(page, inDialog)).toEqual([]);
    await send('Set targeting');
    await made.waitFor({ state: 'detached' });
    expect(callsOf('createLineItem')).toHaveLength(2);
    expect(callsOf('batchTargetingCriteria').map(({ status }) => status)).toEqual([200, 403, 200]);
    expect(new Set(writes.keys.slice(count)).size).toBe(2 + 3);
  });

  test('pauses once, one or several, although the answer is lost and the page reloaded', async () => {
    await open(bikes);
    const writes = await watchWrites();
    const index = (await states()).indexOf('Active');
    const row = rows().nth(index);
    writes.answer = lose;
    await row.getByRole('button', { name: 'Pause' }).click();
    await row.getByText(unknown).waitFor();
    expect((await states())[index]).toBe('Unknown');
    expect(await row.getByRole('button', { name: /^(Pause|Resume) / }).count()).toBe(0);
    await page.reload();
    await row.getByText(unknown).waitFor();
    writes.answer = pass;
    await row.getByRole('button', { name: 'Check again' }).click();
    await row.getByText(unknown).waitFor({ state: 'detached' });
    await row.getByText('Paused', { exact: true }).waitFor();
    expect(callsOf('updateCampaign')).toHaveLength(1);

    const names = [];
    for (const at of [0, 2]) {
      names.push(await rows().nth(at).locator('.name').textContent());
      await rows().nth(at).getByRole('checkbox').check();
    }
    writes.answer = lose;
    await inBar('Pause').click();
    const result = page.getByRole('region', { name: 'Result of the batch' });
    await result.getByText(unknown).waitFor();
    await page.reload();
    await result.getByText(names.join(', ')).waitFor();
    writes.answer = pass;
    await rows().nth(1).getByRole('checkbox').check();
    expect(await inBar('Pause').count()).toBe(0);
    await result.getByRole('button', { name: 'Check again' }).click();
    await result.getByText('All campaigns paused.').waitFor();
    expect(await result.getByRole('listitem').allTextContents()).toEqual(
      names.map((name) => `Applied ${name}`),
    );
    expect(callsOf('batchCampaigns')).toHaveLength(1);
    expect(new Set(writes.keys).size).toBe(2);
  });
});
