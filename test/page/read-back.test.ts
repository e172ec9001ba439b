import { afterEach, expect, test } from 'vitest';
import { readBack } from '../../explorer/page/answer/read-back.ts';
import type { Values } from '../../explorer/page/json.ts';
import { verdictsOf } from '../../explorer/page/run/endings.ts';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { pageSchema } from '../support/page-schema.ts';
import { askedRun, runOf } from './ended-run.ts';

const running = useGateway();
afterEach(() => running.emulator.reset({ data: true }));

/** Sends a write whose answer is lost, then the query that reads it back: its answer and calls. */
const readAgain = async (query: string, key: string, input: Values) => {
  running.emulator.fault({
    match: { method: 'POST' },
    times: 1,
    fault: { kind: 'drop', apply: true },
  });
  const run = await askedRun(running, query, { input });
  expect(verdictsOf(run)).toEqual([{ text: '1 outcome unknown', tone: 'warn' }]);
  const draft = readBack(run, key, pageSchema);
  if (draft?.query === undefined) throw new Error('nothing to read back');
  running.emulator.reset();
  const { data, errors, calls } = await running.ask(draft.query, JSON.parse(draft.variables ?? ''));
  expect(errors).toBeUndefined();
  return { account: data.account, calls };
};

const batch = `mutation ($input: BatchCampaignsInput!) {
  batchCampaigns(input: $input) { outcome results { outcome } } }`;

test('rows of a batch are read back by their ids, and as the newest if they were created', async () => {
  const operations = [
    { update: { campaignId: 'cik3s001', entityStatus: 'PAUSED' } },
    { create: { name: 'Autumn sale', fundingInstrumentId: 'fik3s001', dailyBudget: '5' } },
  ];
  const { account, calls } = await readAgain(batch, 'batchCampaigns', {
    accountId: bikes,
    operations,
  });
  expect(account.campaign).toMatchObject({ restId: 'cik3s001', entityStatus: 'PAUSED' });
  expect(account.newest.nodes[0]).toMatchObject({ name: 'Autumn sale' });
  expect(calls.map(({ endpoint }) => endpoint).sort()).toEqual(['getCampaign', 'listCampaigns']);
  expect(calls.find(({ endpoint }) => endpoint === 'listCampaigns')?.query).toMatchObject({
    sort_by: 'created_at-desc',
    with_draft: 'true',
  });
});

test('rows of a long batch are all read back, drafts and deleted ones too', async () => {
  const rows = running.emulator.store
    .rows('Campaign', bikes)
    .filter(({ deleted }) => deleted !== true);
  const isDraft = ({ entity_status: status }: (typeof rows)[number]) => status === 'DRAFT';
  const [gone = '', ...others] = [...rows.filter(isDraft), ...rows.filter((row) => !isDraft(row))]
    .map(({ id }) => String(id))
    .slice(0, 40);
  expect(rows.filter(isDraft).length).toBeGreaterThan(1);
  expect(others.length).toBeGreaterThan(20);
  const renamed = others.map((id) => ({ update: { campaignId: id, name: `New ${id}` } }));
  const operations = [{ delete: { campaignId: gone } }, ...renamed];
  const { account, calls } = await readAgain(batch, 'batchCampaigns', {
    accountId: bikes,
    operations,
  });
  const read = account.changed.nodes.map(({ restId }: { restId: string }) => restId);
  expect(read.sort()).toEqual([gone, ...others].sort());
  expect(calls.map(({ endpoint }) => endpoint)).toEqual(['listCampaigns']);
});

test('targeting is read back one by one, and by its line items if it was created', async () => {
  const [row] = running.emulator.store.rows('TargetingCriterion', bikes);
  const { id, line_item_id: lineItemId } = row ?? {};
  const operations = [
    { create: { lineItemId, targetingType: 'LOCATION', targetingValue: 'fbd6d2f5a4e4a15e' } },
    { delete: { targetingCriterionId: id } },
  ];
  const query = `mutation ($input: BatchTargetingCriteriaInput!) {
    batchTargetingCriteria(input: $input) { outcome errors { message } } }`;
  const { account, calls } = await readAgain(query, 'batchTargetingCriteria', {
    accountId: bikes,
    operations,
  });
  expect(account.targetingCriterion).toMatchObject({ restId: id, deleted: true });
  expect(account.newest.nodes[0]).toMatchObject({ targetingValue: 'fbd6d2f5a4e4a15e' });
  expect(calls.find(({ query: sent }) => sent['sort_by'] !== undefined)?.query).toMatchObject({
    line_item_ids: lineItemId,
    sort_by: 'created_at-desc',
  });
  expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('nothing is read back without a known input and account', () => {
  const data = { updateCampaign: { outcome: 'UNKNOWN' } };
  const write =
    'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }';
  const of = (query: string, variables?: Values) =>
    readBack(runOf(query, { data }, variables), 'updateCampaign', pageSchema);
  expect(of(write)).toBeNull();
  expect(of(write, { input: { campaignId: 'c' } })).toBeNull();
  expect(of('mutation { ...m } fragment m on Mutation { updateCampaign { outcome } }')).toBeNull();
  expect(of(write, { input: { accountId: 'a', campaignId: 'c' } })?.query).toContain(
    'campaign(id: "c", withDeleted: true)',
  );
});
