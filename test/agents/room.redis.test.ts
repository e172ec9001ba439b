import { expect, test } from 'vitest';
import { createOAuthRecords } from '../../agents/grants/oauth-records.ts';
import { createMemoryStore } from '../../src/state/memory.ts';
import { agency, bikes, colleague } from '../support/accounts.ts';
import { callTool, post, toolCall } from '../support/agents.ts';
import { type Running, useGateway } from '../support/gateway.ts';
import {
  answerConsent,
  askToken,
  authorizeUrl,
  backAtClient,
  codeForm,
  connect,
  newClient,
  openConsent,
  publishedEnv,
  refreshForm,
  register,
  type Tokens,
  withToken,
} from '../support/outside-clients.ts';
import { patience } from '../support/sampling.ts';
import { bearer, newVisitor, signIn } from '../support/visitor.ts';

const running = useGateway({ env: await publishedEnv() });
const asking = useGateway({ env: await publishedEnv() });
const granting = useGateway({ env: await publishedEnv() });
const local = useGateway({ env: { LIMIT_MCP_ANSWERS_BYTES: '1000000', LIMIT_MCP_CALLS: '10000' } });

/** Sends a keyed write of a user whose data does not fill the store. */
const writeWithKey = async (gateway: Running, key: string) => {
  const { data, errors } = await gateway.ask(
    `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "${key}", idempotencyKey: "${key}" }) { outcome } }`,
    {},
    bearer(await signIn(gateway)),
  );
  expect(errors).toBeUndefined();
  expect(data.updateCampaign.outcome).toBe('APPLIED');
};

/** Repeats a request until it is refused for lack of room. Returns the number of accepted ones. */
const untilFull = async (send: () => Promise<Response>): Promise<number> => {
  for (let taken = 0; taken < 20_000; taken += 1) {
    const response = await send();
    const text = await response.text();
    if (response.status === 429) {
      expect(text).toContain('there is no room for more clients');
      return taken;
    }
    expect([201, 303]).toContain(response.status);
  }
  return Number.POSITIVE_INFINITY;
};

test('clients without a grant fill only their own room', async () => {
  const name = 'x'.repeat(60);
  const redirects = Array.from({ length: 60 }, (_, at) => `http://127.0.0.1/${name}${at}`);
  expect(await untilFull(() => register(running, { redirect_uris: redirects }))).toBeLessThan(2000);
  await writeWithKey(running, 'beside-clients');
});

test('pending consents fill only their own room', async () => {
  const address = authorizeUrl(asking, await newClient(asking), {
    state: 's'.repeat(3000),
  });
  expect(await untilFull(() => fetch(address, { redirect: 'manual' }))).toBeLessThan(3000);
  await writeWithKey(asking, 'beside-consents');
  const long = `${address}&more=${'x'.repeat(2000)}`;
  expect((await fetch(long, { redirect: 'manual' })).status).toBe(414);
});

test('tokens of one user fill only the room of that user', async () => {
  const now = () => 0;
  const store = createMemoryStore(now);
  const records = createOAuthRecords({
    store,
    secrets: ['s'.repeat(32)],
    now,
    grants: { end: async () => undefined },
    usedTwice: () => new Error('used twice'),
    full: () => new Error('full'),
  })('RefreshToken');
  const month = 30 * 24 * 3600;
  const payload = (accountId: string) => ({ accountId, grantId: 'g', text: 'x'.repeat(100_000) });
  const fill = async (): Promise<number> => {
    for (let taken = 0; ; taken += 1) {
      const kept = records.upsert(`t${taken}`, payload('one'), month);
      if (
        (await kept.then(
          () => true,
          () => false,
        )) === false
      )
        return taken;
    }
  };
  expect(await fill()).toBeLessThan(100);
  await records.upsert('other', payload('two'), month);
  expect(await records.find('other')).toMatchObject({ accountId: 'two' });
});

test('grants and tokens of one user fill only the room of that user', {
  timeout: patience,
}, async () => {
  const visitor = newVisitor();
  const client = await newClient(granting);
  const address = authorizeUrl(granting, client);
  const grant = async (): Promise<Response> => {
    const { url } = await openConsent(granting, visitor, { address, userId: colleague });
    const answered = await answerConsent(granting, visitor, { url, accounts: [agency] });
    const code = (await backAtClient(visitor, answered)).get('code') ?? '';
    return askToken(granting, codeForm(client, code));
  };
  const tokens: Tokens[] = [];
  for (let count = 0; count < 102; count += 1) {
    const response = await grant();
    expect(response.status).toBe(200);
    tokens.push((await response.json()) as Tokens);
  }
  const statusOf = async (one: Tokens | undefined) =>
    (await post(granting, toolCall('ads_accounts'), one === undefined ? {} : withToken(one)))
      .status;
  expect(await Promise.all([0, 1, 2, 101].map((at) => statusOf(tokens[at])))).toEqual([
    401, 401, 200, 200,
  ]);
  let last = tokens[101] as Tokens;
  let refused: Response | null = null;
  for (let renewed = 0; refused === null && renewed < 20_000; renewed += 1) {
    const response = await askToken(granting, refreshForm(client, last.refresh_token));
    if (response.status === 200) last = (await response.json()) as Tokens;
    else refused = response;
  }
  expect(refused?.status).toBe(429);
  expect(await refused?.text()).toContain('there is no room for more clients and tokens');
  await writeWithKey(granting, 'beside-grants');
  const other = await connect(granting);
  expect(await statusOf(other.tokens)).toBe(200);
});

test('kept answers of one viewer fill an eighth of the room, and the answer reports it', async () => {
  const document = `{ account(id: "${bikes}") { campaigns(first: 200) { nodes { id name raw } } } }`;
  const ask = async () => (await callTool(local, 'ads_query', { document })).members;
  let kept = 0;
  let last = await ask();
  for (; last.page.answer !== null && kept < 100; kept += 1) last = await ask();
  expect(kept).toBeLessThan(10);
  expect(last.notes).toContain('The other rows could not be kept: ask for less.');
  await writeWithKey(local, 'beside-answers');
});
