import { type StdioServerHandle, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Caller } from '../src/auth/viewer.ts';
import type { Requests } from '../src/http/requests.ts';
import type { Agents } from './agents.ts';
import type { WithAsker } from './ask.ts';
import { createLocalExchanges } from './local-exchanges.ts';
import { createMcpServer } from './mcp-server.ts';

interface StdioOptions {
  readonly agents: Agents;
  readonly requests: Requests;
  /** Finds out for whom the process acts; asked at each call, because sessions end. */
  readonly caller: () => Promise<Caller>;
}

/** Serves agents over the standard input and output of this process. */
export const serveAgents = ({ agents, requests, caller }: StdioOptions): StdioServerHandle => {
  const inExchange = createLocalExchanges(requests);
  const withAsker: WithAsker = (signal, work) =>
    inExchange(signal, async (exchange) => {
      const found = await caller();
      exchange.callerKey = found.callerKey;
      exchange.record.user = found.viewer?.userId ?? null;
      return work({ exchange, caller: found });
    });
  return serveStdio(() => createMcpServer(agents, withAsker));
};
