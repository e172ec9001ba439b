import { describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { type Agent, versions, withAgent } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { keyOf, keysOf } from '../support/keys.ts';
import { createPlans, keepPlan } from '../support/plans.ts';

const { overrides, plans } = createPlans(Date.now);
const rights = { writer: 'owner', reader: 'owner-reads' } as const;
const keyed = { ...overrides.env, GATEWAY_API_KEYS: keysOf(rights) };
const running = useGateway({ ...overrides, env: keyed });
const as = (name: keyof typeof rights) => ({ headers: { 'x-api-key': keyOf(name) } });

const document =
  'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }';
const prepared = async (call: Agent['call'], name: string): Promise<string> => {
  const input = { accountId: bikes, campaignId: `Campaign:${bikes}:cik3s000`, name };
  const given = { document, variables: { input }, why: 'A better name' };
  return (await call('ads_prepare', given)).members.plan;
};

const read = async ({ client }: Agent, id: string) => {
  const uri = `ads://plans/${id}`;
  const { contents, ...hints } = await client.readResource({ uri });
  const [content] = contents;
  if (content === undefined || !('text' in content)) throw new Error('There is no text.');
  const { text, ...rest } = content;
  expect(rest).toEqual({ uri, mimeType: 'application/json' });
  return { plan: JSON.parse(text), hints };
};

describe.each(versions)('in version %s', (version) => {
  test('a plan is a resource whose content follows its state', async () => {
    await withAgent(
      running,
      async (agent) => {
        const id = await prepared(agent.call, `Named in ${version}`);
        const open = await read(agent, id);
        expect(open.plan).toMatchObject({
          plan: id,
          state: 'OPEN',
          outcome: null,
          why: 'A better name',
          approval: 'NONE',
          sentences: [expect.stringContaining(`Named in ${version}`)],
          address: expect.stringContaining(`/agents/plans/${id}`),
        });
        if (version === '2026-07-28') {
          expect(open.hints).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
        }
        await agent.call('ads_apply', { plan: id });
        const { plan } = await read(agent, id);
        const told = await agent.call('ads_outcome', { plan: id });
        expect(plan).toMatchObject({ ...told.members, state: 'ENDED', outcome: 'APPLIED' });
      },
      { version, ...as('writer') },
    );
  });

  test('a plan is no resource for another viewer, nor for a client that may only read', async () => {
    const { id: foreign } = await keepPlan(plans, 'another user');
    const own = await withAgent(
      running,
      async (agent) => {
        await expect(read(agent, foreign)).rejects.toThrow(foreign);
        return prepared(agent.call, `Read in ${version}`);
      },
      { version, ...as('writer') },
    );
    await withAgent(
      running,
      async (agent) => {
        await expect(read(agent, own)).rejects.toThrow(own);
        const { resourceTemplates } = await agent.client.listResourceTemplates();
        expect(resourceTemplates.map(({ name }) => name)).toEqual(['schema']);
      },
      { version, ...as('reader') },
    );
  });
});

test('a plan with many items is described within the limit of bytes, with the number of all items', async () => {
  await withAgent(
    running,
    async ({ call }) => {
      const [line] = running.emulator.store.rows('LineItem', bikes);
      const operations = Array.from({ length: 300 }, (_, at) => ({
        create: {
          lineItemId: line?.['id'],
          targetingType: 'BROAD_KEYWORD',
          targetingValue: `a word that is number ${at}`,
        },
      }));
      const { members } = await call('ads_prepare', {
        document:
          'mutation ($input: BatchTargetingCriteriaInput!) { batchTargetingCriteria(input: $input) { outcome } }',
        variables: { input: { accountId: bikes, operations } },
        why: 'More words',
      });
      for (const tool of ['ads_apply', 'ads_outcome']) {
        const { text, members: told } = await call(tool, { plan: members.plan });
        expect(told).toMatchObject({
          outcome: 'APPLIED',
          items: [{ outcome: 'APPLIED', counts: { ids: 300, parts: 300, errors: 0 } }],
        });
        expect(told.items[0].parts.length).toBeGreaterThan(10);
        const bytes = Math.max(Buffer.byteLength(text), Buffer.byteLength(JSON.stringify(told)));
        expect(bytes).toBeLessThanOrEqual(16 * 1024);
      }
    },
    as('writer'),
  );
});
