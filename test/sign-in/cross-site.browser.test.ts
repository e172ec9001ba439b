import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Running } from '../support/gateway.ts';
import { startGateway, useGateway } from '../support/gateway.ts';

const running = useGateway();
let friendly: Running;
let browser: Browser;
let elsewhere: Server;
let foreign: string;
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
let context: BrowserContext;
let page: Page;

const mutation = 'mutation { invalidateAccessToken { outcome } }';

beforeAll(async () => {
  elsewhere = createServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>x</title>');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  // Another host name is another site, even on the same machine.
  foreign = `http://localhost:${(elsewhere.address() as AddressInfo).port}`;
  [friendly, browser] = await Promise.all([
    startGateway({ env: { ALLOWED_ORIGINS: foreign } }),
    chromium.connect(inject('browser')),
  ]);
  const first = await browser.newContext();
  const own = await first.newPage();
  await own.goto(`${origin()}/auth/login?returnTo=/auth/session`);
  await own.getByRole('button', { name: 'Allow' }).click();
  await own.waitForURL('**/auth/session');
  signedIn = await first.storageState();
  await first.close();
}, 180_000);

afterAll(async () => {
  await browser.close();
  elsewhere.close();
  await friendly.close();
});

/**
 * A browser whose user is signed in at the gateway and opens a page of another site. It is a new
 * page, because a form may still be leaving the page before.
 */
beforeEach(async () => {
  running.emulator.reset();
  friendly.emulator.reset();
  context = await browser.newContext({ storageState: signedIn });
  page = await context.newPage();
  await page.goto(foreign);
  return () => context.close();
});

const origin = (): string => new URL(running.url).origin;

/** Expects that nothing was sent upstream, and that the user is still signed in. */
const expectNothingChanged = async (): Promise<void> => {
  expect(running.emulator.calls()).toEqual([]);
  const session = await context.request.get(`${origin()}/auth/session`);
  expect(await session.json()).toMatchObject({ signedIn: true });
};

/** Sends a form of the foreign page. Returns the status of the answer. */
const submit = async (action: string, enctype: string, fields: object): Promise<number> => {
  const answered = page.waitForResponse((response) => response.url().startsWith(action));
  await page.evaluate(
    ([to, type, values]) => {
      const { document } = globalThis as unknown as { readonly document: Html };
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: to, enctype: type });
      for (const [name, value] of Object.entries(values as object)) {
        form.append(Object.assign(document.createElement('input'), { name, value }));
      }
      document.body.append(form);
      form.submit();
    },
    [action, enctype, fields] as const,
  );
  return (await answered).status();
};

interface Html {
  readonly createElement: (name: string) => HtmlElement;
  readonly body: HtmlElement;
}
interface HtmlElement {
  readonly append: (child: object) => void;
  readonly submit: () => void;
  readonly click: () => void;
}

/** The text that a script of the foreign page can read, or the error. */
const fetched = (url: string, init: object): Promise<string> =>
  page.evaluate(
    ([to, options]) =>
      fetch(to, options as RequestInit).then(
        async (response) => `${response.type} ${await response.text()}`,
        (error: unknown) => String(error),
      ),
    [url, init] as const,
  );

describe('a page of another site', () => {
  test.each(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])(
    'cannot send a mutation as a form of type %s',
    async (type) => {
      expect(await submit(running.url, type, { query: mutation })).toBe(415);
      await expectNothingChanged();
    },
  );

  test('cannot send JSON that is disguised as a form', async () => {
    const text = `{"query":"${mutation}","x":"`;
    expect(await submit(running.url, 'text/plain', { [text]: '"}' })).toBe(415);
    await expectNothingChanged();
  });

  test('cannot send JSON as plain text by a script', async () => {
    const body = JSON.stringify({ query: mutation });
    const simple = { method: 'POST', mode: 'no-cors', credentials: 'include', body };
    expect(await fetched(running.url, simple)).toBe('opaque ');
    await expectNothingChanged();
  });

  test('cannot send JSON as such, because the browser asks first', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: mutation });
    const init = { method: 'POST', credentials: 'include', headers, body };
    expect(await fetched(running.url, init)).toContain('Failed to fetch');
    await expectNothingChanged();
  });

  test('cannot read an answer', async () => {
    const query = encodeURIComponent('{ viewer { userId } }');
    for (const credentials of ['include', 'omit']) {
      const url = `${running.url}?query=${query}`;
      expect(await fetched(url, { credentials })).toContain('Failed to fetch');
    }
    expect(await fetched(`${origin()}/auth/session`, { credentials: 'include' })).toContain(
      'Failed to fetch',
    );
    await expectNothingChanged();
  });

  test('cannot change anything by a picture or a link', async () => {
    const url = `${running.url}?query=${encodeURIComponent(mutation)}`;
    for (const address of [url, `${origin()}/auth/logout`, `${origin()}/auth/login`]) {
      await page.evaluate(async (src) => {
        const { document } = globalThis as unknown as { readonly document: Html };
        const image = document.createElement('img');
        await new Promise((resolve) => {
          document.body.append(Object.assign(image, { src, onerror: resolve }));
        });
      }, address);
    }
    await page.evaluate((href) => {
      const { document } = globalThis as unknown as { readonly document: Html };
      const link = Object.assign(document.createElement('a'), { href });
      document.body.append(link);
      link.click();
    }, url);
    await page.waitForURL(`${running.url}**`);
    await expectNothingChanged();
  });

  test('cannot spend the calls of the owner by a picture', async () => {
    const query = encodeURIComponent('{ accounts(first: 1) { nodes { id } } }');
    await page.evaluate(async (src) => {
      const { document } = globalThis as unknown as { readonly document: Html };
      const image = document.createElement('img');
      await new Promise((resolve) => {
        document.body.append(Object.assign(image, { src, onerror: resolve }));
      });
    }, `${running.url}?query=${query}`);
    await expectNothingChanged();
  });

  test('cannot sign the user out', async () => {
    const action = `${origin()}/auth/logout?revoke=true`;
    const simple = { method: 'POST', mode: 'no-cors', credentials: 'include' };
    expect(await fetched(action, simple)).toBe('opaque ');
    expect(await submit(action, 'application/x-www-form-urlencoded', {})).toBe(403);
    await expectNothingChanged();
  });

  test('can send requests if its origin is allowed', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: '{ accounts(first: 1) { nodes { __typename } } }' });
    const init = { method: 'POST', credentials: 'include', headers, body };
    expect(await fetched(friendly.url, init)).toContain('"Account"');
    const session = `${new URL(friendly.url).origin}/auth/session`;
    expect(await fetched(session, { credentials: 'include' })).toContain('"signedIn":false');
    expect(friendly.emulator.calls()).toHaveLength(1);
  });
});
