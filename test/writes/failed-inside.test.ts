import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { clientSettings } from '../../src/config/credentials.ts';
import { emulated } from '../../src/gateway/gateway.ts';
import type { ListeningGateway, ServingConfig } from '../../src/gateway/server.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { createLog } from '../../src/telemetry/log.ts';
import type { Client } from '../../src/upstream/client/client.ts';
import { createClient } from '../../src/upstream/client/client.ts';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { launchDocument, launchInput } from '../support/launches.ts';
import type { SentPart } from '../support/parts.ts';
import { partsIn } from '../support/parts.ts';

const ours = 'something of ours';
const fail = (): never => {
  throw new Error(ours);
};
const running = useGateway();

/** A gateway with one part that fails, and the errors in its log. */
const failing = async (
  change: (client: Client) => Partial<Client>,
  config: (served: ServingConfig) => Partial<ServingConfig> = () => ({}),
) => {
  const plain = emulated(
    readConfig({ PORT: '0', ADMIN_PORT: '0', TIMEOUT_LAME_DUCK_MS: '0', TIMEOUT_GRACE_MS: '0' }),
    running.emulator,
  );
  const client = createClient(clientSettings(plain));
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(line) });
  const gateway = await createGateway(
    { ...plain, ...config(plain) },
    { log, client: { ...client, ...change(client) } },
  );
  return { gateway, lines };
};

const expectMasked = async (response: Response): Promise<void> => {
  const text = await response.text();
  expect(response.status).toBe(500);
  expect(text).not.toContain(ours);
  expect(text).not.toMatch(/\bat .*\.ts/);
};

const expectWell = async ({ url, close }: ListeningGateway): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query: '{ viewer { signedIn } }' });
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  await close();
};

test('metrics that cannot be read cause a 500 and a line of the log, and the probes continue', async () => {
  const { gateway, lines } = await failing(() => ({ health: fail }));
  await expectMasked(await fetch(`${gateway.adminUrl}/metrics`));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ path: '/metrics', err: { message: ours } });
  expect((await fetch(`${gateway.adminUrl}/livez`)).status).toBe(200);
  await expectWell(gateway);
});

test('a page that cannot be written causes a 500 and a line of the log', async () => {
  const { gateway, lines } = await failing(
    () => ({}),
    ({ upstream }) => ({
      upstream: { ...upstream, hosts: Object.assign({ toJSON: fail }, upstream.hosts) },
      emulatorUrl: running.emulator.url,
    }),
  );
  const response = await fetch(gateway.url, { headers: { accept: 'text/html' } });
  const id = response.headers.get('x-request-id');
  await expectMasked(response);
  await expectWell(gateway);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id, err: { message: ours } });
});

test.each(['POST', 'GET'])(
  'parts of an answer to %s that cannot be written end with an error and a line of the log',
  async (method) => {
    const { gateway, lines } = await failing((client) => ({
      forRequest: (scope) => ({ ...client.forRequest(scope), budget: fail }),
    }));
    const query = `{ account(id: "${bikes}") { id ... @defer { name } } }`;
    const headers = {
      accept: 'multipart/mixed; deferSpec=20220824, application/json',
      'content-type': 'application/json',
      'x-ads-trace': '1',
    };
    const response =
      method === 'GET'
        ? await fetch(`${gateway.url}?query=${encodeURIComponent(query)}`, { headers })
        : await fetch(gateway.url, { method, headers, body: JSON.stringify({ query }) });
    const parts: SentPart[] = [];
    for await (const part of partsIn(response)) parts.push(part);
    expect(parts[0]?.data).toMatchObject({ account: { id: `Account:${bikes}` } });
    expect(parts.at(-1)).toMatchObject({
      errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
      hasNext: false,
    });
    expect(JSON.stringify(parts)).not.toContain(ours);
    await expectWell(gateway);
    expect(lines.map((line) => JSON.parse(line).err.message)).toEqual([ours]);
  },
);

describe('a write that fails internally after it was applied', () => {
  let isBroken = true;
  let readBackIsBroken = false;
  let gateway: ListeningGateway;
  beforeEach(async () => {
    isBroken = true;
    readBackIsBroken = false;
    running.emulator.reset();
    const broken = await failing((client) => ({
      forRequest: (scope) => {
        const ads = client.forRequest(scope);
        const call: typeof ads.call = async (endpoint, ...asked) => {
          const answer = await ads.call(endpoint, ...asked);
          if (readBackIsBroken && endpoint.name === 'listCampaigns') fail();
          return isBroken && endpoint.name === 'createCampaign' ? fail() : answer;
        };
        return Object.create(ads, { call: { value: call } });
      },
    }));
    gateway = broken.gateway;
  });
  afterEach(() => gateway.close());

  const ask = async (query: string, variables: object = {}) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query, variables });
    const response = await fetch(gateway.url, { method: 'POST', headers, body });
    // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
    return (await response.json()) as any;
  };
  const inside = { extensions: { code: 'INTERNAL_SERVER_ERROR' } };
  const expectSentOnce = (): void => {
    const sent = running.emulator.calls().filter(({ endpoint }) => endpoint === 'createCampaign');
    expect(sent).toHaveLength(1);
  };

  test('is read back by its key, and not sent again', async () => {
    const query = `mutation { createCampaign(input: { accountId: "${bikes}", fundingInstrumentId: "fik3s000", name: "Once", dailyBudget: "5", idempotencyKey: "inside" }) { outcome campaign { name } } }`;
    expect((await ask(query)).errors).toMatchObject([inside]);
    isBroken = false;
    readBackIsBroken = true;
    const failed = await ask(query);
    expect(failed.errors).toMatchObject([inside]);
    expect(JSON.stringify(failed)).not.toContain(ours);
    readBackIsBroken = false;
    expect(await ask(query)).toEqual({
      data: { createCampaign: { outcome: 'APPLIED', campaign: { name: 'Once' } } },
    });
    expectSentOnce();
  });

  test('makes the launch of which it is a step UNKNOWN, and the same key continues', async () => {
    const input = { ...launchInput(), idempotencyKey: 'inside' };
    const launch = () => ask(launchDocument('launchCampaign'), { input });
    const { data, errors } = await launch();
    expect(errors).toMatchObject([inside]);
    expect(data.launchCampaign).toMatchObject({
      outcome: 'UNKNOWN',
      errors: [{ code: 'INTERNAL_SERVER_ERROR' }],
    });
    isBroken = false;
    expect((await launch()).data.launchCampaign.outcome).toBe('APPLIED');
    expectSentOnce();
  });
});
