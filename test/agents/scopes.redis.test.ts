import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { auth, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeEach, describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { mcpUrl, post, toolCall, type Version, versions, withAgent } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import {
  answerConsent,
  backAtClient,
  connect,
  openConsent,
  publishedEnv,
  redirectUri,
  withToken,
} from '../support/outside-clients.ts';
import { newVisitor } from '../support/visitor.ts';

const running = useGateway({ env: await publishedEnv() });
beforeEach(() => running.emulator.reset({ data: true }));

const change = `mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }`;
let raises = 0;
const given = (members: object) => ({
  document: change,
  variables: { input: { accountId: bikes, campaignId: 'cik3s000', ...members } },
  why: 'a test',
});
const raise = () => {
  raises += 1;
  return given({ dailyBudget: String(9000 + raises) });
};

describe('the official client', () => {
  /** A client that stores its tokens, and a person who allows everything that is requested. */
  const provided = () => {
    const visitor = newVisitor();
    const kept: { client?: unknown; tokens?: unknown; verifier?: string; code?: string } = {};
    const asked: string[] = [];
    const provider: OAuthClientProvider = {
      redirectUrl: redirectUri,
      clientMetadata: {
        client_name: 'Official',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      clientInformation: () => kept.client as never,
      saveClientInformation: (client) => {
        kept.client = client;
      },
      tokens: () => kept.tokens as never,
      saveTokens: (tokens) => {
        kept.tokens = tokens;
      },
      saveCodeVerifier: (verifier) => {
        kept.verifier = verifier;
      },
      codeVerifier: () => kept.verifier ?? '',
      redirectToAuthorization: async (url) => {
        const scopes = (url.searchParams.get('scope') ?? '').split(' ');
        asked.push(scopes.join(' '));
        const page = await openConsent(running, visitor, { address: url.href });
        const answered = await answerConsent(running, visitor, { url: page.url, scopes });
        kept.code = (await backAtClient(visitor, answered)).get('code') ?? '';
      },
    };
    return { provider, kept, asked };
  };

  const connectOfficial = async (provider: OAuthClientProvider, version: Version) => {
    const options =
      version === '2026-07-28' ? { versionNegotiation: { mode: { pin: version } } } : {};
    const client = new Client({ name: 'test', version: '1' }, options);
    const transport = new StreamableHTTPClientTransport(mcpUrl(running), {
      authProvider: provider,
    });
    await client.connect(transport);
    return { client, transport };
  };

  test.each(versions)('gets from the 401 to the answer, and steps up: %s', async (version) => {
    const { provider, kept, asked } = provided();
    await expect(connectOfficial(provider, version)).rejects.toThrow();
    const finish = () =>
      auth(provider, {
        serverUrl: mcpUrl(running),
        authorizationCode: kept.code ?? '',
        iss: new URL(running.url).origin,
      });
    expect(await finish()).toBe('AUTHORIZED');
    const { client } = await connectOfficial(provider, version);
    const call = async (name: string, more: object) =>
      client.callTool({ name, arguments: { ...more } });
    const accounts = await call('ads_accounts', {});
    expect(JSON.stringify(accounts.content)).toContain('Nordlicht Bikes');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('ads_apply');
    await expect(call('ads_prepare', raise())).rejects.toThrow();
    expect(await finish()).toBe('AUTHORIZED');
    const made = await call('ads_prepare', raise());
    const { plan, next } = made.structuredContent as { plan: string; next: string };
    expect(next).toContain('ads.spend');
    await expect(call('ads_apply', { plan })).rejects.toThrow();
    expect(await finish()).toBe('AUTHORIZED');
    const applied = await call('ads_apply', { plan });
    expect(applied.structuredContent).toMatchObject({ outcome: 'APPLIED' });
    expect(asked).toEqual(['ads.read', 'ads.read ads.write', 'ads.read ads.write ads.spend']);
    await client.close();
  });
});

describe('a token that lacks a scope', () => {
  const lacks = (response: Response, scopes: string): void => {
    expect(response.status).toBe(403);
    const told = response.headers.get('www-authenticate');
    expect(told).toContain('error="insufficient_scope"');
    expect(told).toContain(`scope="${scopes}"`);
    expect(told).toContain('resource_metadata="');
  };

  test.each(['ads_prepare', 'ads_apply'])(
    'gets an error with all scopes that %s needs',
    async (tool) => {
      const { tokens } = await connect(running);
      const before = running.emulator.calls().length;
      const response = await post(
        running,
        toolCall(tool, tool === 'ads_apply' ? { plan: 'x' } : raise()),
        withToken(tokens),
      );
      lacks(response, 'ads.read ads.write');
      expect(running.emulator.calls()).toHaveLength(before);
    },
  );

  test('cannot read with ads.write alone', async () => {
    const { tokens } = await connect(running, { scopes: ['ads.write'] });
    lacks(await post(running, toolCall('ads_accounts'), withToken(tokens)), 'ads.read');
  });

  test('applies writes that raise no spending, and no others', async () => {
    const { tokens } = await connect(running, { scopes: ['ads.read', 'ads.write'] });
    await withAgent(
      running,
      async ({ call }) => {
        const paused = await call('ads_prepare', given({ entityStatus: 'PAUSED' }));
        expect(paused.members.next).not.toContain('ads.spend');
        const done = await call('ads_apply', { plan: paused.members.plan });
        expect(done.members.outcome).toBe('APPLIED');
        const raised = await call('ads_prepare', raise());
        const { plan } = raised.members;
        lacks(
          await post(running, toolCall('ads_apply', { plan }), withToken(tokens)),
          'ads.read ads.write ads.spend',
        );
        const state = await call('ads_outcome', { plan });
        expect(state.members).toMatchObject({ state: 'OPEN', outcome: null });
      },
      { headers: withToken(tokens) },
    );
  });
});
