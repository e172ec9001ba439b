import { beforeAll, describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { keysOf, withKey } from '../support/keys.ts';
import { bearer, signIn } from '../support/visitor.ts';

const rights = { owner: 'owner', crm: '' } as const;
const running = useGateway({ env: { GATEWAY_API_KEYS: keysOf(rights) } });
let colleague: Readonly<Record<string, string>>;
beforeAll(async () => {
  colleague = { ...bearer(await signIn(running, '1500000000000000002')).headers };
});

/** Reads whose answers are cached: for everybody, or for one viewer. */
const kept = [
  '{ contentCategories { name } }',
  '{ iabCategories(first: 5) { nodes { name } } }',
  '{ targetingLocations(first: 5, countryCode: "DE") { nodes { name } } }',
  '{ targetingInterests(first: 5) { nodes { name } } }',
  '{ accounts(first: 5) { nodes { name } } }',
  `{ account(id: "${bikes}") { campaigns(first: 3) { nodes { stats(range: { lastDays: 30 }) { days { metrics { impressions } } } } } } }`,
];

describe.each([
  ['a key and no user', () => withKey('crm').headers],
  ['a key and a session', () => ({ ...withKey('crm').headers, ...colleague })],
  ["the owner's token", () => withKey('owner').headers],
])('with %s a plan', (_who, headersOf) => {
  test.each(kept)('is the same whatever others have cached: %s', async (query) => {
    running.emulator.reset({ data: true });
    const planned = async () => {
      const headers = { ...headersOf(), 'x-ads-plan': '1' };
      const { status, data, errors, extensions, calls } = await running.ask(query, {}, { headers });
      expect(calls).toEqual([]);
      return { status, data, errors, extensions };
    };
    const before = await planned();
    expect((await running.ask(query, {}, withKey('owner'))).errors).toBeUndefined();
    expect((await running.ask(query, {}, withKey('owner'))).errors).toBeUndefined();
    expect(await planned()).toEqual(before);
  });
});
