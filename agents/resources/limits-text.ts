import { limits as apiLimits } from '../../src/upstream/catalogue/limits.ts';
import type { AgentSettings } from '../agents.ts';

/** The limits that an agent meets, a line each: first the gateway's, then the API's. */
export const limitsText = ({ limits, timeouts }: AgentSettings): string =>
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
