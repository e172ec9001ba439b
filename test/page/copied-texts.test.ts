import { expect, test, vi } from 'vitest';
import { requestText } from '../../explorer/page/copy/request-texts.ts';
import type { Draft } from '../../explorer/page/work/work.ts';
import { begun, openTab } from '../../explorer/page/work/work.ts';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { pageSchema } from '../support/page-schema.ts';

const running = useGateway();

const forms = ['curl', 'JavaScript', 'TypeScript', 'Python'] as const;
type Form = (typeof forms)[number];

interface CopiedOperation extends Draft {
  readonly cursor?: number;
  readonly hasSession?: boolean;
  readonly schema?: typeof pageSchema | null;
}

const textOf = (form: Form, asked: CopiedOperation): string => {
  const { cursor = 0, hasSession = false, schema = pageSchema, ...draft } = asked;
  return requestText(form, { tab: openTab(begun(draft)), cursor, schema, hasSession }, running.url);
};

/** The output of a JavaScript module. */
const printedBy = async (text: string): Promise<unknown> => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await import(`data:text/javascript,${encodeURIComponent(text)}`);
    return JSON.parse(String(log.mock.calls[0]?.[0]));
  } finally {
    log.mockRestore();
  }
};

const read = `# What \${this} \`quotes\`: 'one', "two", """three""" and \\n
query Other { viewer { userId } }
query Read($account: ID!, $ids: [ID!], $isFull: Boolean = false) {
  account(id: $account) { campaigns(campaignIds: $ids, first: 2) {
    nodes { restId updatedAt @include(if: $isFull) } } }
}`;
const variables = { account: bikes, ids: 'cik3s001', unused: { deep: [true, null] } };
const asked = {
  query: read,
  variables: JSON.stringify(variables),
  cursor: read.indexOf('account('),
};

test('a module runs the operation at the caret, whatever quotes its text has', async () => {
  const { data } = await running.ask(read.replace(/query Other.*/, ''), variables);
  expect(data.account.campaigns.nodes).toEqual([{ restId: 'cik3s001' }]);
  expect(await printedBy(textOf('JavaScript', asked))).toEqual(data);
});

test('every text names the operation, and all but curl only the variables that it declares', () => {
  for (const form of forms) {
    const text = textOf(form, asked);
    expect(text).toContain('Read');
    expect(text.includes('unused')).toBe(form === 'curl');
    expect(text).toContain(running.url);
  }
});

const long = '9007199254740993';

test('no text rounds a long integer, nor changes a number in a text', async () => {
  const query = `mutation Raise($input: UpdateCampaignInput!) { updateCampaign(input: $input) {
    campaign { name totalBudgetAmountLocalMicro } } }`;
  const input = `{"accountId": "${bikes}", "campaignId": "cik3s001", "name": "a ${long}", "totalBudgetAmountLocalMicro": ${long}}`;
  const raise = { query, variables: `{"input": ${input}}` };
  for (const form of forms) {
    expect(textOf(form, raise)).toMatch(new RegExp(`"?totalBudgetAmountLocalMicro"?: "?${long}"?`));
    expect(textOf(form, raise)).toContain(`"a ${long}"`);
  }
  expect(await printedBy(textOf('JavaScript', raise))).toEqual({
    updateCampaign: { campaign: { name: `a ${long}`, totalBudgetAmountLocalMicro: long } },
  });
});

test('a quote in a value does not end a word of a shell', () => {
  const text = textOf('curl', { query: '{ a }', headers: '{ "x-seen": "it\'s" }' });
  expect(text).toContain(String.raw`-H 'x-seen: it'\''s'`);
});

test('constants of Python are written as such, and texts are not changed', () => {
  const query = 'query ($a: Boolean, $b: ID, $c: [Boolean!]) { x }';
  const text = textOf('Python', {
    query,
    variables: '{"a": true, "b": "null", "c": [false, null]}',
  });
  expect(text).toContain(`variables = {
  "a": True,
  "b": "null",
  "c": [
    False,
    None
  ]
}`);
});

test('a key is in no text; a placeholder is where it goes, or would go', () => {
  const headers = '{ "X-Api-Key": "pasted-key", "x-seen": "kept", "X-Token": "pasted-too" }';
  for (const form of forms) {
    const text = textOf(form, { query: '{ viewer { userId } }', headers });
    expect(text).not.toContain('pasted');
    expect(text).toMatch(/x-api-key.*YOUR_KEY/);
    expect(text).toMatch(/x-token.*YOUR_VALUE/);
    expect(text).toMatch(/x-seen.*kept/);
    expect(text).not.toContain('if the gateway asks');
    const plain = textOf(form, { query: '{ viewer { userId } }' });
    expect(plain).toMatch(/x-api-key.*YOUR_KEY.*if the gateway asks for a key/);
  }
});

test('a session is in no text; a placeholder is where it goes', () => {
  for (const form of forms) {
    const bySession = textOf(form, { query: '{ viewer { userId } }', hasSession: true });
    expect(bySession).toMatch(/authorization.*Bearer YOUR_SESSION/);
    const headers = '{ "authorization": "Bearer pasted" }';
    expect(textOf(form, { query: '{ viewer { userId } }', headers, hasSession: true })).toBe(
      bySession,
    );
  }
});

test('an operation that cannot be sent is not copied', () => {
  const query = '{ viewer { userId } }';
  expect(() => textOf('curl', { query, variables: '[1]' })).toThrow(
    'The variables must be a JSON object.',
  );
  expect(() => textOf('curl', { query, variables: '{ "a": }' })).toThrow('are not valid JSON');
  expect(() => textOf('curl', { query, headers: '{ "not a name": "a" }' })).toThrow(
    'A header is not valid',
  );
});
