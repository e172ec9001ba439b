import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { bikes } from '../support/accounts.ts';
import { addTab, execute, hashOf, isInSight, part, useExplorer } from '../support/explorer.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
const open = useExplorer(running);

const names = `{\n  account(id: "${bikes}") {\n    name\n  }\n}\n`;

const editor = (page: Page) => part(page, 'Operation').getByLabel('Operation', { exact: true });
const textOf = async (page: Page): Promise<string> => {
  const lines = await editor(page).locator('.cm-line').allInnerTexts();
  return lines.map((line) => line.replace('\n', '')).join('\n');
};
const suggestions = (page: Page) => page.getByRole('option');
/** Waits for the schema: only then a name has a tooltip, and names are suggested. */
const tooltipOf = async (page: Page, name: string): Promise<Locator> => {
  const shown = page.locator('.cm-tooltip-hover');
  const isShown = async (): Promise<boolean> => {
    await page.mouse.move(0, 0);
    await editor(page).getByText(name, { exact: true }).hover();
    return shown.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isShown).toBe(true);
  return shown;
};
const untilSchema = async (page: Page): Promise<void> => {
  const shown = await tooltipOf(page, 'account');
  await page.mouse.move(0, 0);
  await expect.poll(() => shown.count()).toBe(0);
};
const atEndOf = async (page: Page, text: string): Promise<void> => {
  await editor(page).getByText(text, { exact: true }).last().click();
  await page.keyboard.press('End');
};

