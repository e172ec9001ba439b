import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { colleague } from '../support/accounts.ts';
import { bare } from '../support/bare-process.ts';
import { useGateway } from '../support/gateway.ts';
import { endWithFile, mainFile } from '../support/started-processes.ts';
import { bearer, decide, newVisitor } from '../support/visitor.ts';

const secret = 's'.repeat(32);

const running = useGateway({ env: { SESSION_SECRET: secret } });
let folder: string;
let file: string;
let child: ChildProcessWithoutNullStreams | null = null;
beforeEach(() => {
  running.emulator.reset({ data: true });
  folder = mkdtempSync(join(tmpdir(), 'ads-graph-'));
  file = join(folder, 'ads-graph', 'session');
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command; `type` supplies a line when it waits for one. */
const command = async (
  options: readonly string[],
  type: (out: string) => Promise<string> = async () => '',
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> => {
  const { credentials, url, sandboxUrl, platformUrl } = running.emulator;
  child = endWithFile(
    spawn(process.execPath, [mainFile(), ...options], {
      env: {
        ...bare,
        XDG_CONFIG_HOME: folder,
        ADS_API_URL: url,
        ADS_SANDBOX_API_URL: sandboxUrl,
        PLATFORM_API_URL: platformUrl,
        ADS_CONSUMER_KEY: credentials.consumerKey,
        ADS_CONSUMER_SECRET: credentials.consumerSecret,
        SESSION_SECRET: secret,
        ...env,
      },
    }),
  );
  const { stdin, stdout, stderr } = child;
  let [out, err] = ['', ''];
  stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  stdout.on('data', (chunk) => {
    out += String(chunk);
    if (String(chunk).includes('PIN: ')) void type(out).then((line) => stdin.end(`${line}\n`));
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
};

/** The PIN on the page after a user has allowed access. */
const readPin = async (out: string): Promise<string> => {
  const [consent = ''] = /http\S+/.exec(out) ?? [];
  const page = await decide(running, newVisitor(), consent, { userId: colleague });
  return /<code id="pin">(\d+)</.exec(page)?.[1] ?? '';
};

const sessionIn = (path: string): string => readFileSync(path, 'utf8').trim();

describe('ads-graph login', () => {
  test('stores a session that only the user can read, and says how to use it', async () => {
    const { code, out, err } = await command(['login'], readPin);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Signed in as @emulator_colleague');
    expect(out).toContain(`authorization: Bearer $(cat '${file}')`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'ads-graph')).mode & 0o777).toBe(0o700);
    const session = sessionIn(file);
    expect(out).not.toContain(session);
    const { data } = await running.ask('{ viewer { userId screenName } }', {}, bearer(session));
    expect(data.viewer).toEqual({ userId: colleague, screenName: 'emulator_colleague' });
    const [begun] = running.emulator.calls();
    expect(begun).toMatchObject({ path: '/platform/oauth/request_token', status: 200 });
  });

  test('replaces the previous session, whoever could read that', async () => {
    await command(['login'], readPin);
    const before = sessionIn(file);
    await command(['login'], readPin);
    expect(sessionIn(file)).not.toBe(before);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['a wrong PIN', '1'],
    ['no PIN', ''],
    ['something else', 'a b'],
  ])('stores nothing for %s', async (_what, pin) => {
    const { code, err } = await command(['login'], async (out) => {
      await readPin(out);
      return pin;
    });
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(existsSync(file)).toBe(false);
  });

  test.each([
    ['SESSION_SECRET', { SESSION_SECRET: '' }],
    [
      'ADS_CONSUMER_KEY',
      {
        ADS_CONSUMER_KEY: '',
        ADS_CONSUMER_SECRET: '',
        ADS_API_URL: '',
        ADS_SANDBOX_API_URL: '',
        PLATFORM_API_URL: '',
      },
    ],
  ])('needs %s, and says so in one line', async (name, env) => {
    const { code, out, err } = await command(['login'], readPin, env);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(new RegExp(`^ads-graph: ${name} .*\n$`));
    expect(running.emulator.calls()).toEqual([]);
  });
});

describe('ads-graph logout', () => {
  test('deletes the session', async () => {
    await command(['login'], readPin);
    expect(await command(['logout'])).toMatchObject({ code: 0, err: '', out: 'Signed out.\n' });
    expect(existsSync(file)).toBe(false);
    expect(await command(['logout'])).toMatchObject({ code: 0, err: '' });
  });

  test('ends the access token too on request', async () => {
    await command(['login'], readPin);
    const session = sessionIn(file);
    expect(await command(['logout', '--revoke'])).toMatchObject({ code: 0, err: '' });
    expect(existsSync(file)).toBe(false);
    const { errors } = await running.ask(
      '{ accounts(first: 1) { nodes { id } } }',
      {},
      bearer(session),
    );
    expect(errors?.[0]?.extensions.code).toBe('REAUTHENTICATION_REQUIRED');
  });

  test('succeeds if the token has ended already', async () => {
    await command(['login'], readPin);
    const json = { errors: [{ code: 89, message: 'Invalid or expired token.' }] };
    running.emulator.fault({ fault: { kind: 'answer', status: 401, json }, times: 1 });
    expect(await command(['logout', '--revoke'])).toMatchObject({ code: 0, err: '' });
    expect(existsSync(file)).toBe(false);
  });

  test('reports a session that it cannot read', async () => {
    mkdirSync(file, { recursive: true });
    const { code, out, err } = await command(['logout']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^ads-graph: .*EISDIR.*\n$/);
  });

  test('keeps a session whose token could not be ended', async () => {
    await command(['login'], readPin);
    running.emulator.fault({ fault: { kind: 'answer', status: 503, json: {} }, times: 1 });
    const { code, err } = await command(['logout', '--revoke']);
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(existsSync(file)).toBe(true);
  });
});
