import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { useGateway } from './support/gateway.ts';

const running = useGateway();
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
}, 180_000);

afterAll(() => browser.close());

test('leads from the first click over the consent page to a query as that user, and out again', async () => {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const failures: string[] = [];
  const known = [running.url, running.emulator.url].map((url) => new URL(url).origin);
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && !known.includes(origin)) failures.push(request.url());
  });
  const query = encodeURIComponent('{ viewer { signedIn screenName } }');
  await page.goto(`${running.url}?query=${query}`);
  await page.getByText('Not signed in').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('@emulator_colleague').check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('Signed in as @emulator_colleague').waitFor();
  expect(page.url()).toBe(running.url);
  await page.goto(`${running.url}?query=${query}`);
  await page.locator('.graphiql-execute-button').click();
  const answer = page.locator('.graphiql-response .view-lines');
  await answer.getByText('emulator_colleague').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Not signed in').waitFor();
  const cookies = await page.context().cookies(running.url);
  expect(cookies.map(({ name }) => name)).not.toContain('ads_graph_session');
  expect(failures).toEqual([]);
}, 180_000);
