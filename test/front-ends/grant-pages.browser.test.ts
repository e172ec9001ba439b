import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { useGateway } from '../support/gateway.ts';
import { authorizeUrl, newClient, publishedEnv } from '../support/outside-clients.ts';

const running = useGateway({ env: await publishedEnv() });
let browser: Browser;
/** A client that waits for its code on this machine. */
let waiting: Server;
beforeAll(async () => {
  browser = await chromium.connect(inject('browser'));
  waiting = createServer((_, res) => res.end('You can close this window.')).listen(0, '127.0.0.1');
  await once(waiting, 'listening');
});
afterAll(async () => {
  waiting.close();
  await browser.close();
});

const small = { width: 390, height: 844 };

test('a person signs in, admits a client, and disconnects it, without scripts', async () => {
  const { port } = waiting.address() as AddressInfo;
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const client = await newClient(running);
  const redirect = { redirect_uri: `http://127.0.0.1:${port}/callback` };
  await page.goto(authorizeUrl(running, client, redirect));
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Allow this client to connect?' }).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('Choose at least one account, or deny the request.').waitFor();
  await page.getByLabel('Nordlicht Bikes').check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('You can close this window.').waitFor();
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  await page.goto(`${new URL(running.url).origin}/agents`);
  await page.getByText('Read campaigns and results.').waitFor();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No connected clients.').waitFor();
  await context.close();
});

test('in light and dark the page is accessible', async () => {
  const context = await browser.newContext({ viewport: small, bypassCSP: true });
  const page = await context.newPage();
  const scope = 'ads.read ads.write ads.spend';
  await page.goto(authorizeUrl(running, await newClient(running), { scope }));
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Allow this client to connect?' }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      small.width,
    );
    expect(await findings(page, { targets: true })).toEqual([]);
  }
  await context.close();
});
