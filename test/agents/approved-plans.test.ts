import { beforeEach, describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { type Agent, versions, withAgent } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { launchDocument, launchInput, madeSince, rowsIn } from '../support/launches.ts';
import { signIn } from '../support/visitor.ts';

const running = useGateway({ env: { MCP_APPROVAL: 'page' } });
const lenient = useGateway();
beforeEach(() => {
  running.emulator.reset({ data: true });
  lenient.emulator.reset({ data: true });
});

const rename =
  'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }';
const campaignId = `Campaign:${bikes}:cik3s000`;

const preparedName = async (call: Agent['call'], name: string) => {
  const variables = { input: { accountId: bikes, campaignId, name } };
  return (await call('ads_prepare', { document: rename, variables, why: 'A test' })).members;
};

/** The decision of a person on the page of a plan. */
const decide = async (address: string, verb: 'approve' | 'decline') => {
  const session = await signIn(running);
  const { pathname } = new URL(address);
  const { origin } = new URL(running.url);
  const response = await fetch(`${origin}${pathname}/${verb}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: `ads_graph_session=${session}` },
  });
  expect(response.status).toBe(302);
};

describe('a plan that needs approval', () => {
  test('is applied after the page has approved it, and not before', async () => {
    await withAgent(running, async ({ call }) => {
      const { plan, address } = await preparedName(call, 'Approved');
      const early = await call('ads_apply', { plan });
      expect(early.members).toMatchObject({ code: 'PLAN_NEEDS_APPROVAL', address });
      await decide(address, 'approve');
      const applied = await call('ads_apply', { plan });
      expect(applied.members.outcome).toBe('APPLIED');
      expect(applied.calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
      const again = await call('ads_apply', { plan });
      expect([again.members, again.calls]).toEqual([applied.members, []]);
    });
  });

  test('is never applied after the page has declined it', async () => {
    await withAgent(running, async ({ call }) => {
      const { plan, address } = await preparedName(call, 'Declined');
      await decide(address, 'decline');
      const { members, calls } = await call('ads_apply', { plan });
      expect([members.code, calls]).toEqual(['PLAN_DECLINED', []]);
    });
  });

  test('needs approval again once it has changed', async () => {
    await withAgent(running, async ({ call }) => {
      const { plan, address } = await preparedName(call, 'Stale');
      await decide(address, 'approve');
      const input = { accountId: bikes, campaignId, name: 'Somebody was faster' };
      await running.ask(rename, { input });
      const { newPlan, code } = (await call('ads_apply', { plan })).members;
      expect(code).toBe('PLAN_STALE');
      const next = await call('ads_apply', { plan: newPlan });
      expect(next.members.code).toBe('PLAN_NEEDS_APPROVAL');
    });
  });
});

describe.each(versions)('a launch in version %s', (version) => {
  test('reports its steps while it runs, and creates everything once', async () => {
    const before = rowsIn(lenient, bikes);
    const told: number[] = [];
    await withAgent(
      lenient,
      async ({ client, call }) => {
        const { campaign, ...rest } = launchInput();
        // Another name each time: a creation that equals one of today needs a person.
        const input = { ...rest, campaign: { ...campaign, name: `Launched by ${version}` } };
        const document = launchDocument('launchCampaign', 'outcome');
        const { members } = await call('ads_prepare', { document, variables: { input }, why: 'x' });
        expect(members.writes[0].steps.length).toBeGreaterThan(3);
        const result = await client.callTool(
          { name: 'ads_apply', arguments: { plan: members.plan } },
          { onprogress: ({ progress }) => told.push(progress) },
        );
        expect(result.structuredContent).toMatchObject({ outcome: 'APPLIED' });
        const again = await call('ads_apply', { plan: members.plan });
        expect([again.members.outcome, again.calls]).toEqual(['APPLIED', []]);
      },
      { version },
    );
    expect(told.length).toBeGreaterThan(3);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    expect(madeSince(before, lenient, bikes).Campaign).toHaveLength(1);
  });
});

test.each(versions)(
  'a cancelled call in version %s does not stop the write, and its outcome can be found',
  async (version) => {
    await withAgent(
      lenient,
      async ({ client, call }) => {
        const { plan } = await preparedName(call, `Given up in ${version}`);
        lenient.emulator.fault({
          match: { endpoint: 'updateCampaign' },
          times: 1,
          fault: { kind: 'delay', delayMs: 600 },
        });
        const writes = () =>
          lenient.emulator.calls().filter(({ method }) => method === 'PUT').length;
        const leaving = new AbortController();
        const applying = client.callTool(
          { name: 'ads_apply', arguments: { plan } },
          { signal: leaving.signal },
        );
        await expect.poll(writes).toBe(1);
        leaving.abort();
        await expect(applying).rejects.toThrow();
        await expect
          .poll(async () => (await call('ads_outcome', { plan })).members.outcome)
          .toBe('APPLIED');
        expect(writes()).toBe(1);
      },
      { version },
    );
  },
);
