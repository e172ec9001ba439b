import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEmulator, type Emulator, type OwnRows } from '../../emulator/server.ts';
import { startAdsGraph } from '../../testing/start.ts';
import { signedClient } from '../support/signed.ts';

const account_id = 'acme1';
const world: OwnRows = {
  Campaign: [
    {
      account_id,
      id: 'mine1',
      name: 'Mine',
      funding_instrument_id: 'fund1',
      entity_status: 'ACTIVE',
      currency: 'EUR',
      daily_budget_amount_local_micro: '9007199254740993',
    },
  ],
  FundingInstrument: [{ account_id, id: 'fund1', currency: 'EUR', entity_status: 'ACTIVE' }],
  Account: [{ id: account_id, name: 'Acme', timezone: 'Europe/Paris' }],
};

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ strict: true, rows: world });
});
afterAll(() => emulator.close());
beforeEach(() => emulator.reset({ data: true }));

const client = () => signedClient(emulator);
const post = async (rows: unknown) => {
  const response = await fetch(`${emulator.url}/__emulator/rows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  });
  return { status: response.status, body: await response.json() };
};

test('rows of a test are there at the start, and again after a reset of the data', async () => {
  const path = `/12/accounts/${account_id}/campaigns`;
  const list = async () => (await client().get(path)).body['data'];
  const row = { id: 'mine1', name: 'Mine', deleted: false, reasons_not_servable: [] };
  expect(await list()).toMatchObject([row]);
  emulator.addRows({ Campaign: [{ account_id, id: 'mine1', name: 'Renamed' }] });
  expect(await list()).toMatchObject([{ ...row, name: 'Renamed' }]);
  emulator.reset({ data: true });
  expect(await list()).toMatchObject([row]);
});

const required = {
  funding_instrument_id: 'fund1',
  entity_status: 'PAUSED',
  currency: 'EUR',
} as const;

test('amounts keep all their digits', async () => {
  const [row] = emulator.store.rows('Campaign', account_id);
  expect(row?.['daily_budget_amount_local_micro']).toBe(9007199254740993n);
});

test('over HTTP a row is added with a generated key, and an existing one changes in part', async () => {
  const { status, body } = await post({
    Campaign: [{ account_id, name: 'Other', ...required }],
    LineItem: [],
  });
  expect(status).toBe(201);
  const [id] = body.added.Campaign;
  expect(emulator.store.find('Campaign', account_id, id)).toMatchObject({ name: 'Other' });
  expect(await post({ Campaign: [{ account_id, id: 'MINE1', servable: false }] })).toEqual({
    status: 201,
    body: { added: { Campaign: ['mine1'] } },
  });
  expect(emulator.store.find('Campaign', account_id, 'mine1')).toMatchObject({
    name: 'Mine',
    servable: false,
  });
});

test('a row of the seed can be changed, and only its given columns', async () => {
  const euros = '18ce54bik3s';
  const before = emulator.store.find('Campaign', euros, 'cik3s000');
  await post({ Campaign: [{ account_id: euros, id: 'cik3s000', name: 'Changed' }] });
  expect(emulator.store.find('Campaign', euros, 'cik3s000')).toEqual({
    ...before,
    name: 'Changed',
    updated_at: expect.any(String),
  });
});

describe('impossible data is refused, and nothing of the call is kept', () => {
  const good = { account_id, id: 'good', name: 'Good', ...required };
  test.each([
    [
      'an entity',
      { Campaigns: [good] },
      'rows: no entity is named "Campaigns". Did you mean "Campaign"?',
    ],
    [
      'a column',
      { Campaign: [good, { ...good, nmae: 'x' }] },
      'rows.Campaign.1.nmae: no column of Campaign is named "nmae". Did you mean "name"?',
    ],
    [
      'an account',
      { Campaign: [{ ...good, account_id: 'nope' }] },
      'rows.Campaign.0.account_id: there is no account "nope"',
    ],
    [
      'a row without its account',
      { Campaign: [{ id: 'good' }] },
      'rows.Campaign.0.account_id: must be given: the account that the Campaign belongs to',
    ],
    [
      'a row without a required column',
      { Campaign: [{ account_id, id: 'good' }] },
      'rows.Campaign.0.name: name must be given',
    ],
    [
      'a value',
      { Campaign: [{ ...good, servable: 'maybe' }] },
      'rows.Campaign.0.servable: servable must be true or false',
    ],
    [
      'a choice',
      { Campaign: [{ ...good, entity_status: 'RUNNING' }] },
      /^rows\.Campaign\.0\.entity_status: entity_status must be "?ACTIVE/,
    ],
    ['a list', { Campaign: good }, 'rows.Campaign: must be a list of rows'],
    ['the whole', [good], 'rows: must be an object with lists of rows, by entity'],
  ])('%s', async (_what, rows, error) => {
    const before = emulator.store.rows('Campaign', account_id);
    const { status, body } = await post(rows);
    expect(status).toBe(400);
    if (typeof error === 'string') expect(body.error).toBe(error);
    else expect(body.error).toMatch(error);
    expect(emulator.store.rows('Campaign', account_id)).toEqual(before);
    expect(() => emulator.addRows(rows as OwnRows)).toThrow(error);
  });
});

test('the types have entities and columns', () => {
  // @ts-expect-error: no entity has this name
  expect(() => emulator.addRows({ Campaigns: [] })).toThrow(TypeError);
  // @ts-expect-error: no campaign has this column
  const misspelt: OwnRows = { Campaign: [{ account_id, name: 'x', ...required, nmae: 'x' }] };
  expect(() => emulator.addRows(misspelt)).toThrow(TypeError);
});

test('a gateway reads and changes them like any other', async () => {
  const held = await startAdsGraph({ rows: world });
  const ask = async (query: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query });
    return (await fetch(held.gateway.url, { method: 'POST', headers, body })).json();
  };
  const read = `{ account(id: "${account_id}") { name campaigns { nodes { restId name dailyBudget { amount } } } } }`;
  const node = { restId: 'mine1', name: 'Mine', dailyBudget: { amount: '9007199254.740993' } };
  expect(await ask(read)).toEqual({
    data: { account: { name: 'Acme', campaigns: { nodes: [node] } } },
  });
  const write = `mutation { updateCampaign(input: { accountId: "${account_id}", campaignId: "mine1", name: "Theirs" }) { outcome } }`;
  expect(await ask(write)).toEqual({ data: { updateCampaign: { outcome: 'APPLIED' } } });
  expect(held.emulator.calls().map(({ endpoint }) => endpoint)).toEqual([
    'getAccount',
    'listCampaigns',
    'updateCampaign',
  ]);
  await held.close();
});
