import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { bikes } from '../support/accounts.ts';
import { addTab, execute, hashOf, openDrawer, part, useExplorer } from '../support/explorer.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
const open = useExplorer(running);

// The picture is taken again if PICTURE is set.
const picture = fileURLToPath(new URL('../../docs/explorer/results.png', import.meta.url));

const campaigns = (stats: string): string =>
  hashOf(`{ account(id: "${bikes}") { campaigns(first: 3) { nodes { name ${stats} } } } }`);
const days = campaigns(`stats(range: { lastDays: 30 }) {
  days { date metrics { impressions clickRate billedCharge { amount currency } clicks } } }`);

const answer = (page: Page) => part(page, 'Response');
const showChart = async (page: Page): Promise<void> => {
  await answer(page).getByRole('button', { name: 'Chart' }).click();
  await answer(page).locator('canvas').waitFor();
};
const figures = (page: Page) => answer(page).getByRole('table', { name: /\w/ });
const cells = async (page: Page) =>
  figures(page)
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
    );
/** The colours on the canvas that are not transparent, without those of blurred edges. */
const coloursDrawn = (page: Page) =>
  answer(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data = [] } =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
      const seen = new Map<string, number>();
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] !== 255) continue;
        const colour = `${data[at]} ${data[at + 1]} ${data[at + 2]}`;
        seen.set(colour, (seen.get(colour) ?? 0) + 1);
      }
      return [...seen].filter(([, pixels]) => pixels > 30).map(([colour]) => colour);
    });
/** The number of points of the canvas that have a colour. */
const pixelsDrawn = (page: Page, colour: string): Promise<number> =>
  answer(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement, wanted) => {
      const { data = [] } =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
      let pixels = 0;
      for (let at = 0; at < data.length; at += 4)
        if (`${data[at]} ${data[at + 1]} ${data[at + 2]}` === wanted) pixels += 1;
      return pixels;
    }, colour);
const first = { light: '42 85 212', dark: '143 176 255' } as const;
const second = { light: '176 80 10', dark: '240 163 94' } as const;

