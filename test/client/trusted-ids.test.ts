import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type AdsGraphError, createClient } from '../../client/client.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { startRoughRoad } from '../support/rough-road.ts';

const running = useGateway();
const road = await startRoughRoad(() => running.url);
const folder = mkdtempSync(join(tmpdir(), 'trusted-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await road.close();
});

describe('the id of a trusted document', () => {
  const about = (text: string) => {
    const hash = createHash('sha256').update(text).digest('hex');
    return Object.assign(new String(text), { __meta__: { hash } });
  };
  const [viewer, accounts] = [
    'query A { viewer { asOwner } }',
    'query B { accounts { nodes { id } } }',
  ];
  const byId = () => road.seen().map(({ query }) => query === undefined);

  test('is asked for once where the gateway knows none, whatever the document', async () => {
    const client = createClient({ url: road.url });
    for (const text of [viewer, accounts, viewer]) await client.query(about(text));
    expect(byId()).toEqual([true, false, false, false]);
  });

  test('is asked for once by requests that begin together', async () => {
    const client = createClient({ url: road.url });
    const both = [viewer, accounts, viewer].map((text) => client.query(about(text)));
    expect(await Promise.all(both)).toHaveLength(3);
    expect(byId()).toEqual([true, false, false, false]);
  });

  // The wait of half a second is a real one.
  test('is sent of other documents while the response to the first is late', async () => {
    const { promise: end, resolve } = Promise.withResolvers<void>();
    let held = 0;
    const client = createClient({
      url: road.url,
      fetch: async (url, init) => {
        held += 1;
        if (held === 1) await end;
        return await fetch(url, init);
      },
    });
    const first = client.query(about(viewer));
    await client.query(about(accounts));
    expect(byId()).toEqual([true, false]);
    resolve();
    await first;
    expect(byId()).toEqual([true, false]);
  });

  test.each(['true', 'false'])(
    'is sent of what the gateway knows though it does not know another, PERSISTED_ONLY=%s',
    async (only) => {
      const known = about(viewer);
      const path = join(folder, 'manifest.json');
      writeFileSync(path, JSON.stringify({ [known.__meta__.hash]: viewer }));
      const env = { PERSISTED_DOCUMENTS: path, PERSISTED_ONLY: only };
      const trusting = await startGateway({ env });
      const narrow = await startRoughRoad(() => trusting.url);
      const client = createClient({ url: narrow.url });
      const codes: unknown[] = [];
      for (const document of [known, about(accounts), known]) {
        const code = await client.query(document).catch((error: AdsGraphError) => error.code);
        codes.push(typeof code === 'string' ? code : null);
      }
      const sent = narrow.seen().map(({ query }) => query === undefined);
      await narrow.close();
      await trusting.close();
      expect(codes).toEqual([null, only === 'true' ? 'PERSISTED_QUERY_REQUIRED' : null, null]);
      expect(sent).toEqual([true, true, false, true]);
    },
  );

  test('is sent where the gateway takes nothing else, though it does not know the first', async () => {
    const known = about(viewer);
    const path = join(folder, 'manifest.json');
    writeFileSync(path, JSON.stringify({ [known.__meta__.hash]: viewer }));
    const env = { PERSISTED_DOCUMENTS: path, PERSISTED_ONLY: 'true' };
    const trusting = await startGateway({ env });
    const client = createClient({ url: trusting.url });
    await expect(client.query(about(accounts))).rejects.toMatchObject({
      code: 'PERSISTED_QUERY_REQUIRED',
    });
    expect(await client.query(known)).toEqual({ viewer: { asOwner: true } });
    await trusting.close();
  });
});
