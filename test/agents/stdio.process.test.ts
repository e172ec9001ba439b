import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bikes, colleague } from '../support/accounts.ts';
import { versions } from '../support/agents.ts';
import { bare } from '../support/bare-process.ts';
import { command } from '../support/command.ts';
import { useGateway } from '../support/gateway.ts';
import { endWithFile, mainFile } from '../support/started-processes.ts';
import { signIn } from '../support/visitor.ts';

const secret = 's'.repeat(32);
const running = useGateway({ env: { SESSION_SECRET: secret } });
let folder = '';
beforeEach(() => {
  running.emulator.reset({ data: true });
  folder = mkdtempSync(join(tmpdir(), 'ads-graph-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const text = async (client: Client, name: string, given: Readonly<Record<string, unknown>>) => {
  const { content } = await client.callTool({ name, arguments: given });
  return (content as readonly { readonly text: string }[])[0]?.text ?? '';
};

interface StdioOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly isNew?: boolean;
  readonly mayWrite?: boolean;
}

/** Starts the command, and works with a client on its standard input and output. */
const overStdio = async (
  work: (client: Client) => Promise<void>,
  { env = {}, isNew = true, mayWrite = false }: StdioOptions = {},
): Promise<void> => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [mainFile(), 'mcp', ...(mayWrite ? [] : ['--read'])],
    env: { ...(bare as Record<string, string>), XDG_CONFIG_HOME: folder, ...env },
    stderr: 'ignore',
  });
  const options = isNew ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {};
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(transport);
  try {
    await work(client);
  } finally {
    await client.close();
  }
};

test.each(versions)('over the emulator it acts for the owner, in version %s', async (version) => {
  await overStdio(
    async (client) => {
      const { tools } = await client.listTools();
      expect(tools).toHaveLength(6);
      const both = await Promise.all([
        text(client, 'ads_accounts', {}),
        text(client, 'ads_find', { kind: 'CAMPAIGN', account: bikes, state: 'ACTIVE' }),
      ]);
      expect(both[0]).toContain('You act for the owner of the application');
      expect(both[1]).toContain(`Campaign:${bikes}:`);
    },
    { isNew: version === '2026-07-28' },
  );
});

test('a plan that needs the page reports that it cannot be approved here', async () => {
  await overStdio(
    async (client) => {
      const document = `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "Other" }) { outcome } }`;
      const given = { document, why: 'A test' };
      const { structuredContent } = await client.callTool({
        name: 'ads_prepare',
        arguments: given,
      });
      const prepared = structuredContent as Readonly<Record<string, unknown>>;
      expect(prepared).toMatchObject({ approval: 'PAGE', address: null });
      expect(prepared['next']).toContain('cannot be approved here');
      const told = await text(client, 'ads_apply', { plan: String(prepared['plan']) });
      expect(told).toMatch(/^PLAN_NEEDS_APPROVAL: .*cannot be approved here/);
      expect(told).not.toContain('http');
    },
    { env: { MCP_APPROVAL: 'page' }, mayWrite: true },
  );
});

/** The variables of a process over the emulator of this file. */
const upstream = (): Readonly<Record<string, string>> => {
  const { credentials, url, sandboxUrl, platformUrl } = running.emulator;
  return {
    ADS_API_URL: url,
    ADS_SANDBOX_API_URL: sandboxUrl,
    PLATFORM_API_URL: platformUrl,
    ADS_CONSUMER_KEY: credentials.consumerKey,
    ADS_CONSUMER_SECRET: credentials.consumerSecret,
    SESSION_SECRET: secret,
  };
};

test('with the session of login it acts for its user', async () => {
  await mkdir(join(folder, 'ads-graph'));
  await writeFile(join(folder, 'ads-graph', 'session'), await signIn(running, colleague));
  await overStdio(
    async (client) => {
      const found = await text(client, 'ads_query', { document: '{ viewer { userId signedIn } }' });
      expect(JSON.parse(found).data.viewer).toEqual({ userId: colleague, signedIn: true });
    },
    { env: upstream() },
  );
});

test('without a user it reports that, and ends', async () => {
  const { code, out, err } = await command(['mcp'], { ...upstream(), XDG_CONFIG_HOME: folder });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('ADS_ACCESS_TOKEN must be set, or a session kept by `ads-graph login`');
});

test('it ends when its input ends, and writes nothing else', async () => {
  const env = { ...bare, XDG_CONFIG_HOME: folder };
  const child = endWithFile(spawn(process.execPath, [mainFile(), 'mcp'], { env }));
  const out = child.stdout.toArray();
  await once(child.stderr, 'data');
  child.stdin.end();
  const [code] = await once(child, 'close');
  expect({ code, out: (await out).join('') }).toEqual({ code: 0, out: '' });
});
