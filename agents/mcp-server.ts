import type { CallToolResult, InputRequiredResult, Tool } from '@modelcontextprotocol/server';
import { ProtocolError, Server } from '@modelcontextprotocol/server';
import { GraphQLError } from 'graphql';
import type { z } from 'zod';
import { version } from '../src/config/package.ts';
import { internalErrorsOf } from '../src/errors/errors.ts';
import { refusalIfUnavailable } from '../src/state/refusals.ts';
import { memoize } from '../src/upstream/catalogue/memoize.ts';
import type { Agents } from './agents.ts';
import { keptWithin } from './answers/kept-answers.ts';
import type { ClientRequest } from './client-request.ts';
import { canElicit, progressReporter, questionFor, repliedIn } from './client-request.ts';
import type { Caller } from './gateway.ts';
import type { CallerExchange, GraphPort, WithCaller } from './graph-port.ts';
import { createGraphPort, viewerKey } from './graph-port.ts';
import { plainSchema } from './plain-schema.ts';
import type { Writing } from './plans/writing.ts';
import { servePrompts } from './prompts/prompts.ts';
import { serveResources } from './resources/resources.ts';
import { errorResult, ofErrors, ToolError, wrongArguments } from './tool-error.ts';
import type { Tool as OwnTool } from './tools/tool.ts';

const instructions =
  'Begin with ads_accounts. Find ids with ads_find, read figures with ads_results, and everything else with ads_query. Change with ads_prepare, then ads_apply. Ids contain their account. Answers are complete: no row is cut, and a total lacks none.';

/** Milliseconds for which clients may keep the list of tools. */
const listMs = 300_000;

const kept = { ttlMs: listMs, cacheScope: 'private' } as const;

/** Creates the server of a request, or of a connection. */
export const createMcpServer = (agents: Agents, withCaller: WithCaller): Server => {
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
  server.setRequestHandler('tools/list', (_, { mcpReq }) =>
    withCaller(mcpReq.signal, async ({ caller }) => {
      const { tools } = agents;
      return { tools: listed(tools).filter(({ name }) => isOffered(tools.get(name), caller)) };
    }),
  );
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const tool = agents.tools.get(params.name);
    const unknown = () =>
      new ProtocolError(-32602, `There is no tool ${params.name.slice(0, 100)}`);
    if (tool === undefined) throw unknown();
    const given = params.arguments ?? {};
    return withCaller(mcpReq.signal, async (from) => {
      if (!isOffered(tool, from.caller)) throw unknown();
      return called(agents, { tool, given, request: mcpReq }, from);
    });
  });
  serveResources(server, agents, {
    withCaller,
    mayFollow: (caller) => isOffered(agents.tools.get('ads_outcome'), caller),
  });
  servePrompts(server, agents);
  agents.addTo(server);
  return server;
};

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] =>
  plainSchema(type, io) as Tool['inputSchema'];

const listed = memoize((tools: Agents['tools']): Tool[] =>
  [...tools.values()].map((one) => ({
    name: one.name,
    title: one.title,
    description: one.description,
    inputSchema: (one.inputSchema as Tool['inputSchema']) ?? schemaOf(one.input, 'input'),
    outputSchema: schemaOf(one.output, 'output'),
    annotations: annotationsOf(one),
  })),
);

const annotationsOf = ({ kind = 'reads' }: OwnTool) => ({
  readOnlyHint: kind === 'reads' || kind === 'prepares',
  destructiveHint: kind === 'applies',
  idempotentHint: true,
  openWorldHint: true,
});

/**
 * True if a caller may use a tool: only callers who may write have tools that write. Clients from
 * outside see those too, because they can ask for the missing scope.
 */
const isOffered = (tool: OwnTool | undefined, { mayWrite, grant }: Caller): boolean =>
  tool !== undefined && (mayWrite || grant !== undefined || (tool.kind ?? 'reads') === 'reads');

interface ToolRequest {
  readonly tool: OwnTool;
  readonly given: Readonly<Record<string, unknown>>;
  readonly request: ClientRequest;
}

/** Calls a tool. An error that a model can correct is a result, too. */
const called = async (
  agents: Agents,
  { tool, given, request }: ToolRequest,
  { caller, exchange }: CallerExchange,
): Promise<CallToolResult | InputRequiredResult> => {
  const { record } = exchange;
  record.tool = tool.name;
  try {
    const viewer = viewerKey(caller);
    await agents.countCall(viewer);
    const { data, error } = tool.input.safeParse(given);
    if (error !== undefined) throw wrongArguments(error.issues.map(faultOf));
    const graph = createGraphPort(agents.host, { caller, exchange });
    const writing = writingFor(agents, request, { caller, graph, viewer });
    const { grant, accounts = grant?.accounts ?? new Set() } = caller;
    const kept = keptWithin(agents.kept, accounts);
    const answer = await tool.run(data as never, {
      ...agents.around,
      kept,
      viewer,
      graph,
      writing,
    });
    if ('question' in answer) return questionFor(answer);
    const { text, members } = answer;
    return { content: [{ type: 'text', text }], structuredContent: members };
  } catch (error) {
    const known = toolErrorOf(error);
    if (known === null) {
      record.internalErrors = [...record.internalErrors, ...internalErrorsOf(error)];
      record.codes = ['INTERNAL_SERVER_ERROR'];
      const message = 'Internal error in the gateway. Its log has the cause.';
      return errorResult(new ToolError('INTERNAL_SERVER_ERROR', message));
    }
    record.codes = [known.code];
    return errorResult(known);
  }
};

interface OwnCall {
  readonly caller: Caller;
  readonly graph: GraphPort;
  readonly viewer: string;
}

/** The parts of one call that prepare and apply plans. */
const writingFor = (
  { planning, tools }: Agents,
  request: ClientRequest,
  { caller, graph, viewer }: OwnCall,
): Writing => ({
  ...planning,
  graph,
  viewer,
  key: caller.key,
  grant: caller.grant ?? null,
  isOffered: isOffered(tools.get('ads_apply'), caller),
  onStep: progressReporter(request),
  canElicit: canElicit(request),
  replied: repliedIn(request),
});

const toolErrorOf = (error: unknown): ToolError | null => {
  if (error instanceof ToolError) return error;
  const known = refusalIfUnavailable(error, 'The store of plans does not answer.', 5000);
  return known instanceof GraphQLError ? ofErrors([known]) : null;
};

const faultOf = ({ path, message }: z.core.$ZodIssue) => {
  const argument = path
    .map((step, at) =>
      typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${String(step)}`,
    )
    .join('');
  return { argument: argument === '' ? 'arguments' : argument, message };
};
