import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { execute, hashOf, openDrawer, part, runButton, useExplorer } from '../support/explorer.ts';
import { startGateway, useGateway } from '../support/gateway.ts';

const running = useGateway();
const open = useExplorer(running);

/** The verdict above the answer, and the class that gives it its colour. */
const verdict = (page: Page) =>
  part(page, 'Response')
    .getByRole('status')
    .locator('span')
    .first()
    .evaluate((said) => [said.textContent, said.className]);

describe('writes', () => {
  const choose = async (page: Page, title: string): Promise<void> => {
    const examples = await openDrawer(page, 'Examples', 'Examples');
    await examples.getByRole('button', { name: title }).click();
    await execute(page);
  };

  test('show every fault of their input, the outcome of each batch item, and the refusal in the history', async () => {
    const page = await open();
    await choose(page, 'Create with two mistakes');
    const outcomes = page.getByRole('list', { name: 'Outcomes' });
    await expect.poll(() => outcomes.locator('.outcome').allInnerTexts()).toEqual(['Rejected']);
    expect(await verdict(page)).toEqual(['1 write rejected', 'bad']);
    const faults = outcomes.locator('.fault');
    await expect.poll(() => faults.count()).toBe(2);
    expect((await faults.allInnerTexts()).join(' ')).toContain('input.name');
    expect(running.emulator.calls().filter(({ method }) => method === 'POST')).toEqual([]);
    await choose(page, 'A batch with one bad item');
    const ends = outcomes.locator('.outcome');
    await expect.poll(() => ends.allInnerTexts()).toEqual(['Rejected', 'Not applied', 'Rejected']);
    expect(await verdict(page)).toEqual(['1 write rejected', 'bad']);
    const colours = await ends.evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
    expect(new Set(colours).size).toBe(2);
    const history = await openDrawer(page, 'History', 'History');
    await history.getByRole('button', { name: /BatchWithABadItem.*errors/ }).waitFor();
  });

  test('with an unknown outcome can be read back', async () => {
    const page = await open();
    const faults = await openDrawer(page, 'Faults', 'Faults');
    await faults.getByRole('button', { name: /Response lost/ }).click();
    await faults.getByText('1 call left').waitFor();
    const create = `mutation ($name: String!) { createCampaign(input: { accountId: "${bikes}", fundingInstrumentId: "fik3s001", name: $name, dailyBudgetAmountLocalMicro: 5000000 }) { outcome errors { message } } }`;
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      hashOf(create, { name: 'Whether or not' }),
    );
    await page.getByRole('button', { name: 'createCampaign', exact: true }).waitFor();
    await execute(page);
    await faults.getByText('None. The API is working normally.').waitFor();
    const outcomes = page.getByRole('list', { name: 'Outcomes' });
    await expect.poll(() => outcomes.locator('.outcome').allInnerTexts()).toEqual(['Unknown']);
    expect(await verdict(page)).toEqual(['1 outcome unknown', 'warn']);
    await outcomes.getByRole('button', { name: 'Check the outcome' }).click();
    await execute(page);
    await part(page, 'Response').getByText('Whether or not').waitFor();
    expect(await verdict(page)).toEqual(['no errors', 'good']);
    const sent = running.emulator.calls().filter(({ method }) => method === 'POST');
    expect(sent).toHaveLength(1);
  });
});

describe('with a dry run first', () => {
  const raise = `mutation { raise: updateCampaign(input: {
    accountId: "${bikes}", campaignId: "cik3s000", dailyBudget: "1400", name: "Winter"
  }) { outcome } }`;
  const writesSent = () => running.emulator.calls().filter(({ method }) => method !== 'GET');

  test('Run reports the effects of a mutation, and one more click sends it unless it has changed since', async () => {
    const page = await open({ hash: hashOf(raise) });
    await page.getByLabel('Dry run first').check();
    await runButton(page).click();
    const before = page.getByRole('region', { name: 'Before it is sent' });
    await before.getByText('daily budget 140.00 EUR → 1,400.00 EUR (+900 %)').waitFor();
    const cells = before.getByRole('table', { name: 'Changes' }).getByRole('cell');
    expect(await cells.allInnerTexts()).toEqual(
      expect.arrayContaining(['Daily budget', '140 EUR', '1400 EUR', 'Name', 'Winter']),
    );
    expect(writesSent()).toEqual([]);
    const send = before.getByRole('button', { name: 'Send' });
    const editor = part(page, 'Operation').getByLabel('Operation', { exact: true });
    await editor.press('ControlOrMeta+End');
    await page.keyboard.type(' # once more');
    await page.getByText('The operation has changed since').waitFor();
    expect(await send.isDisabled()).toBe(true);
    expect(writesSent()).toEqual([]);
    await runButton(page).click();
    await expect.poll(() => send.isEnabled()).toBe(true);
    await send.click();
    await part(page, 'Response').getByText('APPLIED').first().waitFor();
    expect(writesSent()).toHaveLength(1);
  });

  test('a refused dry run says why, and the mutation cannot be sent', async () => {
    const page = await open({ hash: hashOf(raise.replace('"1400"', '"-1"')) });
    await page.getByLabel('Dry run first').check();
    await runButton(page).click();
    await page.getByText('It would be rejected.').waitFor();
    const before = page.getByRole('region', { name: 'Before it is sent' });
    expect(await before.locator('.fault').innerText()).toContain('input.dailyBudget');
    expect(await before.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    expect(writesSent()).toEqual([]);
  });

  test('with live keys every mutation has a dry run first', async () => {
    const live = await startGateway({ config: { emulatorUrl: undefined } });
    const page = await open({ url: `${live.url}${hashOf(raise)}` });
    const chosen = page.getByLabel('Dry run first');
    expect([await chosen.isChecked(), await chosen.isDisabled()]).toEqual([true, true]);
    await runButton(page).click();
    await page.getByText('Nothing was sent.').waitFor();
    expect(live.emulator.calls().filter(({ method }) => method !== 'GET')).toEqual([]);
    await live.close();
  });
});
