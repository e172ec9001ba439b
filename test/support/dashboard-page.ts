import type { Browser, Locator, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest';
import { bikes } from './accounts.ts';
import type { DashboardProgram } from './dashboard.ts';
import { freeAddress, previewDashboard } from './dashboard.ts';
import type { Overrides, Running } from './gateway.ts';
import { startGateway } from './gateway.ts';
import { signIn } from './visitor.ts';

/** An account with thousands of campaigns. */
export const big = '18ce54big8k';
export const laptop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** The review that a page shows before a write is sent. */
export const reviewOf = (page: Page) => page.getByRole('dialog', { name: 'Review changes' });

/**
 * Shortens the waiting of pages that open later to a hundredth. The client waits up to seven
 * seconds between its requests.
 */
export const quicken = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const wait = setTimeout;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms = 0) => wait(run, ms / 100),
    });
  });

/** Confirms the write that a page is about to send. */
export const agree = (page: Page): Promise<void> =>
  reviewOf(page).getByRole('button', { name: 'Send' }).click();

/**
 * The dashboard over a gateway for the tests of a file: a fresh page and fresh data for each. No
 * page may throw.
 */
export const useDashboard = ({ env, ...overrides }: Overrides = {}) => {
  const held = {} as {
    browser: Browser;
    running: Running;
    preview: DashboardProgram;
    address: string;
    session: string;
    page: Page;
  };

  beforeAll(async () => {
    held.browser = await chromium.connect(inject('browser'));
    held.address = await freeAddress();
    held.running = await startGateway({
      ...overrides,
      env: { ...env, PUBLIC_URL: held.address },
    });
    const { origin } = new URL(held.running.url);
    held.preview = await previewDashboard({ PAGE: held.address, GATEWAY: origin });
    held.session = await signIn(held.running);
  }, 180_000);

  afterAll(async () => {
    await held.browser?.close();
    await held.preview?.stop();
    await held.running?.close();
  });

  beforeEach(async () => {
    held.running.emulator.reset({ data: true });
    const context = await held.browser.newContext({ viewport: laptop });
    context.setDefaultTimeout(60_000);
    held.page = await context.newPage();
    const failures: string[] = [];
    held.page.on('pageerror', ({ message }) => failures.push(message));
    return async () => {
      await context.close();
      expect(failures).toEqual([]);
    };
  });

  const rows = () => held.page.getByRole('table', { name: 'Campaigns' }).locator('> tbody');
  const button = (name: string | RegExp) => held.page.getByRole('button', { name });
  const cookie = (value: string) => ({ name: 'ads_graph_session', value, url: held.address });
  return {
    held,
    rows,
    /** The line items of an open campaign. */
    lineItemsIn: (row: Locator) =>
      row.getByRole('table', { name: 'Line items' }).locator('tbody').getByRole('row'),
    /** The states of campaigns, in words. */
    states: () => rows().locator('> tr:first-child .status').allTextContents(),
    button,
    cookie,
    /** Opens the page of an account for the owner, who has signed in before. */
    open: async (account: string): Promise<void> => {
      await held.page.context().addCookies([cookie(held.session)]);
      await held.page.goto(`${held.address}/?account=${account}`);
      await rows().first().waitFor();
    },
    callsOf: (endpoint: string) =>
      held.running.emulator.calls().filter((call) => call.endpoint === endpoint),
    /** A button for what is selected. */
    inBar: (name: string) =>
      held.page
        .getByRole('region', { name: 'Selected campaigns' })
        .getByRole('button', { name, exact: true }),
    idOf: async (index: number): Promise<string> => {
      const { data } = await held.running.ask(
        `{ account(id: "${bikes}") { campaigns(first: 20, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { restId } } } }`,
      );
      return data.account.campaigns.nodes[index].restId;
    },
  };
};
