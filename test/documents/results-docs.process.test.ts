import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { blocksOf } from '../support/pages.ts';

const page = 'results.md';
const account = '18ce54cf3e2';
const running = useGateway();
const folder = mkdtempSync(join(tmpdir(), 'results-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A block of the page about a seeded account. */
const filled = (block: string): string =>
  block
    .replace('id: "…"', `id: "${account}"`)
    .replace('accountId: "…"', `accountId: "${account}"`)
    .replace('entityIds: ["…"]', 'entityIds: ["cf3e2000"]');

describe('the page about results', () => {
  const documents = blocksOf(page, 'graphql').map((block) => [block.split(' ')[1], block] as const);
  test.for(documents)('has a document that works: %s', async ([, block]) => {
    running.emulator.set({ jobSeconds: 0 });
    const { data, errors, calls } = await running.ask(filled(block));
    expect(errors).toBeUndefined();
    expect(calls.length).toBeGreaterThan(0);
    if ('createStatsJob' in data) expect(data.createStatsJob).toMatchObject({ outcome: 'APPLIED' });
  });

  test('has a program that prints each day of the quarter on which a campaign was shown', async () => {
    running.emulator.set({ jobSeconds: 0 });
    const [program = ''] = blocksOf(page, 'js');
    const file = join(folder, 'quarter.mjs');
    const here = program
      .replace('http://127.0.0.1:4000/graphql', running.url)
      .replace("accountId = '…'", `accountId = '${account}'`);
    writeFileSync(file, here);
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    const lines = stdout.trim().split('\n');
    const { data } = await running.ask(
      `{ account(id: "${account}") { campaigns(first: 200, withDeleted: true) { nodes { restId stats(range: { lastDays: 90 }) { days { date metrics { impressions billedCharge { amount } } } } } } } }`,
    );
    interface Shown {
      readonly date: string;
      readonly metrics: {
        readonly impressions: string | null;
        readonly billedCharge: { readonly amount: string } | null;
      };
    }
    const expected = data.account.campaigns.nodes.flatMap(
      ({ restId, stats }: { restId: string; stats: { days: readonly Shown[] } }) =>
        stats.days
          .filter(({ metrics }) => Number(metrics.impressions) > 0)
          .map(({ date, metrics }) =>
            [restId, date, metrics.impressions, metrics.billedCharge?.amount ?? '0'].join(' '),
          ),
    );
    expect(expected.length).toBeGreaterThan(100);
    expect(lines.toSorted()).toEqual(expected.toSorted());
  });
});
