import { describe, expect, test } from 'vitest';
import { findings } from '../support/accessibility.ts';
import { mcpUrl } from '../support/agents.ts';
import { copiedBy, drawer, hashOf, useExplorer } from '../support/explorer.ts';
import { useGateway } from '../support/gateway.ts';
import { createPlans, keepPlan } from '../support/plans.ts';
import { signIn } from '../support/visitor.ts';

const { overrides, plans } = createPlans(Date.now);
const running = useGateway(overrides);
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
    await agents.getByRole('button', { name: 'Copy Claude Code' }).click();
    await expect.poll(() => copiedBy(page)).toBe(`claude mcp add --transport http ads ${address}`);
  });

  test('show how many of their plans wait for the signed-in user', async () => {
    const { userId } = running.emulator.credentials;
    const [plan] = [await keepPlan(plans, userId), await keepPlan(plans, userId)];
    const page = await open({ hash: short, session: await signIn(running) });
    const link = page.getByRole('banner').getByRole('link', { name: /^Agents/ });
    await expect.poll(() => link.innerText()).toMatch(/^Agents\s*2$/);
    expect(await findings(page, { targets: true, within: '.top' })).toEqual([]);
    await plans.decline(userId, plan.id, null);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => link.innerText()).toMatch(/^Agents\s*1$/);
  });

  test('show no number, and ask for none, if nobody is signed in', async () => {
    const asked: string[] = [];
    const page = await open({ hash: short });
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByText('As the owner').waitFor();
    await page.waitForLoadState('networkidle');
    const link = page.getByRole('banner').getByRole('link', { name: /^Agents/ });
    expect(await link.innerText()).toBe('Agents');
    expect(asked).not.toContain('/agents');
  });

  test('are not mentioned if they cannot connect', async () => {
    const page = await openWithout({ hash: short });
    const titles = await found(page);
    await expect.poll(() => titles.count()).toBeGreaterThan(0);
    expect(await titles.allInnerTexts()).not.toContain('Connect an agent');
    expect(await page.locator('#agents').count()).toBe(0);
  });
});