describe('the editor', () => {
  test('shows the type and the description of a name under the pointer', async () => {
    const page = await open({ hash: hashOf(names) });
    const shown = await tooltipOf(page, 'account');
    await shown.getByText('Query.account: Account').waitFor();
    await shown.getByText('One ad account').waitFor();
    await editor(page).press('ArrowDown');
    await expect.poll(() => shown.count()).toBe(0);
  });

  test('completes after a bracket, a brace and a colon, with descriptions, and continues with values', async () => {
    const page = await open({ hash: hashOf(names) });
    await untilSchema(page);
    await atEndOf(page, 'name');
    await page.keyboard.press('Enter');
    await page.keyboard.type('promotedTweets {');
    await suggestions(page).filter({ hasText: 'pageInfo' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type(' nodes ');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('campaigns(');
    await suggestions(page).filter({ hasText: 'withDraft' }).waitFor();
    await expect.poll(() => isInSight(page.locator('.cm-completionInfo .markdown'))).toBe(true);
    await page.keyboard.type('orderBy');
    await expect.poll(() => suggestions(page).count()).toBe(1);
    await suggestions(page).first().click();
    await expect.poll(() => textOf(page)).toContain('campaigns(orderBy: )');
    await page.keyboard.type('{');
    await suggestions(page).filter({ hasText: 'direction' }).waitFor();
    await page.keyboard.type('direction:');
    await suggestions(page).filter({ hasText: 'DESC' }).waitFor();
  });

  test('offers frequently used fields first, and writes the braces of an object', async () => {
    const page = await open({
      hash: hashOf('{ account(id: "a") {\n  campaigns {\n    nodes\n  }\n} }'),
    });
    await untilSchema(page);
    await atEndOf(page, 'nodes');
    await page.keyboard.type(' {');
    const first = async () =>
      (await suggestions(page).locator('.cm-completionLabel').allInnerTexts()).slice(0, 3);
    await expect.poll(first).toEqual(['name', 'id', 'entityStatus']);
    await page.keyboard.type('dailyBud');
    await suggestions(page)
      .filter({ hasText: /^dailyBudgetMoney$/ })
      .click();
    await expect.poll(() => textOf(page)).toContain('dailyBudget {  }');
    await suggestions(page).filter({ hasText: 'currency' }).waitFor();
  });

  test('accepts type and input as names of fields and arguments', async () => {
    const query = `mutation M($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome } }`;
    const page = await open({ hash: hashOf(query) });
    const classes = (text: string) =>
      editor(page).getByText(text, { exact: true }).first().getAttribute('class');
    expect(await classes('mutation')).toContain('tok-keyword');
    expect((await classes('input')) ?? '').not.toContain('tok-keyword');
    await addTab(page, '{ account(id: "a") { fundingInstruments { nodes { type } } } }');
    expect(await classes('type')).toContain('tok-propertyName');
  });

  test('prettifies and keeps comments, even beside a # in a text', async () => {
    const query = `{ # first\naccount(id: "${bikes}") { name campaigns(q: "a # b") { nodes { name } } } # last\n}`;
    const page = await open({ hash: hashOf(query) });
    await page.getByRole('button', { name: 'Prettify' }).click();
    await expect
      .poll(() => textOf(page))
      .toBe(`{
  # first
  account(id: "${bikes}") {
    name
    campaigns(q: "a # b") {
      nodes {
        name
      }
    }
  } # last
}
`);
  });
});

describe('find', { timeout: 90_000 }, () => {
  const find = (page: Page, name: 'Operation' | 'Response') => part(page, name).getByRole('search');

  test('counts the matches in the operation, steps through them, and replaces them', async () => {
    const page = await open({ hash: hashOf('{ one: viewer { userId } Two: viewer { userId } }') });
    const text = part(page, 'Operation').getByRole('textbox', { name: 'Operation', exact: true });
    await text.focus();
    await page.keyboard.press('ControlOrMeta+f');
    const panel = find(page, 'Operation');
    const counted = () => panel.getByRole('status').innerText();
    await panel.getByLabel('Find', { exact: true }).fill('user');
    await expect.poll(counted).toBe('2 found');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(counted).toBe('2 of 2');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(counted).toBe('1 of 2');
    expect(await findings(page, { targets: true, within: '.find' })).toEqual([]);
    await panel.getByLabel('Find', { exact: true }).fill('two');
    await expect.poll(counted).toBe('1 found');
    await panel.getByRole('button', { name: 'Match case' }).click();
    await expect.poll(counted).toBe('Not found');
    await panel.getByRole('button', { name: 'Pattern' }).click();
    await panel.getByLabel('Find', { exact: true }).fill('T.o');
    await expect.poll(counted).toBe('1 found');
    await panel.getByLabel('Replace with').fill('three');
    await panel.getByRole('button', { name: 'All' }).click();
    await expect.poll(() => text.innerText()).toContain('three: viewer');
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
  });

  test('looks like the page in the answer, which cannot be changed', async () => {
    const page = await open({ hash: hashOf('{ viewer { userId } }') });
    await execute(page);
    await part(page, 'Response').getByRole('textbox').focus();
    await page.keyboard.press('ControlOrMeta+f');
    const input = find(page, 'Response').getByLabel('Find', { exact: true });
    const fonts = await input.evaluate((one) => {
      const { fontFamily, fontSize } = getComputedStyle(one);
      return [fontFamily, fontSize, getComputedStyle(document.body).fontFamily];
    });
    expect(fonts).toEqual([fonts[2], '13px', fonts[2]]);
    expect(await find(page, 'Response').getByLabel('Replace with').count()).toBe(0);
  });
});

describe('variables', () => {
  const query = `mutation Create($input: CreateCampaignInput!, $other: Int) {
  createCampaign(input: $input) { outcome }
}`;
  const variables = (page: Page) => page.getByRole('textbox', { name: 'Variables' });

  test('that are required are written by a click, with their required fields', async () => {
    const page = await open({ hash: hashOf(query) });
    await page.getByRole('button', { name: 'Fill in $input' }).click();
    await expect.poll(() => variables(page).innerText()).toContain('"fundingInstrumentId": ""');
    await expect.poll(() => page.getByRole('button', { name: 'Fill in $input' }).count()).toBe(0);
  });

  test('are completed and checked against the operation, and names of headers are suggested', async () => {
    const page = await open({ hash: hashOf(query) });
    await page.getByRole('button', { name: 'Variables' }).click();
    await variables(page).click();
    await page.keyboard.type('{');
    await suggestions(page).filter({ hasText: 'other' }).waitFor();
    await page.keyboard.type('"input": {"entityStatus": ');
    await suggestions(page).filter({ hasText: 'PAUSED' }).waitFor();
    await page.keyboard.type('"NEVER", "nothing": 1');
    await expect
      .poll(() => variables(page).locator('.cm-lintRange-error').count())
      .toBeGreaterThan(0);
    await variables(page).getByText('"NEVER"').hover();
    await page.locator('.cm-tooltip-lint').getByText(/NEVER/).first().waitFor();
    await page.getByRole('button', { name: 'Headers' }).click();
    await page.getByRole('textbox', { name: 'Headers' }).focus();
    await page.keyboard.type('{"x-a');
    await suggestions(page).filter({ hasText: 'x-api-key' }).waitFor();
  });
});

describe('the tree of fields', () => {
  const tree = (page: Page) => page.getByRole('region', { name: 'Fields', exact: true });
  const box = (page: Page, name: string) =>
    tree(page).getByRole('checkbox', { name, exact: true }).first();

  test('and the text are the same document, whichever changes, unless the text has a mistake', async () => {
    const page = await open({ hash: hashOf(names) });
    await page.getByRole('banner').getByRole('button', { name: 'Fields' }).click();
    await expect.poll(() => box(page, 'account').isChecked()).toBe(true);
    await box(page, 'campaigns').click();
    await expect
      .poll(() => textOf(page))
      .toBe(`{
  account(id: "${bikes}") {
    name
    campaigns {
      nodes {
        name
      }
    }
  }
}
`);
    await tree(page).getByRole('checkbox', { name: 'first:' }).first().click();
    await expect.poll(() => textOf(page)).toContain('campaigns(first: 50) {');
    await tree(page).getByLabel('Value of first').fill('3');
    await expect.poll(() => textOf(page)).toContain('campaigns(first: 3) {');
    const { data } = await execute(page);
    expect(data.account.campaigns.nodes).toHaveLength(3);
    await atEndOf(page, 'name');
    await page.keyboard.press('Enter');
    await page.keyboard.type('entityStatus ');
    await page.keyboard.press('Escape');
    await expect.poll(() => box(page, 'entityStatus').isChecked()).toBe(true);
    await box(page, 'campaigns').click();
    await expect.poll(() => textOf(page)).toBe(names);
    await box(page, 'account').click();
    // An empty editor shows a hint.
    await expect.poll(() => textOf(page)).toMatch(/^Type \{, /);
    await box(page, 'viewer').click();
    await expect.poll(() => textOf(page)).toContain('query {\n  viewer {');
    await atEndOf(page, 'viewer');
    await page.keyboard.type(' }}');
    await tree(page).getByText('The operation is not valid').waitFor();
  });

  test('has the members of inputs and the items of lists, with their values', async () => {
    const written = (input: string): string =>
      `mutation { batchCampaigns(input: { accountId: "${bikes}", ${input} }) { outcome } }`;
    const page = await open({
      hash: hashOf(written('operations: [{ update: { campaignId: "a", entityStatus: PAUSED } }]')),
    });
    await page.getByRole('banner').getByRole('button', { name: 'Fields' }).click();
    await tree(page).getByLabel('Value of entityStatus').selectOption('ACTIVE');
    await tree(page).getByLabel('Value of campaignId').fill('cik3s001');
    await box(page, 'idempotencyKey:').click();
    await tree(page).getByLabel('Value of idempotencyKey').fill('once');
    const update = '{ update: { campaignId: "cik3s001", entityStatus: ACTIVE } }';
    await expect
      .poll(() => textOf(page))
      .toBe(written(`operations: [${update}], idempotencyKey: "once"`));
    await box(page, 'operations 2:').click();
    await tree(page).getByRole('checkbox', { name: 'delete:', exact: true }).last().click();
    await expect
      .poll(() => textOf(page))
      .toContain(`operations: [${update}, { delete: { campaignId: "" } }],`);
    await box(page, 'idempotencyKey:').click();
    await box(page, 'operations 1:').click();
    await box(page, 'operations 1:').click();
    await expect.poll(() => textOf(page)).toBe(written('operations: []'));
    expect(await box(page, 'operations:').isDisabled()).toBe(true);
  });

  test('writes a mutation in a new tab, with its outcome and a real id', async () => {
    const page = await open({ hash: hashOf(names) });
    await page.getByRole('banner').getByRole('button', { name: 'Fields' }).click();
    await tree(page).getByLabel('Kind of operation').selectOption('Mutation');
    await tree(page).getByLabel('Filter fields').fill('updateCampaign');
    await box(page, 'updateCampaign').click();
    await expect
      .poll(() => textOf(page))
      .toBe(`mutation {
  updateCampaign(input: { accountId: "", campaignId: "" }) {
    outcome
    errors {
      code
      message
      argument
    }
  }
}
`);
    const account = tree(page).getByLabel('Value of accountId');
    await account.focus();
    await expect.poll(() => tree(page).locator(`option[value="${bikes}"]`).count()).toBe(1);
    await account.fill(bikes);
    await expect.poll(() => textOf(page)).toContain(`accountId: "${bikes}"`);
    await page.getByRole('button', { name: 'account', exact: true }).click();
    await expect.poll(() => textOf(page)).toBe(names);
    await expect.poll(() => tree(page).getByLabel('Kind of operation').inputValue()).toBe('query');
  });
});
