import { readFileSync } from 'node:fs';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import type { Running } from './gateway.ts';
import type { SentPart } from './parts.ts';
import { merged, partsIn } from './parts.ts';

/**
 * The page as a test opens it: the address, the hash, the session of a user who is signed in, and
 * the look.
 */
export interface OpenOptions extends BrowserContextOptions {
  readonly url?: string;
  readonly hash?: string;
  readonly session?: string;
}

/**
 * Settings that can change while a page is open; all others need a browser profile of their own.
 */
const changeable: ReadonlySet<string> = new Set(['viewport', 'colorScheme']);
const usual = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;

/**
 * The explorer in a real browser. After each test nothing may have failed or gone elsewhere. The
 * tests of a file share a browser profile, which forgets everything that a test did except its
 * cache. Each test has tabs of its own.
 */
export const useExplorer = (running: Running) => {
  let browser: Browser;
  let shared: BrowserContext | null = null;
  let isTaken = false;
  const failures: string[] = [];
  const origins = new Set<string>();
  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'));
  });
  afterEach(async () => {
    isTaken = false;
    const others = browser.contexts().filter((context) => context !== shared);
    await Promise.all(others.map((context) => context.close()));
    if (shared !== null) await forget(shared, origins);
    running.emulator.reset({ data: true });
    expect(failures.splice(0)).toEqual([]);
  });
  afterAll(() => browser.close());

  const watch = (page: Page): void => {
    page.on('pageerror', ({ message }) => failures.push(message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) failures.push(message.text());
    });
    page.on('request', (request) => {
      const { protocol, hostname, origin } = new URL(request.url());
      const isHere = hostname === '127.0.0.1' || hostname === 'localhost';
      if (protocol.startsWith('http') && !isHere) failures.push(request.url());
      if (request.isNavigationRequest()) origins.add(origin);
    });
  };

  const newContext = async (options: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext({
      ...usual,
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    context.setDefaultTimeout(20_000);
    await context.addInitScript(keepAnswers);
    await context.addInitScript(keepCopied);
    return context;
  };

  const pageFor = async (options: BrowserContextOptions): Promise<Page> => {
    if (isTaken || Object.keys(options).some((name) => !changeable.has(name)))
      return (await newContext(options)).newPage();
    isTaken = true;
    shared ??= await newContext({});
    const page = await shared.newPage();
    const { viewport, colorScheme } = { ...usual, ...options };
    if (viewport !== null) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    return page;
  };

  /**
   * The explorer with nothing stored, once it can run an operation. It is opened by a link to the
   * first example, which does not run by itself, unless there is another hash.
   */
  return async ({
    url,
    hash = url === undefined ? example : '',
    session,
    ...options
  }: OpenOptions = {}) => {
    const page = await pageFor(options);
    watch(page);
    if (session !== undefined) await page.context().addCookies([cookieOf(session, running.url)]);
    await page.goto(`${url ?? running.url}${hash}`);
    await runButton(page).waitFor();
    return page;
  };
};

/** The cookie of a session. */
export const cookieOf = (value: string, url: string) => ({ name: 'ads_graph_session', value, url });

/** Closes the tabs of a profile, and deletes everything that these origins have stored in it. */
const forget = async (context: BrowserContext, origins: ReadonlySet<string>): Promise<void> => {
  for (const page of context.pages()) {
    page.removeAllListeners();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // Session storage is gone with its tab, and only then.
    await page.close();
  }
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  for (const origin of origins)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await page.close();
};

export const runButton = (page: Page) => page.getByRole('button', { name: 'Run' });

export const part = (page: Page, name: 'Operation' | 'Response' | 'Calls') =>
  page.getByRole('region', { name, exact: true });

export const drawer = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The name of the focused element; empty while that is the page itself. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: focused } = document;
    if (focused === null || focused === document.body) return '';
    return focused.getAttribute('aria-label') ?? focused.textContent ?? '';
  });

/** True if the middle of an element can be seen where it is: nothing covers it or cuts it off. */
export const isInSight = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

/** Opens one of the drawers of the page by its button. */
export const openDrawer = async (page: Page, button: string | RegExp, title: string) => {
  await page.getByRole('banner').getByRole('button', { name: button }).click();
  const opened = drawer(page, title);
  await opened.waitFor();
  return opened;
};

