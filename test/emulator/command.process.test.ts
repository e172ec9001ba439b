import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { bare } from '../support/bare-process.ts';
import { signedClient } from '../support/signed.ts';
import { endWithFile, mainFile } from '../support/started-processes.ts';

/** The emulator as the command starts it, recognised by its output. */
const startEmulator = async (env: Readonly<Record<string, string>>) => {
  const child = endWithFile(
    spawn(process.execPath, [mainFile(), 'emulator'], {
      env: { ...bare, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const printed = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name = '', value = ''] = /^ {2}(\w+)=(.*)$/.exec(line) ?? [];
    printed.set(name, value);
    if (name === 'ADS_ACCESS_TOKEN_SECRET') break;
  }
  const of = (name: string): string => printed.get(name) ?? '';
  const client = signedClient({
    url: of('ADS_API_URL'),
    sandboxUrl: of('ADS_SANDBOX_API_URL'),
    credentials: {
      consumerKey: of('ADS_CONSUMER_KEY'),
      consumerSecret: of('ADS_CONSUMER_SECRET'),
      accessToken: of('ADS_ACCESS_TOKEN'),
      accessTokenSecret: of('ADS_ACCESS_TOKEN_SECRET'),
      userId: '',
      screenName: '',
    },
  });
  const close = async (): Promise<void> => {
    await client.close();
    child.kill();
    await once(child, 'close');
  };
  return { client, close };
};

test.each([
  [{}, 200],
  [{ EMULATOR_STRICT: 'false' }, 200],
  [{ EMULATOR_STRICT: 'true' }, 400],
])('with %j the command answers an unknown parameter with %i', async (env, status) => {
  const { client, close } = await startEmulator(env);
  const answer = await client.get('/12/accounts', { count: 1, bogus: 'x' });
  await close();
  expect(answer.status).toBe(status);
});
