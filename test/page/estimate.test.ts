import { expect, test } from 'vitest';
import type { AnswerBody } from '../../explorer/page/gateway/answer-body.ts';
import { stateOf } from '../../explorer/page/operation/use-estimate.ts';
import { tightest } from '../../explorer/page/operation/windows.ts';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();

const estimated = async (query: string, headers = {}) => {
  const response = await fetch(running.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-ads-plan': '1',
      ...headers,
    },
    body: JSON.stringify({ query }),
  });
  const body = (await response.json()) as AnswerBody;
  // Browsers report every refusal with another status as an error of the page.
  const { status } = response;
  return { status, state: stateOf({ at: 0, body, status, bytes: 0, ms: 0 }) };
};

test('a valid operation has its forecast, for which nothing is requested upstream', async () => {
  const { state } = await estimated(
    `{ account(id: "${bikes}") { campaigns(first: 2) { nodes { id } } } }`,
  );
  expect(state).toMatchObject({ kind: 'known', refusal: null, forecast: { objects: 3 } });
  expect(running.emulator.calls()).toEqual([]);
});

test('a refused operation has its forecast, and the figures of the refusal', async () => {
  const { state } = await estimated(
    '{ accounts(first: 1000) { nodes { campaigns(first: 1000) { nodes { id } } } } }',
  );
  expect(state).toMatchObject({
    kind: 'known',
    refusal: { extensions: { cost: { calls: expect.any(Number) } } },
  });
});

test('a mistake is no error of the page, and is not sent again', async () => {
  for (const query of ['{ accounts }', '{ nothing }'])
    expect(await estimated(query)).toMatchObject({ status: 200, state: { kind: 'invalid' } });
});

test('a damaged session is reported, and no valid operation is blamed', async () => {
  const { state } = await estimated('{ accounts { nodes { name } } }', {
    authorization: 'Bearer not-a-session',
  });
  expect(state).toEqual({
    kind: 'unknown',
    why: expect.stringMatching(/^The session of this request is damaged/),
  });
});

const window = (scope: string, remaining: number, resetAt: string | null = null) =>
  [scope, { scope, limit: 10_000, remaining, resetAt }] as const;

const windows = new Map([
  window('account:listCampaigns:18ce54bik3s', 30),
  window('account:listCampaigns:18ce54trv4l', 20),
  window('account:listCampaigns:18ce54gam3j', 1, '2020-01-01T00:00:00Z'),
  window('user:stats', 25, new Date(Date.now() + 60_000).toISOString()),
]);

test.each([
  [
    'of the account that the text names',
    ['account:listCampaigns'],
    '{ account(id: "18CE54bik3s") }',
    30,
  ],
  [
    'of the user too',
    ['account:listCampaigns', 'user:stats'],
    '{ account(id: "18ce54bik3s") }',
    25,
  ],
  ['of all accounts if none is named', ['account:listCampaigns', 'user:stats'], '{ accounts }', 20],
  ['of no other scope', ['account:listCampaign'], '{ accounts }', undefined],
  ['of no other account', ['account:listCampaigns'], '{ node(id: "Campaign:x") }', undefined],
])('the window with the fewest calls left is %s', (_title, scopes, text, remaining) => {
  expect(tightest(windows, scopes, text)?.remaining).toBe(remaining);
});

test('a window names its scope', () => {
  expect(tightest(windows, ['account:listCampaigns'], '{ accounts }')?.accountId).toBe(
    '18ce54trv4l',
  );
  expect(tightest(windows, ['user:stats'], '')?.accountId).toBeNull();
});
