import { describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { mcpUrl } from '../support/agents.ts';
import { drawer, hashOf, useExplorer } from '../support/explorer.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
const open = useExplorer(running);
const without = useGateway({ env: { MCP: 'off' } });
const openWithout = useExplorer(without);

const short = hashOf('{ viewer { userId } }');

const found = async (page: Awaited<ReturnType<typeof open>>) => {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await palette.getByLabel('Search commands').fill('agent');
  return palette.locator('li b');
};

describe('agents', { timeout: 90_000 }, () => {
  test('have an address and commands to copy, which the palette leads to', async () => {
    const page = await open({ hash: short });
    const titles = await found(page);
    await expect.poll(() => titles.allInnerTexts()).toContain('Connect an agent');
    await titles.getByText('Connect an agent').click();
    const agents = drawer(page, 'Connect an agent');
    await agents.waitFor();
    const address = mcpUrl(running).href;
    await expect
      .poll(() => agents.locator('code').allInnerTexts())
      .toEqual([
        address,
        `claude mcp add --transport http ads ${address}`,
        `codex mcp add ads --url ${address}`,
        `gemini mcp add --transport http ads ${address}`,
        'ads-graph mcp',
      ]);
    expect(await findings(page, { targets: true, within: '#agents' })).toEqual([]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await agents.getByRole('button', { name: 'Copy Claude Code' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`claude mcp add --transport http ads ${address}`);
  });

  test('are not mentioned if they cannot connect', async () => {
    const page = await openWithout({ hash: short });
    const titles = await found(page);
    await expect.poll(() => titles.count()).toBeGreaterThan(0);
    expect(await titles.allInnerTexts()).not.toContain('Connect an agent');
    expect(await page.locator('#agents').count()).toBe(0);
  });
});
