import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { useGateway } from '../support/gateway.ts';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
const fileWith = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('a secret in a file', () => {
  test('is its text without the last line end', () => {
    const { upstream, sessionSecrets, redis } = readConfig({
      ADS_CONSUMER_KEY_FILE: fileWith('key', 'the-key'),
      ADS_CONSUMER_SECRET_FILE: fileWith('secret', 'the-secret\n'),
      ADS_ACCESS_TOKEN_FILE: fileWith('token', '12-token\r\n'),
      ADS_ACCESS_TOKEN_SECRET_FILE: fileWith('token-secret', 'token-secret\n'),
      SESSION_SECRET_FILE: fileWith('session', `${'s'.repeat(32)},${'t'.repeat(32)}\n`),
      REDIS_URL_FILE: fileWith('redis', 'redis://u:p@redis.example:6379\n'),
    });
    expect(upstream?.consumer).toEqual({ key: 'the-key', secret: 'the-secret' });
    expect(upstream?.owner).toEqual({ key: '12-token', secret: 'token-secret' });
    expect(sessionSecrets).toEqual(['s'.repeat(32), 't'.repeat(32)]);
    expect(redis?.url).toBe('redis://u:p@redis.example:6379');
  });

  test('is checked as in the variable, and not shown', () => {
    const read = () => readConfig({ SESSION_SECRET_FILE: fileWith('short', 'shown-nowhere\n') });
    expect(read).toThrow(/^SESSION_SECRET must be secrets of 32 bytes or more each$/);
  });

  test.each([
    ['a file that is not there', { ADS_CONSUMER_SECRET_FILE: join(folder, 'none') }, /ENOENT/],
    ['an empty file', { SESSION_SECRET_FILE: fileWith('empty', '\n') }, /not empty/],
    [
      'a secret that is set twice',
      { REDIS_URL: 'redis://a', REDIS_URL_FILE: fileWith('url', 'redis://b') },
      /must not be set, because REDIS_URL is/,
    ],
  ])('stops the start: %s', (_what, variables, message) => {
    const read = () => readConfig(variables);
    expect(read).toThrow(message);
    expect(read).toThrow(/^\w+_FILE /);
  });

  test('of a misspelt variable makes a warning', () => {
    const { misspelt } = readConfig({ SESSION_SECRETS_FILE: 'x' });
    expect(misspelt).toEqual([expect.stringContaining('Did you mean "SESSION_SECRET_FILE"?')]);
  });
});

describe('PAGES=off', () => {
  const running = useGateway({ env: { PAGES: 'off', MCP: 'write' } });
  const get = (path: string) =>
    fetch(new URL(path, running.url), { headers: { accept: 'text/html' }, redirect: 'manual' });

  test.each([
    '/',
    '/graphiql',
    '/graphiql/page/x.js',
    '/graphql/page/x.js',
    '/agents',
    '/agents/plans/x',
  ])('%s is not there', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('GraphQL answers JSON, to browsers too', async () => {
    const page = await get('/graphql');
    expect(page.status).toBe(406);
    expect(page.headers.get('content-type')).toMatch(/json/);
    const { data } = await running.ask('{ __typename }');
    expect(data).toEqual({ __typename: 'Query' });
  });
});