const dayIn = (timeZone: string, hoursAgo: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now() - hoursAgo * 3_600_000);
/** A day as people write it: `Oct 30`. */
const dayOf = (date: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(
    new Date(date),
  );
const inGroups = (text: string | null | undefined): string =>
  text == null
    ? '–'
    : new Intl.NumberFormat('en', { maximumFractionDigits: 6 }).format(Number(text));
/** The words after a day of the table: its figures may change. */
const finality = (date: string, zone = 'UTC'): string => {
  if (date >= dayIn(zone, 0)) return ' so far';
  return date >= dayIn(zone, 24) ? ' may change' : '';
};

describe('results in an answer', () => {
  test('are drawn by day, by a script that is loaded only then, with every figure in a table', async () => {
    const page = await open({ hash: days });
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    const { data } = await execute(page);
    await answer(page).getByRole('button', { name: 'Chart' }).waitFor();
    expect(scripts.filter((path) => path.includes('/page/'))).toEqual([]);
    await showChart(page);
    const [campaign] = data.account.campaigns.nodes;
    const written = campaign.stats.days.map(
      ({ date, metrics }: (typeof campaign.stats.days)[0]) => [
        `${dayOf(date)}${finality(date)}`,
        inGroups(metrics.billedCharge?.amount),
        inGroups(metrics.impressions),
      ],
    );
    expect(written).toHaveLength(30);
    expect(await cells(page)).toEqual([['Day', 'Billed charge (EUR)', 'Impressions'], ...written]);
    await answer(page).getByRole('button', { name: 'JSON' }).click();
    await answer(page).locator('.cm-content').waitFor();
    await showChart(page);
    expect(scripts.filter((path) => /\/page\/figures-\w+\.js$/.test(path))).toHaveLength(1);
  });

  test('are chosen by keyboard: the entity, the figure, and the one beside it', async () => {
    const page = await open({ hash: days });
    const { data } = await execute(page);
    const chart = answer(page).getByRole('button', { name: 'Chart' });
    await chart.focus();
    await page.keyboard.press('Enter');
    await answer(page).locator('canvas').waitFor();
    const head = async () => (await cells(page))[0];
    // The focus moves past the button that saves the answer.
    await page.keyboard.press('Tab');
    const choose = async (label: string, typed: string): Promise<void> => {
      await page.keyboard.press('Tab');
      const chosen = answer(page).getByLabel(label, { exact: true });
      expect(await chosen.evaluate((list) => list === document.activeElement)).toBe(true);
      await page.keyboard.type(typed);
    };
    const [, other] = data.account.campaigns.nodes;
    await choose('For', other.name);
    await choose('Metric', 'Clicks');
    await expect.poll(head).toEqual(['Day', 'Clicks', 'Impressions']);
    await choose('and', 'none');
    await expect.poll(head).toEqual(['Day', 'Clicks']);
    const written = other.stats.days.map(
      ({ metrics }: (typeof other.stats.days)[0]) => metrics.clicks,
    );
    expect((await cells(page)).slice(1).map(([, clicks]) => clicks)).toEqual(written.map(inGroups));
    const name = 'Clicks by day. The table below has the values.';
    await answer(page).getByRole('img', { name }).waitFor();
  });

  test('are accessible, in both colours and on a phone', async () => {
    const page = await open({ hash: days });
    await execute(page);
    await showChart(page);
    const drawn = async (): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect
          .poll(() => coloursDrawn(page))
          .toEqual(expect.arrayContaining([first[colorScheme], second[colorScheme]]));
        expect(await findings(page, { within: '.answer' })).toEqual([]);
      }
    };
    await drawn();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect
      .poll(async () => (await answer(page).locator('canvas').boundingBox())?.width)
      .toBeLessThan(390);
    await drawn();
  });

  test('are drawn by hour, and under the name of their account', async () => {
    const query = `{ account(id: "${bikes}") { name stats(range: { lastDays: 2 }) { hours { start metrics { impressions } } } } }`;
    const page = await open({ hash: hashOf(query) });
    const { data } = await execute(page);
    await showChart(page);
    const [head, ...rows] = await cells(page);
    expect(head).toEqual(['Hour', 'Impressions']);
    const hours: string[] = data.account.stats.hours.map(({ start }: { start: string }) => start);
    expect(rows.map(([time]) => time?.replace(/ (so far|may change)$/, ''))).toEqual(
      hours.map((start) => `${dayOf(start)}, ${start.slice(11, 16)}`),
    );
    const changing = rows.flatMap(([time = '']) => (time.includes(' may change') ? [time] : []));
    expect([24, 25]).toContain(changing.length);
    await figures(page).getByText(data.account.name).waitFor({ state: 'attached' });
    await answer(page).getByText('Hours are in UTC.').waitFor();
  });

  test('that are not final are dotted and labelled, by the time zone of the account', async () => {
    const query = (range: string) =>
      `{ account(id: "${bikes}") { zone: name timezone campaigns(first: 1) { nodes {
        stats(range: ${range}) { days { date metrics { impressions } } } } } } }`;
    const page = await open({ hash: hashOf('{ viewer { userId } }') });
    const [before, yesterday, today] = [72, 24, 0].map((ago) => dayIn('Europe/Berlin', ago));
    const painted = async (range: string): Promise<number> => {
      await addTab(page, query(range));
      const { data } = await execute(page);
      expect(data.account.timezone).toBe('Europe/Berlin');
      await showChart(page);
      const rows = (await cells(page)).slice(1).map(([time]) => time);
      const { days } = data.account.campaigns.nodes[0].stats;
      expect(rows).toEqual(
        days.map(
          ({ date }: { date: string }) => `${dayOf(date)}${finality(date, 'Europe/Berlin')}`,
        ),
      );
      const isOpen = await answer(page).getByText('Dotted values may still change.').isVisible();
      expect(isOpen).toBe(rows.some((time) => /far|change/.test(time ?? '')));
      return pixelsDrawn(page, first.light);
    };
    const whole = await painted(
      `{ days: { first: "${dayIn('Europe/Berlin', 96)}", last: "${before}" } }`,
    );
    const dotted = await painted(`{ days: { first: "${yesterday}", last: "${today}" } }`);
    expect(dotted).toBeGreaterThan(0);
    expect(dotted).toBeLessThan(0.7 * whole);
  });

  test('are not drawn without a figure or a day', async () => {
    const page = await open({
      hash: campaigns(
        'stats(range: { days: { first: "2016-01-01", last: "2016-01-02" } }) { days { date metrics { clicks } } }',
      ),
    });
    await execute(page);
    await answer(page).getByRole('button', { name: 'Chart' }).click();
    await answer(page).getByText('There is nothing to draw').waitFor();
    await addTab(
      page,
      `{ account(id: "${bikes}") { stats(range: { lastDays: 7 }) { total { clicks } } } }`,
    );
    await execute(page);
    expect(await answer(page).getByRole('button', { name: 'Chart' }).count()).toBe(0);
  });

  test('have an example', async () => {
    const page = await open();
    const examples = await openDrawer(page, 'Examples', 'Examples');
    await examples.getByRole('button', { name: /^Results/ }).click();
    await execute(page);
    await showChart(page);
    expect(await cells(page)).toHaveLength(31);
    if (process.env['PICTURE'] !== undefined) await page.screenshot({ path: picture });
  });
});
