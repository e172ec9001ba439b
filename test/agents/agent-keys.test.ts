import { describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { withAgent } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { keyOf, keysOf, withKey } from '../support/keys.ts';
import { signIn } from '../support/visitor.ts';

const rights = { writer: 'agent', reader: 'agent-reads' } as const;
const running = useGateway({ env: { GATEWAY_API_KEYS: keysOf(rights) } });

const rename = `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "By a key" }) { outcome } }`;

const toolsOf = (
  name: string,
  headers = withKey(name).headers as Readonly<Record<string, string>>,
) =>
  withAgent(
    running,
    async ({ client, call }) => {
      const { tools } = await client.listTools();
      const { isError, text } = await call('ads_find', { kind: 'CAMPAIGN', account: bikes });
      expect([isError, text]).toEqual([false, expect.stringContaining('Campaign:')]);
      return tools.length;
    },
    { headers },
  );

describe('a key for agents', () => {
  test('reads and writes at /mcp, or only reads, according to its right', async () => {
    expect(await toolsOf('writer')).toBe(9);
    expect(await toolsOf('reader')).toBe(6);
    expect(await toolsOf('writer', { authorization: `Bearer ${keyOf('writer')}` })).toBe(9);
  });

  test.each(['writer', 'reader'])(
    'only admits its caller elsewhere: %s has no viewer',
    async (name) => {
      const seen = await running.ask('{ viewer { asOwner mayWrite } }', {}, withKey(name));
      expect(seen.data).toEqual({ viewer: { asOwner: false, mayWrite: false } });
      for (const document of ['{ accounts(first: 1) { nodes { id } } }', rename]) {
        const { errors, calls } = await running.ask(document, {}, withKey(name));
        expect([errors?.[0]?.extensions.code, calls]).toEqual(['UNAUTHENTICATED', []]);
      }
      const session = await signIn(running);
      const headers = { ...withKey(name).headers, authorization: `Bearer ${session}` };
      const { data } = await running.ask('{ viewer { signedIn } }', {}, { headers });
      expect(data).toEqual({ viewer: { signedIn: true } });
    },
  );
});
