import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';
import { bikes as account } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import type { SentPart } from '../support/parts.ts';
import { partsIn } from '../support/parts.ts';

const dayMs = 24 * 3_600_000;
let clock = Date.parse('2026-03-01T10:00:00Z');
const logged: string[] = [];
const log = createLog('warn', { write: (line) => void logged.push(line) });
const running = useGateway({
  env: { ADMIN_PORT: '0' },
  parts: { log, now: () => clock },
});
beforeEach(() => {
  running.emulator.reset({ data: true });
  logged.length = 0;
});

const campaigns = `{ account(id: "${account}") { campaigns(first: 1) { nodes { id } } } }`;
const warning = 'Version 12 is served until 2027-03-31';
const told = `The API warns (listCampaigns): ${warning}`;

const notices = async (kind: string): Promise<number> => {
  const text = await (await fetch(`${running.adminUrl}/metrics`)).text();
  return Number(
    new RegExp(`^ads_graph_api_notices_total{notice="${kind}"} (\\d+)$`, 'm').exec(text)?.[1],
  );
};

const noticed = (): readonly string[] =>
  logged.map((line) => JSON.parse(line).notice).filter((notice) => notice !== undefined);

test('there is no note while the API sends none', async () => {
  const { data, extensions } = await running.ask(campaigns);
  expect(data.account.campaigns.nodes).toHaveLength(1);
  expect(extensions).toBeUndefined();
  expect(noticed()).toEqual([]);
});

test('a warning is a note of the answer, counted each time and logged once a day', async () => {
  running.emulator.set({ apiWarning: warning });
  const before = await notices('warning');
  for (let time = 0; time < 3; time += 1) {
    const { data, errors, extensions } = await running.ask(campaigns);
    expect(data.account.campaigns.nodes).toHaveLength(1);
    expect(errors).toBeUndefined();
    expect(extensions).toEqual({ notes: [{ text: told, path: null }] });
  }
  expect((await notices('warning')) - before).toBe(3);
  expect(noticed()).toEqual([told]);
  clock += dayMs;
  await running.ask(campaigns);
  expect(noticed()).toEqual([told, told]);
});

test('several calls of one kind share one note', async () => {
  running.emulator.set({ apiWarning: warning });
  const { extensions, calls } = await running.ask(
    `{ account(id: "${account}") { a: campaigns(first: 1) { nodes { id } }
       b: campaigns(first: 1, q: "S") { nodes { id } } } }`,
  );
  expect(calls).toHaveLength(2);
  expect(extensions).toEqual({ notes: [{ text: told, path: null }] });
});

test('another current version is reported too, except for a call of an older one', async () => {
  running.emulator.set({ currentVersion: '13' });
  const before = await notices('version');
  const { extensions } = await running.ask(campaigns);
  const text = 'The current version of the API is 13; this gateway asks for version 12.';
  expect(extensions).toEqual({ notes: [{ text, path: null }] });
  const older = await running.ask(`{ account(id: "${account}") { recommendations { id } } }`);
  expect(older.calls).toMatchObject([{ path: `/5/accounts/${account}/recommendations` }]);
  expect(older.extensions).toBeUndefined();
  expect((await notices('version')) - before).toBe(1);
  expect(noticed()).toEqual([text]);
});

test('a refusal of the API reports it as well, with a header that is no plain text', async () => {
  const set = { 'x-api-warn': ' soon\tgone ', 'x-current-api-version': 'soon' };
  running.emulator.fault({ fault: { kind: 'headers', set, status: 403 } });
  const { errors, extensions } = await running.ask(campaigns);
  expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  expect(extensions).toEqual({
    notes: [{ text: 'The API warns (listCampaigns): soon gone', path: null }],
  });
});

test('notes of a later part are in the last part', async () => {
  running.emulator.fault({
    match: { endpoint: 'listLineItems' },
    fault: { kind: 'headers', delayMs: 300, set: { 'x-api-warn': warning } },
  });
  const query = `{ account(id: "${account}") { name
    ... @defer { lineItems(first: 1) { nodes { id } } } } }`;
  const response = await fetch(running.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'multipart/mixed;deferSpec=20220824,application/json',
    },
    body: JSON.stringify({ query }),
  });
  const parts: SentPart[] = [];
  for await (const part of partsIn(response)) parts.push(part);
  expect(parts.map(({ extensions }) => extensions)).toEqual([
    undefined,
    { notes: [{ text: `The API warns (listLineItems): ${warning}`, path: null }] },
  ]);
});
