import { beforeEach, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { errorsIn } from '../support/refusals.ts';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const create = (input: object) =>
  running.ask(
    `mutation ($input: CreateSandboxFundingInstrumentInput!) { createSandboxFundingInstrument(input: $input) {
      outcome errors { code argument parameter }
      fundingInstrument { restId type currency creditLimitLocalMicro creditLimit { amount currency } ableToFund deleted }
    } }`,
    {
      input: {
        accountId: bikes,
        currency: 'USD',
        startTime: '2025-06-01T00:00:00+02:00',
        ...input,
      },
    },
  );

test('a funding instrument is created and deleted only on the sandbox host', async () => {
  const made = await create({ type: 'CREDIT_LINE', creditLimitLocalMicro: '9007199254740993' });
  const { outcome, fundingInstrument } = made.data.createSandboxFundingInstrument;
  expect(outcome).toBe('APPLIED');
  expect(fundingInstrument).toMatchObject({
    type: 'CREDIT_LINE',
    currency: 'USD',
    creditLimitLocalMicro: '9007199254740993',
    creditLimit: { amount: '9007199254.740993', currency: 'USD' },
    ableToFund: true,
    deleted: false,
  });
  expect(made.calls.map(({ host, method, path, body }) => [host, method, path, body])).toEqual([
    [
      'sandbox',
      'POST',
      `/sandbox/12/accounts/${bikes}/funding_instruments`,
      'credit_limit_local_micro=9007199254740993&currency=USD&start_time=2025-05-31T22%3A00%3A00Z&type=CREDIT_LINE',
    ],
  ]);
  const gone = await running.ask(
    `mutation ($id: ID!) { deleteSandboxFundingInstrument(input: { accountId: "${bikes}", fundingInstrumentId: $id }) {
      outcome errors { code message argument } fundingInstrument { deleted ableToFund reasonsNotAbleToFund }
    } }`,
    { id: fundingInstrument.restId },
  );
  expect(gone.data.deleteSandboxFundingInstrument).toEqual({
    outcome: 'APPLIED',
    errors: [],
    fundingInstrument: { deleted: true, ableToFund: false, reasonsNotAbleToFund: ['DELETED'] },
  });
  expect(gone.calls.map(({ host, method }) => [host, method])).toEqual([['sandbox', 'DELETE']]);
});

test('parameters of some kinds only are left to the API to refuse', async () => {
  const { data, calls } = await create({ type: 'INSERTION_ORDER' });
  expect(data.createSandboxFundingInstrument).toEqual({
    outcome: 'REJECTED',
    errors: [{ code: 'MISSING_PARAMETER', argument: 'input.endTime', parameter: 'end_time' }],
    fundingInstrument: null,
  });
  expect(calls).toHaveLength(1);
});

test.each([
  [{ type: 'CREDIT_CARD', currency: 'dollars' }, 'input.currency'],
  [{ type: 'CREDIT_CARD', endTime: '2025-05-01T00:00:00Z' }, 'input.endTime'],
  [{ type: 'CREDIT_CARD', creditLimitLocalMicro: '-1' }, 'input.creditLimitLocalMicro'],
])('%j is refused before any call', async (input, argument) => {
  const { data, errors, calls } = await create(input);
  expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    argument,
  });
  expect(calls).toEqual([]);
});

test('funding instruments are found by id, deleted ones only on request', async () => {
  const made = await create({ type: 'CREDIT_LINE', creditLimitLocalMicro: '1000000' });
  const { restId } = made.data.createSandboxFundingInstrument.fundingInstrument;
  const { store } = running.emulator;
  const [first] = store.rows('FundingInstrument', bikes);
  const known = String(first?.['id']);
  store.insert('FundingInstrument', bikes, {
    ...store.find('FundingInstrument', bikes, restId),
    deleted: true,
  });
  const { data, calls } = await running.ask(
    `query ($known: ID!, $gone: ID!) { account(id: "${bikes}") {
        some: fundingInstruments(fundingInstrumentIds: [$known, $gone]) { nodes { restId } }
        all: fundingInstruments(fundingInstrumentIds: [$known, $gone], withDeleted: true) { totalCount }
        hidden: fundingInstrument(id: $gone) { type }
        shown: fundingInstrument(id: $gone, withDeleted: true) { type deleted } } }`,
    { known, gone: restId },
  );
  expect(data.account).toEqual({
    some: { nodes: [{ restId: known }] },
    all: { totalCount: 2 },
    hidden: null,
    shown: { type: 'CREDIT_LINE', deleted: true },
  });
  expect(new Set(calls.map(({ method, host }) => `${host} ${method}`))).toEqual(
    new Set(['ads GET']),
  );
});

test('the campaigns and line items of all funding instruments are one call each and link back', async () => {
  const { data, calls } = await running.ask(
    `{ account(id: "${bikes}") { fundingInstruments { nodes {
        restId
        campaigns(first: 1) { nodes { fundingInstrument { restId type } } }
        lineItems(first: 1) { nodes { fundingInstrument { restId } } } } } } }`,
  );
  const { nodes } = data.account.fundingInstruments;
  expect(nodes.length).toBeGreaterThan(1);
  for (const { restId, campaigns, lineItems } of nodes) {
    for (const row of [...campaigns.nodes, ...lineItems.nodes])
      expect(row.fundingInstrument.restId).toBe(restId);
  }
  expect(
    nodes.flatMap(({ campaigns }: { campaigns: { nodes: unknown[] } }) => campaigns.nodes),
  ).not.toEqual([]);
  expect(calls.map(({ endpoint }) => endpoint).toSorted()).toEqual([
    'listCampaigns',
    'listFundingInstruments',
    'listLineItems',
  ]);
});
