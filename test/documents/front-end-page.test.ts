import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { codes } from '../../src/errors/codes.ts';
import { schema } from '../../src/schema/index.ts';
import { sdlOf } from '../../src/schema/schema-command.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { blocksOf } from '../support/pages.ts';

const page = 'front-end.md';
const account = '18ce54bik3s';
const running = useGateway();
const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');

test('its form shows each fault at its field, in words of its own or in those of the gateway', async () => {
  const [code = ''] = blocksOf(page, 'tsx');
  const faultsByField = new Function(`${stripTypeScriptTypes(code)}; return faultsByField;`)();
  const [asked = ''] = blocksOf(page, 'graphql').filter((block) => block.includes('Create('));
  const { data, calls } = await running.ask(asked, {
    input: {
      accountId: '18ce54bik3s',
      fundingInstrumentId: 'fik3s000',
      name: 'n'.repeat(256),
      dailyBudget: '12,50',
      totalBudget: '-1',
      entityStatus: 'ON',
    },
  });
  expect(calls).toEqual([]);
  const shown = faultsByField(data.createCampaign.errors) as ReadonlyMap<string, readonly string[]>;
  expect(Object.fromEntries(shown)).toEqual({
    name: ['Höchstens 255 Zeichen.'],
    dailyBudget: ['Zum Beispiel 12.50.'],
    totalBudget: ['Mindestens 0.'],
    entityStatus: ['Möglich: ACTIVE, DRAFT oder PAUSED.'],
  });
});

test('it counts the fields of one cause, whose errors have one sentence', async () => {
  const [code = ''] = blocksOf(page, 'ts').filter((block) => block.includes('causesOf'));
  const plain = stripTypeScriptTypes(code).replaceAll(/^import .*|export /gm, '');
  const causesOf = new Function(`${plain}; return causesOf;`)();
  const fault = { kind: 'answer', status: 429 } as const;
  running.emulator.fault({ match: { endpoint: 'getStats' }, fault });
  const { errors } = await running.ask(
    `{ account(id: "${account}") { campaigns(first: 10) { nodes {
      stats(range: { lastDays: 7 }) { total { impressions } } } } } }`,
  );
  running.emulator.reset();
  expect(errors).toHaveLength(10);
  expect(causesOf(errors)).toEqual([{ message: errors?.[0]?.message, fields: 10 }]);
});

test('its link begins a sign-in that comes back to another origin', async () => {
  const [, origin = ''] = /ALLOWED_ORIGINS=(\S+)`; both/.exec(text) ?? [];
  const [, link = ''] = /href="([^"]+)"/.exec(blocksOf(page, 'html')[0] ?? '') ?? [];
  const gateway = await startGateway({ env: { ALLOWED_ORIGINS: origin } });
  const { pathname, search, searchParams } = new URL(link);
  const begun = await fetch(new URL(pathname + search, gateway.url), { redirect: 'manual' });
  await gateway.close();
  expect(searchParams.get('returnTo')?.startsWith(`${origin}/`)).toBe(true);
  expect(begun.status).toBe(302);
});

test('its launch makes a campaign of the input that stands below it', async () => {
  const [launch = ''] = blocksOf(page, 'graphql').filter((one) => one.includes('launchCampaign('));
  const [input = '{}'] = blocksOf(page, 'json').filter((one) => one.includes('lineItems'));
  const asked = launch.replace('@stream(initialCount: 0)', '').replace('@defer(label: "end")', '');
  const { data, errors } = await running.ask(asked, JSON.parse(input));
  expect([errors, data.launchCampaign.outcome]).toEqual([undefined, 'APPLIED']);
  expect(data.launchCampaign.campaign.name).toBe('Spring tents');
});

test('says of every code what comes before asking again with the same key', () => {
  const [, table = ''] = text.split('| Code | First |');
  const rows = table.trim().split('\n\n')[0]?.split('\n').slice(1) ?? [];
  const told = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z_]+/g) ?? []);
  expect(told.sort()).toEqual(Object.keys(codes).sort());
});

test('a write whose answer grew too long may have taken effect, and its key answers with less selected', async () => {
  const small = await startGateway({ env: { LIMIT_ANSWER_BYTES: '1024' } });
  const long = Array.from({ length: 50 }, (_, at) => `a${at}: raw`).join(' ');
  const rename = (selected: string) =>
    `mutation { updateCampaign(input: { accountId: "18ce54bik3s", campaignId: "cik3s001", name: "Once", idempotencyKey: "k" }) { outcome campaign { ${selected} } } }`;
  const first = await small.ask(rename(long));
  const again = await small.ask(rename('name'));
  await small.close();
  expect(first.errors?.map(({ extensions }) => extensions.code)).toEqual(['COST_LIMIT_EXCEEDED']);
  expect(first.calls.map(({ method, status }) => [method, status])).toEqual([['PUT', 200]]);
  expect(again.data.updateCampaign).toEqual({ outcome: 'APPLIED', campaign: { name: 'Once' } });
  expect(again.calls.map(({ method }) => method)).toEqual(['GET']);
});

const objectTypes = Object.values(schema.getTypeMap()).filter(isObjectType);

const caches = ['apollo', 'urql'].map((name) => sdlOf(['--cache', name], {}));

test('every object type has a global id or is in the configuration of each cache', () => {
  for (const type of objectTypes) {
    if (/^_|^(Query|Mutation|PageInfo)$|(Connection|Edge|Payload)$/.test(type.name)) continue;
    const isTold = caches.map((config) =>
      [`\n  ${type.name}: { merge: true }`, `\n  ${type.name}: () =>`].some((line) =>
        config.includes(line),
      ),
    );
    const hasNoId = !('id' in type.getFields());
    expect([type.name, ...isTold]).toEqual([type.name, hasNoId, hasNoId]);
  }
});

test('every list is kept under each argument that filters or orders it, and under no page', () => {
  const [policies = ''] = caches;
  const told = policies.split(/\n {2}(?=\w+: \{\n)/).flatMap((block) => {
    const [type] = block.split(':');
    const fields = block.matchAll(/^ {6}(\w+): relayStylePagination\((.*)\),$/gm);
    return [...fields].map(([, field, keys]) => `${type}.${field} ${keys?.match(/\w+/g) ?? ''}`);
  });
  const lists = objectTypes.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      if (!field.args.some(({ name }) => name === 'after')) return [];
      const keys = field.args
        .map(({ name }) => name)
        .filter((name) => !/^(first|after)$/.test(name));
      return [`${type.name}.${field.name} ${keys.sort()}`];
    }),
  );
  expect(lists.length).toBeGreaterThan(30);
  expect(told.sort()).toEqual(lists.sort());
});

test('it tells which headers pages of other origins may send', async () => {
  const shared = 'https://app.example';
  const gateway = await startGateway({ env: { ALLOWED_ORIGINS: shared } });
  const { headers } = await fetch(gateway.url, {
    method: 'OPTIONS',
    headers: { origin: shared, 'access-control-request-method': 'POST' },
  });
  await gateway.close();
  for (const name of (headers.get('access-control-allow-headers') ?? '').split(', ')) {
    if (name === 'content-type') continue;
    expect(text).toContain(`\`${name.replace('apollographql-client-version', '-version')}\``);
  }
});
