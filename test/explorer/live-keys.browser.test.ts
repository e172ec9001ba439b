import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import {
  addTab,
  cookieOf,
  execute,
  hashOf,
  part,
  runButton,
  useExplorer,
} from '../support/explorer.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { keyOf, keysOf } from '../support/keys.ts';
import { signIn } from '../support/visitor.ts';

const running = useGateway();
const open = useExplorer(running);

const read = '{ account(id: "18ce54bik3s") { name } }';
const write =
  'mutation { updateCampaign(input: { accountId: "18ce54bik3s", campaignId: "cik3s001", name: "Renamed" }) { outcome } }';

/** The colour behind the text of an element, as red, green and blue. */
const groundOf = (element: Locator): Promise<readonly number[]> =>
  element.evaluate((one) =>
    getComputedStyle(one).backgroundColor.match(/\d+/g)?.slice(0, 3).map(Number),
  ) as Promise<readonly number[]>;

const isRed = ([red = 0, green = 0, blue = 0]: readonly number[]): boolean =>
  red > 150 && green < 80 && blue < 80;

describe('live keys', { timeout: 90_000 }, () => {
  test('have a red mark with the name of the viewer, in both colours', async () => {
    const live = await startGateway({ config: { emulatorUrl: undefined } });
    const value = await signIn(live, '1500000000000000002');
    const page = await open({ url: `${live.url}${hashOf(write)}` });
    const mark = page.getByRole('banner').getByText('live keys');
    await mark.filter({ hasText: 'the owner' }).waitFor();
    await page.context().addCookies([cookieOf(value, live.url)]);
    await page.reload();
    await mark.filter({ hasText: '@emulator_colleague' }).waitFor();
    await runButton(page).click();
    const send = page.getByRole('button', { name: 'Send with live keys' });
    await send.waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const red of [mark, send])
        await expect.poll(async () => isRed(await groundOf(red))).toBe(true);
      expect(await findings(page, { targets: true })).toEqual([]);
    }
    await page.goto(new URL('/graphiql', live.url).href, { waitUntil: 'commit' });
    const inGraphiql = page.getByRole('banner').getByText('live keys');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      // The banner appears before its style.
      await expect.poll(async () => isRed(await groundOf(inGraphiql))).toBe(true);
    }
    await live.close();
  });

  test('are not mentioned over the emulator, where nothing is red before an error', async () => {
    const page = await open({ hash: hashOf(write) });
    await page.getByRole('banner').getByText('emulated').waitFor();
    expect(await page.getByText('live keys').count()).toBe(0);
    expect(isRed(await groundOf(runButton(page)))).toBe(false);
  });
});

test('a mutation has a Run of another colour and label, which says whether it is tried first', async () => {
  const page = await open({ hash: hashOf(read) });
  const forReads = await groundOf(runButton(page));
  await addTab(page, write);
  await page.getByRole('button', { name: 'Run mutation' }).waitFor();
  expect(await groundOf(runButton(page))).not.toEqual(forReads);
  await page.getByLabel('Dry run first').check();
  await page.getByRole('button', { name: 'Dry run' }).waitFor();
  await addTab(page, read);
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  expect(await groundOf(runButton(page))).toEqual(forReads);
});

test('an anonymous user can enter a key where the page says that one is needed', async () => {
  const closed = await startGateway({ env: { GATEWAY_API_KEYS: keysOf({ writer: 'owner' }) } });
  const page = await open({ url: `${closed.url}${hashOf(read)}` });
  await page.getByRole('button', { name: 'Headers' }).click();
  const headers = page.getByRole('textbox', { name: 'Headers' });
  await headers.fill('{ "X-API-Key": "of nobody" }');
  await page.getByRole('button', { name: /^Not signed in/ }).click();
  const use = page.getByRole('button', { name: 'Use key' });
  expect(await use.isDisabled()).toBe(true);
  expect(await findings(page, { targets: true })).toEqual([]);
  await page.getByLabel('API key').fill(keyOf('writer'));
  await use.click();
  await page.getByText('As the owner. ').waitFor();
  await page.keyboard.press('Escape');
  expect(JSON.parse(await headers.innerText())).toEqual({ 'X-API-Key': keyOf('writer') });
  expect((await execute(page)).data.account.name).toBe('Nordlicht Bikes');
  await closed.close();
});

test('a key for queries only is named as such, and mutations cannot be run with it', async () => {
  const keys = keysOf({ reader: 'owner-reads', writer: 'owner' });
  const closed = await startGateway({ env: { GATEWAY_API_KEYS: keys } });
  const withKeyOf = (name: string) => JSON.stringify({ 'x-api-key': keyOf(name) });
  const page = await open({ url: `${closed.url}${hashOf(write)}` });
  await page.getByRole('button', { name: 'Headers' }).click();
  await page.getByRole('textbox', { name: 'Headers' }).fill(withKeyOf('reader'));
  await page.getByRole('banner').getByText('read only').waitFor();
  await page.getByText('This key is read-only').waitFor();
  expect(await runButton(page).isDisabled()).toBe(true);
  const editor = part(page, 'Operation').getByLabel('Operation', { exact: true });
  await editor.press('Control+Enter');
  await page.getByText('Press Run').waitFor();
  expect(await findings(page, { targets: true })).toEqual([]);
  await page.getByRole('button', { name: /^As the owner/ }).click();
  await page.getByText('The key under Headers is for queries only').waitFor();
  await page.keyboard.press('Escape');
  await addTab(page, read);
  await page.getByRole('textbox', { name: 'Headers' }).fill(withKeyOf('reader'));
  await page.getByRole('banner').getByText('read only').waitFor();
  expect((await execute(page)).data.account.name).toBe('Nordlicht Bikes');
  await addTab(page, write);
  await page.getByRole('textbox', { name: 'Headers' }).fill(withKeyOf('writer'));
  await page.getByRole('banner').getByText('read only').waitFor({ state: 'detached' });
  expect(await runButton(page).isDisabled()).toBe(false);
  await closed.close();
});
