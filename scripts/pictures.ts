import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { createEmulator } from '../emulator/server.ts';
import { buildPage } from '../explorer/build.ts';
import { readConfig } from '../src/config/config.ts';
import { emulated } from '../src/gateway/gateway.ts';
import { createGateway } from '../src/gateway/server.ts';
import { startBrowser } from '../test/support/browser.ts';
import { movingPicture, type Still } from './moving-picture.ts';

// Takes the pictures of the documents again: `node scripts/pictures.ts`, or only those whose names
// end like this: `node scripts/pictures.ts who fields`.
const wanted = process.argv.slice(2);
const isWanted = (file: string): boolean =>
  wanted.length === 0 || wanted.some((ending) => file.endsWith(ending));

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

/** The page after its first run, which is the first request to the gateway. */
const opened = async ({ colorScheme = 'light', width = 1440, height = 900 }: Look = {}) => {
  const viewport = { width, height };
  const page = await browser.newPage({ viewport, colorScheme, isMobile: width < 800 });
  await gateway.reset();
  await page.goto(gateway.url);
  await page.getByText(/endpoints/).waitFor();
  await page.getByRole('region', { name: 'Answer' }).getByRole('status').waitFor();
  return page;
};

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
  await writeFile(`docs/${file}.png`, await still(page));
  await page.close();
};

/** A story in stills, each with its number of seconds. */
const moving = async (
  file: string,
  tell: (page: Page, show: (seconds: number) => Promise<void>) => Promise<void>,
  look: Look = {},
): Promise<void> => {
  if (!isWanted(file)) return;
  const page = await opened(look);
  const stills: Still[] = [];
  await tell(page, async (seconds) => {
    stills.push({ png: await still(page), ms: seconds * 1000 });
  });
  await writeFile(`docs/${file}.png`, movingPicture(stills, 3));
  await page.close();
};

/** Runs the operation as the first request to the gateway. */
const run = async (page: Page): Promise<void> => {
  await gateway.reset();
  await page.getByRole('button', { name: /^(Run|Dry run)/ }).click();
  await waitForAnswer(page);
};

const showTable = async (page: Page): Promise<void> => {
  const answer = answerOf(page);
  await answer.getByRole('button', { name: 'Table' }).click();
  await answer.getByLabel('List').selectOption('accounts.nodes.campaigns.nodes');
  await answer.getByRole('button', { name: 'dailyBudget.amount' }).click();
  await answer.getByRole('columnheader', { name: 'restId', exact: true }).scrollIntoViewIfNeeded();
};

const choose = async (page: Page, example: string): Promise<void> => {
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByRole('button', { name: new RegExp(`^${example}`) }).click();
};

const answerOf = (page: Page) => page.getByRole('region', { name: 'Answer' });

const waitForAnswer = (page: Page) => answerOf(page).getByRole('status').waitFor();

/** Delays each call of the next run. */
const slowDown = (delayMs: number): void => {
  emulator.fault({ fault: { kind: 'delay', delayMs } });
};

await moving(
  'explorer',
  async (page, show) => {
    const query = await readFile('explorer/examples/whole-account.graphql', 'utf8');
    await page.getByRole('button', { name: 'New tab' }).click();
    await page.getByRole('textbox', { name: 'Operation' }).fill(query);
    await page.keyboard.press('Control+Home');
    await page.getByRole('button', { name: 'Close WholeAccount' }).first().click();
    await page.getByText(/endpoints/).waitFor();
    await show(2);
    await gateway.reset();
    slowDown(1500);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Round 1').waitFor();
    await show(1);
    await page.getByText('Round 2').waitFor();
    await show(1);
    await page.getByText('Round 3').waitFor();
    await show(1);
    await waitForAnswer(page);
    emulator.reset();
    await run(page);
    await show(4);
    await showTable(page);
    await show(4);
  },
  { width: 1200, height: 750 },
);
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
    await showTable(page);
  },
  { height: 640 },
);
await picture('explorer/results', async (page) => {
  await choose(page, 'Results');
  await run(page);
  await answerOf(page).getByRole('button', { name: 'Chart' }).click();
  await page.locator('.u-over').waitFor();
});
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
    await page.getByRole('button', { name: /Calls/ }).click();
  },
  { width: 390, height: 844 },
);

/** Opens the launch of docs/front-end.md with its input. */
const openLaunch = async (page: Page): Promise<void> => {
  const [, launches = ''] = (await readFile('docs/front-end.md', 'utf8')).split('## Launch\n');
  const [query = ''] = /(?<=```graphql\n)[^`]+/.exec(launches) ?? [];
  const [variables = ''] = /(?<=```json\n)[^`]+/.exec(launches) ?? [];
  await page.goto('about:blank');
  await page.goto(`${gateway.url}#${new URLSearchParams({ query, variables })}`);
  await page.getByLabel('Dry run first').check();
  await page.getByText(/endpoints/).waitFor();
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
  await answerOf(page).getByRole('button', { name: 'JSON' }).waitFor();
});

await started.close();
await gateway.close();
await emulator.close();
