import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { addTab, execute, hashOf, part, useExplorer } from '../support/explorer.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway({ emulator: { rateWindows: true } });
const open = useExplorer(running);

const other = '18ce54trv4l';
const estimateOf = (page: Page) => page.getByRole('region', { name: 'Before running' });
/** All that is behind the line of costs. */
const costsOf = (page: Page) => estimateOf(page).locator('.menu').textContent();

test('rate windows of an account show after a run, and not those of another account', async () => {
  const listOf = (account: string) =>
    `{ account(id: "${account}") { campaigns(first: 1) { nodes { name } } } }`;
  const page = await open({ hash: hashOf(listOf(bikes)) });
  const { extensions } = await execute(page);
  const [window] = extensions.adsBudget;
  expect(window.scope).toBe(`account:listCampaigns:${bikes}`);
  const left = new Intl.NumberFormat('en').format(window.remaining);
  await estimateOf(page).getByText(`1 call · 2 objects · ${left} left`).waitFor();
  expect(await costsOf(page)).toContain(`Rate limit of ${bikes}${left} of 10,000 left until`);
  await addTab(page, listOf(other));
  await estimateOf(page).getByText('1 call · 2 objects', { exact: true }).waitFor();
});

test('a plan that would be refused shows the figures of the refusal, and the most expensive field', async () => {
  const query = '{ accounts(first: 1000) { nodes { campaigns(first: 1000) { nodes { id } } } } }';
  const page = await open({ hash: hashOf(query) });
  const { errors } = await execute(page);
  const { cost } = errors[0].extensions;
  const figure = new Intl.NumberFormat('en').format(cost.calls);
  await expect.poll(() => estimateOf(page).innerText()).toContain(figure);
  expect(await costsOf(page)).toContain('up to 1,001,000 of 50,000');
  expect(await estimateOf(page).getByRole('status').innerText()).toBe(
    'Would be rejected. accounts.nodes.campaigns costs the most: up to 1,000,000.',
  );
  await part(page, 'Calls').getByText('No calls: the operation was rejected.').waitFor();
});

test('a call that two aliases share is marked at both', async () => {
  const query = `{
  one: account(id: "${bikes}") { campaigns(first: 2) { nodes { name } } }
  two: account(id: "${bikes}") { campaigns(first: 1) { nodes { id } } }
}`;
  const page = await open({ hash: hashOf(query) });
  const { extensions } = await execute(page);
  expect(extensions.upstream.count).toBe(1);
  const calls = part(page, 'Calls');
  await calls.getByText('one.campaigns, two.campaigns').waitFor();
  await calls.getByRole('button', { name: '/campaigns' }).first().hover();
  await expect
    .poll(() => page.locator('.marked-field').allInnerTexts())
    .toEqual(['campaigns', 'campaigns']);
  await part(page, 'Operation').getByText('id', { exact: true }).last().click();
  await expect
    .poll(() => calls.locator('tr.pointed').allInnerTexts())
    .toEqual([expect.stringContaining(`/12/accounts/${bikes}/campaigns`)]);
});

test('messages name no class, and no code twice', async () => {
  const page = await open({ hash: hashOf('{ viewer { userId ') });
  await page.getByRole('button', { name: 'Run' }).click();
  const answer = part(page, 'Response');
  await answer.getByText('Expected Name, found <EOF>.').first().waitFor();
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('textbox', { name: 'Variables' }).fill('{ "first": }');
  await page.getByRole('button', { name: 'Run' }).click();
  await answer.getByText('The variables are not valid JSON').waitFor();
  expect(await answer.innerText()).not.toMatch(/Syntax ?Error/);
});

test('no call was needed is shown only if it is true', async () => {
  const page = await open({ hash: hashOf('{ viewer { signedIn } }') });
  await execute(page);
  await part(page, 'Calls').getByText('No calls were needed.').waitFor();
  const campaign = 'accountId: "18ce54bik3s", campaignId: "cik3s001", name: ""';
  for (const refused of [
    '{ account(id: "../x") { name } }',
    `mutation { updateCampaign(input: { ${campaign} }) { outcome } }`,
  ]) {
    await addTab(page, refused);
    await execute(page);
    await part(page, 'Calls').getByText('No calls.').waitFor();
  }
});

