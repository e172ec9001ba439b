import { expect, test } from 'vitest';
import { createMemoryStore } from '../../src/state/memory.ts';
import { agency, bikes, colleague } from '../support/accounts.ts';
import { type Agent, withAgent } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { decideOnPage } from '../support/plan-decisions.ts';
import { bearer, signIn } from '../support/visitor.ts';

const store = createMemoryStore();
const running = useGateway({
  env: { LIMIT_LEDGER_BYTES: String(2 * 1024 * 1024), LIMIT_MCP_CALLS: '100000' },
  parts: { store },
});

const update =
  'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }';
const inputOf = (more: object) => ({ accountId: bikes, campaignId: 'cik3s000', ...more });

/** Prepares a plan whose document is long. */
const prepare = async (call: Agent['call'], at: number) => {
  const document = `${update} # ${'x'.repeat(60_000)}`;
  const variables = { input: inputOf({ name: `Name ${at}` }), junk: 'j'.repeat(200_000) };
  return (await call('ads_prepare', { document, variables, why: 'To fill the store' })).members;
};

test('plans fill their share beside the keyed write of another user, and free it again', async () => {
  await withAgent(running, async ({ call }) => {
    const plans: { plan: string; address: string }[] = [];
    let last = await prepare(call, 0);
    while (last.plan !== undefined) {
      plans.push(last);
      last = await prepare(call, plans.length);
    }
    expect(last.code).toBe('MCP_RATE_LIMITED');
    // Variables that no document declares take no room.
    expect(plans.length).toBeGreaterThan(4);
    const [theirs] = running.emulator.store.rows('Campaign', agency);
    const input = { accountId: agency, campaignId: theirs?.['id'], name: 'Somebody else' };
    const keyed = await running.ask(
      update,
      { input: { ...input, idempotencyKey: 'beside' } },
      bearer(await signIn(running, colleague)),
    );
    expect(keyed.data).toEqual({ updateCampaign: { outcome: 'APPLIED' } });
    // Ended plans keep no text, so the whole room is free again each time.
    for (let round = 0; round < 3; round += 1) {
      for (const { address } of plans.splice(0)) await decideOnPage(running, address, 'decline');
      for (let at = 0; at < 4; at += 1) plans.push(await prepare(call, 100 * (round + 1) + at));
      expect(plans.map(({ plan }) => typeof plan)).toEqual(Array(4).fill('string'));
    }
    const [one] = plans;
    const html = await (
      await fetch(`${new URL(running.url).origin}${new URL(one?.address ?? '').pathname}`, {
        headers: { cookie: `ads_graph_session=${await signIn(running)}` },
      })
    ).text();
    expect([html.includes('→ Name 300'), html.includes('jjjj')]).toEqual([true, false]);
  });
}, 60_000);
