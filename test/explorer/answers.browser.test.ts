import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bikes, colleague } from '../support/accounts.ts';
import {
  addTab,
  cookieOf,
  decide,
  execute,
  hashOf,
  openDrawer,
  part,
  pressSignIn,
  runButton,
  stored,
  useExplorer,
} from '../support/explorer.ts';
import { useGateway } from '../support/gateway.ts';
import { signIn } from '../support/visitor.ts';

const running = useGateway();
const open = useExplorer(running);

const names = `query Names { account(id: "${bikes}") { name campaigns(first: 2) { nodes { name } } } }`;

/** The tabs whose answers the window stores, newest first. */
const kept = (page: Page) =>
  page.evaluate(() => {
    const { tabs } = JSON.parse(sessionStorage.getItem('ads-graph.work') ?? 'null');
    const text = sessionStorage.getItem('ads-graph.answers') ?? '[]';
    const queryOf = (id: string) => tabs.find((tab: { id: string }) => tab.id === id)?.query;
    return JSON.parse(text).map(({ tabId }: { tabId: string }) => queryOf(tabId)?.split(/\W+/)[1]);
  });

/** Runs the open tab, and waits until its answer is stored. */
const executeAndKeep = async (page: Page, name: string) => {
  await execute(page);
  await expect.poll(async () => (await kept(page))[0]).toBe(name);
};

const answerText = (page: Page) => part(page, 'Response').locator('.cm-content').innerText();

const noAnswer = (page: Page): Promise<void> =>
  part(page, 'Response').getByText('Press Run').waitFor();

describe('the last answer of a tab', () => {
  test('is there after a reload with its calls, unless it was too large, and nothing is requested for it', async () => {
    const page = await open({ hash: hashOf(names) });
    await executeAndKeep(page, 'Names');
    const sums = await part(page, 'Calls').getByRole('status').innerText();
    await addTab(page, 'query Other { viewer { userId } }');
    await executeAndKeep(page, 'Other');
    // Far more than 490,000 characters.
    const fields = Array.from({ length: 20 }, (_, at) => `a${at}: name`).join(' ');
    await addTab(page, `query TooLong { __schema { types { fields { ${fields} } } } }`);
    await execute(page);
    // The page notes it once it knows whose answer it was.
    await page.waitForFunction(
      () => sessionStorage.getItem('ads-graph.answers-too-large') !== null,
    );
    running.emulator.reset();
    await page.reload();
    await part(page, 'Response').getByText('too large to keep').waitFor();
    await page.getByRole('button', { name: 'Other', exact: true }).click();
    await expect.poll(() => answerText(page)).toContain('"userId"');
    await part(page, 'Calls').getByText('No calls were needed.').waitFor();
    await page.getByRole('button', { name: 'Names', exact: true }).click();
    await expect.poll(() => answerText(page)).toContain('Nordlicht Bikes');
    await expect.poll(() => part(page, 'Calls').getByRole('status').innerText()).toBe(sums);
    const row = part(page, 'Calls').getByRole('row').filter({ hasText: '/campaigns' });
    await expect.poll(() => row.count()).toBe(1);
    expect(running.emulator.calls()).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(
      'Nordlicht',
    );
    await page.getByRole('button', { name: 'Close Names' }).click();
    await expect.poll(() => kept(page)).toEqual(['Other']);
  });

  test('is stored without headers, and not at all if they have credentials', async () => {
    const page = await open({ hash: hashOf(names) });
    const headers = page.getByRole('textbox', { name: 'Headers' });
    await page.getByRole('button', { name: 'Headers' }).click();
    await headers.fill('{ "x-seen-token": "pasted" }');
    await execute(page);
    await addTab(page, 'query Plain { viewer { userId } }');
    await headers.fill('{ "x-seen": "only-now" }');
    await executeAndKeep(page, 'Plain');
    expect(await kept(page)).toEqual(['Plain']);
    expect(await stored(page)).not.toMatch(/pasted|only-now/);
  });

  test('is there after a sign-in of the same user, until the sign-out', async () => {
    const page = await open({ hash: hashOf(names) });
    await executeAndKeep(page, 'Names');
    await pressSignIn(page);
    await decide(page, '@emulator_owner', 'Allow');
    await page.getByRole('button', { name: 'As @emulator_owner' }).waitFor();
    await expect.poll(() => answerText(page)).toContain('Nordlicht Bikes');
    const asking = await openDrawer(page, /^(As |Not signed)/, 'Account');
    await asking.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'As the owner' }).waitFor();
    await noAnswer(page);
    await expect.poll(() => kept(page)).toEqual([]);
  });

  test('is not there after a sign-in of another user', async () => {
    const page = await open({ hash: hashOf(names) });
    await executeAndKeep(page, 'Names');
    await pressSignIn(page);
    await decide(page, '@emulator_colleague', 'Allow');
    await page.getByRole('button', { name: 'As @emulator_colleague' }).waitFor();
    await expect.poll(() => stored(page)).not.toContain('Nordlicht');
    await noAnswer(page);
  });

  test('is forgotten if another window signed out, once this one is looked at again', async () => {
    const page = await open({ session: await signIn(running, colleague) });
    await page.getByRole('button', { name: 'As @emulator_colleague' }).waitFor();
    await addTab(page, 'query Own { viewer { screenName } }');
    await executeAndKeep(page, 'Own');
    await page.evaluate(() => fetch('auth/logout', { method: 'POST' }));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('button', { name: 'As the owner' }).waitFor();
    await noAnswer(page);
    await expect.poll(() => kept(page)).toEqual([]);
  });

  test('is not shown if the run itself reveals another viewer, unless it is a refusal', async () => {
    const own = await signIn(running, colleague);
    const page = await open({ session: own });
    const runAs = async (session: string): Promise<void> => {
      await page.context().addCookies([cookieOf(session, running.url)]);
      await runButton(page).click();
    };
    await page.getByRole('button', { name: 'As @emulator_colleague' }).waitFor();
    await addTab(page, 'query Own { viewer { screenName } }');
    await runAs('damaged');
    await page.getByRole('button', { name: 'Not signed in' }).waitFor();
    await part(page, 'Response').getByText('Sign in again').first().waitFor();
    await runAs(own);
    await page.getByRole('button', { name: 'As @emulator_colleague' }).waitFor();
    await page.getByText('The user has changed').waitFor();
    await expect.poll(() => kept(page)).toEqual([]);
  });

  test('is not shown if its user signs out while it runs', async () => {
    const page = await open({ session: await signIn(running, colleague) });
    await page.getByRole('button', { name: 'As @emulator_colleague' }).waitFor();
    await addTab(page, 'query Slow { accounts(first: 1) { nodes { name } } }');
    const asking = await openDrawer(page, /^(As |Not signed)/, 'Account');
    await asking.getByRole('listitem').first().waitFor();
    running.emulator.fault({ fault: { kind: 'delay', delayMs: 20_000 } });
    await page.keyboard.press('Escape');
    await runButton(page).click();
    await openDrawer(page, /^(As |Not signed)/, 'Account');
    await asking.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('The user has changed').waitFor();
    await expect.poll(() => kept(page)).toEqual([]);
  });
});
