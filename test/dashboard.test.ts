import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page, Route } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Code } from '../src/codes.ts';
import { codes } from '../src/codes.ts';
import { colleague } from '../src/emulator/users.ts';
import { findings } from './support/accessibility.ts';
import type { Started } from './support/dashboard.ts';
import { buildDashboard, freeAddress, startDashboard } from './support/dashboard.ts';
import { useEmulator } from './support/emulator.ts';
import type { Running } from './support/gateway.ts';
import { startGateway } from './support/gateway.ts';
import { madeSince, rowsIn } from './support/launches.ts';
import { pngOf, videoOf } from './support/pictures.ts';
import type { RedisServer } from './support/redis.ts';
import { startRedis } from './support/redis.ts';
import type { Spawned } from './support/spawned-gateway.ts';
import { spawnGateway } from './support/spawned-gateway.ts';
import { signIn } from './support/visitor.ts';

const frontEnd = readFileSync(new URL('../docs/front-end.md', import.meta.url), 'utf8');
const bikes = '18ce54bik3s';
const big = '18ce54big8k';
// Taken anew where PICTURE is set.
const picture = fileURLToPath(new URL('../examples/dashboard/dashboard.png', import.meta.url));
const resultsPicture = fileURLToPath(new URL('../examples/dashboard/results.png', import.meta.url));
const laptop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

