import { describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';

const accountId = '18ce54bik3s';
const running = useGateway();

const document = `mutation ($input: CreateCampaignInput!) {
  createCampaign(input: $input) { outcome errors { code reason message argument details } } }`;
const campaign = { accountId, fundingInstrumentId: 'fik3s000', name: 'Spring' };
const create = async (more: object) => {
  const { data, calls } = await running.ask(document, { input: { ...campaign, ...more } });
  expect(calls).toHaveLength(1);
  return data.createCampaign;
};
const refused = (...errors: readonly object[]) => ({ outcome: 'REJECTED', errors });

describe('a refusal of the API that is known', () => {
  test('is a sentence about the field, at the amount that was not given', async () => {
    expect(await create({})).toEqual(
      refused({
        code: 'MISSING_PARAMETER',
        reason: null,
        message: 'Daily budget must be given.',
        argument: 'input.dailyBudget',
        details: '"daily_budget_amount_local_micro" is a required parameter',
      }),
    );
  });

  test('is one about the row that does not exist', async () => {
    expect(await create({ fundingInstrumentId: 'fif3e000', dailyBudget: '5' })).toEqual(
      refused({
        code: 'FUNDING_INSTRUMENT_NOT_FOUND',
        reason: null,
        message: 'Funding instrument could not be found.',
        argument: 'input.fundingInstrumentId',
        details: 'funding instrument fif3e000 does not exist or was deleted',
      }),
    );
  });

  test('does not say that an account is absent, which others may see', async () => {
    const { data } = await running.ask(
      `mutation { updateAccount(input: { accountId: "18ce54h0t3l", name: "Mine" }) {
        outcome errors { code message argument details } } }`,
    );
    expect(data.updateAccount).toMatchObject(
      refused({
        code: 'ACCOUNT_NOT_FOUND',
        message: 'Account does not exist, or this user may not see it. Check the id.',
        argument: 'input.accountId',
        details: 'The account 18ce54h0t3l is not associated with this user',
      }),
    );
  });

  test('stands at its item of a batch', async () => {
    const { data } = await running.ask(
      `mutation ($input: BatchCampaignsInput!) { batchCampaigns(input: $input) {
        outcome results { outcome errors { message argument } } } }`,
      { input: { accountId, operations: [{ create: { ...campaign, accountId: undefined } }] } },
    );
    const error = {
      message: 'Daily budget must be given.',
      argument: 'input.operations[0].create.dailyBudget',
    };
    expect(data.batchCampaigns).toEqual({ outcome: 'REJECTED', results: [refused(error)] });
  });

  test('of a read is a sentence too, with what to do', async () => {
    const problem = {
      code: 'CAMPAIGN_NOT_FOUND',
      message: 'campaign nope does not exist',
      parameter: 'campaign_ids',
    };
    const fault = { kind: 'answer', status: 404, json: { errors: [problem] } } as const;
    running.emulator.fault({ match: { endpoint: 'listLineItems' }, fault });
    const { errors } = await running.ask(
      `{ account(id: "${accountId}") { lineItems(campaignIds: ["nope"]) { nodes { id } } } }`,
    );
    expect(errors).toMatchObject([
      {
        message: 'Campaigns could not be found. Check the id.',
        extensions: { code: 'NOT_FOUND', upstream: { errors: [problem] } },
      },
    ]);
  });

  test('keeps the words of the API if it names no field, or has a code of its own', async () => {
    for (const problem of [
      { code: 'MISSING_PARAMETER', message: 'something is missing' },
      { code: 'TOO_ODD', message: 'this is odd', parameter: 'name' },
    ]) {
      const fault = { kind: 'answer', status: 400, json: { errors: [problem] } } as const;
      running.emulator.fault({ match: { endpoint: 'createCampaign' }, times: 1, fault });
      const { errors } = await create({ dailyBudget: '5' });
      expect(errors).toMatchObject([{ message: problem.message, details: null }]);
    }
  });
});
