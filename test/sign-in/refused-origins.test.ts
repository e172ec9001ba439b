import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';
import type { Running } from '../support/gateway.ts';
import { startGateway } from '../support/gateway.ts';

const app = 'https://app.example';
const lines: { readonly origin?: string; readonly msg: string }[] = [];
const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) });
let running: Running;
beforeAll(async () => {
  running = await startGateway({ env: { ALLOWED_ORIGINS: app }, parts: { log } });
});
afterAll(() => running.close());

const named = (): readonly (string | undefined)[] =>
  lines.filter(({ msg }) => msg.includes('ALLOWED_ORIGINS')).map(({ origin }) => origin);
const from = (origin: string, path = '/graphql', method = 'OPTIONS') =>
  fetch(new URL(path, running.url), { method, headers: { origin } });

test('a page that may not read an answer is named in the log, once, whatever it requests', async () => {
  const own = new URL(running.url).origin;
  for (const allowed of [app, own]) await from(allowed);
  expect(named()).toEqual([]);
  await from('https://other.example');
  await from('https://other.example', '/auth/session', 'GET');
  await from('https://other.example:8443', '/auth/session', 'GET');
  expect(named()).toEqual(['https://other.example', 'https://other.example:8443']);
});

test('an origin cannot forge a line, nor fill the log', async () => {
  const before = lines.length;
  await from('https://x.example","level":60,"msg":"forged');
  expect(lines).toHaveLength(before + 1);
  expect(named().at(-1)).toBe('https://x.example","level":60,"msg":"forged');
  await from(`https://${'a'.repeat(5000)}`);
  expect(named().at(-1)?.length).toBeLessThan(300);
  for (let at = 0; at < 60; at += 1) await from(`https://made-up-${at}.example`);
  expect(named()).toHaveLength(20);
});
