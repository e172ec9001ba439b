import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';
import { bikes, coffee } from '../support/accounts.ts';
import { type Running, startGateway } from '../support/gateway.ts';
import { guardsFile } from '../support/guards.ts';
import { keyOf, keysOf, withKey } from '../support/keys.ts';

const open: Running[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

// biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
type Line = any;

const linesOf = (text: string): readonly Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const start = async (env: Readonly<Record<string, string>> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  const file = join(folder, 'audit.ndjson');
  const logged: Line[] = [];
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) });
  const running = await startGateway({ env: { AUDIT_FILE: file, ...env }, parts: { log } });
  open.push(running);
  running.emulator.store.insert('Campaign', bikes, {
    id: 'g1',
    name: 'Winter',
    funding_instrument_id: 'fik3s001',
    daily_budget_amount_local_micro: 140_000_000,
    entity_status: 'PAUSED',
    currency: 'EUR',
  });
  return {
    ...running,
    folder,
    file,
    lines: () => linesOf(readFileSync(file, 'utf8')),
    logged: () => logged.filter(({ audit }) => audit === true),
    requests: () => logged.filter(({ msg }) => msg === 'request'),
    write: (mutation: string, input: object, headers = {}) =>
      running.ask(
        `mutation ($input: ${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) { outcome errors { code } } }`,
        { input: { accountId: bikes, ...input } },
        { headers },
      ),
  };
};

const caller = { user: expect.any(String), key: null, agent: null, plan: null };
const update = { campaignId: 'g1', dailyBudget: '150' };

describe('a write that is sent', () => {
  test('is one line of the log and of the file, with who, what and how it ended', async () => {
    const running = await start();
    await running.write(
      'updateCampaign',
      { ...update, idempotencyKey: 'k1' },
      { 'x-request-id': 'r1' },
    );
    const line = {
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      request: 'r1',
      mutation: 'updateCampaign',
      account: bikes,
      ids: ['g1'],
      changes: [{ field: 'dailyBudget', after: { amount: '150' } }],
      caller: { ...caller, address: '127.0.0.1' },
      key: 'k1',
      outcome: 'APPLIED',
      repeated: false,
      transaction: expect.any(String),
      errors: [],
    };
    expect(running.lines()).toEqual([line]);
    const { time: _, ...logged } = line;
    expect(running.logged()).toMatchObject([{ audit: true, level: 30, ...logged }]);
  });

  test('shows values before it where a guard has read them', async () => {
    const rules = guardsFile();
    rules.write([{ name: 'slow', dailyBudget: { raisePercent: 50 } }]);
    const running = await start({ GUARDS: rules.path });
    await running.write('updateCampaign', update);
    const amount = (value: string) => ({ amount: value, currency: 'EUR' });
    expect(running.lines()).toMatchObject([
      { changes: [{ field: 'dailyBudget', before: amount('140'), after: amount('150') }] },
    ]);
  });

  test('has the ids of what it made, and those of a batch item by item', async () => {
    const running = await start();
    const name = 'Spring “✓”';
    const create = { fundingInstrumentId: 'fik3s001', name, dailyBudget: '10' };
    await running.write('createCampaign', create);
    await running.write('batchCampaigns', {
      operations: [{ update: { campaignId: 'g1', name: 'A' } }, { create }],
    });
    const [made, batch] = running.lines();
    expect(made.ids).toEqual([expect.stringMatching(/^\w+$/)]);
    expect(made.changes).toMatchObject([{ field: null, after: { name } }]);
    expect(batch.ids).toEqual(['g1', expect.stringMatching(/^\w+$/)]);
    expect(batch.changes).toMatchObject([{ id: 'g1', field: 'name', after: 'A' }, { id: null }]);
  });

  test('is a warning with account and ids if nobody knows how it ended', async () => {
    const running = await start();
    running.emulator.fault({
      match: { method: 'PUT' },
      times: 1,
      fault: { kind: 'drop', apply: true },
    });
    await running.write('updateCampaign', update);
    const unknown = { account: bikes, ids: ['g1'], outcome: 'UNKNOWN' };
    expect(running.lines()).toMatchObject([unknown]);
    expect(running.logged()).toMatchObject([{ level: 40, ...unknown }]);
    expect(running.requests()).toMatchObject([{ level: 40, writes: [unknown] }]);
  });

  test('is REJECTED or NOT_APPLIED with the code of its error', async () => {
    const running = await start();
    const fail = (status: number) =>
      running.emulator.fault({
        match: { method: 'PUT' },
        times: 1,
        fault: { kind: 'answer', status, json: { errors: [{ code: 'X', message: 'No.' }] } },
      });
    fail(400);
    await running.write('updateCampaign', update);
    fail(401);
    await running.write('updateCampaign', update);
    expect(running.lines()).toMatchObject([
      { outcome: 'REJECTED', errors: [{ code: 'X' }] },
      { outcome: 'NOT_APPLIED', errors: [{ code: 'UPSTREAM_AUTH_FAILED' }] },
    ]);
  });

  test('has a line for each step of a launch', async () => {
    const running = await start();
    await running.write('copyCampaign', { campaignId: 'g1', idempotencyKey: 'copy' });
    const sent = running.emulator.calls().filter(({ method }) => method !== 'GET');
    expect(running.lines().map(({ mutation }) => mutation)).toEqual(
      sent.map(({ endpoint }) => endpoint),
    );
  });

  test('about people shows the audience and nobody', async () => {
    const running = await start();
    const email = 'a'.repeat(64);
    const operations = [{ update: { users: [{ email: [email] }] } }];
    const input = { accountId: coffee, customAudienceId: 'af3e2000', operations };
    await running.write('updateCustomAudienceUsers', input);
    const [line] = running.lines();
    expect(line).toMatchObject({ account: coffee, ids: ['af3e2000'], changes: [] });
    expect(JSON.stringify([running.lines(), running.logged()])).not.toContain(email);
  });

  test('names the key of its caller', async () => {
    const running = await start({ GATEWAY_API_KEYS: keysOf({ crm: 'owner' }) });
    await running.write('updateCampaign', update, withKey('crm').headers);
    expect(running.lines()).toMatchObject([{ caller: { key: 'crm' } }]);
    expect(JSON.stringify(running.lines())).not.toContain(keyOf('crm'));
  });
});

