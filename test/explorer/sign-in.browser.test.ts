import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import {
  decide,
  drawer,
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

const running = useGateway();
const open = useExplorer(running);

const who = '{ viewer { signedIn asOwner screenName } }';
const variables = { account: '18ce54bik3s' };

const signInButton = (page: Page) =>
  drawer(page, 'Account').getByRole('button', { name: 'Sign in' });

const colleague = () => {
  const found = running.emulator.users.find(
    ({ screenName }) => screenName === 'emulator_colleague',
  );
  if (found === undefined) throw new Error('the emulator has no such user');
  return found;
};

describe('signing in', () => {
  test('leads over the consent page to a query as that user, keeps the work, and signs out again', async () => {
    const page = await open({ hash: hashOf(who, variables) });
    await pressSignIn(page);
    await decide(page, '@emulator_colleague', 'Allow');
    await page.getByRole('button', { name: 'As @emulator_colleague' }).waitFor();
    expect(page.url()).toBe(running.url);
    const body = await execute(page);
    expect(body.data.viewer.screenName).toBe('emulator_colleague');
    expect(
      await part(page, 'Operation').getByLabel('Variables', { exact: true }).innerText(),
    ).toContain(variables.account);
    const asking = await openDrawer(page, /^(As |Not signed)/, 'Account');
    const [own] = running.emulator.accounts.filter(({ userIds }) =>
      userIds.includes(colleague().userId),
    );
    await asking.getByText(String(own?.id)).waitFor();
    await asking.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'As the owner' }).waitFor();
    const cookies = await page.context().cookies(running.url);
    expect(cookies.map(({ name }) => name)).not.toContain('ads_graph_session');
  });

  test('that is denied is explained in words, and leads back to the work; its pages are accessible', async () => {
    const page = await open({ hash: hashOf(who) });
    const expectReadable = async (): Promise<void> => {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await findings(page, { targets: true })).toEqual([]);
      }
      const fonts = await page.evaluate(() => [...document.fonts].map(({ status }) => status));
      expect(fonts).toEqual(['loaded']);
    };
    await pressSignIn(page);
    await page.getByText('All of them are invented').waitFor();
    await expectReadable();
    await decide(page, '@emulator_owner', 'Deny');
    await page.getByText('You did not allow access').waitFor();
    await expectReadable();
    await page.getByRole('link', { name: 'Back to the explorer' }).click();
    await runButton(page).waitFor();
    await part(page, 'Operation').getByText('screenName').waitFor();
  });

  test('under another name of this machine keeps the work', async () => {
    const page = await open({
      url: running.url.replace('127.0.0.1', 'localhost'),
      hash: hashOf('query Elsewhere { viewer { signedIn } }'),
    });
    await pressSignIn(page);
    await page.waitForURL(running.url);
    await signInButton(page).click();
    await decide(page, '@emulator_owner', 'Allow');
    await page.getByRole('button', { name: 'As @emulator_owner' }).waitFor();
    expect(new URL(page.url()).hostname).toBe('127.0.0.1');
    await page.getByRole('button', { name: 'Elsewhere', exact: true }).waitFor();
    expect(page.url()).toBe(running.url);
  });
});

describe('an address with a sign-in', () => {
  const expectOffered = async (page: Page): Promise<void> => {
    await signInButton(page).waitFor();
    expect(page.url()).toBe(running.url);
    expect(running.emulator.calls().map(({ endpoint }) => endpoint)).not.toContain(
      'createRequestToken',
    );
    expect(await page.context().cookies()).toEqual([]);
  };

  test('begins none before a click on the button', async () => {
    const page = await open({ hash: '#sign-in=' });
    await expectOffered(page);
    await signInButton(page).click();
    await decide(page, '@emulator_colleague', 'Allow');
    await page.getByRole('button', { name: 'As @emulator_colleague' }).waitFor();
  });

  test('begins none if the page is already open, and offers it once', async () => {
    const page = await open();
    await page.evaluate(() => {
      location.hash = 'sign-in=';
    });
    await expectOffered(page);
    await page.reload();
    await runButton(page).waitFor();
    expect(await signInButton(page).isVisible()).toBe(false);
  });
});

describe('a reload', () => {
  test('restores every tab, and the open one', async () => {
    const page = await open({ hash: hashOf('query First { viewer { userId } }') });
    await page.getByRole('button', { name: 'New tab' }).click();
    await part(page, 'Operation').getByLabel('Operation', { exact: true }).fill(who);
    await page.getByRole('button', { name: 'viewer', exact: true }).waitFor();
    await page.reload();
    await runButton(page).waitFor();
    const tabs = page.getByRole('navigation', { name: 'Operations' });
    await expect
      .poll(() => tabs.locator('.title').allInnerTexts())
      .toEqual(['WholeAccount', 'First', 'viewer']);
    await expect.poll(() => tabs.locator('[aria-current=true]').innerText()).toBe('viewer');
    expect((await execute(page)).data.viewer.asOwner).toBe(true);
  });

  test('forgets headers, and credentials even if headers are kept', async () => {
    const page = await open({ hash: hashOf(who) });
    await page.getByRole('button', { name: 'Headers' }).click();
    const headers = page.getByRole('textbox', { name: 'Headers' });
    await headers.fill(
      '{ "authorization": "Bearer pasted-session", "x-api-key": "pasted-key", "x-seen": "kept" }',
    );
    await page.getByRole('button', { name: 'Not signed in' }).waitFor();
    await openDrawer(page, /^(As |Not signed)/, 'Account');
    await drawer(page, 'Account')
      .getByText(/Sign in, enter an API key here/)
      .waitFor();
    await page.keyboard.press('Escape');
    const answered = page.waitForResponse(
      (one) => one.request().headers()['x-ads-trace'] === 'live',
    );
    await runButton(page).click();
    expect((await answered).status()).toBe(401);
    expect(await stored(page)).not.toMatch(/pasted|kept/);
    await page.getByLabel('Save headers').check();
    await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes('kept'));
    expect(await stored(page)).not.toContain('pasted');
  });
});
