import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bikes } from '../support/accounts.ts';
import { command } from '../support/command.ts';
import { useGateway } from '../support/gateway.ts';
import { patience } from '../support/sampling.ts';
import { clientFile } from '../support/started-processes.ts';

const key = 'r'.repeat(40);
const running = useGateway({ env: { GATEWAY_API_KEYS: `nightly:${key}:owner-reads` } });
const folder = mkdtempSync(join(tmpdir(), 'ads-graph-night-'));
afterAll(() => rmSync(folder, { recursive: true }));

const page = readFileSync(new URL('../../docs/export.md', import.meta.url), 'utf8');
/** A part of the data, because everything visible would take long. */
const little = ['--account', bikes, '--tables', 'accounts'];

test('the CronJob of the page starts an export', { timeout: patience }, async () => {
  const [, yaml = ''] = /```yaml\n(apiVersion: batch\/v1\n[^`]+)```/.exec(page) ?? [];
  const { spec } = parse(yaml).spec.jobTemplate.spec.template;
  const [{ command: program, args, env, volumeMounts }] = spec.containers;
  const [node, file, ...words] = [...program, ...args];
  expect([node, file, env[0].name]).toEqual(['node', 'dist/commands/main.js', 'ADS_GRAPH_KEY']);
  expect(volumeMounts[0].name).toBe(spec.volumes[0].name);
  const here = words
    .flatMap((word) => (word === '--all' ? little : [word]))
    .map((word) => word.replace('http://ads-graph:4000', running.url.replace('/graphql', '')))
    .map((word) => word.replace(volumeMounts[0].mountPath, folder));
  const { code, err } = await command(here, { ADS_GRAPH_KEY: key });
  expect([code, err]).toEqual([0, '']);
  expect(existsSync(join(folder, `files/accounts/${bikes}.parquet`))).toBe(true);
});

test('the line of cron starts an export', { timeout: patience }, async () => {
  const [, line = ''] = /\n15 5 \* \* \* {2}(cd [^\n]+)/.exec(page) ?? [];
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, '.ads-graph.env'), 'LOG_LEVEL=error\n');
  const program = join(home, 'ads-graph');
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${clientFile()} "$@"\n`, {
    mode: 0o755,
  });
  const here = line.replace('/srv/warehouse', home).replace('--all', little.join(' '));
  const environment = { PATH: `${home}:${process.env['PATH']}`, HOME: home };
  await promisify(execFile)('sh', ['-c', here], { env: environment });
  const [first = ''] = readFileSync(join(home, 'export.log'), 'utf8').split('\n').slice(-2);
  expect(JSON.parse(first)).toMatchObject({ table: 'accounts', complete: true });
  expect(existsSync(join(home, `files/accounts/${bikes}.parquet`))).toBe(true);
});
