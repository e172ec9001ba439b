import { readFileSync } from 'node:fs';
import DataLoader from 'dataloader';
import OAuth from 'oauth-1.0a';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { newVisitor, signIn } from '../support/visitor.ts';

const running = useGateway();
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const readmeQuery = /```graphql\n(.*?)```/s.exec(readme)?.[1] ?? '';

type ReadKeys = (keys: readonly unknown[]) => Promise<readonly unknown[]>;

/** Calls `watch` with the keys of each batch, until it is undone. */
const watchBatches = (watch: (keys: readonly unknown[]) => void): void => {
  const name = '_batchLoadFn';
  Object.defineProperty(DataLoader.prototype, name, {
    configurable: true,
    set(read: ReadKeys) {
      Object.defineProperty(this, name, {
        value: (keys: readonly unknown[]) => {
          watch(keys);
          return read(keys);
        },
      });
    },
  });
};

afterEach(() => {
  Reflect.deleteProperty(DataLoader.prototype, '_batchLoadFn');
  vi.restoreAllMocks();
});

describe('DataLoader', () => {
  test("has a key for each campaign and line item of the README's query", async () => {
    const batches: number[] = [];
    watchBatches((keys) => batches.push(keys.length));
    const { data, errors } = await running.ask(readmeQuery);
    expect(errors).toBeUndefined();
    const accounts = data.accounts.nodes;
    for (const account of accounts) {
      const campaigns = account.campaigns.nodes;
      const lineItems = campaigns.flatMap((campaign: typeof account) => campaign.lineItems.nodes);
      if (campaigns.length > 0) expect(batches).toContain(campaigns.length);
      // The promoted posts and the criteria.
      const ofLineItems = batches.filter((keys) => keys === lineItems.length);
      if (lineItems.length > 0) expect(ofLineItems.length).toBeGreaterThanOrEqual(2);
    }
    expect(Math.max(...batches)).toBeGreaterThan(20);
  });

  test('reads a key once, whichever field needs it', async () => {
    const batches: (readonly unknown[])[] = [];
    watchBatches((keys) => batches.push(keys));
    const link = 'nodes { fundingInstrument { description } }';
    const { errors } = await running.ask(
      `{ account(id: "${bikes}") { a: campaigns(first: 20) { ${link} } b: campaigns(first: 10) { ${link} } } }`,
    );
    expect(errors).toBeUndefined();
    const ids = batches.flat().filter((key) => typeof key === 'string');
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('oauth-1.0a', () => {
  test('signs every call of OAuth 1.0a, including those of a sign-in and its end', async () => {
    const authorize = vi.spyOn(OAuth.prototype, 'authorize');
    const before = running.emulator.calls().length;
    const visitor = newVisitor();
    const session = await signIn(running, undefined, visitor);
    const headers = { authorization: `Bearer ${session}` };
    await running.ask(readmeQuery, {}, { headers });
    const write = `mutation { createCampaign(input: { accountId: "${bikes}", name: "x" }) { outcome } }`;
    await running.ask(write, {}, { headers });
    await running.ask('mutation { invalidateAccessToken { outcome } }', {}, { headers });
    const calls = running.emulator.calls().slice(before);
    const signed = calls.filter(({ path }) => !/authorize|authenticate/.test(path));
    const names = signed.map(({ endpoint }) => endpoint);
    for (const name of ['createRequestToken', 'createAccessToken', 'invalidateAccessToken']) {
      expect(names).toContain(name);
    }
    expect(authorize).toHaveBeenCalledTimes(signed.length);
  });
});
