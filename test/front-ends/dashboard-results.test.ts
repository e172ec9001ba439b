import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { bikes } from '../support/accounts.ts';
import { phone, useDashboard } from '../support/dashboard-page.ts';

// Taken anew where PICTURE is set.
const resultsPicture = fileURLToPath(
  new URL('../../examples/dashboard/results.png', import.meta.url),
);

const cents = (micros: bigint): number => Number((micros + 5000n) / 10_000n);
const inEuros = (micros: bigint): string =>
  (cents(micros) / 100).toLocaleString('en', { style: 'currency', currency: 'EUR' });

describe('results in the dashboard', { timeout: 180_000 }, () => {
  const { held, button, open, callsOf } = useDashboard();
  let page: Page;
  beforeEach(() => {
    page = held.page;
  });
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

  test('shows results of 30 days once they are asked for, by week and twenty at a time, with a dash where there is none', async () => {
    await open(bikes);
    expect(callsOf('getStats')).toEqual([]);
    const { data } = await held.running.ask(`{ account(id: "${bikes}") {
      stats(range: { lastDays: 30 }) { days { date } total { impressions } }
      fundingInstruments(first: 20, withDeleted: true) { nodes { stats(range: { lastDays: 30 }) { total { billedChargeLocalMicro } days { date metrics { billedChargeLocalMicro } } } } }
      campaigns(first: 20, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { name
        stats(range: { lastDays: 30 }) { total { impressions clicks costPerClick { micros } } } } } } }`);
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
    const euros = inEuros(spent);
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
        total.costPerClick === null ? '–' : inEuros(BigInt(total.costPerClick.micros)),
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
      expect(await findings(page, { coloursOnly: colorScheme === 'light' })).toEqual([]);
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
        spend: spent.length === 0 ? NaN : cents(sum) / 100,
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
      expect(await findings(page, { coloursOnly: colorScheme === 'light' })).toEqual([]);
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
});
