import { expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { entitiesDocument, lineItemIdsDocument } from '../../commands/export/documents.ts';
import { askWith } from '../../commands/export/source.ts';
import { type EntityTable, tables } from '../../commands/export/tables.ts';
import { silent } from '../../commands/output.ts';
import { bikes, coffee } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';

const key = 'r'.repeat(40);
const running = useGateway({ env: { GATEWAY_API_KEYS: `nightly:${key}:owner-reads` } });

test('a list that has failed for a minute is not waited for again, but only in its account', async () => {
  let now = 0;
  const pause = async (ms: number) => {
    now += ms;
  };
  const client = createClient({ url: running.url, key, pause });
  const ask = askWith(client, silent, { now: () => now, pause });
  const match = { endpoint: 'listLineItems' } as const;
  running.emulator.fault({ match, fault: { kind: 'answer', status: 403 }, times: 1 });
  const ofLineItems = () => ask(lineItemIdsDocument, { account: bikes, after: null });
  await expect(ofLineItems()).rejects.toThrow();
  running.emulator.fault({ match, fault: { kind: 'answer', status: 503 }, times: 1000 });
  await expect(ofLineItems()).rejects.toThrow();
  expect(now).toBeGreaterThan(50_000);
  const spent = now;
  const lineItems = tables.find(({ name }) => name === 'line_items') as EntityTable;
  const again = ask(entitiesDocument(lineItems, 'whole'), { account: bikes, after: null });
  await expect(again).rejects.toThrow(/^\S.*: it failed for a minute before$/);
  // The only repetitions are the client's own.
  expect(now - spent).toBeLessThan(8000);
  const before = now;
  const other = ask(lineItemIdsDocument, { account: coffee, after: null });
  await expect(other).rejects.toThrow(/\.$/);
  expect(now - before).toBeGreaterThan(50_000);
});
