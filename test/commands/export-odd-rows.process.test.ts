import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bikes, coffee } from '../support/accounts.ts';
import { exportFrom } from '../support/exports.ts';
import { useGateway } from '../support/gateway.ts';
import { bothIn, type OddExport, stepOf } from '../support/odd-exports.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';
import { openWarehouse, type Warehouse } from '../support/warehouse.ts';

const key = 'r'.repeat(40);
const running = useGateway({ env: { GATEWAY_API_KEYS: `nightly:${key}:owner-reads` } });
beforeEach(() => running.emulator.reset({ data: true }));
let warehouse: Warehouse;
const root = mkdtempSync(join(tmpdir(), 'ads-graph-odd-'));
beforeAll(async () => {
  warehouse = await openWarehouse();
});
afterAll(() => {
  warehouse.close();
  rmSync(root, { recursive: true });
});

const steps = 3;

test.each(Array.from({ length: runs(5, 200) }, (_, index) => index))(
  'odd names, two runs at once, kills and damaged files: the rows are those of the API, or the run reports a failure (%i)',
  { timeout: patience },
  async (index) => {
    const random = randomFrom(seed + index);
    const exported: OddExport = {
      ...{ running, warehouse, random, key },
      account: random.of([bikes, coffee]),
      folder: mkdtempSync(join(root, 'run-')),
      format: random.of(['ndjson', 'ndjson', 'csv', 'parquet']),
    };
    for (let step = 0; step < steps; step += 1) {
      const { kind, codes, said } = await stepOf(exported);
      const allowed = { one: ['0'], kill: ['0'], two: ['0,0', '0,2'], damage: ['0', '1'] }[kind];
      expect(allowed, said).toContain(codes.join());
      if (codes.includes(2)) expect(said).toContain('is in use by process ');
      if (codes.includes(1)) {
        expect(said).toContain(' is damaged: ');
        // The run continues with the other tables, and ends by itself.
        expect(said).not.toContain('Error');
        continue;
      }
      const { found, expected } = await bothIn(exported);
      expect({ kind, ...found }).toEqual({ kind, ...expected });
    }
  },
);

test.each(['\u2028', '\u2029', '\u0085', '\u000b', '\r', '\ud800'])(
  'a name with %j is an ordinary row',
  { timeout: patience },
  async (character) => {
    const { store } = running.emulator;
    const [first] = store.rows('Campaign', bikes);
    const name = `Winter${character} sale`;
    store.insert('Campaign', bikes, { ...first, name });
    const folder = mkdtempSync(join(root, 'name-'));
    const options = ['--account', bikes, '--tables', 'campaigns', '--out', folder];
    const { code, lines } = await exportFrom(running.url, key, options);
    const rows = store.rows('Campaign', bikes).length;
    expect([code, lines]).toEqual([0, [expect.objectContaining({ rows, complete: true })]]);
    const found = await warehouse.query(
      `SELECT name FROM read_parquet('${folder}/campaigns/*.parquet') WHERE id = '${first?.['id']}'`,
    );
    expect(found).toEqual([{ name: name.toWellFormed() }]);
  },
);

test('an amount of 19 digits is exact in Parquet', { timeout: patience }, async () => {
  const { store } = running.emulator;
  const [first] = store.rows('Campaign', bikes);
  const total_budget_amount_local_micro = 9_223_372_036_854_775_807n;
  store.insert('Campaign', bikes, { ...first, total_budget_amount_local_micro });
  const folder = mkdtempSync(join(root, 'amount-'));
  const options = ['--account', bikes, '--tables', 'campaigns', '--out', folder];
  expect((await exportFrom(running.url, key, options)).code).toBe(0);
  const found = await warehouse.query(
    `SELECT max(total_budget_amount_local_micro) AS micros, max(total_budget) AS amount FROM '${folder}/campaigns/*.parquet'`,
  );
  expect(found).toEqual([{ micros: '9223372036854775807', amount: '9223372036854.775807' }]);
});
