import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { getNamedType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmulator, type Emulator } from '../../emulator/server.ts';
import { listen } from '../../src/http/door/acceptors.ts';
import { schema } from '../../src/schema/index.ts';
import { createMemoryStore } from '../../src/state/memory.ts';
import type { EndpointName } from '../../src/upstream/catalogue/endpoint-names.ts';
import { coffee } from '../support/accounts.ts';
import { bare } from '../support/bare-process.ts';
import { startGateway } from '../support/gateway.ts';
import { endWithFile, mainFile } from '../support/started-processes.ts';

const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');

/** All personal data of this test, as given and as sent. */
const person = {
  email: 'Canary.Person@Example.com',
  phone: '+14155550123',
  click: 'canaryclickid0123456789',
  address: '203.0.113.77',
  agent: 'CanaryBrowser/7.7 (X11; Canary)',
  device: 'canary-hmac-of-a-device+9a=',
  own: 'canary-crm-4711',
} as const;
const identifying = [
  ...Object.values(person),
  'canary.person@example.com',
  sha256('canary.person@example.com'),
  sha256('+14155550123'),
].flatMap((value) => [value, encodeURIComponent(value)]);

const raw = { email: 'RAW', phoneNumber: 'RAW' };
const users = [{ email: [person.email], phoneNumber: [person.phone] }];
const conversion = {
  conversionTime: '2026-06-01T09:00:00Z',
  eventId: 'ef3e20',
  identifiers: [
    { twclid: person.click, hashedEmail: person.email, hashedPhoneNumber: person.phone },
    { ipAddress: person.address, userAgent: person.agent },
  ],
};
const mobile = {
  appId: '1487654321',
  osType: 'IOS',
  conversionType: 'INSTALL',
  conversionTime: '2026-06-01T09:00:00Z',
  hashedDeviceId: person.device,
  deviceIpAddress: person.address,
};
const [audienceId, listId, pixelId] = ['af3e2000', 'nf3e2000', 'of3e2'];
const webForms = { hashedEmail: 'RAW', hashedPhoneNumber: 'RAW' };

/**
 * Every mutation with identifiers of people: with valid input, and with identifiers in wrong
 * places.
 */
const writes: readonly (readonly [
  name: EndpointName,
  good: object,
  ...wrong: readonly (readonly [what: string, input: object])[],
])[] = [
  [
    'updateCustomAudienceUsers',
    {
      accountId: coffee,
      customAudienceId: audienceId,
      forms: raw,
      operations: [{ update: { users: [{ ...users[0], partnerUserId: [person.own] }] } }],
    },
    ['an id', { accountId: coffee, customAudienceId: person.email, operations: [] }],
  ],
  [
    'updateDoNotReachListUsers',
    {
      accountId: coffee,
      doNotReachListId: listId,
      forms: raw,
      operations: [{ update: { users } }],
    },
    [
      'a hash',
      { accountId: coffee, doNotReachListId: listId, operations: [{ update: { users } }] },
    ],
    [
      'an id',
      { accountId: coffee, doNotReachListId: person.phone, operations: [{ update: { users } }] },
    ],
    [
      'a time',
      {
        accountId: coffee,
        doNotReachListId: listId,
        operations: [{ update: { users, expiresAt: person.email } }],
      },
    ],
    [
      'a name',
      {
        accountId: coffee,
        doNotReachListId: listId,
        operations: [{ update: { users: [{ [person.email]: 1 }] } }],
      },
    ],
  ],
  [
    'recordWebConversions',
    { pixelId, forms: webForms, conversions: [conversion] },
    ['a hash', { pixelId, conversions: [conversion] }],
    ['an id', { pixelId: person.email, forms: webForms, conversions: [conversion] }],
    [
      'an event',
      { pixelId, forms: webForms, conversions: [{ ...conversion, eventId: person.email }] },
    ],
    [
      'a value',
      { pixelId, forms: webForms, conversions: [{ ...conversion, value: person.phone }] },
    ],
    [
      'a list',
      { pixelId, forms: webForms, conversions: [{ ...conversion, identifiers: person.email }] },
    ],
    ['a form', { pixelId, forms: { hashedEmail: person.email }, conversions: [conversion] }],
    [
      'alone',
      {
        pixelId,
        forms: webForms,
        conversions: [{ ...conversion, identifiers: [{ userAgent: person.agent }] }],
      },
    ],
  ],
  [
    'recordMobileConversion',
    mobile,
    ['a number', { ...mobile, clickWindow: person.phone }],
    ['a choice', { ...mobile, osType: person.email }],
    ['an address', { ...mobile, deviceIpAddress: person.email }],
    ['a name', { ...mobile, [person.email]: 1 }],
  ],
];

const documentOf = (name: string): string => {
  const more = name === 'recordMobileConversion' ? 'mobileConversion { raw appId }' : '';
  return `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { outcome ${more} errors { code reason message argument parameter attribute details value } } }`;
};

/** A refusal in which the API repeats everything that it was sent. */
const echo = identifying.join(' ');
const problem = {
  code: echo,
  message: echo,
  parameter: echo,
  attribute: echo,
  details: echo,
  value: echo,
};
const faults = [
  null,
  { kind: 'answer', status: 400, json: { errors: [problem], request: { params: { echo } } } },
  { kind: 'answer', status: 400, json: { operation_errors: [[problem]] } },
  { kind: 'answer', status: 401, json: { errors: [problem] } },
  { kind: 'answer', status: 500, text: echo },
  { kind: 'answer', status: 200, json: { data: null, errors: [problem], message: echo } },
  { kind: 'drop' },
] as const;

