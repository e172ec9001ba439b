import { describe, expect, test } from 'vitest';
import type { StoredRow } from '../../emulator/store.ts';
import { lineItems } from '../../src/upstream/catalogue/areas/line-items.ts';
import { dataOf, useEmulator } from '../support/emulator.ts';

const held = useEmulator({ seed: 1 });

const isLive = (row: StoredRow): boolean => row['deleted'] !== true;

/** The parameters of a creation that a row has values for. */
const paramsOf = (row: StoredRow, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value: unknown = row[name];
      const isEmpty = value === null || value === undefined || [value].flat().length === 0;
      return isEmpty ? [] : [[name, typeof value === 'number' ? String(value) : value]];
    }),
  );

const creation = Object.keys(lineItems.createLineItem.params).filter(
  (name) => name !== 'advertiser_user_id',
);

const batches = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );

describe('everything in the seed can be created again', () => {
  const accounts = ['18ce54bik3s', '18ce54cf3e2', '18ce54gam3j', '18ce54trv4l', '18ce54ag3nc'];

  test.each(accounts)('line items and their criteria in %s', async (account) => {
    const { store } = held.emulator;
    const rows = (entity: string) => store.rows(entity, account).filter(isLive);
    const originals = rows('Campaign').map((row) => ({
      row,
      items: rows('LineItem').filter((one) => one['campaign_id'] === row['id']),
    }));
    let made = 0;
    for (const { row, items } of originals) {
      if (items.length === 0) continue;
      const id = `again${row['id']}`;
      store.insert('Campaign', account, { ...row, id, entity_status: 'PAUSED' });
      const creations = items.map((item) => ({
        operation_type: 'Create',
        params: {
          ...paramsOf(item, creation),
          campaign_id: id,
          end_time: '2035-01-01T00:00:00Z',
          entity_status: 'PAUSED',
        },
      }));
      const answer = await held.client.json(`/12/batch/accounts/${account}/line_items`, creations);
      expect(answer.body['operation_errors']).toBeUndefined();
      const copies = [...dataOf(answer)].map((copy) => String(copy['id']));
      const criteria = items.flatMap((item, index) =>
        rows('TargetingCriterion')
          .filter((one) => one['line_item_id'] === item['id'])
          .map((one) => ({
            operation_type: 'Create',
            params: {
              ...paramsOf(one, ['targeting_type', 'targeting_value', 'operator_type']),
              line_item_id: copies[index],
            },
          })),
      );
      for (const some of batches(criteria, 500)) {
        const path = `/12/batch/accounts/${account}/targeting_criteria`;
        const targeted = await held.client.json(path, some);
        expect(targeted.body['operation_errors']).toBeUndefined();
      }
      made += items.length;
    }
    expect(made).toBeGreaterThan(60);
  });
});
