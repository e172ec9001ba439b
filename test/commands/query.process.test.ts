import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { useGateway } from '../support/gateway.ts';
import { patience } from '../support/sampling.ts';

const key = 'k'.repeat(40);
const running = useGateway({
  env: { GATEWAY_API_KEYS: `cron:${key}:owner,report:${'r'.repeat(40)}:owner-reads` },
});
beforeEach(() => running.emulator.reset({ data: true }));
const folder = mkdtempSync(join(tmpdir(), 'ads-graph-query-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bikes = '18ce54bik3s';
const file = (document: string): string => {
  const path = join(folder, 'document.graphql');
  writeFileSync(path, document);
  return path;
};
const asked = (document: string, options: readonly string[] = [], env = {}) =>
  command(['query', file(document), '--url', running.url, ...options], {
    ADS_GRAPH_KEY: key,
    XDG_CONFIG_HOME: folder,
    ...env,
  });
const names = () =>
  running.emulator.store
    .rows('Campaign', bikes)
    .filter((row) => row['deleted'] !== true && row['entity_status'] !== 'DRAFT')
    .map((row) => row['name']);
const list = (selection: string) =>
  `query ($id: ID!) { account(id: $id) { campaigns(first: 20) { ${selection} } } }`;
const follow = ['--follow', 'account.campaigns', '--variables', `{"id":"${bikes}"}`];

describe('a query', { timeout: patience }, () => {
  test('prints its data and ends with 0', async () => {
    const { code, out, err } = await asked('{ viewer { asOwner } }');
    expect({ code, out: JSON.parse(out), err }).toEqual({
      code: 0,
      out: { data: { viewer: { asOwner: true } } },
      err: '',
    });
  });

  test('prints the errors beside the data, and ends with 1', async () => {
    const { code, out } = await asked('{ viewer { asOwner } node(id: "x") { id } }');
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      {
        data: { viewer: { asOwner: true }, node: null },
        errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
      },
    ]);
  });

  test('keeps every digit that the API sent', async () => {
    const where = ['Campaign', bikes] as const;
    const [row] = running.emulator.store.rows(...where);
    const total_budget_amount_local_micro = 9007199254740993n;
    running.emulator.store.insert(...where, { ...row, total_budget_amount_local_micro });
    const { out } = await asked(
      `{ account(id: "${bikes}") { campaign(id: "${row?.['id']}", withDeleted: true) { raw } } }`,
    );
    expect(out).toContain('9007199254740993');
  });

  test('of a file with several operations is the one named by --operation', async () => {
    const document =
      'query A { viewer { ...f } } query B { viewer { mayWrite } } fragment f on Viewer { asOwner }';
    const { code, out } = await asked(document, ['--operation', 'A']);
    expect([code, JSON.parse(out).data]).toEqual([0, { viewer: { asOwner: true } }]);
    const { code: without, err } = await asked(document);
    expect([without, err]).toEqual([2, 'ads-graph: --operation must be one of A, B\n']);
  });

  test('is retried after passing failures', async () => {
    running.emulator.fault({ fault: { kind: 'answer', status: 503 }, times: 4 });
    const { code } = await asked('{ accounts { nodes { id } } }');
    expect(code).toBe(0);
  });
});

describe('--follow', { timeout: patience }, () => {
  test('reads all pages of a list as one answer', async () => {
    const { code, out } = await asked(list('totalCount nodes { name }'), follow);
    const all = names();
    expect(all.length).toBeGreaterThan(20);
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        data: {
          account: { campaigns: { nodes: all.map((name) => ({ name })), totalCount: all.length } },
        },
      },
    ]);
    const pages = running.emulator.calls().filter(({ endpoint }) => endpoint === 'listCampaigns');
    // Each page costs a call, and so does its total.
    expect(pages).toHaveLength(2 * Math.ceil(all.length / 20));
  });

  test('prints one row a line, also of edges and of a list with an alias', async () => {
    const document = `query ($id: ID!) { account(id: $id) { mine: campaigns(first: 20) { ...page } } }
      fragment page on CampaignConnection { edges { node { name } } }`;
    const options = ['--follow', 'account.mine', '--format', 'ndjson', ...follow.slice(2)];
    const { code, out } = await asked(document, options);
    const rows = out.trimEnd().split('\n');
    expect([code, rows.map((row) => JSON.parse(row).name)]).toEqual([0, names()]);
  });

  test('prints columns, with their paths, quoted as RFC 4180 says', async () => {
    const [first] = running.emulator.store.rows('Campaign', bikes);
    running.emulator.store.insert('Campaign', bikes, { ...first, name: 'A "b", c\nd' });
    const document = list('nodes { name dailyBudget { amount } reasonsNotServable }');
    const { code, out } = await asked(document, [...follow, '--format', 'csv']);
    expect(code).toBe(0);
    expect(out).toMatch(/^name,dailyBudget\.amount,reasonsNotServable\r\n/);
    expect(out).toContain('"A ""b"", c\nd",');
    expect(out.split('\r\n')).toHaveLength(names().length + 2);
  });

  test('begins at the position in the document', async () => {
    const first = await asked(list('nodes { name } pageInfo { endCursor }'), [
      '--variables',
      `{"id":"${bikes}"}`,
    ]);
    const { endCursor } = JSON.parse(first.out).data.account.campaigns.pageInfo;
    const document = list('nodes { name }').replace('first: 20', 'first: 20, after: $from');
    const { out } = await asked(document.replace('$id: ID!', '$id: ID!, $from: String'), [
      ...follow.slice(0, 2),
      '--variables',
      JSON.stringify({ id: bikes, from: endCursor }),
    ]);
    expect(JSON.parse(out).data.account.campaigns.nodes).toHaveLength(names().length - 20);
  });

  test('ends with 1 if a value on the way to the list is null', async () => {
    const document = `{ account(id: "${bikes}") { campaign(id: "zz") { lineItems { nodes { id } } } } }`;
    const { code, err } = await asked(document, ['--follow', 'account.campaign.lineItems']);
    const said = 'ads-graph: campaign of account.campaign.lineItems is null.\n';
    expect([code, err]).toEqual([1, said]);
  });
});