let emulator: Emulator;
let child: ChildProcessWithoutNullStreams;
let collector: Server;
let url: string;
let admin: string;
let closed: Promise<unknown>;
let logs = '';
const seen: { readonly where: string; readonly text: string }[] = [];
const see = (where: string, what: string): void => void seen.push({ where, text: what });

beforeAll(async () => {
  emulator = await createEmulator({ rateWindows: false, strict: true });
  collector = createServer(async (req, res) => {
    see('spans', await text(req));
    res.end('{}');
  });
  const { credentials: own } = emulator;
  child = endWithFile(
    spawn(process.execPath, [mainFile(), 'start'], {
      env: {
        ...bare,
        PORT: '0',
        ADMIN_PORT: '0',
        TIMEOUT_LAME_DUCK_MS: '0',
        LOG_LEVEL: 'trace',
        ADS_API_URL: emulator.url,
        ADS_CONSUMER_KEY: own.consumerKey,
        ADS_CONSUMER_SECRET: own.consumerSecret,
        ADS_ACCESS_TOKEN: own.accessToken,
        ADS_ACCESS_TOKEN_SECRET: own.accessTokenSecret,
        OTEL_EXPORTER_OTLP_ENDPOINT: await listen(collector, 0, '127.0.0.1'),
        TIMEOUT_CALL_MS: '1000',
      },
    }),
  );
  closed = once(child, 'close');
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      logs += String(chunk);
    });
  }
  while (!logs.includes('curl')) await once(child.stdout, 'data');
  url = /explorer: (\S+)/.exec(logs)?.[1] ?? '';
  admin = /metrics: (\S+)/.exec(logs)?.[1] ?? '';
});

afterAll(async () => {
  child.kill('SIGKILL');
  collector.close();
  collector.closeAllConnections();
  await emulator.close();
});

const ask = async (name: string, input: object, header: string): Promise<string> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [header]: '1' },
    body: JSON.stringify({ query: documentOf(name), variables: { input } }),
  });
  const answer = await response.text();
  see(`${name} with ${header}`, `${JSON.stringify([...response.headers])} ${answer}`);
  return answer;
};

test.each([
  ['WebConversionIdentifiers', 'twclid hashedEmail hashedPhoneNumber ipAddress userAgent'],
  ['RecordMobileConversionInput', 'hashedDeviceId deviceIpAddress'],
  ['DoNotReachListUser', 'email phoneNumber'],
])('%s has identifiers of the scalar that no error repeats', (type, names) => {
  const input = schema.getType(type);
  const fields = isInputObjectType(input) ? input.getFields() : {};
  const personal = Object.values(fields)
    .filter((field) => getNamedType(field.type).name === 'PersonalIdentifier')
    .map(({ name }) => name);
  expect(personal.sort()).toEqual(names.split(' ').sort());
});

describe('no personal data', () => {
  test.each(writes.map(([name, good]) => [name, good] as const))(
    'leaks while %s is applied, refused, lost and failing',
    async (name, good) => {
      await ask(name, good, 'x-ads-plan');
      for (const [index, fault] of faults.entries()) {
        emulator.reset();
        if (fault !== null) emulator.fault({ match: { endpoint: name }, fault, times: 1 });
        const key = { idempotencyKey: `${name} ${index}` };
        const answer = await ask(name, { ...good, ...key }, 'x-ads-trace');
        if (fault === null) expect(answer).toContain('"outcome":"APPLIED"');
        await ask(name, { ...good, ...key }, 'x-ads-trace');
        expect(emulator.calls().some(({ endpoint }) => endpoint === name)).toBe(true);
        const calls = await fetch(`${emulator.url}/__emulator/calls`);
        see('the call log', await calls.text());
      }
      emulator.reset();
    },
  );

  test.each(
    writes.flatMap(([name, , ...wrong]) =>
      wrong.map(([what, input]) => [name, what, input] as const),
    ),
  )('leaks if it is given to %s as %s', async (name, _what, input) => {
    const answer = await ask(name, input, 'x-ads-trace');
    expect(answer).toMatch(/BAD_USER_INPUT/);
    expect(emulator.calls()).toEqual([]);
  });

  test('was in any answer, header, log line, metric, span, or in the call log', async () => {
    see('metrics', await (await fetch(`${admin}/metrics`)).text());
    child.kill('SIGTERM');
    await closed;
    see('log', logs);
    expect(logs).toContain('"msg":"request"');
    expect(seen.map(({ where }) => where)).toContain('spans');
    expect(seen.length).toBeGreaterThan(80);
    const leaks = seen.flatMap(({ where, text: shown }) =>
      identifying
        .filter((one) => shown.toLowerCase().includes(one.toLowerCase()))
        .map((one) => `${one}: ${where}`),
    );
    expect(leaks).toEqual([]);
  });

  test('is stored for writes with a key', async () => {
    const kept: unknown[] = [];
    const memory = createMemoryStore();
    const store = new Proxy(memory, {
      get: (of, method) => {
        const own = Reflect.get(of, method) as (...given: readonly unknown[]) => unknown;
        return (...given: readonly unknown[]) => {
          kept.push(given);
          return own(...given);
        };
      },
    });
    const running = await startGateway({ parts: { store } });
    for (const [name, good] of writes) {
      const { data } = await running.ask(documentOf(name), {
        input: { ...good, idempotencyKey: name },
      });
      expect(data[name].outcome).toBe('APPLIED');
    }
    await running.close();
    const texts = JSON.stringify(kept).toLowerCase();
    expect(texts).toContain('"rows');
    expect(identifying.filter((one) => texts.includes(one.toLowerCase()))).toEqual([]);
  });
});
