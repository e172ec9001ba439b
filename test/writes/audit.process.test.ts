import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../emulator/server.ts';
import { bikes } from '../support/accounts.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';
import { ownerOf } from '../support/spawned-gateway.ts';
import { type Crew, startCrew } from '../support/workers.ts';

const writes = runs(160, 2000);
const kills = runs(2, 40);
const callers = 8;

interface Line {
  readonly outcome: string;
  readonly changes: readonly { readonly after: { readonly name: string } }[];
}

const document = `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome } }`;

/** Sends a write; the outcome, or null if the gateway was killed meanwhile. */
const send = async (crew: Crew, name: string): Promise<string | null> => {
  const input = { accountId: bikes, fundingInstrumentId: 'fik3s001', name, dailyBudget: '1' };
  try {
    const response = await fetch(crew.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: document, variables: { input } }),
    });
    const { data } = (await response.json()) as {
      readonly data?: { readonly createCampaign: { readonly outcome: string } };
    };
    return data?.createCampaign.outcome ?? null;
  } catch {
    return null;
  }
};

const killAll = async ({ child, pids, ended }: Crew): Promise<void> => {
  for (const pid of [...pids(), child.pid as number]) process.kill(pid, 'SIGKILL');
  await ended;
};

test(`no write that reached the API is missing from the file, whatever is killed (SEED=${seed})`, {
  timeout: patience,
}, async () => {
  const emulator = await createEmulator({ rateWindows: false });
  onTestFinished(() => emulator.close());
  emulator.fault({ match: { method: 'POST' }, fault: { kind: 'delay', delayMs: 20 } });
  const file = join(mkdtempSync(join(tmpdir(), 'audit-')), 'audit.ndjson');
  const { credentials, url } = emulator;
  const start = () =>
    startCrew({
      ADS_API_URL: url,
      ADS_CONSUMER_KEY: credentials.consumerKey,
      ADS_CONSUMER_SECRET: credentials.consumerSecret,
      ...ownerOf(emulator),
      AUDIT_FILE: file,
    });
  const random = randomFrom(seed);
  const outcomes = new Map<string, string | null>();
  let number = 0;
  for (let round = 0; round <= kills; round += 1) {
    const crew = await start();
    const until = Math.round((writes * (round + 1)) / (kills + 1));
    let isOver = false;
    const work = async (): Promise<void> => {
      while (number < until && !isOver) {
        number += 1;
        const name = `Write ${number}`;
        outcomes.set(name, await send(crew, name));
      }
    };
    const working = Promise.all(Array.from({ length: callers }, work));
    const reached = async (): Promise<void> => {
      while (number < until - callers) await pause(1);
      await pause(random.next() * 30);
    };
    await Promise.race([working, reached()]);
    isOver = true;
    await killAll(crew);
    await working;
  }
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
  const nameOf = ({ changes }: Line): string => changes[0]?.after.name ?? '';
  const byName = Map.groupBy(lines, nameOf);
  const reached = emulator
    .calls()
    .filter(({ method }) => method === 'POST')
    .map(({ body, queryText }) => new URLSearchParams(body || queryText).get('name') ?? '');
  expect(reached.length).toBeGreaterThan(writes / 2);
  expect(reached.filter((name) => byName.get(name)?.length !== 1)).toEqual([]);
  const told = [...outcomes].filter(([, outcome]) => outcome !== null);
  expect(told.filter(([name, outcome]) => byName.get(name)?.[0]?.outcome !== outcome)).toEqual([]);
  expect(lines.filter(({ outcome }) => outcome === 'UNKNOWN').length).toBeGreaterThan(0);
});
