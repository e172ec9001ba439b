import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { createEmulator } from '../emulator/server.ts';
import { buildPage } from '../explorer/build.ts';
import { readConfig } from '../src/config/config.ts';
import { emulated } from '../src/gateway/gateway.ts';
import { createGateway } from '../src/gateway/server.ts';
import { startBrowser } from '../test/support/browser.ts';

// Takes the pictures of the documents again: `node scripts/pictures.ts`, or only those whose names
// end like this: `node scripts/pictures.ts who fields`.
const wanted = process.argv.slice(2);
const isWanted = (file: string): boolean =>
  wanted.length === 0 || wanted.some((ending) => file.endsWith(ending));

// It is always the same afternoon in Berlin, so that each day and hour has the same figures.
const aheadMs = Date.parse('2026-11-26T14:20:00Z') - Date.now();
const now = (): number => Date.now() + aheadMs;

await buildPage();
const emulator = await createEmulator({ now });
const startGateway = (env: Readonly<Record<string, string>> = {}) => {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...env });
  return createGateway(emulated(config, emulator), { now });
};
const gateway = await startGateway();
const started = await startBrowser();
const browser = await chromium.connect(started.wsEndpoint());

const bikes = '18ce54bik3s';

type Colours = 'light' | 'dark';
interface Look {
  readonly colorScheme?: Colours;
  readonly width?: number;
  readonly height?: number;
}

const isPhone = ({ width = 1440 }: Look): boolean => width < 800;

/** A page at the time of the emulator. */
const newPage = async ({ colorScheme = 'light', width = 1440, height = 900 }: Look) => {
  const viewport = { width, height };
  const page = await browser.newPage({ viewport, colorScheme, isMobile: isPhone({ width }) });
  await page.addInitScript((ms) => {
    const { now: machineTime } = Date;
    const currentTime = (): number => machineTime() + ms;
    globalThis.Date = new Proxy(Date, {
      construct: (Real, values) =>
        Reflect.construct(Real, values.length === 0 ? [currentTime()] : values),
      get: (Real, name) => (name === 'now' ? currentTime : Reflect.get(Real, name)),
    });
  }, aheadMs);
  return page;
};

/** The explorer after its first run, which is the first request to the gateway. */
const opened = async (look: Look = {}) => {
  const page = await newPage(look);
  emulator.reset({ data: true });
  await gateway.reset();
  await page.goto(gateway.url);
  if (!isPhone(look)) await forecastOf(page).waitFor();
  await waitForResponse(page);
  return page;
};

const responseOf = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });

const waitForResponse = (page: Page) => responseOf(page).getByRole('status').waitFor();

/** The line that says what a run would cost. */
const forecastOf = (page: Page) =>
  page.getByRole('region', { name: 'Before running' }).getByRole('button', { name: /calls?/ });

/** Opens a drawer or a column by its button at the top. */
const openPart = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name }).click();

// Blinking pointers and carets would make pictures differ.
const still = (page: Page) => page.screenshot({ animations: 'disabled', caret: 'hide' });

const picture = async (
  file: string,
  show: (page: Page) => Promise<void>,
  look: Look = {},
): Promise<void> => {
  if (!isWanted(file)) return;
  const page = await opened(look);
  await show(page);
  // The forecast follows a run.
  if (!isPhone(look)) await forecastOf(page).waitFor();
  await writeFile(`docs/${file}.png`, await still(page));
  await page.close();
};

/** Runs the operation as the first request to the gateway. */
const run = async (page: Page): Promise<void> => {
  await gateway.reset();
  await page.getByRole('button', { name: /^(Run|Dry run)/ }).click();
  await waitForResponse(page);
};

/** The campaigns of all accounts by their budgets, the highest first. */
const showTable = async (page: Page): Promise<void> => {
  const response = responseOf(page);
  await response.getByRole('button', { name: 'Table' }).click();
  await response.getByLabel('List').selectOption('accounts.nodes.campaigns.nodes');
  const budget = response.getByRole('columnheader', { name: 'Daily budget', exact: true });
  for (const direction of ['ascending', 'descending']) {
    await budget.getByRole('button').click();
    await budget.and(page.locator(`[aria-sort=${direction}]`)).waitFor();
  }
  // Names and budgets fit side by side in a wider response, without the ids.
  const border = page.getByRole('separator', { name: 'Width of the operation' });
  for (let step = 0; step < 10; step += 1) await border.press('ArrowLeft');
  await border.blur();
  await response.getByRole('columnheader', { name: 'Rest id', exact: true }).evaluate((id) => {
    let around = id.parentElement;
    while (around !== null && around.scrollWidth <= around.clientWidth)
      around = around.parentElement;
    around?.scrollTo({ left: id.clientWidth });
  });
};

const choose = async (page: Page, example: string): Promise<void> => {
  await openPart(page, 'Examples');
  const examples = page.getByRole('region', { name: 'Examples' });
  await examples.getByRole('button', { name: new RegExp(`^${example}`) }).click();
};

