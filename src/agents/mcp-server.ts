import {
  type CallToolResult,
  ProtocolError,
  Server,
  type Tool,
} from '@modelcontextprotocol/server';
import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { internalErrorsOf } from '../errors.ts';
import { version } from '../package.ts';
import { memoize } from '../upstream/catalogue/memoize.ts';
import type { Agents } from './agents.ts';
import { type Asker, createAsk } from './ask.ts';
import { servePrompts } from './prompts/prompts.ts';
import { serveResources } from './resources/resources.ts';
import { errorResult, ofErrors, shownError, ToolError, wrongArguments } from './tool-error.ts';
import type { Tool as OwnTool } from './tools/tool.ts';

/**
 * Who calls a tool: known at once, or found for each call, such as over standard input, where one
 * connection has many calls.
 */
export type WithAsker = <T>(signal: AbortSignal, work: (asker: Asker) => Promise<T>) => Promise<T>;

const instructions =
  'Begin with ads_accounts. Find ids with ads_find, read figures with ads_results, and everything else with ads_query. Ids contain their account. Answers are complete: no row is cut, and a total lacks none.';

/** How long clients may keep the list of tools, in milliseconds. */
const listMs = 300_000;

const kept = { ttlMs: listMs, cacheScope: 'private' } as const;

/** Creates the server of one request, or of one connection. */
export const createMcpServer = (agents: Agents, withAsker: WithAsker): Server => {
  const server = new Server(
    { name: 'ads-graph', title: 'X Ads, by ads-graph', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions,
      cacheHints: {
        'tools/list': kept,
        'prompts/list': kept,
        'resources/list': kept,
        'resources/templates/list': kept,
        'resources/read': kept,
      },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: listed(agents.tools) }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const tool = agents.tools.get(params.name);
    if (tool === undefined) throw new ProtocolError(-32602, `There is no tool ${params.name}`);
    const given = params.arguments ?? {};
    return withAsker(mcpReq.signal, (asker) => called(agents, { tool, given }, asker));
  });
  serveResources(server, agents);
  servePrompts(server, agents);
  return server;
};

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io });
  return schema as Tool['inputSchema'];
};

const listed = memoize((tools: Agents['tools']): Tool[] =>
  [...tools.values()].map(({ name, title, description, input, output, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema: (inputSchema as Tool['inputSchema']) ?? schemaOf(input, 'input'),
    outputSchema: schemaOf(output, 'output'),
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    },
  })),
);

interface Called {
  readonly tool: OwnTool;
  readonly given: Readonly<Record<string, unknown>>;
}

/** Calls a tool; what a model can mend is a result, too. */
const called = async (
  agents: Agents,
  { tool, given }: Called,
  asker: Asker,
): Promise<CallToolResult> => {
  const { record } = asker.exchange;
  record.tool = tool.name;
  try {
    const viewer = viewerKey(asker);
    await agents.countCall(viewer);
    const { data, error } = tool.input.safeParse(given);
    if (error !== undefined) throw wrongArguments(error.issues.map(faultOf));
    const ask = createAsk(agents.asking, asker);
    const { text, members } = await tool.run(data as never, { ...agents.around, viewer, ask });
    return { content: [{ type: 'text', text }], structuredContent: members };
  } catch (error) {
    const known = toolErrorOf(error);
    if (known === null) {
      record.internalErrors = [...record.internalErrors, ...internalErrorsOf(error)];
      record.codes = ['INTERNAL_SERVER_ERROR'];
      const message = 'Something went wrong inside the gateway; its log has more.';
      return errorResult(new ToolError('INTERNAL_SERVER_ERROR', message));
    }
    record.codes = [known.code];
    return errorResult(known);
  }
};

/** Whose answers and calls these are: the user, or the token if the user is not known. */
export const viewerKey = ({ caller: { viewer } }: Pick<Asker, 'caller'>): string =>
  viewer?.userId ?? viewer?.key ?? '';

const toolErrorOf = (error: unknown): ToolError | null => {
  if (error instanceof ToolError) return error;
  return error instanceof GraphQLError ? ofErrors([shownError(error)]) : null;
};

const faultOf = ({ path, message }: z.core.$ZodIssue) => {
  const argument = path
    .map((step, at) =>
      typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${String(step)}`,
    )
    .join('');
  return { argument: argument === '' ? 'arguments' : argument, message };
};