describe('the dashboard', { timeout: 90_000 }, () => {
  const held = {} as {
    browser: Browser;
    running: Running;
    preview: Started;
    address: string;
    session: string;
  };
  let page: Page;
  let failures: string[];

  beforeAll(async () => {
    held.browser = await chromium.connect(inject('browser'));
    held.address = await freeAddress();
    held.running = await startGateway({ env: { PUBLIC_URL: held.address } });
    await buildDashboard();
    const { origin } = new URL(held.running.url);
    const preview = [process.execPath, 'node_modules/vite/bin/vite.js', 'preview'];
    held.preview = await startDashboard(preview, { PAGE: held.address, GATEWAY: origin });
    held.session = await signIn(held.running);
  }, 180_000);

  afterAll(async () => {
    await held.browser?.close();
    await held.preview?.stop();
    await held.running?.close();
  });

  beforeEach(async () => {
    held.running.emulator.reset({ data: true });
    const context = await held.browser.newContext({ viewport: laptop });
    context.setDefaultTimeout(20_000);
    page = await context.newPage();
    failures = [];
    page.on('pageerror', ({ message }) => failures.push(message));
    return async () => {
      await context.close();
      expect(failures).toEqual([]);
    };
  });

  /** Opens the page of an account for the owner, who has signed in before. */
  const open = async (account: string): Promise<void> => {
    const cookie = { name: 'ads_graph_session', value: held.session, url: held.address };
    await page.context().addCookies([cookie]);
    await page.goto(`${held.address}/?account=${account}`);
    await rows().first().waitFor();
  };
  const signInAs = async (user: string): Promise<void> => {
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel(user).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText(user).waitFor();
  };
  const rows = () => page.getByRole('list', { name: 'Campaigns' }).locator('> li');
  const callsOf = (endpoint: string) =>
    held.running.emulator.calls().filter((call) => call.endpoint === endpoint);
  /** Opens the results of the account, and waits until all are read. */
  const openResults = async () => {
    await button(/^Results$/).press('Enter');
    const results = page.getByRole('region', { name: 'Results', exact: true });
    await results
      .getByRole('region', { name: 'Results of campaigns' })
      .locator('td')
      .first()
      .waitFor();
    await results.getByText('Impressions by hour as a table').waitFor();
    return results;
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  /** Deletes the campaign of a row as somebody else would: the page does not know. */
  const deleteBehind = async (index: number): Promise<void> => {
    const { data } = await held.running.ask(
      `mutation { deleteCampaign(input: { accountId: "${bikes}", campaignId: "${await idOf(index)}" }) { outcome } }`,
    );
    expect(data.deleteCampaign.outcome).toBe('APPLIED');
  };
  const idOf = async (index: number): Promise<string> => {
    const { data } = await held.running.ask(
      `{ account(id: "${bikes}") { campaigns(first: 20, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { restId } } } }`,
    );
    return data.account.campaigns.nodes[index].restId;
  };

  test('signs in as one user, then as another, and shows each what is theirs', async () => {
    const accounts = page.getByRole('navigation', { name: 'Accounts' });
    await page.goto(`${held.address}/?account=${bikes}`);
    await signInAs('@emulator_owner');
    await page.getByRole('heading', { name: 'Nordlicht Bikes' }).waitFor();
    expect(page.url()).toBe(`${held.address}/?account=${bikes}`);
    expect(await accounts.getByRole('link').count()).toBe(8);
    await button('Sign out').click();
    await signInAs('@emulator_colleague');
    await page.getByRole('heading', { name: 'Quiet Rooms Hotels' }).waitFor();
    expect(await accounts.getByRole('link').count()).toBe(2);
    await accounts.getByRole('link', { name: 'Brightline Media' }).click();
    await page.getByRole('heading', { name: 'Brightline Media' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Quiet Rooms Hotels' }).waitFor();
    await page.goto(`${held.address}/?account=${bikes}`);
    await page.getByText(`You have no account ${bikes} here.`).waitFor();
  });

  test('says that a sign-in was denied, and offers another that ends where the first began', async () => {
    const start = `${held.address}/?account=${bikes}`;
    await page.goto(start);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('You did not allow access, so nobody is signed in.').waitFor();
    expect(await findings(page)).toEqual([]);
    await signInAs('@emulator_owner');
    await page.getByRole('heading', { name: 'Nordlicht Bikes' }).waitFor();
    expect(page.url()).toBe(start);
  });

  test('pages and searches through thousands of campaigns, one call for each page', async () => {
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
  });

  test('shows results of 30 days once they are asked for, by week and twenty at a time, with a dash where there is none', async () => {
    await open(bikes);
    expect(callsOf('getStats')).toEqual([]);
    const { data } = await held.running.ask(`{ account(id: "${bikes}") {
      stats(range: { lastDays: 30 }) { days { date } total { impressions } }
      fundingInstruments(first: 20, withDeleted: true) { nodes { stats(range: { lastDays: 30 }) { total { billedChargeLocalMicro } days { date metrics { billedChargeLocalMicro } } } } }
      campaigns(first: 20, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { name
        stats(range: { lastDays: 30 }) { total { impressions clicks costPerClick { amount } } } } } } }`);
    const { stats, fundingInstruments, campaigns } = data.account;
    held.running.emulator.reset();
    const results = await openResults();
    const table = results.getByRole('region', { name: 'Results of campaigns' });
    // Mondays after the first day begin a week of their own.
    const isMonday = ({ date }: { date: string }) => new Date(date).getUTCDay() === 1;
    const weeks = 1 + stats.days.slice(1).filter(isMonday).length;
    const asked = callsOf('getStats')
      .filter(({ query }) => query['granularity'] !== 'HOUR')
      .map(({ query }) => query['entity']);
    for (const entity of ['ACCOUNT', 'CAMPAIGN', 'FUNDING_INSTRUMENT']) {
      expect(asked.filter((one) => one === entity).length).toBeLessThanOrEqual(weeks);
      expect(asked).toContain(entity);
    }

    const spent = fundingInstruments.nodes.reduce(
      (sum: bigint, { stats: of }: (typeof fundingInstruments.nodes)[0]) =>
        sum + BigInt(of.total.billedChargeLocalMicro ?? 0),
      0n,
    );
    const euros = `€${Number(spent / 1_000_000n).toLocaleString('en')}`;
    const sums = results.getByLabel('The whole account');
    expect(await sums.getByText('Spend').locator('xpath=..').textContent()).toContain(euros);
    const impressions = Number(stats.total.impressions).toLocaleString('en');
    await sums.getByText(impressions, { exact: true }).waitFor();
    const written = (count: string | null) =>
      count === null ? '–' : Number(count).toLocaleString('en');
    const shown = await table
      .getByRole('row')
      .evaluateAll((all) =>
        all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)),
      );
    expect(shown.map(([name, , seen, clicks]) => [name, seen, clicks])).toEqual(
      campaigns.nodes.map(({ name, stats: { total } }: (typeof campaigns.nodes)[0]) => [
        name,
        written(total.impressions),
        written(total.clicks),
      ]),
    );
    expect(shown.map(([, , , , , cost]) => cost)).toEqual(
      campaigns.nodes.map(({ stats: { total } }: (typeof campaigns.nodes)[0]) =>
        total.costPerClick === null ? '–' : `€${total.costPerClick.amount}`,
      ),
    );
    expect(shown.flat()).toContain('–');
    await results.getByText('A dash is not 0.').waitFor();

    await results.getByText('Spend by day as a table').press('Enter');
    const days = results.locator('figure', { hasText: 'Spend by day' }).getByRole('row');
    expect(await days.count()).toBe(1 + 30);
    const drawn = results.getByRole('img', { name: /^Spend by day, most on / });
    const spentOn = (day: number) =>
      fundingInstruments.nodes.some(
        ({ stats: of }: (typeof fundingInstruments.nodes)[0]) =>
          of.days[day].metrics.billedChargeLocalMicro !== null,
      );
    expect(await drawn.locator('.column').count()).toBe(
      stats.days.filter((_: unknown, day: number) => spentOn(day)).length,
    );
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page)).toEqual([]);
    }
    await results.getByText('Spend by day as a table').press('Enter');
    if (process.env['PICTURE'] !== undefined) await results.screenshot({ path: resultsPicture });
    await page.setViewportSize(phone);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  });

  test('orders results by each column and both ways, by keys too, and puts dashes last', async () => {
    await open(bikes);
    const results = await openResults();
    const table = results.getByRole('region', { name: 'Results of campaigns' });
    const shown = () =>
      table
        .locator('tbody tr')
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    const newest = await shown();
    expect(await table.locator('[aria-sort]').count()).toBe(0);
    const figureIn = (text: string | null = '') => Number(text?.replaceAll(/[^\d.]/g, ''));
    const calls = callsOf('getStats').length;
    const titles = ['Spend', 'Impressions', 'Clicks', 'Click rate', 'Cost per click'];
    for (const [at, title] of titles.entries()) {
      const cells = newest.map((row) => row[at + 1] ?? null);
      const figures = cells.filter((cell) => cell !== '–').map(figureIn);
      const dashes = cells.filter((cell) => cell === '–').map(() => NaN);
      expect(new Set(figures).size).toBeGreaterThan(1);
      expect(dashes).not.toEqual([]);
      const header = table.getByRole('columnheader', { name: title, exact: true });
      const ways = [
        ['descending', figures.toSorted((one, other) => other - one)],
        ['ascending', figures.toSorted((one, other) => one - other)],
      ] as const;
      for (const [direction, expected] of ways) {
        await header.getByRole('button').press('Enter');
        expect(await header.getAttribute('aria-sort')).toBe(direction);
        expect(await table.locator('[aria-sort]').count()).toBe(1);
        const column = (await shown()).map((row) => row[at + 1] ?? null);
        expect(column.map((cell) => (cell === '–' ? NaN : figureIn(cell)))).toEqual([
          ...expected,
          ...dashes,
        ]);
      }
    }
    const name = table.getByRole('columnheader', { name: 'Campaign', exact: true });
    const { compare } = new Intl.Collator('en', { numeric: true });
    const names = newest.map(([cell]) => cell ?? '').toSorted(compare);
    for (const [direction, expected] of [
      ['ascending', names],
      ['descending', names.toReversed()],
    ] as const) {
      await name.getByRole('button').press('Space');
      expect(await name.getAttribute('aria-sort')).toBe(direction);
      expect((await shown()).map(([cell]) => cell)).toEqual(expected);
    }
    expect(callsOf('getStats')).toHaveLength(calls);
    expect(await findings(page)).toEqual([]);
  });

  test('shows results of the days that are picked, in the same order, and refuses dates out of bounds', async () => {
    await open(bikes);
    const read = async (range: string) => {
      const { data } = await held.running.ask(`{ account(id: "${bikes}") {
        stats(range: ${range}) { days { date } total { impressions } } } }`);
      const { days, total } = data.account.stats;
      return { dates: days.map(({ date }: { date: string }) => date), ...total };
    };
    const results = await openResults();
    const chart = results.locator('figure', { hasText: 'Spend by day' });
    const dates = () => chart.locator('tbody th').allTextContents();
    const header = results.getByRole('columnheader', { name: 'Spend', exact: true }).last();
    await header.getByRole('button').click();
    const isShown = async ({ dates: expected, impressions }: Awaited<ReturnType<typeof read>>) => {
      const [first, last] = [expected[0], expected.at(-1)];
      const caption = chart.locator('figcaption', { hasText: first }).filter({ hasText: last });
      await caption.waitFor();
      expect(await dates()).toEqual(expected);
      const written = Number(impressions).toLocaleString('en');
      await results.getByLabel('The whole account').getByText(written, { exact: true }).waitFor();
      expect(await header.getAttribute('aria-sort')).toBe('descending');
    };
    const month = await read('{ lastDays: 30 }');
    await isShown(month);
    const picker = results.getByRole('group', { name: 'Days of the results' });
    for (const days of [7, 90, 30]) {
      const picked = picker.getByRole('button', { name: `Last ${days} days` });
      await picked.press('Enter');
      await isShown(await read(`{ lastDays: ${days} }`));
      expect(await picker.locator('[aria-pressed=true]').allTextContents()).toEqual([
        `Last ${days} days`,
      ]);
    }

    const dayBefore = (last: string, days: number) =>
      new Date(Date.parse(last) - days * 86_400_000).toISOString().slice(0, 10);
    const last = month.dates.at(-3) ?? '';
    const form = results.getByRole('form', { name: 'Results between two dates' });
    const pick = async (first: string, to: string): Promise<void> => {
      await form.getByLabel('From').fill(first);
      await form.getByLabel('To').fill(to);
      await form.getByLabel('To').press('Enter');
    };
    const calls = callsOf('getStats').length;
    for (const [first, to, fault] of [
      ['', last, 'Both dates are needed.'],
      [last, dayBefore(last, 1), 'The last day is before the first.'],
      [dayBefore(last, 92), last, 'At most 92 days can be shown, not 93.'],
    ] as const) {
      await pick(first, to);
      await form.getByText(fault).waitFor();
      expect(await form.getByLabel('To').getAttribute('aria-invalid')).toBe('true');
    }
    expect(await dates()).toEqual(month.dates);
    expect(callsOf('getStats')).toHaveLength(calls);
    expect(await findings(page)).toEqual([]);
    for (const days of [1, 92]) {
      const first = dayBefore(last, days - 1);
      await pick(first, last);
      await isShown(await read(`{ days: { first: "${first}", last: "${last}" } }`));
      expect(await dates()).toHaveLength(days);
      expect(await picker.locator('[aria-pressed=true]').count()).toBe(0);
    }
    await page.setViewportSize(phone);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  });

  test('shows results of each hour of today, read once for each kind whatever range is picked', async () => {
    await open(bikes);
    const { data } = await held.running.ask(`{ account(id: "${bikes}") { timezone
      stats(range: { lastDays: 1 }) { hours { start metrics { impressions } } }
      fundingInstruments(first: 20, withDeleted: true) { nodes {
        stats(range: { lastDays: 1 }) { hours { metrics { billedChargeLocalMicro } } } } } } }`);
    const { timezone, stats, fundingInstruments } = data.account;
    held.running.emulator.reset();
    const results = await openResults();
    const today = results.getByRole('region', { name: 'Today by hour' });
    const hoursOf = async (name: string) => {
      const figure = today.locator('figure', { hasText: `${name} by hour` });
      const shown = await figure
        .locator('tbody tr')
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
      expect(await figure.locator('.column').count()).toBe(
        shown.filter(([, figureOfHour]) => figureOfHour !== '–').length,
      );
      return shown;
    };
    const hours = stats.hours.map(({ start, metrics }: (typeof stats.hours)[0], at: number) => {
      const time = new Date(start).toLocaleTimeString('en-GB', { timeZone: timezone });
      const spent = fundingInstruments.nodes
        .map((payer: (typeof fundingInstruments.nodes)[0]) => payer.stats.hours[at].metrics)
        .map(({ billedChargeLocalMicro }: { billedChargeLocalMicro: string | null }) =>
          billedChargeLocalMicro === null ? null : BigInt(billedChargeLocalMicro),
        )
        .filter((micros: bigint | null) => micros !== null);
      const sum = spent.reduce((all: bigint, micros: bigint) => all + micros, 0n);
      return {
        when: time.slice(0, 5),
        spend: spent.length === 0 ? NaN : Number(sum) / 1e6,
        impressions: metrics.impressions === null ? NaN : Number(metrics.impressions),
      };
    });
    expect(hours[0].when).toBe('00:00');
    const figureIn = (text: string | null = '') =>
      text === '–' ? NaN : Number(text?.replaceAll(/[^\d.]/g, ''));
    const expected = (name: 'spend' | 'impressions') =>
      hours.map((hour: (typeof hours)[0]) => [hour.when, hour[name]]);
    for (const [title, name] of [
      ['Spend', 'spend'],
      ['Impressions', 'impressions'],
    ] as const) {
      const shown = await hoursOf(title);
      expect(shown.map(([when, text]) => [when, figureIn(text)])).toEqual(expected(name));
    }
    await results.getByRole('button', { name: 'Last 7 days' }).click();
    await results.getByText('Spend by day as a table').waitFor();
    const asked = callsOf('getStats').filter(({ query }) => query['granularity'] === 'HOUR');
    expect(asked.map(({ query }) => query['entity']).toSorted()).toEqual([
      'ACCOUNT',
      'FUNDING_INSTRUMENT',
    ]);
    await today.getByText('Spend by hour as a table').press('Enter');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page)).toEqual([]);
    }
    await page.setViewportSize(phone);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  });

  test('says in place of results why they cannot be read, and reads them again', async () => {
    held.running.emulator.fault({
      match: { endpoint: 'getStats' },
      fault: { kind: 'answer', status: 403 },
    });
    await open(bikes);
    await button(/^Results$/).click();
    const results = page.getByRole('region', { name: 'Results', exact: true });
    const today = results.getByRole('region', { name: 'Today by hour' });
    const failed = results.getByRole('alert');
    await failed.nth(1).waitFor();
    expect(await results.getByText('Spend').count()).toBe(0);
    held.running.emulator.reset();
    await today.getByRole('button', { name: 'Try again' }).click();
    await today.locator('figure').first().waitFor();
    expect(await failed.count()).toBe(1);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await results.getByRole('columnheader', { name: 'Cost per click' }).waitFor();
    expect(await failed.count()).toBe(0);
  });

  test('shows budgets with every digit in their currency, and line items once they are asked for', async () => {
    const campaignId = await idOf(0);
    const { data } = await held.running.ask(
      `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "${campaignId}", budgetOptimization: CAMPAIGN, dailyBudgetAmountLocalMicro: "9223372036854775807", totalBudgetAmountLocalMicro: null }) { outcome } }`,
    );
    expect(data.updateCampaign.outcome).toBe('APPLIED');
    await open(bikes);
    await rows().first().getByText('€9,223,372,036,854.775807').waitFor();
    expect(callsOf('listLineItems')).toEqual([]);
    const toggle = rows().first().getByRole('button', { name: 'Line items' });
    await toggle.click();
    await rows().first().getByRole('row').nth(1).waitFor();
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    expect(callsOf('listLineItems').map(({ query }) => query['campaign_ids'])).toEqual([
      campaignId,
    ]);
  });

  test('shows every fault of a new campaign at its field, then the campaign as the first of the list', async () => {
    await open(bikes);
    await button('New campaign').click();
    const form = page.getByRole('dialog', { name: 'New campaign' });
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
    expect(await faultOf('Paid by')).toContain('Funding instrument must not be empty.');
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
    await form.getByText('is a required parameter').waitFor();
    expect(await faultOf('Daily budget')).toContain('required');
    expect(await form.getByRole('alert').textContent()).toBe('Refused, and nothing was changed.');

    held.running.emulator.fault({
      match: { endpoint: 'createCampaign' },
      times: 1,
      fault: { kind: 'answer', status: 500, apply: true },
    });
    await field('Daily budget').fill('2.5');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('Nobody can tell whether this took effect.').first().waitFor();
    await form.getByRole('button', { name: 'Ask again' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await rows().first().getByRole('definition').allTextContents()).toEqual([
      '€2.50',
      '€12.345678',
      'Monthly invoice',
    ]);
    await rows().first().getByText('Made in the dashboard').waitFor();
    // Sent once, though it was asked for twice: the second time its row was looked for and found.
    expect(callsOf('createCampaign').map(({ status }) => status)).toEqual([400, 500]);
    expect(await rows().getByText('Made in the dashboard').count()).toBe(1);
  });

  test('pauses at once, takes it back and says why where the API refuses', async () => {
    await open(bikes);
    const index = (await rows().locator('> .status').allTextContents()).indexOf('Active');
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
    await row.getByText('Nobody can tell whether this took effect.').waitFor();
    await row.getByRole('button', { name: 'Pause', disabled: true }).waitFor();
    await expect.poll(() => callsOf('getCampaign')).toHaveLength(1);
    await row.getByRole('button', { name: 'Ask again' }).click();
    await row.getByRole('button', { name: 'Pause', disabled: false }).waitFor();
    expect(callsOf('updateCampaign').map(({ status }) => status)).toEqual([200, 500]);

    await deleteBehind(index);
    await row.getByRole('button', { name: 'Pause' }).click();
    await row.getByText('Refused, and nothing was changed.').waitFor();
    await row.getByText('does not exist or was deleted').waitFor();
    await row.getByText('Active', { exact: true }).waitFor();
  });

  test('pauses a line item, and changes what it may spend', async () => {
    const campaignId = await idOf(0);
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
    await rows().first().getByRole('button', { name: 'Line items' }).click();
    await button(`Pause ${name}`).click();
    await button(`Resume ${name}`).and(page.locator(':enabled')).waitFor();
    const line = page.getByRole('row', { name }).first();
    await line.getByText('Paused', { exact: true }).waitFor();

    await button(`Change ${name}`).click();
    const amounts = page.getByRole('form', { name: `Change of ${name}` });
    expect(await amounts.getByLabel('Bid').inputValue()).toBe('2');
    await amounts.getByLabel('Bid').fill('');
    await amounts.getByRole('button', { name: 'Save' }).click();
    await amounts.getByText('is a required parameter').waitFor();
    expect(await amounts.getByLabel('Bid').getAttribute('aria-invalid')).toBe('true');
    expect(await findings(page)).toEqual([]);
    await amounts.getByLabel('Bid').fill('2.345678');
    await amounts.getByLabel('Total budget').fill('9007199254.740993');
    await amounts.getByRole('button', { name: 'Save' }).click();
    await amounts.waitFor({ state: 'detached' });
    await line.getByText('€2.345678').waitFor();
    await line.getByText('€9,007,199,254.740993').waitFor();
    await button(`Change ${name}`).click();
    await amounts.getByLabel('Name').fill('Over the hood');
    await amounts.getByLabel('End').fill('2033-04-01T08:00');
    await amounts.getByRole('button', { name: 'Save' }).click();
    const renamed = page.getByRole('row', { name: 'Over the hood' });
    await renamed.getByText('€2.345678').waitFor();
    const sent = new URLSearchParams(callsOf('updateLineItem').at(-1)?.body);
    // What was not changed is not sent.
    expect([...sent.keys()].sort()).toEqual(['end_time', 'name']);
    expect(callsOf('updateLineItem').map(({ status }) => status)).toEqual([200, 400, 200, 200]);
    expect(callsOf('listLineItems')).toHaveLength(1);
  });

  test('pauses several at once, and shows item by item why a batch was refused', async () => {
    await open(bikes);
    await deleteBehind(1);
    const choose = async (indexes: readonly number[]): Promise<void> => {
      for (const index of indexes) await rows().nth(index).getByRole('checkbox').check();
      await button('Pause all').click();
    };
    const items = page.getByRole('region', { name: 'Result of the batch' }).getByRole('listitem');
    await choose([0, 1, 2]);
    await items.first().waitFor();
    const said = await items.allTextContents();
    expect(said.map((text) => /^(Not applied|Refused|Applied)/.exec(text)?.[1])).toEqual([
      'Not applied',
      'Refused',
      'Not applied',
    ]);
    expect(said[1]).toContain('does not exist or was deleted');
    if (process.env['PICTURE'] !== undefined) await page.screenshot({ path: picture });
    await button('Close').click();
    // The choice is kept where nothing was changed.
    await rows().nth(1).getByRole('checkbox').uncheck();
    await button('Pause all').click();
    await items.first().waitFor();
    expect((await items.allTextContents()).every((text) => text.startsWith('Applied'))).toBe(true);
    for (const index of [0, 2]) {
      await rows().nth(index).getByText('Paused', { exact: true }).waitFor();
    }
    expect(callsOf('batchCampaigns').map(({ status }) => status)).toEqual([400, 200]);
    expect(callsOf('listCampaigns')).toHaveLength(1 + 1);
  });

  test('pauses a hundred in batches with progress, and keeps the choice where one was refused', async () => {
    await open(big);
    await button('Show more').click();
    await rows().nth(99).waitFor();
    await button('Choose all shown').click();
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
    await button('Pause all').click();
    const result = page.getByRole('region', { name: 'Result of the batch' });
    await result.getByText('40 of 100 were paused.').waitFor();
    expect(await result.getByRole('progressbar').getAttribute('value')).toBe('40');
    expect(await findings(page)).toEqual([]);
    second.resolve();
    await result.getByText('60 of 100 were paused.').waitFor();
    await result.getByRole('button', { name: 'Close' }).click();
    await page.getByText('40 chosen').waitFor();
    await button('Pause all').click();
    await result.getByText('All were paused.').waitFor();
    expect(sent).toEqual([40, 40, 20, 40]);
    expect(callsOf('batchCampaigns').map(({ status }) => status)).toEqual([200, 403, 200, 200]);
    expect(await rows().locator('> .status').allTextContents()).toEqual(Array(100).fill('Paused'));
  });

  test('shows the campaigns though one column cannot be read, and says what is missing', async () => {
    held.running.emulator.fault({
      match: { endpoint: 'listFundingInstruments' },
      fault: { kind: 'answer', status: 403 },
    });
    await open(bikes);
    await page.getByText('Not all of it could be read.').waitFor();
    expect(await rows().count()).toBeGreaterThan(5);
    expect(await rows().first().getByRole('definition').last().textContent()).toBe('–');
    held.running.emulator.reset();
    await page.reload();
    await rows().first().getByText('Paid by').waitFor();
    expect(await page.getByText('Not all of it could be read.').count()).toBe(0);
    expect(await rows().first().getByRole('definition').last().textContent()).not.toBe('–');
  });

  test('shows campaigns by state and in an order, which stays with the next search', async () => {
    await open(big);
    await page.getByLabel('Order').selectOption('By name');
    await page.getByText('The first 50 campaigns.').waitFor();
    await page.getByLabel('State').selectOption('Paused');
    await expect
      .poll(async () => new Set(await rows().locator('> .status').allTextContents()))
      .toEqual(new Set(['Paused']));
    const { query } = callsOf('listCampaigns').at(-1) ?? {};
    expect(query).toMatchObject({ sort_by: 'name-asc' });
  });

  test('pages and searches through more accounts than a page, and opens one that is on none', async () => {
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
    await copying.getByLabel('Other end of its line items').fill('2033-01-01T00:00');
    expect(await findings(page)).toEqual([]);
    await copying.getByRole('button', { name: 'Copy', exact: true }).click();
    await copying.getByText('Once more is there.').waitFor();
    await copying.getByText('Applied Create the campaign').waitFor();
    await copying.getByRole('button', { name: 'Done' }).click();
    await rows().first().getByText('Once more').waitFor();
    expect(callsOf('createCampaign').map(({ status }) => status)).toEqual([201]);
  });

  const library = () => page.getByRole('dialog', { name: 'Media' });
  const mediaItems = () => library().getByRole('list', { name: 'Media library' }).locator('> li');
  const chooseFile = (name: string, mimeType: string, buffer: Buffer): Promise<void> =>
    library().getByLabel('Add media').setInputFiles({ name, mimeType, buffer });

  test('adds media, shows how far it is, and goes on where the connection broke', async () => {
    held.running.emulator.set({ mediaProcessingMs: 1500 });
    const append = { match: { endpoint: 'appendMedia' }, times: 1 } as const;
    held.running.emulator.fault({ ...append, skip: 1, fault: { kind: 'delay', delayMs: 800 } });
    await open(bikes);
    await button('Media').click();
    await mediaItems().first().waitFor();
    const before = await mediaItems().count();
    // The first connection breaks before the gateway has answered.
    await page.route('**/media/*', (route) => route.abort(), { times: 1 });
    await chooseFile('my ride.mp4', 'video/mp4', videoOf(7_000_000));
    await library().getByRole('progressbar', { name: 'Upload' }).waitFor();
    await library()
      .getByText(/^\d+ % sent$/)
      .waitFor();
    await library().getByText('Being processed …').waitFor();
    await mediaItems().getByText('my ride.mp4').waitFor();
    expect(await mediaItems().count()).toBe(before + 1);
    expect(await mediaItems().first().textContent()).toContain('my ride.mp4');
    const shown = mediaItems().first().getByRole('presentation');
    await expect
      .poll(() => shown.evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBe(1280);
    expect(callsOf('appendMedia').map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(callsOf('finalizeMedia')).toHaveLength(1);
    expect(callsOf('addMediaLibraryItem').map(({ status }) => status)).toEqual([201]);
    expect(await findings(page)).toEqual([]);
  });

  test('says what is wrong with a file before its bytes are sent', async () => {
    await open(bikes);
    await button('Media').click();
    await mediaItems().first().waitFor();
    await chooseFile('big.png', 'image/png', pngOf(100, 100, 5 * 1024 * 1024 + 1));
    await library().getByRole('alert').waitFor();
    expect(await library().getByRole('alert').textContent()).toMatch(/5242880/);
    expect(callsOf('stageMedia')).toHaveLength(0);
  });

  type Answering = (route: Route) => Promise<void>;
  const pass: Answering = (route) => route.continue();
  /** The gateway does what it is asked for, and its answer does not arrive. */
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
  /** The keys of the page's writes; `answer` is how the next one is answered. */
  const watchWrites = async () => {
    const writes = { keys: [] as string[], answer: pass };
    await page.route('**/graphql', (route) => {
      const { query, variables } = route.request().postDataJSON();
      if (!query.startsWith('mutation')) return route.continue();
      writes.keys.push(variables.input.idempotencyKey);
      return writes.answer(route);
    });
    return writes;
  };
  const form = () => page.getByRole('dialog', { name: 'New campaign' });
  const field = (name: string) => form().getByLabel(name, { exact: true });
  const fillForm = async (): Promise<void> => {
    await button('New campaign').click();
    await field('Name').fill('Made once');
    await field('Paid by').selectOption({ label: 'Monthly invoice (EUR)' });
    await field('Daily budget').fill('2.5');
    await field('Total budget').fill('100');
  };
  const press = (name: string) => form().getByRole('button', { name }).click();
  const unknown = 'Nobody can tell whether this took effect.';
  const cookie = (value: string) => ({ name: 'ads_graph_session', value, url: held.address });
  const allCodes = Object.keys(codes) as readonly Code[];
  /** Presses a button once for each code, which is the answer; the codes that left it open. */
  const openAfter = (
    name: 'Create' | 'Ask again',
    writes: { answer: Answering },
  ): Promise<readonly string[]> => {
    const left = [...allCodes];
    writes.answer = (route) => say(left.shift() ?? 'INTERNAL_SERVER_ERROR')(route);
    return form().evaluate(
      async (dialog, { label, answers }) => {
        const buttonOf = (text: string) =>
          [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === text);
        const alerts = () => [...dialog.querySelectorAll('[role=alert] p')];
        const isTold = (text: string) => alerts().some(({ textContent }) => textContent === text);
        const open: string[] = [];
        for (const code of answers) {
          const pressed = buttonOf(label);
          if (pressed === undefined) throw new Error(`no ${label} after ${open}`);
          pressed.click();
          while (!isTold(code)) await new Promise(requestAnimationFrame);
          if (!dialog.querySelector('fieldset')?.disabled) continue;
          open.push(code);
          if (label === 'Create') buttonOf('Forget it')?.click();
          await new Promise(requestAnimationFrame);
        }
        return open;
      },
      { label: name, answers: allCodes },
    );
  };

  test('makes a campaign once, whatever becomes of the answers, of the session and of the page', async () => {
    await open(bikes);
    const writes = await watchWrites();
    await fillForm();
    writes.answer = lose;
    await press('Create');
    await form().getByText(unknown).waitFor();
    expect(await field('Name').isDisabled()).toBe(true);

    expect(await openAfter('Ask again', writes)).toEqual(allCodes);
    expect(writes.keys).toHaveLength(1 + allCodes.length);

    await page.context().clearCookies();
    await page.route('**/auth/session', (route) => route.abort());
    await press('Ask again');
    await form().getByText('The gateway does not answer.').waitFor();
    await page.unroute('**/auth/session');
    await press('Ask again');
    await form().getByText('You are signed out.').waitFor();
    expect(await findings(page)).toEqual([]);
    await form().getByRole('link', { name: 'Sign in again' }).click();
    await page.getByLabel('@emulator_colleague').check();
    await button('Allow').click();
    await page.getByText(`You have no account ${bikes} here.`).waitFor();
    await page.context().addCookies([cookie(held.session)]);
    await page.reload();
    await form().getByText(unknown).waitFor();
    expect(await field('Name').inputValue()).toBe('Made once');
    expect(await field('Daily budget').inputValue()).toBe('2.5');
    expect(await field('Total budget').inputValue()).toBe('100');
    expect(await field('Paid by').locator('option:checked').textContent()).toContain('Monthly');

    writes.answer = pass;
    await page.context().addCookies([cookie(await signIn(held.running, colleague.userId))]);
    await press('Ask again');
    await form().getByText('@emulator_colleague has signed in meanwhile.').waitFor();
    expect(writes.keys).toHaveLength(1 + allCodes.length);
    await page.context().addCookies([cookie(held.session)]);
    await press('Ask again');
    await form().waitFor({ state: 'detached' });
    await rows().first().getByText('Made once').waitFor();
    expect(await rows().getByText('Made once').count()).toBe(1);
    expect(new Set(writes.keys).size).toBe(1);
    expect(callsOf('createCampaign').map(({ status }) => status)).toEqual([201]);

    await button('New campaign').click();
    expect(await field('Name').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await fillForm();
    await press('Create');
    await form().waitFor({ state: 'detached' });
    expect(new Set(writes.keys).size).toBe(2);
    await page.reload();
    await rows().first().waitFor();
    expect(await form().count()).toBe(0);
  });

  test('takes a new key once nothing was sent, and keeps one where that is not certain', async () => {
    const [, told = ''] = /\n\| an error in place of the payload(.*)\n/.exec(frontEnd) ?? [];
    const doubtful = [...told.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code);
    expect(doubtful.length).toBeGreaterThan(2);
    await open(bikes);
    const writes = await watchWrites();
    await fillForm();
    expect([...(await openAfter('Create', writes))].sort()).toEqual(doubtful.sort());
    for (const answer of [
      (route: Route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
      (route: Route) => route.fulfill({ status: 502, json: { errors: [{ message: 'Bad' }] } }),
      (route: Route) => route.fulfill({ json: {} }),
    ]) {
      writes.answer = answer;
      await press('Create');
      await form().getByText(unknown).waitFor();
      await press('Forget it');
    }
    expect(new Set(writes.keys).size).toBe(allCodes.length + 3);
    await field('Name').fill('');
    writes.answer = pass;
    await press('Create');
    await form().getByText('Name must not be empty.').waitFor();
    await field('Name').fill('Made after all');
    await press('Create');
    await form().waitFor({ state: 'detached' });
    expect(new Set(writes.keys).size).toBe(allCodes.length + 5);
    expect(callsOf('createCampaign')).toHaveLength(1);

    await fillForm();
    writes.answer = lose;
    await press('Create');
    await form().getByText(unknown).waitFor();
    await page.reload();
    await press('Forget it');
    expect(await field('Daily budget').inputValue()).toBe('2.5');
    await field('Name').fill('Made as another');
    writes.answer = pass;
    await press('Create');
    await form().waitFor({ state: 'detached' });
    expect(new Set(writes.keys).size).toBe(allCodes.length + 7);
    expect(callsOf('createCampaign')).toHaveLength(3);
  });

  test('makes a line item and its targeting once each, from what is found as one types', async () => {
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
      labelled(`${list} chosen`).getByRole('listitem').allTextContents();

    await send('Create');
    await made.getByRole('alert').waitFor();
    expect(await labelled('End').getAttribute('aria-invalid')).toBe('true');
    expect(callsOf('createLineItem')).toEqual([]);
    await labelled('Name').fill('Hamburg by bike');
    await labelled('Objective').selectOption('WEBSITE_CLICKS');
    await labelled('Bid').fill('1.25');
    await labelled('Start').fill('2031-03-01T08:00');
    await labelled('End').fill('2031-04-01T08:00');
    await pick('Locations', 'Hamb', /^Hamburg, Germany cities/);
    await labelled('Locations').clear();
    await pick('Locations', 'Germany', /^Germany countries/);
    await pick('Interests', 'classic c', /Classic cars/);
    expect(callsOf('listTargetingLocations').at(-1)?.query).toMatchObject({ q: 'Germany' });
    expect(callsOf('listTargetingLocations').map(({ query }) => query['q'])).toContain('Hamb');
    await labelled('Remove Germany').click();
    expect(await findings(page)).toEqual([]);
    const shown = async () => [await picked('Locations'), await picked('Interests')].flat();
    const before = await shown();
    expect(before).toEqual(['Hamburg, Germany Remove', 'Automotive/Classic cars Remove']);

    // Neither a lost answer nor a reload makes a second line item, or forgets its targeting.
    const count = writes.keys.length;
    writes.answer = lose;
    await send('Create');
    await made.getByText(unknown).waitFor();
    await page.reload();
    await made.getByText(unknown).waitFor();
    expect(await labelled('Start').inputValue()).toBe('2031-03-01T08:00');
    expect(await shown()).toEqual(before);
    writes.answer = (route) => {
      const isBatch = route.request().postDataJSON().query.includes('batchTargetingCriteria');
      return isBatch ? lose(route) : pass(route);
    };
    await send('Ask again');
    await made.getByText('The line item was created, paused.').waitFor();
    await made.getByText(unknown).waitFor();
    await page.reload();
    await made.getByText(unknown).waitFor();
    expect(await shown()).toEqual(before);
    writes.answer = pass;
    await send('Ask again');
    await made.waitFor({ state: 'detached' });
    const [one, again, batch, batchAgain] = writes.keys.slice(count);
    expect([again, batchAgain]).toEqual([one, batch]);
    expect(batch).not.toBe(one);
    await row.getByRole('row', { name: 'Hamburg by bike' }).getByText('€1.25').waitFor();
    expect(await row.getByRole('row', { name: 'Hamburg by bike' }).count()).toBe(1);
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

    // A refusal of the targeting leaves the line item, which can be targeted anew.
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
    await labelled('Start').fill('2031-03-01T08:00');
    await labelled('End').fill('2031-04-01T08:00');
    await pick('Interests', 'chess', /Chess/);
    await send('Create');
    await made.getByText('Refused, and nothing was changed.').waitFor();
    await made.getByText('The line item was created, paused.').waitFor();
    expect(await findings(page)).toEqual([]);
    await send('Set targeting');
    await made.waitFor({ state: 'detached' });
    expect(callsOf('createLineItem')).toHaveLength(2);
    expect(callsOf('batchTargetingCriteria').map(({ status }) => status)).toEqual([200, 403, 200]);
    expect(new Set(writes.keys.slice(count)).size).toBe(2 + 3);
  });

  test('asks nobody about a write of the day before', async () => {
    await open(bikes);
    const writes = await watchWrites();
    await fillForm();
    writes.answer = lose;
    await press('Create');
    await form().getByText(unknown).waitFor();
    await page.clock.setFixedTime(Date.now() + 24 * 3_600_000);
    await press('Ask again');
    await form().getByText('more than a day ago').waitFor();
    expect(writes.keys).toHaveLength(1);
  });

  test('pauses once, one or several, though the answer is lost and the page loaded anew', async () => {
    await open(bikes);
    const writes = await watchWrites();
    const index = (await rows().locator('> .status').allTextContents()).indexOf('Active');
    const row = rows().nth(index);
    writes.answer = lose;
    await row.getByRole('button', { name: 'Pause' }).click();
    await row.getByText(unknown).waitFor();
    await page.reload();
    await row.getByText(unknown).waitFor();
    writes.answer = pass;
    await row.getByRole('button', { name: 'Ask again' }).click();
    await row.getByText(unknown).waitFor({ state: 'detached' });
    await row.getByText('Paused', { exact: true }).waitFor();
    expect(callsOf('updateCampaign')).toHaveLength(1);

    const names = [];
    for (const at of [0, 2]) {
      names.push(await rows().nth(at).locator('.name').textContent());
      await rows().nth(at).getByRole('checkbox').check();
    }
    writes.answer = lose;
    await button('Pause all').click();
    const result = page.getByRole('region', { name: 'Result of the batch' });
    await result.getByText(unknown).waitFor();
    await page.reload();
    await result.getByText(names.join(', ')).waitFor();
    writes.answer = pass;
    await rows().nth(1).getByRole('checkbox').check();
    expect(await button('Pause all').count()).toBe(0);
    await result.getByRole('button', { name: 'Ask again' }).click();
    await result.getByText('All were paused.').waitFor();
    expect(await result.getByRole('listitem').allTextContents()).toEqual(
      names.map((name) => `Applied ${name}`),
    );
    expect(callsOf('batchCampaigns')).toHaveLength(1);
    const [one, again, batch, batchAgain] = writes.keys;
    expect([again, batchAgain]).toEqual([one, batch]);
    expect(new Set(writes.keys).size).toBe(2);
  });

  test('says what cannot be read, and reads it again', async () => {
    await open(bikes);
    held.running.emulator.fault({
      match: { endpoint: 'listLineItems' },
      times: 1,
      fault: { kind: 'answer', status: 403 },
    });
    await rows().first().getByRole('button', { name: 'Line items' }).click();
    await rows().first().getByRole('alert').waitFor();
    await button('Try again').click();
    await rows().first().getByRole('row').nth(1).waitFor();
  });

  test('fits a phone, works by keyboard alone and can be read by everybody, in light and dark', async () => {
    await page.setViewportSize(phone);
    await open(bikes);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(phone.width);
    const name = await rows().first().locator('.name').boundingBox();
    expect(name?.width).toBeGreaterThan(250);
    await page.getByRole('searchbox', { name: 'Name of a campaign' }).focus();
    for (const name of ['Search', 'Media', 'Launch', 'New campaign']) {
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
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Choose all shown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await rows().first().getByRole('checkbox').isChecked()).toBe(true);
    await rows().first().getByRole('button', { name: 'Line items' }).press('Enter');
    await rows().first().getByRole('row').nth(1).waitFor();
    const grounds = new Set<string>();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page)).toEqual([]);
      grounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    }
    expect(grounds.size).toBe(2);
  });
});

