import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../src/state/memory.ts';
import type { Store } from '../../src/state/store.ts';
import { useGateway } from '../support/gateway.ts';
import {
  expectMadeOnce,
  launched,
  launchInput,
  launching,
  madeSince,
  rowsIn,
} from '../support/launches.ts';
import { quickTime } from '../support/quick-time.ts';

const { accountId } = launching;
/** The record of a write. */
interface WriteRecord {
  readonly input: string;
  readonly outcome?: string;
}
let changed = (record: WriteRecord): object => record;
const time = quickTime();
const memory = createMemoryStore(time.now);
const records: WriteRecord[] = [];
const store: Store = {
  ...memory,
  get: async (...keys) => {
    const texts = await memory.get(...keys);
    return texts.map((text) => {
      if (text === null || !/"outcome":/.test(text)) return text;
      const record = JSON.parse(text) as WriteRecord;
      records.push(record);
      return JSON.stringify(changed(record));
    });
  },
};
const running = useGateway({ parts: { ...time, store } });
beforeEach(() => {
  running.emulator.reset({ data: true });
  records.length = 0;
  changed = (record) => record;
});

/** A record in the form of earlier releases: with whole rows, and without their places. */
const asBefore = (record: WriteRecord): object => {
  const { columns, placed: _, rows, ...sent } = JSON.parse(record.outcome ?? '');
  if (columns === undefined) return record;
  const entities = ['Campaign', 'LineItem', 'TargetingCriterion', 'PromotedTweet'];
  const all = entities.flatMap((entity) =>
    running.emulator.store
      .rows(entity, accountId)
      .map((row) => ({ entity, accountId, endpoint: null, row })),
  );
  const whole = rows.map(([id]: [string]) => all.find(({ row }) => row['id'] === id));
  return { ...record, outcome: JSON.stringify({ ...sent, rows: whole }) };
};

describe('a launch that an earlier release began', () => {
  test('has the same input, so that its key continues', async () => {
    const lineItems = { endTime: '2033-01-01T00:00:00Z' };
    const copy = { accountId, campaignId: 'cik3s000', name: 'Copied', activate: true, lineItems };
    for (let tries = 0; tries < 2; tries += 1) {
      await launched(running, { ...launchInput({ activate: true }), idempotencyKey: 'launch' });
      await launched(running, { ...copy, idempotencyKey: 'copy' }, 'copyCampaign');
    }
    // Records of those releases: the digests of both inputs and of their first steps.
    expect(records.map(({ input }) => input)).toEqual(
      expect.arrayContaining([
        'VpuyEIoU7LDr4Km31cdbWkqXU75zNf0hYgts3LaACwQ',
        'ZSmxBM8Mb5YVUepKHi6ha302G6Oa1f6kfthUtLBcsXY',
        'x3-GZM5op60eTbuLeJtUKA5j7s5osOlCii27rNZ8JUY',
        'BVU530oLgExYyvRsDNKUGvENZME5Xd2OULX1XZRYQeY',
        'dT3OE0p7FRUezgfmhSsPUmRSNQTk7FeByLdkCHz2sRY',
      ]),
    );
  });

  test('continues from its recorded rows', async () => {
    const before = rowsIn(running);
    const input = { ...launchInput({ activate: true }), idempotencyKey: 'recorded before' };
    const json = { errors: [{ code: 'INVALID', message: 'not today' }] };
    running.emulator.fault({
      match: { endpoint: 'createPromotedTweets' },
      times: 1,
      fault: { kind: 'answer', status: 400, json },
    });
    expect((await launched(running, input)).payload.outcome).toBe('REJECTED');
    changed = asBefore;
    const { payload } = await launched(running, input);
    expect([payload.outcome, payload.errors]).toEqual(['APPLIED', []]);
    expectMadeOnce(madeSince(before, running));
    const criteria = payload.lineItems.flatMap((one: { targeting: unknown }) => one.targeting);
    expect(criteria).toMatchObject(Array(6).fill({ outcome: 'APPLIED', errors: [] }));
  });
});
