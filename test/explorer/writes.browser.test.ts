import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { execute, hashOf, openDrawer, part, runButton, useExplorer } from '../support/explorer.ts';
import { startGateway, useGateway } from '../support/gateway.ts';

const running = useGateway();
const open = useExplorer(running);

/** What the answer is said to be, and in which colour. */
const verdict = (page: Page) =>
  part(page, 'Answer')
    .getByRole('status')
    .locator('span')
    .first()
    .evaluate((said) => [said.textContent, said.className]);

describe('writes', () => {
  const choose = async (title: string) => {
    const page = await open();
    const examples = await openDrawer(page, 'Examples', 'Examples');
    await examples.getByRole('button', { name: title }).click();
    await execute(page);
    return page;
  };

  test('show every fault of their input at once, and where it is', async () => {
    const page = await choose('Create, with two faults in it');
    const outcomes = page.getByRole('list', { name: 'Outcomes' });
    await expect.poll(() => outcomes.locator('.outcome').allInnerTexts()).toEqual(['REJECTED']);
    expect(await verdict(page)).toEqual(['1 write refused', 'bad']);
    const faults = outcomes.locator('.fault');
    await expect.poll(() => faults.count()).toBe(2);
    expect((await faults.allInnerTexts()).join(' ')).toContain('input.name');
    expect(running.emulator.calls().filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('of a batch show how each item ended', async () => {
    const page = await choose('A batch with one bad item');
    const outcomes = page.getByRole('list', { name: 'Outcomes' });
    const ends = outcomes.locator('.outcome');
    await expect.poll(() => ends.allInnerTexts()).toEqual(['REJECTED', 'NOT_APPLIED', 'REJECTED']);
    expect(await verdict(page)).toEqual(['1 write refused', 'bad']);
    const colours = await ends.evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
    expect(new Set(colours).size).toBe(2);
  });

  test('of which nobody knows the end can be read back', async () => {
    const page = await open();
    const faults = await openDrawer(page, 'Faults', 'Faults');
    await faults.getByRole('button', { name: /Applied, then cut/ }).click();
    await faults.getByText('1 call to go').waitFor();
    const create = `mutation ($name: String!) { createCampaign(input: { accountId: "${bikes}", fundingInstrumentId: "fik3s001", name: $name, dailyBudgetAmountLocalMicro: 5000000 }) { outcome errors { message } } }`;
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      hashOf(create, { name: 'Whether or not' }),
    );
    await page.getByRole('button', { name: 'createCampaign', exact: true }).waitFor();
    await execute(page);
    await faults.getByText('Nothing: the API works.').waitFor();
    const outcomes = page.getByRole('list', { name: 'Outcomes' });
    await expect.poll(() => outcomes.locator('.outcome').allInnerTexts()).toEqual(['UNKNOWN']);
    expect(await verdict(page)).toEqual(['1 outcome unknown', 'warn']);
    await outcomes.getByRole('button', { name: 'Read it back' }).click();
    await execute(page);
    await part(page, 'Answer').getByText('Whether or not').waitFor();
    const sent = running.emulator.calls().filter(({ method }) => method === 'POST');
    expect(sent).toHaveLength(1);
  });

  const rename = (campaignId: string) => ({ update: { campaignId, name: `New ${campaignId}` } });
  const batch = `mutation Batch($input: BatchCampaignsInput!) { batchCampaigns(input: $input) { outcome results { outcome } } }`;

  test('of several kinds are counted, and only what the API did is good', async () => {
    const name = (value: string) =>
      `updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s001", name: "${value}" })`;
    const verdictOf = async (query: string) => {
      const page = await open({ hash: hashOf(query) });
      await execute(page);
      return verdict(page);
    };
    expect(await verdictOf(`mutation { ${name('Other')} { outcome } }`)).toEqual([
      'no errors',
      'good',
    ]);
    expect(
      await verdictOf(
        `mutation { a: ${name('')} { outcome } b: ${name('Fine')} { outcome } c: ${name('')} { outcome } }`,
      ),
    ).toEqual(['2 writes refused', 'bad']);
    expect(await verdictOf(`mutation { ${name('')} { errors { message } } }`)).toEqual([
      'outcome not shown',
      'muted',
    ]);
    expect(await verdictOf(`mutation { ${name('')} { how: outcome } }`)).toEqual([
      'outcome not shown',
      'muted',
    ]);
  });

  test('that were refused say so in the history', async () => {
    const page = await choose('A batch with one bad item');
    const history = await openDrawer(page, 'History', 'History');
    await history.getByRole('button', { name: /BatchWithABadItem.*errors/ }).waitFor();
  });

  /** Runs a batch whose answer is lost, then the query that reads it back: its answer and calls. */
  const readBack = async (page: Page) => {
    running.emulator.fault({
      match: { method: 'POST' },
      times: 1,
      fault: { kind: 'drop', apply: true },
    });
    await execute(page);
    await page.getByRole('button', { name: 'Read it back' }).click();
    await page.getByRole('button', { name: 'ReadBack', exact: true }).waitFor();
    running.emulator.reset();
    const { data, errors } = await execute(page);
    expect(errors).toBeUndefined();
    return { account: data.account, calls: running.emulator.calls() };
  };

  test('of a batch are read back by their ids, and as the newest where they were created', async () => {
    const page = await open();
    const examples = await openDrawer(page, 'Examples', 'Examples');
    await examples.getByRole('button', { name: /^A batch Two/ }).click();
    const { account, calls } = await readBack(page);
    expect(account.campaign).toMatchObject({ restId: 'cik3s001', entityStatus: 'PAUSED' });
    expect(account.newest.nodes[0]).toMatchObject({ name: 'Autumn sale' });
    expect(calls.map(({ path }) => path.split('/').slice(4).join('/')).sort()).toEqual([
      'campaigns',
      'campaigns/cik3s001',
    ]);
    expect(calls.find(({ endpoint }) => endpoint === 'listCampaigns')?.query).toMatchObject({
      sort_by: 'created_at-desc',
      with_draft: 'true',
    });
  });

  test('of a long batch are all read back, drafts and deleted ones too', async () => {
    const rows = running.emulator.store
      .rows('Campaign', bikes)
      .filter(({ deleted }) => deleted !== true);
    const isDraft = ({ entity_status: status }: (typeof rows)[number]) => status === 'DRAFT';
    const [gone = '', ...others] = [...rows.filter(isDraft), ...rows.filter((row) => !isDraft(row))]
      .map(({ id }) => String(id))
      .slice(0, 40);
    expect(rows.filter(isDraft).length).toBeGreaterThan(1);
    expect(others.length).toBeGreaterThan(20);
    const operations = [{ delete: { campaignId: gone } }, ...others.map(rename)];
    const page = await open({ hash: hashOf(batch, { input: { accountId: bikes, operations } }) });
    const { account, calls } = await readBack(page);
    const read = account.changed.nodes.map(({ restId }: { restId: string }) => restId);
    expect(read.sort()).toEqual([gone, ...others].sort());
    expect(calls.map(({ endpoint }) => endpoint)).toEqual(['listCampaigns']);
  });

  test('of targeting are read back one by one, and by their line items where they were created', async () => {
    const [row] = running.emulator.store.rows('TargetingCriterion', bikes);
    const { id, line_item_id: lineItemId } = row ?? {};
    const operations = [
      { create: { lineItemId, targetingType: 'LOCATION', targetingValue: 'fbd6d2f5a4e4a15e' } },
      { delete: { targetingCriterionId: id } },
    ];
    const query = `mutation Batch($input: BatchTargetingCriteriaInput!) { batchTargetingCriteria(input: $input) { outcome errors { message } } }`;
    const page = await open({ hash: hashOf(query, { input: { accountId: bikes, operations } }) });
    const { account, calls } = await readBack(page);
    expect(account.targetingCriterion).toMatchObject({ restId: id, deleted: true });
    expect(account.newest.nodes[0]).toMatchObject({ targetingValue: 'fbd6d2f5a4e4a15e' });
    expect(calls.find(({ query }) => query['sort_by'] !== undefined)?.query).toMatchObject({
      line_item_ids: lineItemId,
      sort_by: 'created_at-desc',
    });
    expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(['GET']));
  });
});

describe('with a dry run first', () => {
  const raise = `mutation { raise: updateCampaign(input: {
    accountId: "${bikes}", campaignId: "cik3s000", dailyBudget: "1400", name: "Winter"
  }) { outcome } }`;
  const writesSent = () => running.emulator.calls().filter(({ method }) => method !== 'GET');

  test('Run says what a mutation would do, and one more click sends it', async () => {
    const page = await open({ hash: hashOf(raise) });
    await page.getByLabel('Dry run first').check();
    await runButton(page).click();
    const before = page.getByRole('region', { name: 'Before it is sent' });
    await before.getByText('daily budget 140.00 EUR → 1,400.00 EUR (+900 %)').waitFor();
    const cells = before.getByRole('table', { name: 'Changes' }).getByRole('cell');
    expect(await cells.allInnerTexts()).toEqual(
      expect.arrayContaining(['dailyBudget', '140 EUR', '1400 EUR', 'name', 'Winter']),
    );
    expect(writesSent()).toEqual([]);
    await before.getByRole('button', { name: 'Send' }).click();
    await part(page, 'Answer').getByText('APPLIED').first().waitFor();
    expect(writesSent()).toHaveLength(1);
  });

  test('what has changed since is not sent', async () => {
    const page = await open({ hash: hashOf(raise) });
    await page.getByLabel('Dry run first').check();
    await runButton(page).click();
    const send = page.getByRole('button', { name: 'Send' });
    await send.waitFor();
    const editor = part(page, 'Operation').getByLabel('Operation', { exact: true });
    await editor.press('ControlOrMeta+End');
    await page.keyboard.type(' # once more');
    await page.getByText('The operation has changed since').waitFor();
    expect(await send.isDisabled()).toBe(true);
    expect(writesSent()).toEqual([]);
  });

  test('what would be refused says why, and cannot be sent', async () => {
    const page = await open({ hash: hashOf(raise.replace('"1400"', '"-1"')) });
    await page.getByLabel('Dry run first').check();
    await runButton(page).click();
    await page.getByText('It would be refused.').waitFor();
    const before = page.getByRole('region', { name: 'Before it is sent' });
    expect(await before.locator('.fault').innerText()).toContain('input.dailyBudget');
    expect(await before.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    expect(writesSent()).toEqual([]);
  });

  test('with live keys a mutation always says first what it would do', async () => {
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
