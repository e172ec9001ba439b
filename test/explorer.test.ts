import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parse, validate } from 'graphql';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../src/schema/index.ts';
import { openBrowser } from './support/browser.ts';
import { useGateway } from './support/gateway.ts';

const running = useGateway();
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
}, 180_000);

afterAll(() => browser.close());

interface Opened {
  readonly page: Page;
  /** Every address outside the gateway that the page asked for. */
  readonly foreign: readonly string[];
  readonly failures: readonly string[];
}

/** The explorer in a fresh profile that reaches the gateway and nothing else. */
const open = async (): Promise<Opened> => {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const { origin } = new URL(running.url);
  const foreign: string[] = [];
  const failures: string[] = [];
  await context.route(
    (url) => url.protocol.startsWith('http') && url.origin !== origin,
    (route) => {
      foreign.push(route.request().url());
      return route.abort();
    },
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) failures.push(message.text());
  });
  await page.goto(running.url);
  await page.locator('.graphiql-execute-button').waitFor();
  return { page, foreign, failures };
};

/** Runs the open tab, and gives the answer as it travelled once the page shows it too. */
const execute = async (page: Page, shown: string) => {
  const answered = async () => {
    const answer = page.waitForResponse((response) => response.request().method() === 'POST', {
      timeout: 3000,
    });
    await page.locator('.graphiql-execute-button').click();
    return answer.catch(() => null);
  };
  // Just after a change of tabs the page still has the last tab's operation in mind, and sends nothing.
  let response = await answered();
  while (response === null) response = await answered();
  const body = await response.json();
  await page.locator('.graphiql-response').getByText(shown).first().waitFor();
  return body;
};

describe('the explorer in a real browser', () => {
  test('runs its first example and shows rows, and asks no other host', async () => {
    const { page, foreign, failures } = await open();
    const [account] = running.emulator.accounts;
    const body = await execute(page, account?.name ?? 'no account');
    expect(body.data.accounts.nodes[0].name).toBe(account?.name);
    expect(body.extensions.upstream.count).toBe(1);
    expect({ foreign, failures }).toEqual({ foreign: [], failures: [] });
    await page.context().close();
  });

  test('offers more examples, each with its REST calls traced', async () => {
    const { page, foreign, failures } = await open();
    const tabs = page.locator('.graphiql-tab-button');
    const names = await tabs.allInnerTexts();
    expect(names.slice(0, 3)).toEqual(['Accounts', 'WholeAccount', 'CreateAndPause']);
    // One press is enough: the tab stays where it is under the pointer.
    await tabs.nth(1).click();
    await page.locator('.graphiql-tab-active', { hasText: 'WholeAccount' }).waitFor();
    const body = await execute(page, running.emulator.accounts[0]?.name ?? 'no account');
    expect(body.errors).toBeUndefined();
    expect(body.extensions.upstream.count).toBe(26);
    expect(body.extensions.upstream.calls[0]).toMatchObject({
      endpoint: 'listAccounts',
      method: 'GET',
      path: '/12/accounts',
      status: 200,
      attempts: 1,
    });
    expect({ foreign, failures }).toEqual({ foreign: [], failures: [] });
    await page.context().close();
  });
});

const examples = new URL('../src/explorer/examples/', import.meta.url);

test.each(readdirSync(examples))('the example %s is valid for the schema', (name) => {
  const text = readFileSync(new URL(name, examples), 'utf8');
  expect(validate(schema, parse(text))).toEqual([]);
});

describe('the page', () => {
  const get = async (headers: Readonly<Record<string, string>>) => {
    const sent = request(running.url, { headers: { accept: 'text/html', ...headers } });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { response, body: Buffer.concat(await response.toArray()) };
  };

  test('travels compressed, and not at all where the browser has it', async () => {
    const plain = await get({});
    const gzipped = await get({ 'accept-encoding': 'gzip, deflate' });
    const brotli = await get({ 'accept-encoding': 'gzip, deflate, br' });
    expect(gzipped.response.headers['content-encoding']).toBe('gzip');
    expect(brotli.response.headers['content-encoding']).toBe('br');
    expect(gunzipSync(gzipped.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(brotli.body.length).toBeLessThan(plain.body.length / 3);
    const again = await get({ 'if-none-match': String(plain.response.headers.etag) });
    expect(again.response.statusCode).toBe(304);
    expect(again.body.length).toBe(0);
  });

  test('may load nothing from elsewhere', async () => {
    const { response } = await get({ 'accept-encoding': 'br' });
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
  });
});
