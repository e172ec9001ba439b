import { ProtocolError, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { limits as apiLimits } from '../../src/upstream/catalogue/limits.ts';
import type { AgentSettings, Agents } from '../agents.ts';
import type { Caller } from '../gateway.ts';
import type { WithCaller } from '../graph-port.ts';
import { typeText } from '../tools/schema-texts.ts';
import { planIdIn, planTemplate, planText } from './plan-resource.ts';

const limitsUri = 'ads://limits';
const schemaUri = /^ads:\/\/schema\/(\w{1,100})$/;

/** The most characters of a URI that an error repeats. */
const longestUri = 1000;

interface Readers {
  readonly withCaller: WithCaller;
  /** True if a caller may read plans. */
  readonly mayFollow: (caller: Caller) => boolean;
}

const schemaTemplate = {
  uriTemplate: 'ads://schema/{type}',
  name: 'schema',
  title: 'Type of the schema',
  description: 'A type of the GraphQL schema with its members, such as ads://schema/Campaign.',
  mimeType: 'text/plain',
};

/**
 * Offers what a host may read without a tool: types of the schema, limits, and the caller's plans.
 */
export const serveResources = (
  server: Server,
  agents: Agents,
  { withCaller, mayFollow }: Readers,
): void => {
  const {
    settings,
    host: { schema },
  } = agents;
  server.setRequestHandler('resources/list', () => ({
    resources: [
      {
        uri: limitsUri,
        name: 'limits',
        title: 'Limits',
        description: 'The limits of this gateway and of the API, a line each.',
        mimeType: 'text/plain',
      },
    ],
  }));
  server.setRequestHandler('resources/templates/list', (_, { mcpReq }) =>
    withCaller(mcpReq.signal, async ({ caller }) => ({
      resourceTemplates: [schemaTemplate, ...(mayFollow(caller) ? [planTemplate] : [])],
    })),
  );
  const textOf = (uri: string): string | null => {
    if (uri === limitsUri) return limitsText(settings);
    const [, name = ''] = schemaUri.exec(uri) ?? [];
    const type = schema.getType(name);
    return type === undefined ? null : typeText(type);
  };
  server.setRequestHandler('resources/read', ({ params: { uri } }, { mcpReq }) => {
    const id = planIdIn(uri);
    if (id === null) return contentOf(uri, 'text/plain', textOf(uri));
    return withCaller(mcpReq.signal, async ({ caller }) => {
      const text = mayFollow(caller) ? await planText(id, agents, caller) : null;
      return { ...contentOf(uri, 'application/json', text), ...unkept };
    });
  });
};

/** Clients must not cache a plan: it changes, and belongs to its viewer. */
const unkept = { ttlMs: 0, cacheScope: 'private' } as const;

const contentOf = (uri: string, mimeType: string, text: string | null) => {
  if (uri.length > longestUri) throw new ProtocolError(-32602, 'No resource has such a long URI.');
  if (text === null) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType, text }] };
};

/** The limits that an agent meets, a line each: first the gateway's, then the API's. */
const limitsText = ({ limits, timeouts }: AgentSettings): string =>
  [
    '# Limits of this gateway',
    `Calls of tools in a minute: ${limits.mcpCalls} (LIMIT_MCP_CALLS)`,
    `Bytes of an answer: ${limits.mcpResultBytes}; the other rows are kept for ads_read`,
    `Minutes for which rows are kept: ${timeouts.mcpAnswer / 60_000} (TIMEOUT_MCP_ANSWER_MS)`,
    `Plans that are open: ${limits.mcpPlans} (LIMIT_MCP_PLANS)`,
    `Minutes for which a plan is open: ${timeouts.mcpPlan / 60_000} (TIMEOUT_MCP_PLAN_MS)`,
    'Days of a range of ads_results: 92',
    `Bytes of a document: ${limits.queryBytes} (LIMIT_QUERY_BYTES)`,
    `Levels of a document: ${limits.depth} (LIMIT_DEPTH)`,
    `Aliases of a document: ${limits.aliases} (LIMIT_ALIASES)`,
    `Fields of Query in a document: ${limits.rootFields} (LIMIT_ROOT_FIELDS)`,
    `Fields of Mutation in a document: ${limits.mutations} (LIMIT_MUTATIONS)`,
    `Calls of the API for a document: ${limits.calls} (LIMIT_CALLS)`,
    `Objects of an answer: ${limits.objects} (LIMIT_OBJECTS)`,
    '',
    '# Limits of the API',
    ...apiLimits.map(({ subject, limit, unit }) => `${subject}: ${limit} ${unit}`),
  ].join('\n');
