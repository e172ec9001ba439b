import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { createEmulator } from '../emulator/server.ts';
import { buildPage } from '../explorer/build.ts';
import { readConfig } from '../src/config.ts';
import { emulated } from '../src/gateway.ts';
import { createGateway } from '../src/server.ts';
import { startBrowser } from '../test/support/browser.ts';

// Takes the pictures of docs/explorer.md and of the README anew: `node scripts/pictures.ts`.

await buildPage();
const emulator = await createEmulator();
const gateway = await createGateway(
  emulated(readConfig({ PORT: '0', LOG_LEVEL: 'silent' }), emulator),
);
const started = await startBrowser();
const browser = await chromium.connect(started.wsEndpoint());

type Colours = 'light' | 'dark';
interface Look {
  readonly colorScheme?: Colours;
  readonly width?: number;
  readonly height?: number;
}

const picture = async (
  file: string,
  show: (page: Page) => Promise<void>,
  { colorScheme = 'light', width = 1440, height = 900 }: Look = {},
): Promise<void> => {
  const viewport = { width, height };
  const page = await browser.newPage({ viewport, colorScheme, isMobile: width < 800 });
  await page.goto(gateway.url);
  await page.getByText(/endpoints/).waitFor();
  await page.getByRole('region', { name: 'Answer' }).getByRole('status').waitFor();
  await show(page);
  // Pointers and carets that blink make no two pictures alike.
  await page.screenshot({ path: `docs/${file}.png`, animations: 'disabled', caret: 'hide' });
  await page.close();
};

/** Runs the operation as the first that the gateway ever sees. */
const run = async (page: Page): Promise<void> => {
  await gateway.reset();
  await page.getByRole('button', { name: 'Run', exact: false }).click();
  await page.getByRole('region', { name: 'Answer' }).getByRole('status').waitFor();
};

const choose = async (page: Page, example: string): Promise<void> => {
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByRole('button', { name: example }).click();
};

// The first run opens connections, which no picture is about.
await picture('explorer', run);
await picture('explorer', async (page) => {
  await run(page);
  await run(page);
  await page.getByRole('button', { name: /18ce54bik3s\/campaigns$/ }).hover();
});
await picture('explorer/dark', run, { colorScheme: 'dark' });
await picture(
  'explorer/before',
  async (page) => {
    await run(page);
    await page.getByText('first: 5').first().click();
    const editor = page.getByRole('textbox', { name: 'Operation' });
    await editor.fill(
      '{ accounts(first: 100) { nodes { name campaigns(first: 1000) { nodes { name } } } } }',
    );
    await page.getByText('costs most').waitFor();
    await page.getByText(/endpoints/).click();
  },
  { height: 480 },
);
await picture('explorer/writes', async (page) => {
  await choose(page, 'A batch with one bad item');
  await page.getByText('1 endpoint').waitFor();
  await run(page);
});
await picture(
  'explorer/who',
  async (page) => {
    await page.getByRole('button', { name: 'As the owner' }).click();
    await page.getByText('Nordlicht Bikes').waitFor();
  },
  { height: 640 },
);
await picture('explorer/faults', async (page) => {
  await page.getByRole('button', { name: 'Faults' }).click();
  await page.getByLabel('Strikes').selectOption('3');
  await page.getByRole('button', { name: /Over capacity/ }).click();
  await page.getByText('3 calls to go').waitFor();
  await run(page);
  await page.getByText(/×\d/).first().waitFor();
  await page.getByText('Nothing: the API works.').waitFor();
});
await picture(
  'explorer/fields',
  async (page) => {
    await choose(page, 'Pages of a list');
    await page.getByRole('button', { name: 'Fields' }).click();
    await page.getByLabel('Filter fields').waitFor();
    await page.getByRole('textbox', { name: 'Operation' }).getByText('totalCount').hover();
    await page.locator('.cm-tooltip-hover').waitFor();
  },
  { height: 640 },
);
await picture(
  'explorer/table',
  async (page) => {
    await run(page);
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByRole('button', { name: 'Table' }).click();
    await answer.getByLabel('List').selectOption('accounts.nodes.campaigns.nodes');
    await answer.getByRole('button', { name: 'dailyBudget.amount' }).click();
  },
  { height: 640 },
);
await picture(
  'explorer/tablet',
  async (page) => {
    await run(page);
    await page.getByRole('button', { name: 'Fields' }).click();
    await page.getByLabel('Filter fields').waitFor();
  },
  { width: 820, height: 1180, colorScheme: 'dark' },
);
await picture(
  'explorer/docs',
  async (page) => {
    await page.getByRole('button', { name: 'Docs' }).click();
    await page.getByLabel('Search the docs').fill('daily budget');
    await page.getByRole('button', { name: 'Campaign.dailyBudget', exact: true }).click();
  },
  { height: 640 },
);
await picture(
  'explorer/phone',
  async (page) => {
    await run(page);
    await page.getByRole('button', { name: /Calls/ }).click();
  },
  { width: 390, height: 844 },
);

await started.close();
await gateway.close();
await emulator.close();
