import { expect, vi } from 'vitest';
import { test, testWith } from '../../testing/vitest.ts';

const bikes = '18ce54bik3s';
const ask = async (url: string, query: string) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) });
  return response.json();
};
const name = `{ account(id: "${bikes}") { name } }`;
const rename = `mutation { updateAccount(input: { accountId: "${bikes}", name: "Renamed" }) { outcome } }`;

// Each of two equal tests finds the initial data, whichever is first.
test.for([1, 2])(
  'a test (%i) finds nothing of the previous one',
  async (_, { emulator, gateway }) => {
    expect(emulator.calls()).toEqual([]);
    expect(Math.abs(emulator.now() - Date.now())).toBeLessThan(60_000);
    expect(await ask(gateway.url, name)).toEqual({
      data: { account: { name: 'Nordlicht Bikes' } },
    });
    await ask(gateway.url, rename);
    expect(emulator.calls().map(({ endpoint }) => endpoint)).toContain('updateAccount');
    emulator.fault({ match: { endpoint: 'getAccount' }, fault: { kind: 'answer', status: 404 } });
    emulator.advance({ hours: 3 });
  },
);

const seeded = testWith({ seed: 2, variables: { LIMIT_CALLS: '1' } });

seeded('a test has the seed and the variables that its file chose', async ({ gateway }) => {
  const { errors } = await ask(
    gateway.url,
    '{ accounts(first: 1) { nodes { campaigns(first: 1) { nodes { id } } } } }',
  );
  expect(errors[0].extensions.code).toMatch(/^(COST_LIMIT_EXCEEDED|UPSTREAM_CALL_LIMIT)$/);
});

test('a fake Date of a test does not affect the gateway and its clock', async ({
  emulator,
  gateway,
}) => {
  const before = emulator.now();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T00:00:00Z') });
  expect(await ask(gateway.url, name)).toEqual({ data: { account: { name: 'Nordlicht Bikes' } } });
  expect(emulator.now() - before).toBeLessThan(60_000);
  expect(emulator.calls().map(({ status }) => status)).toEqual([200]);
  vi.useRealTimers();
});