const rename = `mutation Rename($input: UpdateCampaignInput!) {
  updateCampaign(input: $input) { campaign { name } errors { code } } }`;
const input = { accountId: bikes, campaignId: 'cik3s001', name: 'Renamed' };
const given = ['--variables', JSON.stringify({ input })];
const writes = () => running.emulator.calls().filter(({ method }) => method === 'PUT').length;

describe('a mutation', { timeout: patience }, () => {
  test('has a key that is printed, shows its outcome, and is not sent twice with that key', async () => {
    const { code, out, err } = await asked(rename, given);
    expect([code, JSON.parse(out).data]).toEqual([
      0,
      { updateCampaign: { campaign: { name: 'Renamed' }, errors: [], outcome: 'APPLIED' } },
    ]);
    const [, told = ''] = /^Key of this write: (\S+)$/m.exec(err) ?? [];
    const again = await asked(rename, [...given, '--key', told]);
    expect([again.code, again.err, writes()]).toEqual([0, '', 1]);
  });

  test('that is refused ends with 1', async () => {
    const options = ['--variables', JSON.stringify({ input: { ...input, name: '' } })];
    const { code, out } = await asked(rename, options);
    expect([code, JSON.parse(out).data.updateCampaign.outcome]).toEqual([1, 'REJECTED']);
  });

  test('whose response is lost is read back once', async () => {
    running.emulator.fault({
      match: { endpoint: 'updateCampaign' },
      fault: { kind: 'drop', apply: true },
    });
    const { code, out } = await asked(rename, given);
    expect([code, JSON.parse(out).data.updateCampaign.outcome, writes()]).toEqual([
      0,
      'APPLIED',
      1,
    ]);
  });

  test('is refused for a key that may only read', async () => {
    const { code, out } = await asked(rename, given, { ADS_GRAPH_KEY: 'r'.repeat(40) });
    expect([code, JSON.parse(out).errors[0].extensions.code, writes()]).toEqual([
      1,
      'FORBIDDEN',
      0,
    ]);
  });
});

test('the session of `ads-graph login` signs in, and the environment comes first', {
  timeout: patience,
}, async () => {
  const home = join(folder, 'home');
  mkdirSync(join(home, 'ads-graph'), { recursive: true });
  writeFileSync(join(home, 'ads-graph/session'), 'ended\n');
  const env = { ADS_GRAPH_KEY: '', XDG_CONFIG_HOME: home };
  const viewer = '{ viewer { signedIn } }';
  const kept = await asked(viewer, [], env);
  expect([kept.code, JSON.parse(kept.out).errors[0].extensions.code]).toEqual([
    1,
    'UNAUTHENTICATED',
  ]);
  const { code } = await asked(viewer, [], { ...env, ADS_GRAPH_KEY: key });
  expect(code).toBe(0);
});

test('without --url a gateway of its own answers, and warns that the data is invented', {
  timeout: patience,
}, async () => {
  const options = ['query', file('{ viewer { asOwner mayWrite } }')];
  const settings = { GATEWAY_API_KEYS: `a:${key}`, PERSISTED_ONLY: 'true', ADMIN_PORT: '1' };
  const { code, out, err } = await command(options, settings);
  expect([code, JSON.parse(out).data.viewer, err]).toEqual([
    0,
    { asOwner: true, mayWrite: true },
    'The REST API is emulated: all data is invented.\n',
  ]);
  const quiet = await command([...options, '--quiet'], settings);
  expect(quiet.err).toBe('');
});

test.each([
  ['{ a', [], /^The document cannot be read: Syntax Error: .* \(1:4\)$/],
  ['{ a }', ['--variables', '[]'], /^--variables must be an object of JSON/],
  ['{ a }', ['--variables', '@/none'], /^\/none cannot be read: ENOENT$/],
  ['{ a }', ['--format', 'csv'], /^--format csv needs --follow/],
  ['{ a }', ['--format', 'xml'], /^--format must be json, ndjson or csv$/],
  ['{ a { nodes { b } } }', ['--follow', 'b'], /^--follow: the document has no b$/],
  ['{ a { b } }', ['--follow', 'a'], /^--follow: a must select either nodes or edges$/],
  ['{ a }', ['--key', 'x'], /^--key needs a mutation with the variable \$input$/],
  ['{ a }', ['--url', 'nowhere'], /^--url must be a URL/],
])('%s with %j is invalid usage', { timeout: patience }, async (document, options, message) => {
  const { code, out, err } = await command(['query', file(document), ...options]);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^ads-graph: [^\n]*\n$/);
  expect(err.slice('ads-graph: '.length).trimEnd()).toMatch(message);
});
