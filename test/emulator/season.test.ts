import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmulator, type Emulator } from '../../emulator/server.ts';
import { signedClient } from '../support/signed.ts';

const day = 86_400_000;
const accounts = ['18ce54bik3s', '18ce54gam3j', '18ce54big8k'];

/** The impressions of campaigns on each of the seven whole days before this one, in UTC. */
const impressionsOf = async (
  emulator: Emulator,
  accountId: string,
  ids: readonly string[],
): Promise<readonly (readonly number[])[]> => {
  const client = signedClient(emulator);
  const hour = Math.floor(emulator.now() / 3_600_000) * 3_600_000;
  const found: (readonly number[])[] = [];
  for (let at = 0; at < ids.length; at += 20) {
    const { text } = await client.get(
      `/12/stats/accounts/${accountId}`,
      {
        entity: 'CAMPAIGN',
        entity_ids: ids.slice(at, at + 20).join(),
        start_time: new Date(hour - 7 * day).toISOString().replace('.000', ''),
        end_time: new Date(hour).toISOString().replace('.000', ''),
        granularity: 'HOUR',
        metric_groups: 'ENGAGEMENT',
        placement: 'ALL_ON_TWITTER',
      },
      { timestamp: Math.floor(emulator.now() / 1000) },
    );
    for (const { id_data } of JSON.parse(text).data) {
      const hours: readonly number[] = id_data[0].metrics.impressions ?? [];
      found.push([0, 1, 2, 3, 4, 5, 6].map((one) => sum(hours.slice(one * 24, one * 24 + 24))));
    }
  }
  await client.close();
  return found;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

describe.each([Date.now(), Date.parse('2027-03-01T00:30:00Z'), Date.parse('2028-08-31T12:00:00Z')])(
  'at the time %d',
  (begin) => {
    let emulator: Emulator;
    beforeAll(async () => {
      emulator = await createEmulator({ now: () => begin, rateWindows: false });
    });
    afterAll(() => emulator.close());

    const live = (accountId: string) =>
      emulator.store
        .rows('Campaign', accountId)
        .filter(({ deleted, entity_status }) => deleted === false && entity_status !== 'DRAFT');

    test.each(accounts)('running campaigns of %s have figures of the last week', async (id) => {
      const running = live(id).filter(({ effective_status }) => effective_status === 'RUNNING');
      expect(running.length).toBeGreaterThan(8);
      const days = await impressionsOf(
        emulator,
        id,
        running.map((row) => String(row['id'])),
      );
      expect(days.filter((week) => week.some((one) => one === 0))).toEqual([]);
    });

    test.each(accounts)('the newest of %s are of these weeks, and half of them run', (id) => {
      const newest = live(id)
        .toSorted((one, other) =>
          String(one['created_at']) > String(other['created_at']) ? -1 : 1,
        )
        .slice(0, 6);
      const oldest = Date.parse(String(newest.at(-1)?.['created_at']));
      expect(begin - oldest).toBeLessThan(150 * day);
      expect(newest.every((row) => Date.parse(String(row['created_at'])) < begin)).toBe(true);
      const running = newest.filter(({ effective_status }) => effective_status === 'RUNNING');
      expect(running.length).toBeGreaterThanOrEqual(3);
      expect(newest[0]?.['effective_status']).toBe('RUNNING');
    });

    test('curves of a week differ in their highest day and in their spread', async () => {
      const [id = ''] = accounts;
      const running = live(id).filter(({ effective_status }) => effective_status === 'RUNNING');
      const ids = running.map((row) => String(row['id']));
      const weeks = await impressionsOf(emulator, id, ids);
      const peaks = new Set(weeks.map((week) => week.indexOf(Math.max(...week))));
      expect(peaks.size).toBeGreaterThanOrEqual(4);
      const spreads = weeks.map((week) => Math.min(...week) / Math.max(...week));
      expect(Math.max(...spreads) - Math.min(...spreads)).toBeGreaterThan(0.15);
    });
  },
);
