import { beforeEach, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const list = `{ account(id: "${bikes}") { name recommendations { restId fundingInstrumentId status message } } }`;

test('an account has at most one recommendation for each funding instrument, read from version 5', async () => {
  const { data, calls } = await running.ask(list);
  const rows = data.account.recommendations;
  expect(rows[0]).toEqual({
    restId: 'rfik3s000',
    fundingInstrumentId: 'fik3s000',
    status: 'PENDING',
    message: 'A broader campaign would spend this budget more evenly',
  });
  const funded = rows.map(
    ({ fundingInstrumentId }: { fundingInstrumentId: string }) => fundingInstrumentId,
  );
  expect(new Set(funded).size).toBe(funded.length);
  expect(calls.map(({ path }) => path).toSorted()).toEqual([
    '/12/accounts/18ce54bik3s',
    '/5/accounts/18ce54bik3s/recommendations',
  ]);
});

test('the tree of changes is part of a single recommendation, unchanged', async () => {
  const { data, calls } = await running.ask(
    `{ account(id: "${bikes}") { recommendation(id: "RFIK3S000") { id changes fundingInstrument { type } account { restId } } } }`,
  );
  const { changes, ...rest } = data.account.recommendation;
  expect(rest).toEqual({
    id: `Recommendation:${bikes}:rfik3s000`,
    fundingInstrument: { type: 'CREDIT_CARD' },
    account: { restId: bikes },
  });
  expect(changes[0]).toMatchObject({
    entity_type: 'campaigns',
    operation_type: 'Create',
    dependent_entities: [
      { entity_type: 'line_items', dependent_entities: [{ entity_type: 'targeting_criteria' }] },
    ],
  });
  expect(changes[1].operation_type).toBeNull();
  expect(calls).toHaveLength(2);
});

test('the tree of changes selected in the list is completed, one call for each row without it', async () => {
  const { data, calls } = await running.ask(
    `{ account(id: "${bikes}") { recommendations { restId changes } } }`,
  );
  for (const { changes } of data.account.recommendations) expect(changes).toHaveLength(2);
  expect(calls.map(({ path }) => path).toSorted()).toEqual([
    '/5/accounts/18ce54bik3s/recommendations',
    '/5/accounts/18ce54bik3s/recommendations/rfik3s000',
    '/5/accounts/18ce54bik3s/recommendations/rfik3s001',
  ]);
});

test('a retired version fails only the recommendations', async () => {
  running.emulator.set({ retiredVersions: ['5'] });
  const { data, errors } = await running.ask(
    `{ account(id: "${bikes}") { name features recommendations { message } recommendation(id: "rfik3s000") { message } } }`,
  );
  expect(data.account).toMatchObject({
    name: 'Nordlicht Bikes',
    features: expect.arrayContaining(['AGE_TARGETING']),
    recommendations: null,
    recommendation: null,
  });
  expect(errors).toHaveLength(2);
  for (const { extensions } of errors ?? []) {
    expect(extensions).toMatchObject({
      code: 'UPSTREAM_REJECTED',
      upstream: {
        status: 400,
        errors: [{ code: 'INVALID', message: 'Version 5.0 is not available.' }],
      },
    });
  }
});

test('an unknown recommendation is null, a malformed id is refused before any call', async () => {
  const unknown = await running.ask(
    `{ account(id: "${bikes}") { recommendation(id: "nothere") { message } } }`,
  );
  expect([unknown.data.account.recommendation, unknown.errors]).toEqual([null, undefined]);
  const malformed = await running.ask(
    `{ account(id: "${bikes}") { recommendation(id: "no/there") { message } } }`,
  );
  expect(malformed.errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    argument: 'id',
  });
  expect(malformed.calls).toEqual([]);
});
