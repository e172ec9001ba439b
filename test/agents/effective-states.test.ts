import { expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { callTool } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();

const found = async (kind: string) => {
  const given = { kind, account: bikes, state: 'ACTIVE' };
  const { members, calls } = await callTool(running, 'ads_find', given);
  const rows = members.rows.map((row: readonly unknown[]) =>
    Object.fromEntries(members.columns.map((name: string, at: number) => [name, row[at]])),
  ) as readonly Readonly<Record<string, string>>[];
  return { rows, calls };
};

const campaignState = (id: string | undefined): unknown =>
  running.emulator.store
    .rows('Campaign', bikes)
    .find((row) => `Campaign:${bikes}:${row['id']}` === id)?.['effective_status'];

test('campaigns have the state after all conditions', async () => {
  const { rows, calls } = await found('CAMPAIGN');
  for (const { id, effective } of rows) expect(effective).toBe(campaignState(id));
  expect(rows[0]?.['effective']).toBe('RUNNING');
  expect(calls).toHaveLength(1);
});

test('line items that are ACTIVE have the state of their campaign, for one call more', async () => {
  const { rows, calls } = await found('LINE_ITEM');
  for (const { parent, effective } of rows) expect(effective).toBe(campaignState(parent));
  expect(new Set(rows.map(({ effective }) => effective)).size).toBeGreaterThan(1);
  expect(calls).toHaveLength(2);
});

test('promoted posts have the state of line item and campaign, for two calls more', async () => {
  const { rows, calls } = await found('PROMOTED_TWEET');
  const items = running.emulator.store.rows('LineItem', bikes);
  for (const { parent, effective } of rows) {
    const item = items.find((row) => `LineItem:${bikes}:${row['id']}` === parent);
    const above = campaignState(`Campaign:${bikes}:${item?.['campaign_id']}`);
    expect(effective).toBe(item?.['entity_status'] === 'ACTIVE' ? above : item?.['entity_status']);
  }
  expect(calls).toHaveLength(3);
});