await picture(
  'explorer',
  (page) =>
    page
      .getByRole('button', { name: `GET /12/accounts/${bikes}/campaigns` })
      .first()
      .hover(),
  { width: 1200, height: 750 },
);
await picture('explorer/dark', async () => undefined, { colorScheme: 'dark' });
await picture(
  'explorer/before',
  async (page) => {
    const editor = page.getByRole('textbox', { name: 'Operation' });
    await editor.fill(
      '{ accounts(first: 100) { nodes { name campaigns(first: 1000) { nodes { name } } } } }',
    );
    await page.getByRole('region', { name: 'Before running' }).getByRole('status').waitFor();
  },
  { height: 480 },
);
await picture('explorer/writes', async (page) => {
  await choose(page, 'A batch with one bad item');
  await run(page);
});
await picture(
  'explorer/who',
  async (page) => {
    await openPart(page, 'As the owner');
    await page.getByRole('button', { name: /^Nordlicht Bikes/ }).waitFor();
  },
  { height: 640 },
);
await picture('explorer/faults', async (page) => {
  await openPart(page, 'Faults');
  const faults = page.getByRole('region', { name: 'Faults' });
  await faults.getByLabel('Affects').selectOption('the next three calls');
  await faults.getByRole('button', { name: /Over capacity/ }).click();
  await faults.getByText('3 calls left').waitFor();
  await run(page);
  await page.getByText(/×\d/).first().waitFor();
  await faults.getByText(/^None/).waitFor();
});
await picture(
  'explorer/fields',
  async (page) => {
    await choose(page, 'Pagination');
    await openPart(page, 'Fields');
    await page.getByLabel('Filter fields').waitFor();
    await page.getByRole('textbox', { name: 'Operation' }).getByText('totalCount').hover();
    await page.locator('.cm-tooltip-hover').waitFor();
  },
  { height: 640 },
);
await picture('explorer/table', showTable, { height: 640 });
await picture('explorer/results', async (page) => {
  await choose(page, 'Results');
  await run(page);
  await responseOf(page).getByRole('button', { name: 'Chart' }).click();
  await page.locator('.u-over').waitFor();
});
await picture(
  'explorer/tablet',
  async (page) => {
    await openPart(page, 'Fields');
    await page.getByLabel('Filter fields').waitFor();
  },
  { width: 820, height: 1180, colorScheme: 'dark' },
);
await picture(
  'explorer/docs',
  async (page) => {
    await openPart(page, 'Docs');
    await page.getByLabel('Search the docs').fill('daily budget');
    await page.getByRole('button', { name: 'Campaign.dailyBudget', exact: true }).click();
  },
  { height: 640 },
);
await picture(
  'explorer/phone',
  async (page) => {
    await page.getByRole('button', { name: /Calls/ }).click();
  },
  { width: 390, height: 844 },
);

/** An address of this machine where nobody listens. */
async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return `http://127.0.0.1:${port}`;
}

/** The pictures of the dashboard, over a gateway of its own. */
async function takeDashboard(): Promise<void> {
  const folder = 'examples/dashboard';
  const files = ['dashboard', 'results'].map((name) => `../${folder}/${name}`).filter(isWanted);
  if (files.length === 0) return;
  const address = await freeAddress();
  const behind = await startGateway({ PUBLIC_URL: address });
  await promisify(execFile)('npm', ['run', 'build'], { cwd: folder });
  const served = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'preview'], {
    cwd: folder,
    env: { ...process.env, PAGE: address, GATEWAY: new URL(behind.url).origin },
  });
  while (!(await fetch(address).catch(() => null))?.ok) await wait(100);
  const take = async (file: string, show: (page: Page) => Promise<void>): Promise<void> => {
    const path = `../${folder}/${file}`;
    if (!isWanted(path)) return;
    emulator.reset({ data: true });
    const page = await newPage({});
    await page.goto(`${address}/?account=${bikes}`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('@emulator_owner').check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Impressions by hour, today as a table').waitFor();
    await page.getByRole('table', { name: 'Campaigns' }).waitFor();
    await show(page);
    await writeFile(`docs/${path}.png`, await still(page));
    await page.close();
  };
  await take('results', async () => undefined);
  await take('dashboard', async (page) => {
    await page.getByRole('button', { name: 'Results', exact: true }).click();
    const rows = page.getByRole('table', { name: 'Campaigns' }).locator('> tbody');
    // The second campaign is deleted behind the page's back.
    const second = (await rows.nth(1).getAttribute('id'))?.replace('row of ', '');
    await fetch(behind.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `mutation { deleteCampaign(input: { accountId: "${bikes}", campaignId: "${second}" }) { outcome } }`,
      }),
    });
    for (const at of [0, 1, 2]) await rows.nth(at).getByRole('checkbox').check();
    const chosen = page.getByRole('region', { name: 'Selected campaigns' });
    await chosen.getByRole('button', { name: 'Pause' }).click();
    const result = page.getByRole('region', { name: 'Result of the batch' });
    await result.getByText('Campaign could not be found.').waitFor();
  });
  served.kill();
  await behind.close();
}

/** Opens the launch of docs/front-end.md with its input. */
const openLaunch = async (page: Page): Promise<void> => {
  const [, launches = ''] = (await readFile('docs/front-end.md', 'utf8')).split('## Launch\n');
  const [query = ''] = /(?<=```graphql\n)[^`]+/.exec(launches) ?? [];
  const [variables = ''] = /(?<=```json\n)[^`]+/.exec(launches) ?? [];
  await page.goto('about:blank');
  await page.goto(`${gateway.url}#${new URLSearchParams({ query, variables })}`);
  await page.getByLabel('Dry run first').check();
  await forecastOf(page).waitFor();
};

await picture('first-steps/pasted', openLaunch);
await picture('first-steps/dry-run', async (page) => {
  await openLaunch(page);
  await run(page);
});
await picture('first-steps/launched', async (page) => {
  await openLaunch(page);
  await run(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await responseOf(page).getByRole('button', { name: 'JSON' }).waitFor();
});

await takeDashboard();

await started.close();
await gateway.close();
await emulator.close();
