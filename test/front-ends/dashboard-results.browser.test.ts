import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { bikes } from '../support/accounts.ts';
import { big, phone, useDashboard } from '../support/dashboard-page.ts';

const cents = (micros: bigint): number => Number((micros + 5000n) / 10_000n);
const inEuros = (micros: bigint): string =>
  (cents(micros) / 100).toLocaleString('en', { style: 'currency', currency: 'EUR' });

const writtenDay = (date: string): string =>
  new Date(date).toLocaleDateString('en', { timeZone: 'UTC', month: 'short', day: 'numeric' });

describe('results in the dashboard', { timeout: 180_000 }, () => {
  const { held, rows, button, open, callsOf } = useDashboard();
  let page: Page;
  beforeEach(() => {
    page = held.page;
  });
  const toggle = () => button(/^Results$/).press('Enter');
  /** The results of the account, once all are read. */
  const allResults = async () => {
    const results = page.getByRole('region', { name: 'Results', exact: true });
    await results.getByText('Spend by day as a table').waitFor();
    await results.getByText('Impressions by hour, today as a table').waitFor();
    return results;
  };

  const kindsAsked = () =>
    callsOf('getStats')
      .filter(({ query }) => query['granularity'] !== 'HOUR')
      .map(({ query }) => query['entity']);
  const hoursAsked = () =>
    callsOf('getStats')
      .filter(({ query }) => query['granularity'] === 'HOUR')
      .map(({ query }) => query['entity']);
  const cellsOf = (label: string) => rows().locator(`[data-label="${label}"]`).allTextContents();
  const labels = ['Spend', 'Impressions', 'Clicks', 'Click rate', 'Cost per click'] as const;
  const columnHead = (name: string) =>
    page.getByRole('table', { name: 'Campaigns' }).getByRole('columnheader', { name, exact: true });

  /** Sorts the shown campaigns by each column, by keyboard too, without any request. */
  const expectOrders = async (): Promise<void> => {
    const names = await rows().locator('.name').allTextContents();
    const calls = held.running.emulator.calls().length;
    const table = page.getByRole('table', { name: 'Campaigns' });
    expect(await table.locator('[aria-sort]').count()).toBe(0);
    const orderBy = async (title: string, direction: string, key = 'Enter'): Promise<void> => {
      await columnHead(title).getByRole('button').press(key);
      await table.locator(`[aria-sort=${direction}]`).waitFor();
      expect(await columnHead(title).getAttribute('aria-sort')).toBe(direction);
      expect(await table.locator('[aria-sort]').count()).toBe(1);
    };
    const figures = async (title: string) =>
      (await cellsOf(title)).map((cell) => Number(cell.replaceAll(/[^\d.]/g, '') || 'NaN'));
    for (const title of labels) {
      const before = await figures(title);
      const known = before.filter((figure) => !Number.isNaN(figure));
      expect(new Set(known).size).toBeGreaterThan(1);
      // Rows without a figure are last.
      const dashes = before.filter(Number.isNaN);
      expect(dashes).not.toEqual([]);
      const up = known.toSorted((one, other) => one - other);
      await orderBy(title, 'descending');
      expect(await figures(title)).toEqual([...up.toReversed(), ...dashes]);
      if (title !== 'Spend') continue;
      await orderBy(title, 'ascending');
      expect(await figures(title)).toEqual([...up, ...dashes]);
    }
    const sorted = names.toSorted(new Intl.Collator('en', { numeric: true }).compare);
    for (const [direction, expected] of [
      ['ascending', sorted],
      ['descending', sorted.toReversed()],
    ] as const) {
      await orderBy('Campaign', direction, 'Space');
      expect(await rows().locator('.name').allTextContents()).toEqual(expected);
    }
    expect(held.running.emulator.calls()).toHaveLength(calls);
  };

  /** Scrolls the columns of the table: names and actions stay, and every name has a tooltip. */
  const expectFixedSides = async (): Promise<void> => {
    const row = rows().first();
    const name = row.getByRole('button', { name: /^Line items of / });
    expect(await name.getAttribute('title')).toBe(await name.textContent());
    const sides = () =>
      Promise.all([name.boundingBox(), row.getByRole('button', { name: /^Pause / }).boundingBox()]);
    const before = await sides();
    const moved = await page.locator('.wide').evaluate((one) => {
      one.scrollTo({ left: one.scrollWidth });
      return one.scrollLeft;
    });
    expect(moved).toBeGreaterThan(100);
    expect(await sides()).toEqual(before);
  };

  test('shows the results of each campaign in its row, twenty campaigns and a week a call, and sorts by them', async () => {
    await open(bikes);
    const results = await allResults();
    const asked = kindsAsked();
    const [calls, hours] = [[...held.running.emulator.calls()], hoursAsked()];
    const { data } = await held.running.ask(`{ account(id: "${bikes}") {
      stats(range: { lastDays: 30 }) { days { date } }
      campaigns(first: 50, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { name
        stats(range: { lastDays: 30 }) { total { impressions clicks billedCharge { micros } costPerClick { micros } } } } } } }`);
    const { stats, campaigns } = data.account;
    type Read = (typeof campaigns.nodes)[0];
    // Mondays after the first day begin a week of their own.
    const isMonday = ({ date }: { date: string }) => new Date(date).getUTCDay() === 1;
    const weeks = 1 + stats.days.slice(1).filter(isMonday).length;
    const chunks = Math.ceil(campaigns.nodes.length / 20);
    expect(chunks).toBe(2);
    expect(asked.toSorted()).toEqual([
      ...Array(chunks * weeks).fill('CAMPAIGN'),
      ...Array(weeks).fill('FUNDING_INSTRUMENT'),
    ]);
    expect(hours).toEqual(['FUNDING_INSTRUMENT']);
    // The first load: accounts, campaigns and who pays for them, and who pays in both parts of the
    // results.
    expect(calls.map(({ endpoint }) => endpoint).toSorted()).toEqual(
      [
        'listAccounts',
        'listCampaigns',
        ...Array(3).fill('listFundingInstruments'),
        ...Array(chunks * weeks + weeks + 1).fill('getStats'),
      ].toSorted(),
    );
    await toggle();
    await results.waitFor({ state: 'hidden' });

    const written = (count: string | null) =>
      count === null ? '–' : Number(count).toLocaleString('en');
    const money = (of: { readonly micros: string } | null) =>
      of === null ? '–' : inEuros(BigInt(of.micros));
    const totals = campaigns.nodes.map(({ stats: { total } }: Read) => total);
    expect(await cellsOf('Impressions')).toEqual(
      totals.map((total: Read) => written(total.impressions)),
    );
    expect(await cellsOf('Clicks')).toEqual(totals.map((total: Read) => written(total.clicks)));
    expect(await cellsOf('Spend')).toEqual(totals.map((total: Read) => money(total.billedCharge)));
    expect(await cellsOf('Cost per click')).toEqual(
      totals.map((total: Read) => money(total.costPerClick)),
    );
    expect(await cellsOf('Spend')).toContain('–');
    const drawn = rows().getByRole('img', {
      name: /^Spend by day, peak on .*Today so far\.$/,
    });
    expect(await drawn.count()).toBe(
      (await cellsOf('Spend')).filter((text) => text !== '–').length,
    );
    expect(await drawn.first().locator('rect').count()).toBe(30);
    expect(await drawn.first().locator('.unfinished').count()).toBe(1);
    await page.getByText('Today’s figures are still growing.').waitFor();
    await expectOrders();
    const heights = await rows().evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    expect(Math.max(...heights)).toBeLessThan(40);
    const table = page.getByRole('table', { name: 'Campaigns' });
    const isWhole = await table.evaluate(
      ({ scrollWidth, parentElement }) => scrollWidth <= (parentElement?.clientWidth ?? 0),
    );
    expect(isWhole).toBe(true);
    const names = rows().locator('.name .bare span');
    const cut = await names.evaluateAll((all) =>
      all.flatMap((one) => (one.scrollHeight > one.clientHeight ? [one.textContent] : [])),
    );
    expect(cut).toEqual([]);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page, { coloursOnly: colorScheme === 'light' })).toEqual([]);
    }
    for (const viewport of [{ width: 820, height: 1180 }, phone]) {
      await page.setViewportSize(viewport);
      const { width } = viewport;
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      if (viewport !== phone) await expectFixedSides();
      // Another test covers the phone, with more of the page open.
      if (viewport !== phone) expect(await findings(page)).toEqual([]);
    }
  });

  test('explains that only the shown rows are sorted, and keeps days, order and open rows in the address', async () => {
    await open(big);
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await columnHead('Spend').getByRole('button').click();
    await page.getByText('Only the 50 loaded campaigns are sorted.').waitFor();
    await rows().first().getByRole('button', { name: 'Line items' }).click();
    await rows().first().getByRole('table', { name: 'Line items' }).waitFor();
    const name = await rows().first().locator('.name').textContent();
    await button(/^Media$/).click();
    const media = page.getByRole('dialog', { name: 'Media' });
    await media.waitFor();
    await page.reload();
    await media.waitFor();
    await page.goBack();
    await media.waitFor({ state: 'detached' });
    await rows().first().getByRole('table', { name: 'Line items' }).waitFor();
    expect(await rows().first().locator('.name').textContent()).toBe(name);
    expect(await columnHead('Spend').getAttribute('aria-sort')).toBe('descending');
    const days = page.getByRole('group', { name: 'Days of the results' });
    expect(await days.locator('[aria-pressed=true]').textContent()).toBe('Last 7 days');
    await page.goBack();
    await rows().first().getByRole('table', { name: 'Line items' }).waitFor({ state: 'detached' });
    await page.goBack();
    expect(
      await page.getByRole('table', { name: 'Campaigns' }).locator('[aria-sort]').count(),
    ).toBe(0);
    await page.goBack();
    await expect.poll(() => days.locator('[aria-pressed=true]').textContent()).toBe('Last 30 days');
  });

  /** Reads the hours of today from the gateway, and expects them in the results. */
  const expectHours = async (results: Locator): Promise<void> => {
    const { data } = await held.running.ask(`{ account(id: "${bikes}") { timezone
      stats(range: { lastDays: 1 }) { hours { start metrics { impressions } } }
      fundingInstruments(first: 20, withDeleted: true) { nodes {
        stats(range: { lastDays: 1 }) { hours { metrics { billedChargeLocalMicro } } } } } } }`);
    const { timezone, stats, fundingInstruments } = data.account;
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
        spend: spent.length === 0 ? NaN : cents(sum) / 100,
        impressions: metrics.impressions === null ? NaN : Number(metrics.impressions),
        isToCome: Date.parse(start) > Date.now(),
      };
    });
    expect(hours[0].when).toBe('00:00');
    const figureIn = (text: string | null = '') =>
      text === '–' ? NaN : Number(text?.replaceAll(/[^\d.]/g, ''));
    const expected = (name: 'spend' | 'impressions') =>
      hours.map((hour: (typeof hours)[0]) => [hour.when, hour.isToCome ? NaN : hour[name]]);
    for (const [title, name] of [
      ['Spend', 'spend'],
      ['Impressions', 'impressions'],
    ] as const) {
      const shown = await hoursOf(title);
      expect(shown.map(([when, text]) => [when, figureIn(text)])).toEqual(expected(name));
    }
  };

  test('shows results of the whole account and of each hour of today, until they are closed', async () => {
    await open(bikes);
    await allResults();
    await toggle();
    await page.reload();
    held.running.emulator.reset();
    await rows().first().waitFor();
    // Closed ones stay closed, in other accounts too, and are not read.
    await page.getByRole('link', { name: 'Harbor & Pine Coffee' }).click();
    await page.getByRole('heading', { name: 'Harbor & Pine Coffee' }).waitFor();
    await rows().first().waitFor();
    expect(await page.getByRole('region', { name: 'Results', exact: true }).count()).toBe(0);
    expect(kindsAsked()).not.toContain('FUNDING_INSTRUMENT');
    expect(hoursAsked()).toEqual([]);
    await page.goBack();
    await page.getByRole('heading', { name: 'Nordlicht Bikes' }).waitFor();
    const { data } = await held.running.ask(`{ account(id: "${bikes}") {
      stats(range: { lastDays: 30 }) { days { date } total { impressions } }
      fundingInstruments(first: 20, withDeleted: true) { nodes { stats(range: { lastDays: 30 }) { total { billedChargeLocalMicro } days { date metrics { billedChargeLocalMicro } } } } } } }`);
    const { stats, fundingInstruments } = data.account;
    type Payer = (typeof fundingInstruments.nodes)[0];
    held.running.emulator.reset();
    await toggle();
    const results = await allResults();
    const spent = fundingInstruments.nodes.reduce(
      (sum: bigint, { stats: of }: Payer) => sum + BigInt(of.total.billedChargeLocalMicro ?? 0),
      0n,
    );
    const sums = results.getByLabel('The whole account');
    const euros = sums.getByText(inEuros(spent), { exact: true });
    expect(await euros.getAttribute('title')).toBe(`${spent} micros`);
    await sums.getByText('Spend so far').waitFor();
    const impressions = Number(stats.total.impressions).toLocaleString('en');
    await sums.getByText(impressions, { exact: true }).waitFor();
    await results.getByText('A dash means no data, not 0.').waitFor();

    const chart = results.locator('figure', { hasText: 'Spend by day' });
    await results.getByText('Spend by day as a table').press('Enter');
    expect(await chart.getByRole('row').count()).toBe(1 + 30);
    const drawn = results.getByRole('img', {
      name: /^Spend by day, peak on [A-Z][a-z]{2} \d+: €[\d.,]+\. Today so far\.$/,
    });
    const spentOn = (day: number) =>
      fundingInstruments.nodes.some(
        ({ stats: of }: Payer) => of.days[day].metrics.billedChargeLocalMicro !== null,
      );
    expect(await drawn.locator('.column').count()).toBe(
      stats.days.filter((_: unknown, day: number) => spentOn(day)).length,
    );
    expect(await drawn.locator('.unfinished').count()).toBe(1);
    await chart
      .locator('td')
      .getByText(/ so far$/)
      .waitFor();
    const ticks = await chart.locator('.figures-axis span').allTextContents();
    expect(ticks[0]).toBe('€0');
    expect(ticks).toHaveLength(3);
    expect((await chart.locator('.times-axis span').allTextContents())[0]).toMatch(/^[A-Z]\w\w \d/);
    const today = results.getByRole('region', { name: 'Today by hour' });
    await today.getByText('Spend by hour, today as a table').press('Enter');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page, { coloursOnly: colorScheme === 'light' })).toEqual([]);
    }
    // The hours are read once, whichever range is chosen.
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await results.getByText('Spend by day as a table').waitFor();
    expect(hoursAsked()).toEqual(['FUNDING_INSTRUMENT']);
    await expectHours(results);
    await page.reload();
    await results.getByText('Spend by day as a table').waitFor();
    await results.getByText('Impressions by hour, today as a table').waitFor();
    await page.setViewportSize(phone);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  });

  test('shows results of the chosen days, and refuses dates out of range', async () => {
    await open(bikes);
    const read = async (range: string) => {
      const { data } = await held.running.ask(`{ account(id: "${bikes}") {
        stats(range: ${range}) { days { date } total { impressions } } } }`);
      const { days, total } = data.account.stats;
      return { dates: days.map(({ date }: { date: string }) => date), ...total };
    };
    const results = await allResults();
    const chart = results.locator('figure', { hasText: 'Spend by day' });
    const dates = () => chart.locator('tbody th').allTextContents();
    const isShown = async ({ dates: expected, impressions }: Awaited<ReturnType<typeof read>>) => {
      const written = expected.map(writtenDay);
      await expect.poll(dates).toEqual(written);
      const total = Number(impressions).toLocaleString('en');
      await results.getByLabel('The whole account').getByText(total, { exact: true }).waitFor();
    };
    const month = await read('{ lastDays: 30 }');
    await isShown(month);
    const picker = page.getByRole('group', { name: 'Days of the results' });
    expect(await picker.getByRole('button').allTextContents()).toEqual(
      [7, 30, 90].map((days) => `Last ${days} days`),
    );
    for (const days of [7, 30]) {
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
    const form = page.getByRole('form', { name: 'Results between two dates' });
    const pick = async (first: string, to: string): Promise<void> => {
      await form.getByLabel('From').fill(first);
      await form.getByLabel('To').fill(to);
      await form.getByLabel('To').press('Enter');
    };
    const calls = callsOf('getStats').length;
    await button('Custom dates').click();
    expect(await form.getByLabel('From').inputValue()).toBe(month.dates[0]);
    expect(await form.getByLabel('To').inputValue()).toBe(month.dates.at(-1));
    await pick(dayBefore(last, 92), last);
    await form.getByText('At most 92 days can be shown, not 93.').waitFor();
    expect(await form.getByLabel('To').getAttribute('aria-invalid')).toBe('true');
    expect(await dates()).toEqual(month.dates.map(writtenDay));
    expect(callsOf('getStats')).toHaveLength(calls);
    expect(await findings(page, { within: '.range' })).toEqual([]);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await button('Custom dates').press('Enter');
    const first = dayBefore(last, 91);
    await pick(first, last);
    await isShown(await read(`{ days: { first: "${first}", last: "${last}" } }`));
    expect(await dates()).toHaveLength(92);
    expect(await picker.locator('[aria-pressed=true]').count()).toBe(0);
    const shown = button(/ – .*, \d{4}$/);
    const isFocused = (one: HTMLElement) => one === document.activeElement;
    expect(await shown.evaluate(isFocused)).toBe(true);
    expect(await form.count()).toBe(0);
    await page.reload();
    expect(await shown.getAttribute('aria-pressed')).toBe('true');
    await shown.click();
    await expect.poll(() => form.getByLabel('From').inputValue()).toBe(dayBefore(last, 91));
    expect(await form.getByLabel('To').inputValue()).toBe(last);
    await picker.getByRole('button', { name: 'Last 7 days' }).click();
    await expect.poll(() => form.count()).toBe(0);
    await page.setViewportSize(phone);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  });

  test('shows the campaigns if results cannot be read, says why in their place, and reads them again', async () => {
    held.running.emulator.fault({
      match: { endpoint: 'getStats' },
      fault: { kind: 'answer', status: 403 },
    });
    await open(bikes);
    await page.getByText('Some data could not be loaded.').waitFor();
    expect(await rows().count()).toBeGreaterThan(5);
    expect(new Set(await cellsOf('Spend'))).toEqual(new Set(['–']));
    const results = page.getByRole('region', { name: 'Results', exact: true });
    const today = results.getByRole('region', { name: 'Today by hour' });
    const failed = results.getByRole('alert');
    await failed.nth(1).waitFor();
    // One sentence for all funding instruments.
    for (const [at, name] of ['results', 'today’s results'].entries()) {
      expect(await failed.nth(at).textContent()).toBe(
        `Could not load ${name}. The API responded with status 403. Ask the account's owner for access.Retry`,
      );
    }
    expect(await results.locator('figure').count()).toBe(0);
    held.running.emulator.reset();
    await today.getByRole('button', { name: 'Retry' }).click();
    await today.locator('figure').first().waitFor();
    expect(await failed.count()).toBe(1);
    await failed.getByRole('button', { name: 'Retry' }).click();
    await results.getByText('Spend by day as a table').waitFor();
    expect(await failed.count()).toBe(0);
  });
});
