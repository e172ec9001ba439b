import { once } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import {
  execute,
  focusedName,
  hashOf,
  isInSight,
  openDrawer,
  part,
  runButton,
  savedBy,
  useExplorer,
} from '../support/explorer.ts';
import { startGateway, useGateway } from '../support/gateway.ts';

const running = useGateway();
const open = useExplorer(running);

const names = '{ account(id: "18ce54bik3s") { name campaigns(first: 2) { nodes { name } } } }';

const get = async (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') => {
  const sent = request(new URL(path, running.url), { headers, method });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { response, body: Buffer.concat(await response.toArray()) };
};

const fileIn = (html: string, ending: string): string =>
  `/${new RegExp(`graphql/page/explorer-\\w+\\.${ending}`).exec(html)?.[0]}`;

describe('the page', () => {
  test('loads quickly, with less than 320 KB including its fonts and the schema', async () => {
    // The page has a profile of its own, in which nothing is cached.
    const page = await open({ deviceScaleFactor: 1 });
    await page.getByText(/calls · /).waitFor();
    const [bytes, blocked] = await page.evaluate(() => {
      const all = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ];
      const sizes = all.map((entry) => (entry as PerformanceResourceTiming).transferSize);
      return [sizes.reduce((sum, one) => sum + one, 0), sizes.filter((one) => one === 0).length];
    });
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(320_000);
    expect(blocked).toBe(0);
  });

  test('is drawn in its own fonts', async () => {
    const page = await open();
    const fonts = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].map(({ family, status }) => `${family}: ${status}`);
    });
    expect(fonts.toSorted()).toEqual(['Geist Mono: loaded', 'Geist: loaded']);
  });

  test('may load nothing from elsewhere, and runs only its own script', async () => {
    const { response, body } = await get('/graphql', { accept: 'text/html' });
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
    expect(body.toString()).not.toMatch(/<script(?![^>]*src=)/);
    const other = await get('/graphql', { accept: 'text/html' });
    expect(other.response.headers['content-security-policy']).not.toBe(policy);
  });

  test('consists of compressed files whose names change with their content and that are cached for a year', async () => {
    const html = (await get('/graphql', { accept: 'text/html' })).body.toString();
    for (const path of [fileIn(html, 'js'), fileIn(html, 'css')]) {
      const plain = await get(path);
      const gzipped = await get(path, { 'accept-encoding': 'gzip, br;q=0' });
      const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
      expect(plain.response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(gunzipSync(gzipped.body).equals(plain.body)).toBe(true);
      expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
      expect(brotli.body.length).toBeLessThan(plain.body.length / 3);
    }
    expect((await get('/graphql/page/../build.ts')).response.statusCode).toBe(404);
    expect((await get('/graphql/page/built.json')).response.statusCode).toBe(404);
  });

  test('includes the schema, unless that is not shown', async () => {
    const { response, body } = await get('/schema.graphql');
    expect(buildSchema(body.toString(), { assumeValid: true }).getType('Campaign')).toBeDefined();
    const again = await get('/schema.graphql', { 'if-none-match': response.headers.etag });
    expect(again.response.statusCode).toBe(304);
    const closed = await startGateway({ env: { INTROSPECTION: 'off' } });
    expect((await fetch(new URL('/schema.graphql', closed.url))).status).toBe(404);
    await closed.close();
  });
});

describe('faults', () => {
  const path = '/graphql/emulator/faults/unavailable?times=1';

  test('are ordered from the page', async () => {
    const { origin } = new URL(running.url);
    const status = async (headers: OutgoingHttpHeaders) =>
      (await get(path, headers, 'POST')).response.statusCode;
    expect(await status({})).toBe(403);
    expect(await status({ origin: 'https://elsewhere.example' })).toBe(403);
    expect(await status({ origin, 'x-forwarded-for': '203.0.113.9' })).toBe(403);
    expect((await get('/graphql/emulator/faults')).body.toString()).toBe('[]');
    expect(await status({ origin })).toBe(200);
    const listed = await get('/graphql/emulator/faults');
    expect(JSON.parse(listed.body.toString())).toMatchObject([
      { order: { times: 1, fault: { status: 503 } }, struck: 0 },
    ]);
    expect(
      (await get('/graphql/emulator/faults/nothing', { origin }, 'POST')).response.statusCode,
    ).toBe(404);
  });

  test('are not offered if the API behind the gateway is not the emulator that it started', async () => {
    const other = await startGateway({ config: { emulatorUrl: undefined } });
    const { origin } = new URL(other.url);
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers: { origin } });
    expect(answer.status).toBe(404);
    const page = await open({ url: other.url });
    await page.getByRole('button', { name: 'Docs' }).waitFor();
    expect(await page.getByRole('button', { name: 'Faults' }).count()).toBe(0);
    await other.close();
  });
});

