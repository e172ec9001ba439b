import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { bikes } from '../support/accounts.ts';
import { openDrawer, part, runButton, useExplorer } from '../support/explorer.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
const open = useExplorer(running);

const openExample = async (title: string) => {
  const page = await open();
  const examples = await openDrawer(page, 'Examples', 'Examples');
  await examples.getByRole('button', { name: title }).click();
  return page;
};

const stepsOf = (page: Page, name: string) =>
  page.getByRole('list', { name: `Steps of ${name}` }).getByRole('listitem');

test('the steps of a launch are filled in as they end', { timeout: 90_000 }, async () => {
  const page = await openExample('Launch a campaign');
  running.emulator.fault({
    match: { method: 'POST', path: 'line_items' },
    times: 1,
    fault: { kind: 'delay', delayMs: 600_000 },
  });
  await runButton(page).click();
  const steps = stepsOf(page, 'launchCampaign');
  await expect
    .poll(async () => (await steps.allInnerTexts()).map((text) => text.split(/[·\n]/)[0]?.trim()))
    .toEqual(['Campaign', 'Step 2 …']);
  running.emulator.release();
  await part(page, 'Response').getByText('no errors').waitFor();
  const ended = await steps.allInnerTexts();
  expect(ended.map((text) => text.split(' ·')[0])).toEqual([
    'Campaign',
    'Line items',
    'Targeting',
    'Promoted tweets',
  ]);
  expect(ended.every((text) => text.includes('Applied'))).toBe(true);
  expect(await findings(page, { targets: true, within: '.answer' })).toEqual([]);
});

test('a copy shows its steps too, and items of a batch are named after their operations', async () => {
  const page = await openExample('Copy a campaign');
  await runButton(page).click();
  await expect.poll(() => stepsOf(page, 'copyCampaign').first().innerText()).toContain('Applied');
  await part(page, 'Response').getByText('no errors').waitFor();
  const examples = await openDrawer(page, 'Examples', 'Examples');
  await examples.getByRole('button', { name: 'A batch Two' }).click();
  await runButton(page).click();
  const outcomes = page.getByRole('list', { name: 'Outcomes' });
  await outcomes.getByText('create “Autumn sale”').waitFor();
  await outcomes.getByText('update cik3s001').waitFor();
});

test('a file is refused with a reason, or uploaded, and the media can be added to the library', {
  timeout: 90_000,
}, async () => {
  const page = await open();
  const drawer = await openDrawer(page, 'Upload', 'Upload');
  const account = drawer.getByRole('combobox', { name: 'Account' });
  await account.getByText(`Nordlicht Bikes (${bikes})`).waitFor({ state: 'attached' });
  await account.selectOption(bikes);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const drawn = await account.evaluate((one) => getComputedStyle(one).backgroundImage);
    expect(drawn).toContain('gradient');
  }
  const refused = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') };
  await drawer.getByLabel('File').setInputFiles(refused);
  await drawer.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => drawer.getByRole('alert').innerText()).toMatch(/image\/png/);
  expect(running.emulator.calls().filter(({ method }) => method === 'POST')).toEqual([]);
  await drawer.getByLabel('File').setInputFiles({
    name: 'tent.png',
    mimeType: 'image/png',
    buffer: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(1_500_000)]),
  });
  expect(await findings(page, { targets: true, within: '#upload' })).toEqual([]);
  await drawer.getByRole('button', { name: 'Send' }).click();
  await drawer.getByText('Ready:').waitFor();
  await drawer.getByRole('button', { name: 'Add to the media library' }).click();
  await page.getByRole('button', { name: 'AddToLibrary', exact: true }).waitFor();
  await runButton(page).click();
  await part(page, 'Response').getByText('APPLIED').first().waitFor();
});
