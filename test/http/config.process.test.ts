import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { readConfig, readEmulatorConfig } from '../../src/config/config.ts';
import { command } from '../support/command.ts';
import { startCrew } from '../support/workers.ts';

const key = 'shown-nowhere-1234567890';
const long = key.padEnd(32, '.');
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
const application = { ADS_CONSUMER_KEY: key, ADS_CONSUMER_SECRET: key };
const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
const owner = { ADS_ACCESS_TOKEN: key, ADS_ACCESS_TOKEN_SECRET: key };

describe('an invalid configuration stops the start with one line that names the variable', () => {
  const wrong: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '65536' }],
    ['WORKERS', { WORKERS: '0' }],
    ['WORKERS', { WORKERS: 'two' }],
    ['WORKERS', { WORKERS: '65' }],
    ['HOST', { HOST: 'a host' }],
    ['ADMIN_HOST', { ADMIN_HOST: 'http://127.0.0.1' }],
    ['ADMIN_PORT', { ADMIN_PORT: '-1' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ads.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://ads.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://10.0.0.1:4000' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://localhost.ads.example' }],
    ['ADS_API_URL', { ...application, ADS_API_URL: 'http://ads-api.x.com' }],
    ['ADS_API_URL', { ...application, ADS_API_URL: 'ftp://127.0.0.1' }],
    ['ADS_API_URL', { ...application, ADS_API_URL: `https://user:${key}@ads-api.x.com` }],
    ['ADS_SANDBOX_API_URL', { ...application, ADS_SANDBOX_API_URL: 'http://10.0.0.1' }],
    ['PLATFORM_API_URL', { ...application, PLATFORM_API_URL: 'x' }],
    ['ADS_CONSUMER_KEY', { ADS_API_URL: 'https://ads-api.x.com' }],
    ['ADS_CONSUMER_KEY', { ADS_CONSUMER_SECRET: key }],
    ['ADS_CONSUMER_KEY', { ADS_ACCESS_TOKEN: key, ADS_ACCESS_TOKEN_SECRET: key }],
    ['ADS_CONSUMER_SECRET', { ADS_CONSUMER_KEY: key }],
    ['ADS_ACCESS_TOKEN_SECRET', { ...application, ADS_ACCESS_TOKEN: key }],
    ['GATEWAY_API_KEYS', { GATEWAY_API_KEYS: long }],
    ['GATEWAY_API_KEYS', { GATEWAY_API_KEYS: `crm:${long},` }],
    ['GATEWAY_API_KEYS', { GATEWAY_API_KEYS: `:${long}` }],
    ['GATEWAY_API_KEYS', { GATEWAY_API_KEYS: `CRM:${long}` }],
    ['GATEWAY_API_KEYS', { GATEWAY_API_KEYS: `crm_1:${long}` }],
    ['GATEWAY_API_KEYS', { GATEWAY_API_KEYS: `crm:${long.slice(1)}` }],
    ['GATEWAY_API_KEYS', { GATEWAY_API_KEYS: `crm:${long.slice(1)}ü` }],
    ['GATEWAY_API_KEYS', { GATEWAY_API_KEYS: `crm:${long.slice(9)} ${long}` }],
    ['GATEWAY_API_KEYS', { GATEWAY_API_KEYS: `crm:${long}:` }],
    ['GATEWAY_API_KEYS', { GATEWAY_API_KEYS: `crm:${long}:Owner` }],
    ['GATEWAY_API_KEYS', { GATEWAY_API_KEYS: `crm:${long}:owner:owner` }],
    ['GATEWAY_API_KEYS', { GATEWAY_API_KEYS: `crm:${long}:reads` }],
    ['GATEWAY_API_KEYS', { GATEWAY_API_KEYS: `crm:${long}:owner,crm:x${long}` }],
    ['GATEWAY_API_KEYS', { GATEWAY_API_KEYS: `crm:${long}:owner,web:${long}` }],
    ['GATEWAY_API_KEYS', { ...application, ...owner, HOST: '0.0.0.0' }],
    ['GATEWAY_API_KEYS', { ...application, ...owner, HOST: 'ads.example' }],
    [
      'GATEWAY_API_KEYS',
      { ...application, ...owner, HOST: '::', GATEWAY_API_KEYS: `crm:${long},web:x${long}` },
    ],
    ['EMULATOR', { EMULATOR: 'true' }],
    ['EMULATOR', { EMULATOR: 'ON' }],
    ['EMULATOR', { ...application, EMULATOR: 'on' }],
    ['EMULATOR', { ...application, EMULATOR: 'on', NODE_ENV: 'production' }],
    ['ADS_CONSUMER_KEY', { EMULATOR: 'off' }],
    ['ADS_CONSUMER_KEY', { NODE_ENV: 'production' }],
    ['ADS_CONSUMER_KEY', { NODE_ENV: 'production', EMULATOR: '' }],
    ['ADS_CONSUMER_KEY', { NODE_ENV: 'production', EMULATOR: 'off' }],
    ['ADS_CONSUMER_KEY', { NODE_ENV: 'production', ADS_CONSUMERKEY: key, ADS_CONSUMERSECRET: key }],
    ['ADS_CONSUMER_KEY', { EMULATOR: 'on', ...owner }],
    ['ADS_CONSUMER_KEY', { EMULATOR: 'on', ADS_API_URL: 'https://ads-api.x.com' }],
    ['SESSION_SECRET', { SESSION_SECRET: key }],
    ['ALLOWED_ORIGINS', { ALLOWED_ORIGINS: '*' }],
    ['ALLOWED_ORIGINS', { ALLOWED_ORIGINS: 'https://a.example/path' }],
    ['INTROSPECTION', { INTROSPECTION: 'yes' }],
    ['TYPE_PREFIX', { TYPE_PREFIX: '_Ads' }],
    ['TYPE_PREFIX', { TYPE_PREFIX_PAGE_INFO: 'true' }],
    ['TYPE_PREFIX_PAGE_INFO', { TYPE_PREFIX: 'Ads', TYPE_PREFIX_PAGE_INFO: 'yes' }],
    ['LIMIT_DEPTH', { LIMIT_DEPTH: '0' }],
    ['LIMIT_CALLS', { LIMIT_CALLS: 'Infinity' }],
    ['LIMIT_FIELDS', { LIMIT_FIELDS: '1000001' }],
    ['LIMIT_VALUES', { LIMIT_VALUES: '0' }],
    ['LIMIT_ANSWER_BYTES', { LIMIT_ANSWER_BYTES: '1023' }],
    ['LIMIT_RETRY_RATIO', { LIMIT_RETRY_RATIO: '2' }],
    ['LIMIT_RETRY_RATIO', { LIMIT_RETRY_RATIO: '.' }],
    ['TIMEOUT_CALL_MS', { TIMEOUT_CALL_MS: '-5' }],
    ['LIMIT_SHARE', { LIMIT_SHARE: '0' }],
    ['LIMIT_BODYBYTES', { LIMIT_BODYBYTES: '5' }],
    ['TIMEOUT_CALLS_MS', { TIMEOUT_CALLS_MS: '5' }],
    ['NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    ['EMULATOR_STRICT', { EMULATOR_STRICT: 'yes' }],
    ['EMULATOR_STRICT', { EMULATOR_STRICT: 'True' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['REDIS_URL', { REDIS_URL: `http://${key}@127.0.0.1` }],
    ['REDIS_URL', { REDIS_URL: key }],
    ['REDIS_URL', { REDIS_URL: `redis://:${key}%zz@127.0.0.1` }],
    ['REDIS_URL', { REDIS_URL: `redis://:${key}%ff@127.0.0.1` }],
    ['REDIS_URL', { REDIS_URL: `redis://:${key}/#@127.0.0.1` }],
    ['REDIS_URL', { REDIS_URL: 'redis://127.0.0.1/main' }],
    ['REDIS_SENTINELS', { REDIS_SENTINELS: 'one:99999', REDIS_SENTINEL_NAME: 'main' }],
    ['SESSION_SECRET', { REDIS_URL: 'redis://127.0.0.1' }],
    ['SESSION_SECRET', { REDIS_SENTINELS: 'one:26379', REDIS_SENTINEL_NAME: 'main' }],
    ['REDIS_SENTINELS', { REDIS_SENTINELS: `http://${key}`, REDIS_SENTINEL_NAME: 'main' }],
    ['REDIS_SENTINELS', { REDIS_SENTINELS: 'one,,two', REDIS_SENTINEL_NAME: 'main' }],
    ['REDIS_SENTINELS', { REDIS_SENTINEL_NAME: 'main' }],
    ['REDIS_SENTINEL_NAME', { REDIS_SENTINELS: 'one,two:26379' }],
    ['REDIS_SENTINEL_NAME', { REDIS_SENTINELS: 'one', REDIS_SENTINEL_NAME: 'a b' }],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', { ...collector, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
    [
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
      {
        ...collector,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc',
      },
    ],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'collector' }],
    ['OTEL_TRACES_EXPORTER', { ...collector, OTEL_TRACES_EXPORTER: 'zipkin' }],
    ['TRACEPARENT_UPSTREAM', { TRACEPARENT_UPSTREAM: 'yes' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: `http://${key}@127.0.0.1` }],
    ['PERSISTED_DOCUMENTS', { PERSISTED_DOCUMENTS: 'x.json' }],
    ['PERSISTED_DOCUMENTS', { PERSISTED_DOCUMENTS: 'tsconfig.json' }],
    ['PERSISTED_DOCUMENTS', { PERSISTED_ONLY: 'true' }],
    ['PERSISTED_ONLY', { PERSISTED_ONLY: 'yes' }],
  ];
  test.each(wrong)('%s', (name, env) => {
    const message = messageOf(() => readConfig(env));
    expect(message.startsWith(`${name} `)).toBe(true);
    expect(message).not.toContain(key);
    expect(message).not.toContain('\n');
  });

  test('on standard error, with a failing exit code, before anything listens', async () => {
    const env = { ADS_API_URL: `https://user:${key}@ads-api.x.com`, ...application };
    const { code, out, err } = await command(['start'], env);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe('ads-graph: ADS_API_URL must be a URL without user, query or fragment\n');
  });

  test('without credentials in production, and with a misspelt name of them', async () => {
    const env = { NODE_ENV: 'production', ADS_CONSUMERKEY: key, ADS_CONSUMERSECRET: key };
    for (const workers of ['1', '2']) {
      const { code, out, err } = await command(['start'], { ...env, WORKERS: workers });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toBe(
        'ads-graph: ADS_CONSUMER_KEY must be set, because NODE_ENV is production; EMULATOR=on serves invented data instead\n',
      );
    }
  });

  test.each(['1', '2'])('also if the port is taken, with WORKERS=%s', async (workers) => {
    const { createServer } = await import('node:net');
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { readonly port: number };
    const { code, err } = await command(['start'], {
      PORT: String(port),
      WORKERS: workers,
    });
    taken.close();
    expect(code).toBe(1);
    expect(err).toMatch(/^ads-graph: .*EADDRINUSE.*; PORT and ADMIN_PORT must be .*\n$/);
  });

  test('also if the address is not of this machine', async () => {
    const { code, err } = await command(['start'], { HOST: '203.0.113.1' });
    expect(code).toBe(1);
    expect(err).toMatch(/^ads-graph: .*203\.0\.113\.1; HOST and ADMIN_HOST must be .*\n$/);
  });
});

