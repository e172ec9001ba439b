import { expect, test } from 'vitest';
import { redis } from '../../commands/doctor/redis.ts';
import { warningsOf } from '../../src/auth/owner.ts';
import { readConfig } from '../../src/config/config.ts';
import { emulated } from '../../src/gateway/gateway.ts';
import { useGateway } from '../support/gateway.ts';

const env = { ADMIN_PORT: '0' };
const alone = useGateway({ env, config: { isStateUnshared: true } });
const emulator = useGateway({ env });

const sentence =
  'REDIS_URL is not set: keys of writes, rate windows and ended sessions are not shared with other replicas, and end with this process';

const readyz = async ({ adminUrl }: { readonly adminUrl: string | null }) => {
  const response = await fetch(`${adminUrl}/readyz`);
  return [response.status, await response.text()];
};

test('/readyz reports that replicas share no state, and is ready', async () => {
  expect(await readyz(alone)).toEqual([200, `ready\n${sentence}\n`]);
  expect(await readyz(emulator)).toEqual([200, 'ready\n']);
});

test('the start and the doctor report it, in production and with real credentials', async () => {
  const application = { ADS_CONSUMER_KEY: 'k'.repeat(25), ADS_CONSUMER_SECRET: 's'.repeat(50) };
  const said = (variables: Readonly<Record<string, string>>) => {
    const config = readConfig(variables);
    const { upstream } = config.upstream === null ? emulated(config, alone.emulator) : config;
    if (upstream === null) throw new Error('an upstream is emulated');
    return warningsOf({ ...config, upstream }).filter((line) => line === sentence);
  };
  const production = { ...application, NODE_ENV: 'production' };
  const shared = { REDIS_URL: 'redis://localhost:1', SESSION_SECRET: 's'.repeat(32) };
  expect(said(production)).toEqual([sentence]);
  expect(said({ ...production, ...shared })).toEqual([]);
  expect(said(application)).toEqual([]);
  expect(said({ NODE_ENV: 'production', EMULATOR: 'on' })).toEqual([]);
  const patient = { config: readConfig(production) } as Parameters<typeof redis.examine>[0];
  expect(await redis.examine(patient)).toMatchObject({
    ok: true,
    todo: 'Set REDIS_URL, or run one replica only',
  });
});