test('the line of costs explains why it has none, and never blames a valid operation', async () => {
  const page = await open({ hash: hashOf('{ accounts { nodes { name } } }') });
  const line = () => estimateOf(page).innerText();
  await expect.poll(line).toMatch(/^\d+(–\d+|\+)? calls? · /);
  await page.getByRole('button', { name: 'Headers' }).click();
  await page
    .getByRole('textbox', { name: 'Headers' })
    .fill('{ "authorization": "Bearer not-a-session" }');
  await expect.poll(line).toMatch(/unknown\. The session of this request is damaged/);
  await page.getByRole('textbox', { name: 'Headers' }).fill('');
  await expect.poll(line).toMatch(/^\d+(–\d+|\+)? calls? · /);
  await page.route('**/graphql', (route) => route.abort());
  await addTab(page, '{ accounts { nodes { id } } }');
  await expect.poll(line).toBe('The cost is unknown. The gateway did not respond. Is it running?');
  await addTab(page, '{ accounts {');
  await expect.poll(line).toContain('once the operation is valid');
});

test('the calls of the last run are beside those that a run may need, even in another tab', async () => {
  const page = await open({ hash: hashOf(`{ account(id: "${bikes}") { name } }`) });
  await estimateOf(page).getByText('1 call · ').waitFor();
  expect(await costsOf(page)).not.toContain('Last run');
  const deep =
    '{ accounts { nodes { campaigns { nodes { lineItems(first: 5) { nodes { name } } } } } } }';
  await addTab(page, deep);
  await estimateOf(page).getByText('1+ calls · ').waitFor();
  const { extensions } = await execute(page);
  await estimateOf(page).getByText(`${extensions.upstream.count} calls · `).waitFor();
  expect(await costsOf(page)).toContain(`Last run${extensions.upstream.count} calls`);
});

describe('an answer stays while its tab gets no other', () => {
  const shown = (page: Page) => part(page, 'Response').locator('.cm-content').innerText();
  const names = `{ account(id: "${bikes}") { name } }`;

  test.each([
    ['is gone', 'The gateway did not respond. Is it running?', null],
    ['is stopping', 'The gateway is shutting down.', 'SHUTTING_DOWN'],
  ])('if the gateway %s, and Retry gets another', async (_what, sentence, code) => {
    const page = await open({ hash: hashOf(names) });
    await execute(page);
    const error = { message: 'The gateway is shutting down.', extensions: { code } };
    await page.route('**/graphql', (route) =>
      code === null ? route.abort() : route.fulfill({ status: 503, json: { errors: [error] } }),
    );
    for (let run = 0; run < 2; run += 1) {
      await page.getByRole('button', { name: 'Run' }).click();
      const alert = part(page, 'Response').getByRole('alert');
      await alert.getByText(sentence, { exact: true }).waitFor();
      await part(page, 'Response').getByText('The previous response').waitFor();
      expect(await shown(page)).toContain('Nordlicht Bikes');
    }
    await page.unroute('**/graphql');
    await part(page, 'Response').getByRole('button', { name: 'Retry' }).click();
    await part(page, 'Response').getByText('no errors').waitFor();
    expect(await part(page, 'Response').getByText('The previous response').count()).toBe(0);
  });

  test('but a write that may have been sent is not retried', async () => {
    const query = `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "A" }) { outcome } }`;
    const page = await open({ hash: hashOf(query) });
    await page.route('**/graphql', (route) => route.abort());
    await page.getByRole('button', { name: 'Run' }).click();
    await part(page, 'Response').getByRole('alert').waitFor();
    expect(await part(page, 'Response').getByRole('button', { name: 'Retry' }).count()).toBe(0);
  });
});

test('a query that failed for a while says why in local time, counts down, and retries', async () => {
  const page = await open({ hash: hashOf(`{ account(id: "${bikes}") { name } }`) });
  const code = 'UPSTREAM_RATE_LIMITED';
  const error = {
    message: 'No calls are left until 2026-11-28T15:24:45.525Z. Try again in 61 seconds.',
    path: ['account'],
    extensions: { code, retryable: true, retryAfterSeconds: 61 },
  };
  await page.route('**/graphql', (route) =>
    route.fulfill({ json: { errors: [error], data: { account: null } } }),
  );
  await page.getByRole('button', { name: 'Run' }).click();
  const response = part(page, 'Response');
  const reason = response.getByRole('listitem').filter({ hasText: code });
  await expect.poll(() => reason.innerText()).toMatch(/left until Nov 28, 2026, .* \S+\. account$/);
  await expect
    .poll(() => response.getByRole('timer').innerText())
    .toMatch(/^Try again in (1:0[01]|0:5\d)$/);
  await page.unroute('**/graphql');
  await response.getByRole('button', { name: 'Retry' }).click();
  await response.getByText('no errors').waitFor();
  expect(await response.getByRole('timer').count()).toBe(0);
});

test('a half-typed document is no error of the page', async () => {
  const page = await open({ hash: hashOf('{ viewer { userId } }') });
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await addTab(page, '{ accounts }');
  await estimateOf(page).getByText('once the operation is valid').waitFor();
  expect(errors).toEqual([]);
});
