import { afterEach, describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
afterEach(() => running.emulator.reset());

const rows = `{ account(id: "${bikes}") { campaigns(first: 5) { nodes { name } } } }`;

/** The response of the API to lists of campaigns. */
const answering = (status: number, text: string): void => {
  running.emulator.reset();
  running.emulator.fault({
    match: { endpoint: 'listCampaigns' },
    fault: { kind: 'answer', status, text, headers: { 'content-type': 'application/json' } },
  });
};

const told = async (status: number, text: string) => {
  answering(status, text);
  const { errors = [] } = await running.ask(rows);
  const [error] = errors;
  const { upstream } = (error?.extensions ?? {}) as {
    upstream?: { errors: { message: string }[] };
  };
  return { errors, message: error?.message ?? '', problems: upstream?.errors ?? [] };
};

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe.each([
  ['in place of rows', 400, ''],
  ['beside rows', 200, '"data":[],'],
])('the errors of the API %s', (_where, status, data) => {
  test('are shown with 2 KB of a text, once', async () => {
    const text = `begins ${'ü'.repeat(2_000_000)}`;
    const { errors, message, problems } = await told(
      status,
      `{${data}"errors":[${JSON.stringify({ code: 'A', message: text, parameter: text })}]}`,
    );
    expect(message).toHaveLength(200);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toMatch(/^begins ü{1000,}…$/);
    expect(Buffer.byteLength(problems[0]?.message ?? '')).toBeLessThanOrEqual(2048);
    expect(bytesOf(errors)).toBeLessThan(6000);
  });

  test.each([101, 100_000, 400_000])('are the first 100 of %i', async (count) => {
    const one = '{"code":"A","message":"no"},';
    const { problems } = await told(
      status,
      `{${data}"errors":[${one.repeat(count - 1)}{"code":"Z","message":"last"}]}`,
    );
    expect(problems).toHaveLength(100);
    expect(problems[99]).toEqual({ code: 'A', message: 'no' });
  });
});

test.each([
  [400, '{"errors":[{"code":"A","message":"name: too odd"}]}', 'name: too odd'],
  [400, '{"errors":[{"code":"A","message":""}]}', 'The API responded with status 400.'],
  [403, '', "The API responded with status 403. Ask the account's owner for access."],
  [
    403,
    '{"errors":[{"code":"A","message":"not yours"}]}',
    "not yours. Ask the account's owner for access.",
  ],
  [
    403,
    '{"errors":[{"code":64,"message":"Suspended."}]}',
    'Suspended. X has suspended this user. Sign in as another user.',
  ],
  [
    403,
    '{"errors":[{"code":326,"message":"Locked."}]}',
    'Locked. X has locked this user temporarily. Log in at x.com to unlock it.',
  ],
  [
    403,
    '{"errors":[{"code":453,"message":"Not at this level."}]}',
    'Not at this level. The application needs a higher access level: see the developer console.',
  ],
  [
    403,
    '{"errors":[{"code":"UNAUTHORIZED_CLIENT_APPLICATION","message":"No access."}]}',
    'No access. Apply with the Ads API Access Form. Once access is granted, generate all tokens again (docs/real-keys.md, step 3).',
  ],
  [
    403,
    '<html>blocked</html>',
    'The response has status 403 and is not JSON: perhaps a proxy between the gateway and the API refuses it.',
  ],
  [
    401,
    "<errors>\n<error code='32' >Could not &quot;authenticate&quot; you.</error></errors>",
    'Could not "authenticate" you.',
  ],
  [404, '{"errors":[{"code":"A","message":"No such account."}]}', 'No such account. Check the id.'],
  [200, 'no', 'The response is not JSON.'],
])(
  'an error is described in words, with its endpoint beside them: %i %s',
  async (status, text, words) => {
    const { message, errors } = await told(status, text);
    expect(message).toBe(words);
    expect(errors[0]?.extensions['upstream']).toMatchObject({ endpoint: 'listCampaigns' });
  },
);

test('a write that cannot be read back gives the reason, and names no endpoint', async () => {
  const write = `mutation { createCampaign(input: { accountId: "${bikes}", fundingInstrumentId: "fik3s000", name: "Lost", idempotencyKey: "lost" }) { outcome errors { message } } }`;
  const answer = (endpoint: 'createCampaign' | 'listCampaigns', status: number): void =>
    running.emulator.fault({ match: { endpoint }, fault: { kind: 'answer', status, text: '' } });
  answer('createCampaign', 500);
  answer('listCampaigns', 403);
  await running.ask(write);
  const { data, calls } = await running.ask(write);
  expect(calls.map(({ endpoint }) => endpoint)).toEqual(['listCampaigns']);
  expect(data.createCampaign).toMatchObject({ outcome: 'UNKNOWN' });
  expect(data.createCampaign.errors[0].message).toMatch(
    /Reading back failed: The API responded with status 403\. Ask the account's owner for access\. Retry with the same key/,
  );
});

test('no text ends with the first half of a secret', async () => {
  const { accessToken } = running.emulator.credentials;
  const text = `${'x'.repeat(2040)}${accessToken}`;
  const { problems } = await told(400, JSON.stringify({ errors: [{ code: 'A', message: text }] }));
  expect(problems[0]?.message).toContain('withheld');
});

test('an answer has 100 errors of the API besides the first of each of its own', async () => {
  const errors = Array.from({ length: 60 }, (_, at) => ({ code: `E${at}`, message: 'no' }));
  running.emulator.fault({
    match: { endpoint: 'listFundingInstruments' },
    times: 100,
    fault: { kind: 'answer', status: 403, json: { errors } },
  });
  const found = await running.ask(
    `{ account(id: "${bikes}") { campaigns(first: 5) { nodes { fundingInstrument { description } } } } }`,
  );
  const counts = (found.errors ?? []).map(
    ({ extensions }) => (extensions['upstream'] as { errors: unknown[] }).errors.length,
  );
  expect(counts).toEqual([60, 42, 1, 1, 1]);
});

test('a body longer than any answer is not parsed', async () => {
  const { message, problems } = await told(400, `{"errors":[[],${'[],'.repeat(600_000)}[]]}`);
  expect([message, problems]).toEqual(['The API responded with status 400.', []]);
  const rowsOf = async (text: string) => (await told(200, text)).errors[0]?.extensions.code;
  expect(await rowsOf(`{"data":[${'[],'.repeat(600_000)}[]]}`)).toBe('UPSTREAM_BAD_RESPONSE');
  expect(await rowsOf(`{"data":[{"id":"a","x":[${'[],'.repeat(600_000)}[]]}]}`)).toBe(
    'UPSTREAM_BAD_RESPONSE',
  );
});