/** Opens a new tab with this operation. */
export const addTab = async (page: Page, query: string): Promise<void> => {
  await page.getByRole('button', { name: 'New tab' }).click();
  await part(page, 'Operation').getByLabel('Operation', { exact: true }).fill(query);
};

/** The hash of a link to this operation. */
export const hashOf = (query: string, variables?: object): string =>
  `#${new URLSearchParams({ query, ...(variables && { variables: JSON.stringify(variables) }) })}`;

/**
 * Runs the open tab. Returns the body of the answer as it was sent, once the page shows that it has
 * it.
 */
export const execute = async (page: Page) => {
  const answered = page.waitForResponse(
    (response) => response.request().headers()['x-ads-trace'] === 'live',
  );
  await runButton(page).click();
  await answered;
  const body = await lastBody(page);
  await part(page, 'Response').getByRole('status').waitFor();
  return body;
};

/** The body of the last answer to the page; the parts of one are merged. */
// biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
const lastBody = async (page: Page): Promise<any> => {
  const { type, text } = await page.evaluate(() => globalThis.lastAnswer);
  const parts: SentPart[] = [];
  const answer = new Response(text, { headers: { 'content-type': type } });
  for await (const part of partsIn(answer)) parts.push(part);
  if (parts.length === 1) return parts[0];
  const { data, errors } = merged(parts.filter((part) => !isAhead(part)));
  const extensions = parts.at(-1)?.extensions;
  return { data, ...(errors.length > 0 && { errors }), extensions };
};

declare global {
  /** The last traced answer to a page. */
  var lastAnswer: Promise<{ readonly type: string; readonly text: string }>;
  /** The text that a page copied last. */
  var lastCopied: string | undefined;
}

/**
 * Keeps a copy of each traced answer. Browsers keep none of an answer that the page reads as a
 * stream.
 */
const keepAnswers = (): void => {
  const { fetch: original } = globalThis;
  globalThis.fetch = async (...asked) => {
    const response = await original(...asked);
    if (!new Headers(asked[1]?.headers).has('x-ads-trace')) return response;
    const copy = response.clone();
    const type = copy.headers.get('content-type') ?? '';
    globalThis.lastAnswer = copy.text().then((text) => ({ type, text }));
    globalThis.lastAnswer.catch(() => undefined);
    return response;
  };
};

/** The text that a page copied last; empty if it has copied none. */
export const copiedBy = (page: Page): Promise<string> =>
  page.evaluate(() => globalThis.lastCopied ?? '');

/** Keeps each text that a page copies. Pages of all test files share the clipboard itself. */
const keepCopied = (): void => {
  // Blank pages have no clipboard.
  if (!isSecureContext) return;
  const { clipboard } = navigator;
  const write = clipboard.writeText.bind(clipboard);
  clipboard.writeText = async (text) => {
    await write(text);
    globalThis.lastCopied = text;
  };
};

/** True if a part only reports calls. */
const isAhead = (sent: SentPart): boolean =>
  !('data' in sent) && !('errors' in sent) && !('incremental' in sent);

/** The name and the text of the file that an action saves. */
export const savedBy = async (
  page: Page,
  act: () => Promise<void>,
): Promise<readonly [string, string]> => {
  const download = page.waitForEvent('download');
  await act();
  const file = await download;
  const stream = await file.createReadStream();
  return [file.suggestedFilename(), Buffer.concat(await stream.toArray()).toString()];
};

/** Answers the emulator's consent page as one of its users. */
export const decide = async (
  page: Page,
  user: string,
  decision: 'Allow' | 'Deny',
): Promise<void> => {
  await page.getByText('All of them are invented').waitFor();
  await page.getByLabel(user).check();
  await page.getByRole('button', { name: decision }).click();
};

/** Begins a sign-in in its drawer. */
export const pressSignIn = async (page: Page): Promise<void> => {
  const asking = await openDrawer(page, /^(As |Not signed)/, 'Account');
  await asking.getByRole('button', { name: 'Sign in' }).click();
};

/** Everything that the browser has stored. */
export const stored = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

const example = hashOf(
  readFileSync(new URL('../../explorer/examples/whole-account.graphql', import.meta.url), 'utf8'),
);