describe('an unknown variable that looks like one of ours', () => {
  test.each([
    ['ADS_CONSUMERKEY', '. Did you mean "ADS_CONSUMER_KEY"?'],
    ['REDIS_URI', '. Did you mean "REDIS_URL"?'],
    ['SESSION_SECRETS', '. Did you mean "SESSION_SECRET"?'],
    ['GATEWAY_API_KEY', '. Did you mean "GATEWAY_API_KEYS"?'],
    ['TYPE_PREFX', '. Did you mean "TYPE_PREFIX"?'],
    ['OTEL_EXPORTER_OTLP_ENDPONT', '. Did you mean "OTEL_EXPORTER_OTLP_ENDPOINT"?'],
    ['OTEL_EXPORTER_OLTP_HEADERS', '. Did you mean "OTEL_EXPORTER_OTLP_HEADERS"?'],
    ['STATS_RESULT_HOST', '. Did you mean "STATS_RESULT_HOSTS"?'],
    ['EMULATR', '. Did you mean "EMULATOR"?'],
    ['TIMOUT_CALL_MS', '. Did you mean "TIMEOUT_CALL_MS"?'],
    ['GATEWAY_COLOUR_OF_THE_BIKE_SHED', ''],
  ])('%s causes a warning with its name', (name, hint) => {
    const { misspelt } = readConfig({ [name]: key });
    expect(misspelt).toEqual([`${name} is not a variable of the gateway${hint}`]);
  });

  test.each([
    ['of a limit', 'LIMIT_BODYBYTES', 'LIMIT_BODY_BYTES'],
    ['of a deadline', 'TIMEOUT_CALLS_MS', 'TIMEOUT_CALL_MS'],
  ])('%s stops the start, and the nearest one is named', (_what, name, meant) => {
    expect(messageOf(() => readConfig({ [name]: '5' }))).toContain(`. Did you mean "${meant}"?`);
  });

  test.each(['OTEL_METRICS_EXPORTER', 'OTEL_BSP_MAX_QUEUE_SIZE', 'HOSTNAME', 'LOG_FORMAT'])(
    '%s causes none: other programs read it',
    (name) => {
      expect(readConfig({ [name]: key }).misspelt).toEqual([]);
    },
  );

  test.each([
    'REDIS_PORT',
    'REDIS_SERVICE_HOST',
    'GATEWAY_PORT_80_TCP_ADDR',
    'REDIS_SERVICE_PORT_DB',
  ])('%s causes none: Kubernetes describes its services this way', (name) => {
    expect(readConfig({ [name]: 'tcp://10.0.0.1:6379' }).misspelt).toEqual([]);
  });

  test('is in the log from the start, without its value', async () => {
    const running = await startCrew({ WORKERS: '1', REDIS_URI: key, TYPE_PREFX: key });
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    const log = (await running.log).join('\n');
    for (const [name, meant] of [
      ['REDIS_URI', 'REDIS_URL'],
      ['TYPE_PREFX', 'TYPE_PREFIX'],
    ]) {
      expect(log).toContain(
        `${name} is not a variable of the gateway. Did you mean \\"${meant}\\"?`,
      );
    }
    expect(log).not.toContain(key);
  });
});

const messageOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
};

describe('an omitted variable has its default', () => {
  test('every limit and deadline, as --print-limits shows them', async () => {
    const { code, out } = await command(['start', '--print-limits'], { LIMIT_DEPTH: '12' });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      LIMIT_BODY_BYTES: 6 * 1024 * 1024,
      LIMIT_BODIES_BYTES: 64 * 1024 * 1024,
      LIMIT_QUERY_BYTES: 65_536,
      LIMIT_TOKENS: 4000,
      LIMIT_DEPTH: 12,
      LIMIT_ALIASES: 50,
      LIMIT_ROOT_FIELDS: 30,
      LIMIT_MUTATIONS: 10,
      LIMIT_DIRECTIVES: 5,
      LIMIT_FIELDS: 5000,
      LIMIT_OBJECTS: 50_000,
      LIMIT_VALUES: 2_000_000,
      LIMIT_ANSWER_BYTES: 64 * 1024 * 1024,
      LIMIT_ANSWERS_BYTES: 256 * 1024 * 1024,
      LIMIT_CLIENTS: 4096,
      LIMIT_CALLS: 200,
      LIMIT_IN_FLIGHT: 256,
      LIMIT_WAITING: 256,
      LIMIT_WAIT_MS: 1000,
      LIMIT_SHARE: 0.5,
      LIMIT_UPLOADS: 32,
      LIMIT_UPLOAD_BYTES: 512 * 1024 * 1024,
      LIMIT_SIGN_INS: 600,
      LIMIT_SIGN_INS_EACH: 30,
      LIMIT_CONNECTIONS: 512,
      LIMIT_FILTER_ROWS: 10_000,
      LIMIT_KEPT_LIST_MS: 60_000,
      LIMIT_LEDGER_BYTES: 33_554_432,
      LIMIT_MCP_CALLS: 120,
      LIMIT_MCP_RESULT_BYTES: 16 * 1024,
      LIMIT_MCP_ANSWERS_BYTES: 64 * 1024 * 1024,
      LIMIT_MCP_TOOLS_BYTES: 64 * 1024,
      LIMIT_MCP_PLANS: 50,
      LIMIT_PAGE_BYTES: 16 * 1024 * 1024,
      LIMIT_RESULT_BYTES: 64 * 1024 * 1024,
      LIMIT_REFERENCE_BYTES: 32 * 1024 * 1024,
      LIMIT_READ_RETRIES: 2,
      LIMIT_RETRY_RATIO: 0.1,
      TIMEOUT_CONNECT_MS: 2000,
      TIMEOUT_CALL_MS: 10_000,
      TIMEOUT_BATCH_MS: 30_000,
      TIMEOUT_OPERATION_MS: 25_000,
      TIMEOUT_HEADERS_MS: 10_000,
      TIMEOUT_REQUEST_MS: 30_000,
      TIMEOUT_UPLOAD_MS: 1_800_000,
      TIMEOUT_ANSWER_MS: 30_000,
      TIMEOUT_KEEP_ALIVE_MS: 75_000,
      TIMEOUT_MCP_ANSWER_MS: 900_000,
      TIMEOUT_MCP_PLAN_MS: 900_000,
      TIMEOUT_MCP_TOKEN_MS: 3_600_000,
      TIMEOUT_LAME_DUCK_MS: 5000,
      TIMEOUT_DRAIN_MS: 20_000,
      TIMEOUT_GRACE_MS: 1000,
    });
  });

  test.each([
    ['LIMIT_FIELDS', '1000000', { fields: 1_000_000 }],
    ['LIMIT_VALUES', '1000000000', { values: 1_000_000_000 }],
    ['LIMIT_ANSWER_BYTES', '1073741824', { answerBytes: 2 ** 30 }],
    ['LIMIT_RETRY_RATIO', '.25', { retryRatio: 0.25 }],
    ['LIMIT_RETRY_RATIO', '1.0', { retryRatio: 1 }],
  ])('unless %s is %s', (name, value, expected) => {
    expect(readConfig({ [name]: value }).limits).toMatchObject(expected);
  });

  test('the deadline of mutations, later than that of queries', () => {
    const { timeouts } = readConfig({ TIMEOUT_OPERATION_MS: '5' });
    expect(timeouts).toMatchObject({ operation: 5, mutation: 10_005, drain: 20_000 });
  });

  test('the addresses of the API, once there are credentials', () => {
    expect(readConfig(application).upstream).toEqual({
      hosts: {
        ads: 'https://ads-api.x.com',
        sandbox: 'https://ads-api-sandbox.x.com',
        platform: 'https://api.x.com',
      },
      consumer: { key, secret: key },
      owner: null,
    });
  });

  test.each([
    [{ ...application, ...owner }],
    [{ ...application, ...owner, HOST: '::1' }],
    [{ ...application, HOST: '0.0.0.0' }],
    [{ ...application, ...owner, HOST: '0.0.0.0', GATEWAY_API_KEYS: `crm:${long}:owner` }],
    [
      {
        ...application,
        ...owner,
        HOST: '0.0.0.0',
        GATEWAY_API_KEYS: `web:x${long}, crm:${long}:owner-reads`,
      },
    ],
    [{ ...application, EMULATOR: 'off', NODE_ENV: 'production' }],
  ])('valid credentials start: %j', (env) => {
    expect(readConfig(env).upstream?.consumer.key).toBe(key);
  });

  test('the rights of keys', () => {
    const text = `crm:${long},web-2:a${long}:owner-reads,7:b${long}==:owner`;
    expect(readConfig({ GATEWAY_API_KEYS: text }).apiKeys).toEqual([
      { name: 'crm', sha256: sha256Of(long), lends: 'nothing' },
      { name: 'web-2', sha256: sha256Of(`a${long}`), lends: 'queries' },
      { name: '7', sha256: sha256Of(`b${long}==`), lends: 'everything' },
    ]);
  });

  test('nothing upstream without credentials, and empty values count as omitted', () => {
    expect(readConfig({ ADS_CONSUMER_KEY: '', ADS_API_URL: '' }).upstream).toBeNull();
  });

  test.each([
    [{}, true],
    [{ NODE_ENV: 'production', EMULATOR: 'on' }, true],
    [application, true],
    [{ ...application, NODE_ENV: 'production' }, false],
    [{ ...application, NODE_ENV: 'production', INTROSPECTION: 'on' }, true],
    [{ INTROSPECTION: 'off' }, false],
  ])('introspection with %j is %s', (env, on) => {
    expect(readConfig(env).introspection).toBe(on);
  });

  test('plain http is accepted on loopback', () => {
    const env = { ...application, ADS_API_URL: 'http://127.0.0.1:4010/' };
    expect(readConfig(env).upstream?.hosts.ads).toBe('http://127.0.0.1:4010');
  });
});

