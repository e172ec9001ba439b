import { expect, test } from 'vitest';
import { authorizationConformanceOf } from '../support/conformance.ts';
import { useGateway } from '../support/gateway.ts';
import {
  answerConsent,
  backAtClient,
  openConsent,
  publishedEnv,
} from '../support/outside-clients.ts';
import { freePort } from '../support/redis.ts';
import { patience } from '../support/sampling.ts';
import { newVisitor } from '../support/visitor.ts';

const port = await freePort();
const callback = `http://127.0.0.1:${port}/callback`;
const env = { ...(await publishedEnv()), MCP_CLIENTS: `conformance=${callback}` };
const running = useGateway({ env });

test(
  'the conformance suite passes at the authorization server',
  async () => {
    const visit = async (address: string): Promise<void> => {
      const visitor = newVisitor();
      const { url } = await openConsent(running, visitor, { address });
      const back = await backAtClient(visitor, await answerConsent(running, visitor, { url }));
      expect((await fetch(`${callback}?${back}`)).status).toBe(200);
    };
    const issuer = new URL(running.url).origin;
    const about = { issuer, clientId: 'conformance', port, visit };
    expect(await authorizationConformanceOf(about)).toEqual([
      'authorization-code-grant: SUCCESS',
      'authorization-server-metadata-cimd: SUCCESS',
      'authorization-server-metadata: SUCCESS',
    ]);
  },
  patience,
);
