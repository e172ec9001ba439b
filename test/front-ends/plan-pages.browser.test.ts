import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { useGateway } from '../support/gateway.ts';
import { createPlans, keepPlan } from '../support/plans.ts';

const { overrides, plans } = createPlans(Date.now);
const running = useGateway(overrides);
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.connect(inject('browser'));
});
afterAll(() => browser.close());

/** The page of a new plan, after the sign-in to which it leads. */
const openPlan = async (options: BrowserContextOptions): Promise<Page> => {
  const { id } = await keepPlan(plans, running.emulator.credentials.userId);
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${new URL(running.url).origin}/agents/plans/${id}`);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`**/agents/plans/${id}`);
  return page;
};

const small = { width: 390, height: 844 };

test('a person is sent to the sign-in and back, and approves without scripts', async () => {
  const page = await openPlan({ javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText(/Approved by @/).waitFor();
  expect(await page.getByRole('button').allTextContents()).toEqual(['Sign out', 'Decline']);
  await page.getByRole('link', { name: 'All plans' }).click();
  await page.getByRole('heading', { name: 'Agents’ plans' }).waitFor();
  await page
    .getByRole('link', { name: /Review|View/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText(/Declined by @/).waitFor();
  expect(await page.getByRole('button').allTextContents()).toEqual(['Sign out']);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/graphql');
  await page.context().close();
});

test('in light and dark, on a phone and a laptop, everything is accessible', async () => {
  const page = await openPlan({ bypassCSP: true });
  const look = async (): Promise<void> => {
    await page.locator('details').evaluateAll((all) => {
      for (const one of all) one.setAttribute('open', '');
    });
    for (const { colorScheme, viewport } of [
      { colorScheme: 'light', viewport: small },
      { colorScheme: 'dark', viewport: small },
      { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        viewport.width,
      );
      expect(await findings(page, { targets: true })).toEqual([]);
    }
  };
  await look();
  await page.getByRole('link', { name: 'All plans' }).click();
  await look();
  await page.context().close();
});
