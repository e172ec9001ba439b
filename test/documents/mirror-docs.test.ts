import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { blocksOf } from '../support/pages.ts';
import { randomFrom } from '../support/random.ts';
import { runs, seed } from '../support/sampling.ts';

const a = 'mir1';
const running = useGateway();
const folder = mkdtempSync(join(tmpdir(), 'mirror-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Copied {
  readonly id: string;
  readonly name: string;
  readonly entityStatus: string;
  readonly deleted: boolean;
  readonly updatedAt: string;
}
type Ask = (document: string, variables: Readonly<Record<string, unknown>>) => Promise<unknown>;
interface Program {
  readonly refresh: (
    ask: Ask,
    account: string,
    copy: { readonly rows: Map<string, Copied>; readonly since: string | null },
  ) => Promise<string | null>;
}

const [program = ''] = blocksOf('mirror.md', 'js');
const file = join(folder, 'mirror.mjs');
writeFileSync(file, program);

const start = Date.UTC(2025, 0, 1);
const timeAt = (second: number): string =>
  new Date(start + second * 1000).toISOString().replace('.000', '');

test(`the documented loop ends with the rows of the API (SEED=${seed})`, async () => {
  const { refresh } = (await import(pathToFileURL(file).href)) as Program;
  const random = randomFrom(seed);
  const { store, grant, credentials } = running.emulator;
  grant(credentials.userId, a);
  store.insert('Account', null, { id: a, name: 'Mirrored', deleted: false });
  store.clear('Campaign', a);
  let second = 0;
  const write = (id: string): void => {
    // Several rows change in the same second, and then nothing for minutes.
    second += random.of([0, 0, 1, 400]);
    const known = store.find('Campaign', a, id);
    store.insert('Campaign', a, {
      id,
      created_at: known?.['created_at'] ?? timeAt(second),
      updated_at: timeAt(second),
      deleted: random.chance(0.2),
      name: `Campaign ${id} at ${second}`,
      entity_status: random.of(['ACTIVE', 'PAUSED', 'DRAFT']),
      currency: 'EUR',
    });
  };
  for (let index = 0; index < 450; index += 1) write(`m${index}`);
  const change = (): void => {
    for (let left = random.upTo(12); left > 0; left -= 1) write(`m${random.upTo(470)}`);
  };
  let calls = 0;
  const asking =
    (meanwhile: () => void): Ask =>
    async (document, variables) => {
      const answer = await running.ask(document, variables);
      expect([answer.errors, answer.extensions]).toEqual([undefined, undefined]);
      calls += answer.calls.length;
      meanwhile();
      return answer.data;
    };
  const rows = new Map<string, Copied>();
  let since: string | null = null;
  for (let round = 0; round < runs(10, 100); round += 1) {
    since = await refresh(asking(change), a, { rows, since });
  }
  since = await refresh(
    asking(() => undefined),
    a,
    { rows, since },
  );
  const truth = store.rows('Campaign', a).map((row) => ({
    id: `Campaign:${a}:${row['id']}`,
    name: row['name'],
    entityStatus: row['entity_status'],
    deleted: row['deleted'],
    updatedAt: row['updated_at'],
  }));
  const byId = (one: { readonly id: string }, other: { readonly id: string }): number =>
    one.id < other.id ? -1 : 1;
  expect([...rows.values()].toSorted(byId)).toEqual(truth.toSorted(byId));
  second += 400;
  calls = 0;
  await refresh(
    asking(() => undefined),
    a,
    { rows, since },
  );
  expect(calls).toBe(1);
});