describe('a write that is not sent', () => {
  test('has a line that says so if its key answers it, and is not counted as applied anew', async () => {
    const running = await start({ ADMIN_PORT: '0' });
    const keyed = { ...update, idempotencyKey: 'once' };
    await running.write('updateCampaign', keyed);
    const again = await running.write('updateCampaign', keyed);
    expect(again.calls).toEqual([]);
    const shared = { outcome: 'APPLIED', ids: ['g1'] };
    expect(running.lines()).toMatchObject([
      { ...shared, repeated: false },
      { ...shared, repeated: true },
    ]);
    const [first, second] = running.requests();
    expect(first.writes[0]).not.toHaveProperty('repeated');
    expect(second.writes).toMatchObject([{ outcome: 'APPLIED', repeated: true }]);
    const metrics = await (await fetch(`${running.adminUrl}/metrics`)).text();
    const counted = 'ads_graph_write_outcomes_total{mutation="updateCampaign",outcome=';
    expect(metrics).toContain(`${counted}"applied"} 1`);
    expect(metrics).toContain(`${counted}"repeated"} 1`);
  });

  test('has no line if its input or a guard refuses it, nor has a dry run', async () => {
    const rules = guardsFile();
    rules.write([{ name: 'low', dailyBudget: { max: { EUR: '100' } } }]);
    const running = await start({ GUARDS: rules.path });
    await running.write('updateCampaign', update);
    await running.write('updateCampaign', { campaignId: 'g1', name: '' });
    await running.write(
      'updateCampaign',
      { campaignId: 'g1', name: 'X' },
      { 'x-ads-dry-run': '1' },
    );
    expect([running.lines(), running.logged()]).toEqual([[], []]);
  });
});

describe('a file that cannot be written', () => {
  test('stops writes before they are sent, and keys stay free', async () => {
    const running = await start({ ADMIN_PORT: '0' });
    rmSync(running.folder, { recursive: true });
    const keyed = { ...update, idempotencyKey: 'later' };
    const refused = await running.write('updateCampaign', keyed);
    expect(refused.errors?.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'STATE_STORE_UNAVAILABLE', retryable: true, retryAfterSeconds: 1 },
    ]);
    expect(refused.calls).toEqual([]);
    expect(await (await fetch(`${running.adminUrl}/readyz`)).text()).toMatch(
      /^ready\nAUDIT_FILE cannot be written.*ENOENT/,
    );
    const read = await running.ask('{ accounts(first: 1) { nodes { id } } }');
    expect(read.errors).toBeUndefined();
  });

  test('stops them on a full disk, too', async () => {
    const running = await start({ AUDIT_FILE: '/dev/full' });
    const refused = await running.write('updateCampaign', update);
    expect(refused.errors?.[0]?.extensions.code).toBe('STATE_STORE_UNAVAILABLE');
    expect(refused.calls).toEqual([]);
  });

  test('stops the start if it cannot be opened', async () => {
    const started = startGateway({ env: { AUDIT_FILE: '/nowhere/audit.ndjson' } });
    await expect(started).rejects.toThrow(/^AUDIT_FILE cannot be opened.*ENOENT/);
  });
});

test('a file that is moved away keeps its lines, and the next write begins a new one', async () => {
  const running = await start();
  await running.write('updateCampaign', { ...update, name: 'One' });
  renameSync(running.file, `${running.file}.1`);
  await running.write('updateCampaign', { ...update, name: 'Two' });
  expect(linesOf(readFileSync(`${running.file}.1`, 'utf8'))).toHaveLength(1);
  expect(running.lines()).toHaveLength(1);
  expect(existsSync(running.file)).toBe(true);
});
