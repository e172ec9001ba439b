import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Call } from '../../emulator/calls.ts';
import type { Running } from './gateway.ts';

/** The versions of the protocol that the gateway speaks. */
export const versions = ['2025-11-25', '2026-07-28'] as const;

export type Version = (typeof versions)[number];

/** The result of a tool: text, members, and the calls of the API that it cost. */
export interface ToolResult {
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  readonly members: any;
  readonly isError: boolean;
  readonly calls: readonly Call[];
}

/** An agent that is connected to a gateway. */
export interface Agent {
  readonly client: Client;
  readonly call: (tool: string, given?: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
}

/** The address of the endpoint for agents. */
export const mcpUrl = ({ url }: Pick<Running, 'url'>): URL => new URL('/mcp', url);

interface AgentOptions {
  readonly version?: Version;
  readonly headers?: Readonly<Record<string, string>>;
  /** The reply of the user if the server asks; null for a client that cannot ask. */
  readonly elicitation?: (() => Promise<object>) | null;
}

/** A gateway over an emulator. */
export type AgentPlace = Pick<Running, 'url' | 'emulator'>;

/** Connects the official client, does the work, and closes it. */
export const withAgent = async <T>(
  running: AgentPlace,
  work: (agent: Agent) => Promise<T>,
  { version = '2026-07-28', headers = {}, elicitation = null }: AgentOptions = {},
): Promise<T> => {
  const isNew = version === '2026-07-28';
  const options = isNew ? { versionNegotiation: { mode: { pin: version } } } : {};
  const asks = elicitation === null ? {} : { capabilities: { elicitation: { form: {} } } };
  const client = new Client({ name: 'test', version: '1' }, { ...options, ...asks });
  if (elicitation !== null) {
    client.setRequestHandler('elicitation/create', async () => (await elicitation()) as never);
  }
  const transport = new StreamableHTTPClientTransport(mcpUrl(running), {
    requestInit: { headers },
  });
  await client.connect(transport);
  try {
    return await work({ client, call: callWith(client, running) });
  } finally {
    await client.close();
  }
};

const callWith =
  (client: Client, { emulator }: AgentPlace): Agent['call'] =>
  async (name, given = {}) => {
    const before = emulator.calls().length;
    const result = await client.callTool({ name, arguments: given });
    const [content] = result.content as readonly { readonly text: string }[];
    return {
      text: content?.text ?? '',
      members: result.structuredContent,
      isError: result.isError === true,
      calls: emulator.calls().slice(before),
    };
  };

/** Calls one tool as a new agent. */
export const callTool = (
  running: AgentPlace,
  ...[tool, given]: Parameters<Agent['call']>
): Promise<ToolResult> => withAgent(running, ({ call }) => call(tool, given));

/** Sends a message to the endpoint unchanged. */
export const post = (
  running: Pick<Running, 'url'>,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(mcpUrl(running), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const newMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
};

/** The result of a tool call in the newer version, with members that no client would send. */
export const postToolCall = async (
  running: Pick<Running, 'url'>,
  params: { readonly name: string } & Readonly<Record<string, unknown>>,
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
): Promise<any> => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
  const body = { ...message, params: { ...params, _meta: newMeta } };
  const response = await post(running, body, {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': message.method,
    'mcp-name': params.name,
  });
  return ((await response.json()) as { readonly result: unknown }).result;
};

/** A tool call in the older version, which needs no message before it. */
export const toolCall = (name: string, given: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});
