import { describe, expect, test } from 'vitest';
import { dataOf, errorsOf, useEmulator } from './support/emulator.ts';
import type { Query } from './support/signed.ts';

const account = '18ce54bik3s';
const path = `/12/accounts/${account}/targeting_criteria`;
const batch = `/12/batch/accounts/${account}/targeting_criteria`;
const held = useEmulator();

const america = '96683cc9126741d1';
const seattle = '300bcc6e23a88361';
const germany = '3078869807f9dd36';
const bakeOff = '10000283242';

/** A line item that targets nothing. */
const lineItem = (id: string): string => {
  const [known] = held.emulator.store.rows('LineItem', account);
  held.emulator.store.insert('LineItem', account, { ...known, id, deleted: false });
  return id;
};
const add = (
  line_item_id: string,
  targeting_type: string,
  targeting_value: string,
  more: Query = {},
) =>
  held.client.post(path, {
    line_item_id,
    targeting_type,
    targeting_value,
    operator_type: 'EQ',
    ...more,
  });

describe('a television show', () => {
  test('wants places of its own locale alone, those that stand before it', async () => {
    const id = lineItem('show1');
    await add(id, 'LOCATION', america);
    await add(id, 'LOCATION', germany);
    expect(errorsOf(await add(id, 'TV_SHOW', bakeOff))).toMatchObject({
      status: 400,
      errors: [{ code: 'INVALID_PARAMETER', parameter: 'targeting_value', value: bakeOff }],
    });
  });

  test('and those that come after it', async () => {
    const id = lineItem('show2');
    expect((await add(id, 'LOCATION', seattle)).status).toBe(201);
    expect((await add(id, 'TV_SHOW', bakeOff)).status).toBe(201);
    expect(errorsOf(await add(id, 'LOCATION', germany))).toMatchObject({
      status: 400,
      errors: [{ code: 'INVALID_PARAMETER', parameter: 'targeting_value', value: germany }],
    });
    expect((await add(id, 'LOCATION', america)).status).toBe(201);
    const items = [germany].map((targeting_value) => ({
      operation_type: 'Create',
      params: { line_item_id: id, targeting_type: 'LOCATION', targeting_value },
    }));
    const batched = await held.client.json(batch, items);
    expect(batched.body['operation_errors']).toMatchObject([[{ value: germany }]]);
  });

  test('that nobody knows is refused', async () => {
    const id = lineItem('show3');
    await add(id, 'LOCATION', america);
    expect((await add(id, 'TV_SHOW', '1')).status).toBe(400);
  });
});

describe('a category of content', () => {
  const categories = (line_item_id: string, values: readonly string[]) =>
    held.client.json(
      batch,
      values.map((targeting_value) => ({
        operation_type: 'Create',
        params: { line_item_id, targeting_type: 'IAB_CATEGORY', targeting_value },
      })),
    );

  test('is one of the known ones', async () => {
    const answer = await categories(lineItem('iab1'), ['IAB17', 'IAB99']);
    expect(answer.status).toBe(400);
    expect(answer.body['operation_errors']).toMatchObject([
      [],
      [{ code: 'INVALID_IAB_CATEGORY', parameter: 'targeting_value', value: 'IAB99' }],
    ]);
    const made = await categories(lineItem('iab2'), ['IAB17', 'iab9-4']);
    expect(made.status).toBe(200);
    expect([...dataOf(made)].map((row) => row['targeting_value'])).toEqual(['IAB17', 'IAB9-4']);
    expect(dataOf(made)[0]?.['name']).toBe('Sports');
  });
});
