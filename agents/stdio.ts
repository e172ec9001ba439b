import { type StdioServerHandle, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createAgents } from './agents.ts';
import { toolDocumentsOf } from './documents/tool-documents.ts';
import type { Caller, Config, Host } from './gateway.ts';
import type { WithCaller } from './graph-port.ts';
import { createMcpServer } from './mcp-server.ts';

interface StdioOptions {
  readonly config: Config;
  readonly host: Host;
  /** Identifies the caller of the process. Asked at each call, because sessions end. */
  readonly caller: () => Promise<Caller>;
}

/** Serves agents over the standard input and output of this process. Throws ConfigError. */
export const serveOverStdio = ({ config, host, caller }: StdioOptions): StdioServerHandle => {
  const documents = toolDocumentsOf(config, host);
  const agents = createAgents(config, host, {
    documents: () => documents,
    // Only a gateway that shares the store has pages of these plans.
    pagesUrl: () => (config.redis === null ? null : config.publicUrl),
  });
  const withCaller: WithCaller = (signal, work) =>
    host.own({ url: '/mcp', headers: {}, body: '', signal }, async (exchange) => {
      const found: Caller = { ...(await caller()), isAgent: true };
      exchange.callerKey = found.callerKey;
      exchange.record.route = '/mcp';
      exchange.record.user = found.viewer?.userId ?? null;
      const result = await work({ exchange, caller: found });
      exchange.status = 200;
      return result;
    });
  return serveStdio(() => createMcpServer(agents, withCaller));
};