describe('a launch in the dashboard', { timeout: 120_000 }, () => {
  const held = useEmulator();
  let redis: RedisServer;
  let browser: Browser;
  let page: Page;
  let address: string;
  let origin: string;
  let preview: Started;

  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'));
    redis = await startRedis();
    [address, origin] = [await freeAddress(), await freeAddress()];
    await buildDashboard();
    const command = [process.execPath, 'node_modules/vite/bin/vite.js', 'preview'];
    const gateway = await start();
    preview = await startDashboard(command, { PAGE: address, GATEWAY: origin });
    await gateway.kill();
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await preview?.stop();
    await redis?.kill();
  });
  beforeEach(async () => {
    const context = await browser.newContext({ viewport: laptop });
    context.setDefaultTimeout(20_000);
    page = await context.newPage();
    return () => context.close();
  });

  /** A gateway at the address that the page passes on to, whichever process it is. */
  const start = (): Promise<Spawned> =>
    spawnGateway(held.emulator, {
      env: {
        PORT: new URL(origin).port,
        PUBLIC_URL: address,
        REDIS_URL: redis.url,
        SESSION_SECRET: 's'.repeat(32),
      },
    });
  const form = () => page.getByRole('dialog', { name: 'Launch a campaign' });
  const lineItem = (number: number) => form().getByRole('group', { name: `Line item ${number}` });
  const press = (name: string) => form().getByRole('button', { name, exact: true }).click();
  const steps = () => form().getByRole('list', { name: 'Steps' }).getByRole('listitem');
  const postsChosen = (number: number) =>
    lineItem(number).getByRole('list', { name: 'Posts chosen' }).getByRole('listitem');
  const pickPost = async (number: number, text: string): Promise<void> => {
    const found = lineItem(number).getByRole('list', { name: 'Posts found' });
    await lineItem(number).getByLabel('Posts', { exact: true }).fill('a text of no post');
    await found.getByText('No post has this text.').waitFor();
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
    await page.getByRole('button', { name: 'Launch', exact: true }).click();
    await form().getByLabel('Campaign name').waitFor();
  };
  const fillForm = async (): Promise<void> => {
    await form().getByLabel('Campaign name').fill('From the form');
    await form().getByLabel('Paid by').selectOption({ label: 'Monthly invoice (EUR)' });
    await form().getByLabel('Daily budget').fill('12.50');
    await press('Another line item');
    for (const [number, name] of [
      [1, 'North'],
      [2, 'South'],
    ] as const) {
      const part = lineItem(number);
      await part.getByLabel('Name', { exact: true }).fill(name);
      await part.getByLabel('Start').fill('2032-01-01T08:00');
      await part.getByLabel('End').fill('2032-02-01T08:00');
      await part.getByLabel('Interests', { exact: true }).fill('classic c');
      await part.getByRole('button', { name: /Classic cars/ }).click();
      for (const text of ['Now ships free', 'rain gear was made']) await pickPost(number, text);
    }
  };

  test('shows faults at their fields, and goes on after the gateway was killed in the middle, with nothing made twice', async () => {
    const { emulator } = held;
    const before = rowsIn(held);
    const first = await start();
    await openForm();
    await press('Launch');
    await form().getByText('Name must not be empty.').waitFor();
    const invalid = form().locator('[aria-invalid=true]');
    expect(await invalid.evaluateAll((all) => all.map((one) => one.getAttribute('name')))).toEqual([
      'campaign.name',
      'campaign.fundingInstrumentId',
      'lineItems[0].lineItem.endTime',
    ]);
    await lineItem(1).getByText('End time must be given.').waitFor();
    expect(await findings(page)).toEqual([]);
    await fillForm();
    // The posts of the second line item are promoted, and the answer never ends.
    emulator.fault({
      match: { endpoint: 'createPromotedTweets' },
      skip: 1,
      times: 1,
      fault: { kind: 'hang' },
    });
    await press('Launch');
    await steps().nth(4).waitFor();
    expect(await steps().allTextContents()).toEqual([
      'Applied Create the campaign',
      'Applied Create 2 line items',
      'Applied Add 2 targeting criteria',
      'Applied Promote 2 posts in line item 1',
      'Under way …',
    ]);
    await expect
      .poll(() => madeSince(before, held).PromotedTweet.length, { timeout: 20_000 })
      .toBe(4);
    await first.kill();
    await form().getByText('Nobody can tell whether this took effect.').waitFor();

    const second = await start();
    await page.reload();
    await form().getByText('Nobody can tell whether this took effect.').waitFor();
    expect(await form().getByLabel('Daily budget').inputValue()).toBe('12.50');
    expect(await lineItem(2).getByLabel('Name', { exact: true }).inputValue()).toBe('South');
    expect(await lineItem(2).getByText('Classic cars').count()).toBe(1);
    expect(await postsChosen(2).count()).toBe(2);
    await press('Go on');
    await form().getByText('From the form is there.').waitFor();
    expect(await steps().count()).toBe(5);
    await press('Done');
    await page.getByRole('list', { name: 'Campaigns' }).getByText('From the form').waitFor();
    await second.kill();
    const made = madeSince(before, held);
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

describe('npm start', { timeout: 90_000 }, () => {
  const held = {} as { started: Started; page: string };

  beforeAll(async () => {
    held.page = await freeAddress();
    const addresses = { PAGE: held.page, GATEWAY: await freeAddress() };
    held.started = await startDashboard(['npm', 'start'], addresses);
  }, 90_000);
  afterAll(() => held.started?.stop());

  test('serves page and gateway at one address', async () => {
    const session = await fetch(`${held.page}/auth/session`);
    expect(await session.json()).toMatchObject({ signedIn: false });
    // The page's own origin is the gateway's: there is no session to end, and nothing else is wrong.
    const headers = { origin: held.page };
    const logout = await fetch(`${held.page}/auth/logout`, { method: 'POST', headers });
    expect(logout.status).toBe(401);
    expect(await (await fetch(held.page)).text()).toContain('<div id="root">');
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
    const campaigns = page.getByRole('list', { name: 'Campaigns' });

    await page.getByRole('button', { name: 'New campaign' }).click();
    await press('Create');
    await form.getByText('Name must not be empty.').waitFor();
    await form.getByLabel('Name', { exact: true }).fill('Made by hand');
    await form.getByLabel('Paid by').selectOption({ label: 'Monthly invoice (EUR)' });
    await form.getByLabel('Daily budget').fill('5');
    await press('Create');
    await campaigns.getByText('Made by hand').waitFor();

    await page.getByRole('button', { name: 'Launch', exact: true }).click();
    await form.getByLabel('Campaign name').fill('Launched');
    await form.getByLabel('Paid by').selectOption({ label: 'Monthly invoice (EUR)' });
    await form.getByLabel('Daily budget').fill('12.50');
    await form.getByLabel('End').fill('2032-02-01T08:00');
    await press('Launch');
    await form.getByText('Launched is there.').waitFor();
    await press('Done');

    await page.getByRole('button', { name: 'Copy Launched' }).click();
    await press('Copy');
    await form.getByText('is there.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await campaigns.getByText('Launched (copy)').waitFor();
    expect(said).toEqual([]);
    await browser.close();
  });
});
