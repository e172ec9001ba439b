import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { command } from '../support/command.ts';
import { useGateway } from '../support/gateway.ts';
import { guardsFile } from '../support/guards.ts';
import { launching } from '../support/launches.ts';
import { startCrew } from '../support/workers.ts';

const { accountId, fundingInstrumentId } = launching;
const file = guardsFile();
const running = useGateway({ env: { GUARDS: file.path } });

/** A file with this member in its second line. */
const withMember = (member: string): string => `{ "rules": [\n{ "name": "a", ${member} }] }`;

describe('an invalid file is reported with line and column', () => {
  test.each([
    ['', '1:1', 'A value is missing here'],
    ['{ "rules": [] } x', '1:17', 'Nothing may follow here'],
    ['{ "rules": [\n  { "name": "a", "name": "b" } ] }', '2:18', '“name” appears twice'],
    ['{ "rules": [,] }', '1:13', 'A value is missing here'],
    ['[]', '1:1', 'The file must be an object'],
    ['{ "rule": [] }', '1:1', 'rules is missing'],
    ['{ "rules": [{}] }', '1:13', 'name is missing'],
    ['{ "rules": [{ "name": "a" },\n{ "name": "a" }] }', '2:3', 'name is the name of another rule'],
    [withMember('"dailyBudgets": {}'), '2:16', 'Did you mean "dailyBudget"?'],
    [withMember('"dailyBudget": {}'), '2:16', 'dailyBudget must have a member'],
    [withMember('"dailyBudget": { "max": { "EUR": 500 } }'), '2:42', 'an amount in quotes'],
    [withMember('"dailyBudget": { "max": { "EUR": "-5" } }'), '2:42', 'an amount in quotes'],
    [withMember('"dailyBudget": { "max": { "eur": "5" } }'), '2:42', 'eur: must be currencies'],
    [withMember('"dailyBudget": { "raisePercent": "50" }'), '2:33', 'must be a number'],
    [withMember('"totalBudget": {}'), '2:16', 'max is missing'],
    [withMember('"items": -1'), '2:16', 'items must be a whole number'],
    [withMember('"callers": ["me"]'), '2:28', 'callers must be agents, sessions, owner or key'],
    [withMember('"accounts": []'), '2:16', 'accounts must not be empty'],
    [withMember('"mutations": {}'), '2:16', 'must have either only or never'],
    [
      withMember('"mutations": { "only": ["deleteCampaign"], "never": ["x"] }'),
      '2:69',
      'never has x, which is not a mutation of the schema',
    ],
    [
      withMember('"mutations": { "only": ["deleteCampaign"], "never": ["delete*"] }'),
      '2:16',
      'must have either only or never',
    ],
    [
      withMember('"mutations": { "never": ["deleteCampaing"] }'),
      '2:41',
      'Did you mean "deleteCampaign"?',
    ],
    [withMember('"mutations": { "never": ["removed*"] }'), '2:41', 'has removed*, which is no'],
  ])('%s', (text, place, message) => {
    file.write(text);
    expect(running.renewRules).toThrow(`${file.path}:${place}: `);
    expect(running.renewRules).toThrow(message);
  });
});

test('the examples of the documents are valid', () => {
  const text = readFileSync(new URL('../../docs/guards.md', import.meta.url), 'utf8');
  const examples = [...text.matchAll(/```json\n(\{ "rules": \[.*?)```/gs)];
  expect(examples).toHaveLength(3);
  for (const [, example = ''] of examples) {
    file.write(example);
    expect(running.renewRules).not.toThrow();
  }
});

const rules = [
  {
    name: 'agency',
    callers: ['key:crm', 'owner'],
    accounts: [`Account:${accountId}`],
    mutations: { never: ['delete*'] },
    dailyBudget: { max: { EUR: '500.00' }, raisePercent: 12.5, raisePerDay: { EUR: '7.5' } },
    activationsPerDay: 20,
    items: 40,
  },
];

test('--check-guards prints the rules as sentences, or the fault', async () => {
  file.write(rules);
  const checked = () => command(['start', '--check-guards', file.path]);
  expect(await checked()).toEqual({
    code: 0,
    err: '',
    out: [
      `“agency” applies to the key crm, owner, in the account ${accountId}:`,
      '  Never delete*, nor writes that include it.',
      '  A daily budget is at most 500 EUR (other currencies: lowered only).',
      '  A daily budget is raised by at most 12.5 % at once.',
      '  All daily budgets of an account are raised by at most 7.5 EUR (other currencies: lowered only) in a day.',
      '  No daily budget is cleared.',
      '  At most 20 campaigns, line items or other entities of an account are activated in a day.',
      '  A document has at most 40 items.',
      '',
    ].join('\n'),
  });
  file.write([{ ...rules[0], items: 'many' }]);
  const { code, out, err } = await checked();
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(
    /^ads-graph: .+guards\.json:1:\d+: items must be a whole number, 0 or more\n$/,
  );
  expect(await command(['start'], { GUARDS: file.path })).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^ads-graph: GUARDS must be a file of rules\. .+:1:\d+: items .+\n$/,
    ),
  });
});

test('SIGHUP gives all workers the new rules without losing a request, and an invalid file changes nothing', async () => {
  const own = guardsFile();
  own.write([{ name: 'old', mutations: { never: ['create*'] } }]);
  const crew = await startCrew({ GUARDS: own.path });
  onTestFinished(() => void crew.child.kill('SIGKILL'));
  const create = async () => {
    const query = `mutation { createCampaign(input: { accountId: "${accountId}", fundingInstrumentId: "${fundingInstrumentId}", name: "New", dailyBudget: "5" }) { outcome errors { details } } }`;
    const response = await fetch(crew.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: { createCampaign: object } };
    return data.createCampaign;
  };
  const refusedBy = (details: string) => ({ outcome: 'REJECTED', errors: [{ details }] });
  /** Sends requests until the answer is this one; all answers must be among these. */
  const until = async (wanted: object, ...others: readonly object[]) => {
    for (;;) {
      const answer = await create();
      expect([wanted, ...others]).toContainEqual(answer);
      if (JSON.stringify(answer) === JSON.stringify(wanted)) return;
      await pause(100);
    }
  };
  expect(await create()).toEqual(refusedBy('old'));
  own.write('{');
  crew.child.kill('SIGHUP');
  await pause(1000);
  for (let ask = 0; ask < 10; ask += 1) expect(await create()).toEqual(refusedBy('old'));
  own.write([{ name: 'new', mutations: { never: ['create*'] } }]);
  crew.child.kill('SIGHUP');
  await until(refusedBy('new'), refusedBy('old'));
  for (let ask = 0; ask < 20; ask += 1) await create();
  const metrics = await (await fetch(`${crew.admin}/metrics`)).text();
  expect(metrics).toMatch(/ads_graph_guard_refusals_total\{rule="old"\} \d+/);
  crew.child.kill('SIGTERM');
  expect(await crew.ended).toBe(0);
  const lines = (await crew.log).join('\n');
  expect(lines).toContain('GUARDS is not valid, so its previous content stays in force');
  expect(lines).toContain('GUARDS was reloaded');
  expect(lines).toContain('"guards":["new"]');
}, 120_000);
