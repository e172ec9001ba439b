import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { hashOf, useExplorer } from '../support/explorer.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { signIn } from '../support/visitor.ts';

const running = useGateway();
const open = useExplorer(running);
const at = (path: string): string => new URL(path, running.url).href;

const viewer = '{ viewer { userId signedIn } }';

const run = async (page: Page): Promise<string> => {
  const answered = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      !response.request().postData()?.includes('IntrospectionQuery'),
  );
  await page.getByRole('button', { name: /Execute query/ }).click();
  const body = await (await answered).text();
  await page.waitForFunction(() =>
    document.querySelector('.graphiql-response')?.textContent?.includes('data'),
  );
  return body;
};

// GraphiQL is a long script.
describe('GraphiQL', { timeout: 90_000 }, () => {
  test('runs the operation of the explorer with its session, and calls no other host', async () => {
    const value = await signIn(running, '1500000000000000002');
    const page = await open({ hash: hashOf(viewer) });
    await page.context().addCookies([{ name: 'ads_graph_session', value, url: running.url }]);
    const schema = page.waitForResponse(
      (response) => response.request().postData()?.includes('IntrospectionQuery') === true,
    );
    await page.getByRole('link', { name: 'GraphiQL' }).click();
    expect(JSON.parse(await (await schema).text())).toMatchObject({ data: { __schema: {} } });
    await page.getByRole('button', { name: 'Headers' }).click();
    await page.getByRole('region', { name: /Headers/ }).click();
    await page.keyboard.insertText('{ "x-ads-trace": "1" }');
    expect(JSON.parse(await run(page))).toMatchObject({
      data: { viewer: { userId: '1500000000000000002', signedIn: true } },
      extensions: { upstream: { count: 0 } },
    });
    // Typed text stays in the page: no header is stored, and no operation is sent in an address.
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).not.toContain('x-ads-trace');
    const address = new URL(page.url());
    expect([address.pathname, address.search]).toEqual(['/graphiql', '']);
  });

  test('runs only its own script, in a page that no other may embed', async () => {
    const response = await fetch(at('/graphiql'));
    const policy = String(response.headers.get('content-security-policy'));
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|blob:/);
    const html = await response.text();
    expect(html).not.toMatch(/<script(?![^>]*src=)|https?:/);
    const [name = ''] = /graphiql\/page\/graphiql-\w+\.js/.exec(html) ?? [];
    const file = await fetch(at(`/${name}`));
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await fetch(at('/graphiql/page/built.json'))).status).toBe(404);
  });

  test('begins with a query of this schema that runs, in a frame for everybody, without an error', async () => {
    const page = await open();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() !== 'log') complaints.push(message.text());
    });
    page.on('response', (response) => {
      if (!response.ok()) complaints.push(response.url());
    });
    await page.goto(at('/graphiql'));
    await page.getByText('GraphiQL over ads-graph').waitFor();
    expect(JSON.parse(await run(page)).data.accounts.nodes).toHaveLength(3);
    expect(await findings(page, { targets: true, within: 'header' })).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findings(page, { targets: true, within: 'header' })).toEqual([]);
    expect(complaints).toEqual([]);
    await page.getByRole('link', { name: 'Explorer' }).click();
    await page.getByRole('button', { name: 'Run' }).waitFor();
  });

  test('is not there if the schema is not shown', async () => {
    const closed = await startGateway({ env: { INTROSPECTION: 'off' } });
    const response = await fetch(new URL('/graphiql', closed.url));
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('INTROSPECTION_DISABLED');
    const page = await fetch(closed.url, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('&quot;graphiql&quot;:false');
    await closed.close();
  });
});