describe('accessibility', { timeout: 90_000 }, () => {
  test('the page can be read in both colours, which a button switches', async () => {
    const page = await open({ hash: hashOf(names) });
    await execute(page);
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const expectReadable = async (within = 'html'): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const coloursOnly = colorScheme === 'dark';
        expect(await findings(page, { targets: true, within, coloursOnly })).toEqual([]);
      }
    };
    await expectReadable();
    const within = '.drawer:popover-open, .dock, .answer';
    for (const name of [
      'Examples',
      'History',
      'Saved',
      'Fields',
      'Docs',
      'Faults',
      'Keyboard shortcuts',
    ]) {
      const opened = await openDrawer(page, name, name);
      if (name === 'Docs') await opened.getByLabel('Search the docs').fill('dailyBudget');
      if (name === 'Fields') await opened.getByLabel('Filter fields').fill('account');
      await expectReadable(within);
      await opened.getByRole('button', { name: `Close ${name}` }).click();
    }
    await openDrawer(page, /^(As |Not signed)/, 'Account');
    await expectReadable(within);
    await page.keyboard.press('Escape');
    await execute(page);
    for (const view of ['Table', 'Compare']) {
      await part(page, 'Response').getByRole('button', { name: view }).click();
      const shown = view === 'Table' ? 'Table' : 'Current response';
      await part(page, 'Response').getByLabel(shown, { exact: true }).waitFor();
      await expectReadable(within);
    }
    const [dark] = [await background(), await page.emulateMedia({ colorScheme: 'light' })];
    await expect.poll(background).not.toBe(dark);
    const light = await background();
    for (const [chosen, shown] of [
      ['system', light],
      ['light', light],
      ['dark', dark],
    ]) {
      const button = page.getByRole('button', { name: new RegExp(`Colours: ${chosen}`) });
      await button.waitFor();
      await expect.poll(background).toBe(shown);
      await button.click();
    }
  });

  test('the page can be used by keyboard alone, from the start to a saved table', async () => {
    const page = await open({ hash: hashOf(names) });
    const focusUntil = async (name: string): Promise<void> => {
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press('Tab');
        const focused = await focusedName(page);
        if (focused.includes(name)) return;
      }
      throw new Error(`Tab does not reach ${name}`);
    };
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedName(page)).toBe('Skip to the operation');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Operation');
    await page.getByRole('button', { name: 'Skip to the operation' }).focus();
    await focusUntil('Examples');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Examples' }).waitFor();
    await page.keyboard.press('Escape');
    await focusUntil('Operation');
    await page.keyboard.press('ControlOrMeta+Enter');
    await part(page, 'Calls').getByText('2 calls').first().waitFor();
    const width = () =>
      part(page, 'Operation').evaluate((pane) => pane.getBoundingClientRect().width);
    const before = await width();
    await focusUntil('Width of the operation');
    await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBeGreaterThan(before);
    await focusUntil('Table');
    await page.keyboard.press('Enter');
    await part(page, 'Response').getByLabel('Table', { exact: true }).waitFor();
    await focusUntil('Save as CSV');
    const [file, text] = await savedBy(page, () => page.keyboard.press('Enter'));
    expect(file).toBe('account.campaigns.nodes.csv');
    expect(text.split('\r\n')).toHaveLength(4);
  });

  test('shows one drawer at a time, which Escape closes, and runs by a key from anywhere', async () => {
    const page = await open({ hash: hashOf(names) });
    const upload = await openDrawer(page, 'Upload', 'Upload');
    const faults = await openDrawer(page, 'Faults', 'Faults');
    await expect.poll(() => upload.isVisible()).toBe(false);
    await page.getByRole('heading', { name: 'ads-graph' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => faults.isVisible()).toBe(false);
    await openDrawer(page, 'Docs', 'Docs');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('region', { name: 'Docs' }).count()).toBe(0);
    await page.getByRole('button', { name: 'New tab' }).focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    await part(page, 'Calls').getByText('2 calls').first().waitFor();
    const agents = page.getByRole('banner').getByRole('link', { name: 'Agents' });
    expect(await agents.getAttribute('href')).toBe('agents');
  });

  test('has all of it on a phone, and side by side on a tablet', async () => {
    const page = await open({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      hash: hashOf(names),
    });
    await runButton(page).tap();
    await part(page, 'Response').getByText('no errors').waitFor();
    await expect.poll(() => part(page, 'Operation').isVisible()).toBe(false);
    await page
      .getByRole('navigation', { name: 'Parts of the page' })
      .getByRole('button', { name: /Calls/ })
      .tap();
    await part(page, 'Calls')
      .getByText(/\/campaigns$/)
      .waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await findings(page)).toEqual([]);
    await page.setViewportSize({ width: 820, height: 1180 });
    const docs = await openDrawer(page, 'Docs', 'Docs');
    for (const shown of [
      docs,
      ...(['Operation', 'Response', 'Calls'] as const).map((name) => part(page, name)),
    ]) {
      await expect.poll(() => isInSight(shown)).toBe(true);
    }
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(820);
  });
});
