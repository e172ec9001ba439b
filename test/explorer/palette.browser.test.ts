import { describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { focusedName, hashOf, part, useExplorer } from '../support/explorer.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
const open = useExplorer(running);

const short = hashOf('{ viewer { userId } }');
const operation = (page: Awaited<ReturnType<typeof open>>) =>
  part(page, 'Operation').getByRole('textbox', { name: 'Operation', exact: true });

describe('the palette', { timeout: 90_000 }, () => {
  test('lists the examples first, and opens them by keyboard alone', async () => {
    const page = await open({ hash: short });
    await operation(page).focus();
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    const titles = palette.locator('li b');
    await expect
      .poll(async () => (await titles.allInnerTexts()).slice(0, 5))
      .toEqual([
        'Launch a campaign',
        'Copy a campaign',
        'Results',
        'Filtered rows',
        'Deferred results',
      ]);
    expect(await findings(page, { targets: true, within: '.palette' })).toEqual([]);
    await page.keyboard.type('launchcampaign');
    await expect.poll(async () => (await titles.allInnerTexts())[0]).toBe('Launch a campaign');
    await expect.poll(() => titles.allInnerTexts()).toContain('Mutation.launchCampaign');
    await page.keyboard.press('Enter');
    await expect.poll(() => operation(page).innerText()).toContain('launchCampaign(input: $input)');
  });

  test('opens by a button, runs the entry that the arrows select, and closes on Escape', async () => {
    const page = await open({ hash: short });
    await page.getByRole('banner').getByRole('button', { name: 'Commands' }).click();
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.getByLabel('Search commands').fill('pause campaign');
    const rows = palette.getByRole('listitem');
    await expect.poll(() => rows.first().innerText()).toContain('Mutation.updateCampaign');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focusedName(page)).toContain('Mutation.batchCampaigns');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Docs' }).getByText('.updateCampaign').waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await palette.getByLabel('Search commands').fill('dark mode');
    await expect.poll(() => rows.first().innerText()).toContain('Theme: dark');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Colours: dark/ }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await palette.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => palette.count()).toBe(0);
  });
});

test('a new tab has the focus', async () => {
  const page = await open({ hash: short });
  await page.getByRole('button', { name: 'New tab' }).click();
  await page.keyboard.type('# typed at once');
  await expect.poll(() => operation(page).innerText()).toContain('# typed at once');
});