test.each([
  'https://ads.example',
  'http://localhost:4000',
  'http://127.0.0.1',
  'http://[::1]:4000',
])('browsers may reach the gateway at %s', (url) => {
  expect(readConfig({ PUBLIC_URL: url }).publicUrl).toBe(url);
});

describe('the emulator in production', () => {
  const production = { NODE_ENV: 'production', EMULATOR: 'on', ADMIN_PORT: '0' };

  test.each(['1', '2'])(
    'serves if it is configured, and says so, with WORKERS=%s',
    async (workers) => {
      const crew = await startCrew({ ...production, HOST: '0.0.0.0', WORKERS: workers });
      const url = crew.url.replace('0.0.0.0', '127.0.0.1');
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          query: '{ viewer { signedIn asOwner } accounts { nodes { id } } }',
        }),
      });
      const { data, errors } = await response.json();
      expect(data).toEqual({ viewer: { signedIn: false, asOwner: false }, accounts: null });
      expect(errors[0].extensions.code).toBe('UNAUTHENTICATED');
      expect(crew.out()).toContain('all data is invented');
      crew.child.kill('SIGTERM');
      expect(await crew.ended).toBe(0);
      const said = (await crew.log).filter((line) => line.includes('The REST API is emulated'));
      expect(said).toHaveLength(1);
      expect(JSON.parse(said[0] ?? '')).toMatchObject({ level: 40 });
    },
  );
});

test('the emulator alone needs no variables, in production too', () => {
  const env = { ...application, ...owner, NODE_ENV: 'production', EMULATOR_STRICT: 'true' };
  expect(readEmulatorConfig(env)).toEqual({
    host: '127.0.0.1',
    port: 4010,
    strict: true,
  });
  expect(readEmulatorConfig({ HOST: '0.0.0.0' })).toMatchObject({ host: '0.0.0.0' });
  expect(() => readEmulatorConfig({ PORT: 'x' })).toThrow(/^PORT /);
});
