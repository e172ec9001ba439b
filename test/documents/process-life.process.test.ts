import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { bare } from '../support/bare-process.ts';
import { endWithFile, mainFile } from '../support/started-processes.ts';

const bin = fileURLToPath(new URL('../../bin/ads-graph.js', import.meta.url));
const secret = 'shown-nowhere'.padEnd(32, '.');

const start = async (file: string, env: Readonly<Record<string, string>> = {}) => {
  const child = endWithFile(
    spawn(process.execPath, [file, 'start'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...bare, EMULATOR: 'on', PORT: '0', ...env },
    }),
  );
  const log = text(child.stderr);
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  while (!out.includes('curl')) await once(child.stdout, 'data');
  return { child, log, out, url: /explorer: (\S+)/.exec(out)?.[1] ?? '' };
};

test('the command is one process, which leaves nothing behind when it is killed', async () => {
  const { child, url } = await start(bin);
  const { pid } = child;
  expect(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')).toBe('');
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('--max-semi-space-size=64');
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect(fetch(url)).rejects.toThrow();
});

test('what a collector gets is JSON: the addresses, and lines of the start and the stop', async () => {
  const env = { ADMIN_PORT: '0', TIMEOUT_LAME_DUCK_MS: '0', SESSION_SECRET: secret };
  const { child, log, out, url } = await start(mainFile(), env);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const printed = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg);
  expect(printed[0]).toBe(`GraphQL and its explorer: ${url} (version ${manifest.version})`);
  expect(printed.at(-1)).toContain(`curl -s ${url}`);
  const lines = (await log)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const found = (msg: string) => lines.find((line) => line.msg === msg);
  expect(found('started')).toMatchObject({
    version: manifest.version,
    url,
    settings: { EMULATOR: 'on', ADMIN_PORT: '0', TIMEOUT_LAME_DUCK_MS: '0', SESSION_SECRET: 'set' },
  });
  expect(found('stopping')).toMatchObject({ signal: 'SIGTERM' });
  expect(found('drained')).toMatchObject({ cut: 0 });
  expect(await log).not.toContain(secret);
});
