import { describe, expect, test } from 'vitest';
import { errorsOf } from '../support/emulator.ts';
import { batchOf, euros, story } from '../support/seeded.ts';

const { held, newCampaign, createCampaign, lineItemOf } = story();

describe('batches', () => {
  const create = (more: object) => ({
    operation_type: 'Create',
    params: { ...newCampaign(), ...more },
  });

  test('answer in the order of their items and repeat them with the account', async () => {
    const changed = await createCampaign({ name: 'Old' });
    const deleted = await createCampaign();
    const answer = await held.client.json(batchOf(euros), [
      create({ name: 'One' }),
      { operation_type: 'Update', params: { campaign_id: changed, name: 'New' } },
      { operation_type: 'Delete', params: { campaign_id: deleted } },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject([
      { name: 'One', deleted: false },
      { id: changed, name: 'New' },
      { id: deleted, deleted: true },
    ]);
    expect(answer.body['request']).toMatchObject([
      { operation_type: 'Create', params: { name: 'One', account_id: euros } },
      { operation_type: 'Update', params: { campaign_id: changed, account_id: euros } },
      { operation_type: 'Delete', params: { campaign_id: deleted, account_id: euros } },
    ]);
  });

  test('refuse an item that leaves a row without a required column', async () => {
    const id = await createCampaign({ name: 'Kept' });
    const answer = await held.client.json(batchOf(euros), [
      create({ name: 'One' }),
      { operation_type: 'Update', params: { campaign_id: id, name: null } },
    ]);
    expect(answer.status).toBe(400);
    expect(answer.body['operation_errors']).toMatchObject([
      [],
      [{ code: 'INVALID_PARAMETER', parameter: 'name' }],
    ]);
    expect(held.emulator.store.find('Campaign', euros, id)?.['name']).toBe('Kept');
  });

  test('apply nothing if one item is refused, and name it', async () => {
    const before = held.emulator.store.rows('Campaign', euros);
    const answer = await held.client.json(batchOf(euros), [
      create({}),
      { operation_type: 'Create', params: { name: 'b', daily_budget_amount_local_micro: 1 } },
      { operation_type: 'Delete', params: { campaign_id: 'zzz' } },
    ]);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      data: [],
      operation_errors: [
        [],
        [
          {
            code: 'MISSING_PARAMETER',
            message: '"funding_instrument_id" is a required parameter',
            parameter: 'funding_instrument_id',
          },
        ],
        [{ code: 'CAMPAIGN_NOT_FOUND', parameter: 'campaign_id' }],
      ],
    });
    expect(answer.body).not.toHaveProperty('errors');
    expect(held.emulator.store.rows('Campaign', euros)).toEqual(before);
  });

  test('arrange the errors of items according to the settings', async () => {
    const items = [create({}), create({ name: '' }), create({ entity_status: 'X' })];
    const errors = async (operationErrors: 'objects' | 'flat') => {
      held.emulator.set({ operationErrors });
      return (await held.client.json(batchOf(euros), items)).body['operation_errors'];
    };
    expect(await errors('objects')).toMatchObject([
      {},
      { parameter: 'name' },
      { parameter: 'entity_status' },
    ]);
    expect(await errors('flat')).toMatchObject([
      { parameter: 'name' },
      { parameter: 'entity_status' },
    ]);
  });

  test('accept 40 campaigns and not 41', async () => {
    const items = (count: number) =>
      Array.from({ length: count }, () => create({ entity_status: 'PAUSED' }));
    expect((await held.client.json(batchOf(euros), items(40))).status).toBe(200);
    const beyond = await held.client.json(batchOf(euros), items(41));
    expect(beyond.status).toBe(400);
    expect(beyond.body['errors']).toMatchObject([{ code: 'INVALID_PARAMETER' }]);
    expect(beyond.body).not.toHaveProperty('operation_errors');
  });

  test('accept 500 criteria and not 501, whatever they contain', async () => {
    const line_item_id = await lineItemOf();
    const items = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        operation_type: 'Create',
        params: { line_item_id, targeting_type: 'BROAD_KEYWORD', targeting_value: `w${index}` },
      }));
    const path = `/12/batch/accounts/${euros}/targeting_criteria`;
    const full = await held.client.json(path, items(500));
    expect(full.status).toBe(200);
    expect(full.body['data']?.[499]).toMatchObject({ name: 'w499', operator_type: 'EQ' });
    expect((await held.client.json(path, items(501))).status).toBe(400);
  });

  test('are refused as a whole if they are no list', async () => {
    const answer = await held.client.json(batchOf(euros), { operation_type: 'Create' });
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'INVALID' }] });
  });
});
