import type { Server } from '@modelcontextprotocol/server';
import { memoize } from '../src/upstream/catalogue/memoize.ts';
import { createKeptAnswers, type KeptAnswers } from './answers/kept-answers.ts';
import { trustedMutations } from './documents/operations.ts';
import type { ToolDocument } from './documents/tool-documents.ts';
import type { Config, Host } from './gateway.ts';
import { createDoneEffects } from './plans/done-effects.ts';
import { createPlanStore } from './plans/plan-store.ts';
import { createQuestions } from './plans/question.ts';
import type { PlanNeeds } from './plans/writing.ts';
import { ToolError } from './tool-error.ts';
import type { Tool, ToolCall } from './tools/tool.ts';
import { toolsFor } from './tools/tools.ts';

/** The parts that answer agents. */
export interface Agents {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly host: Host;
  /** Counts a call of a tool. Rejects with ToolError above the viewer's limit in a minute. */
  readonly countCall: (viewer: string) => Promise<void>;
  readonly kept: KeptAnswers;
  readonly settings: AgentSettings;
  readonly planning: PlanNeeds;
  /** The members of each `ToolCall` that are the same in all. */
  readonly around: Pick<ToolCall, 'maxBytes' | 'now' | 'typeNamed'>;
  readonly addTo: AddToServer;
}

/** Adds handlers to the server of a request, such as the fixtures of a test. */
export type AddToServer = (server: Server) => void;

/** The part of the configuration that agents use. */
export type AgentSettings = Pick<
  Config,
  | 'sessionSecrets'
  | 'limits'
  | 'timeouts'
  | 'trusted'
  | 'trustedOnly'
  | 'typePrefix'
  | 'mcp'
  | 'mcpApproval'
>;

/** The parts of agents that come from outside their gateway. */
export interface AgentParts {
  /** The operations that are tools now. */
  readonly documents: () => readonly ToolDocument[];
  /** The URL below which plans have pages; null if there are none. */
  readonly pagesUrl: () => string | null;
  /** Adds nothing by default. */
  readonly addTo?: AddToServer | undefined;
}

/** Creates the parts that answer agents. */
export const createAgents = (
  settings: AgentSettings,
  host: Host,
  { documents, pagesUrl, addTo = () => undefined }: AgentParts,
): Agents => {
  const { identity, store, schema, parse, now } = host;
  const { sessionSecrets: secrets, limits, timeouts, trustedOnly, typePrefix } = settings;
  const { mcp, mcpApproval } = settings;
  const kept = createKeptAnswers({
    store,
    secrets,
    keptMs: timeouts.mcpAnswer,
    maxBytes: limits.mcpAnswersBytes,
    now,
  });
  // Plans share the room of a viewer's keyed writes: half for plans, half for their effects.
  const shareBytes = limits.ledgerBytes / 2;
  const plans = createPlanStore({
    store,
    secrets,
    openMs: timeouts.mcpPlan,
    maxOpen: limits.mcpPlans,
    shareBytes,
    now,
  });
  const toolsWith = memoize((read: readonly ToolDocument[]) =>
    toolsFor({ schema, trustedOnly, mcp, documents: read }),
  );
  const around = {
    maxBytes: limits.mcpResultBytes,
    now,
    typeNamed: (name: string) => typePrefix.text + name,
  };
  return {
    get tools() {
      return toolsWith(documents());
    },
    planning: {
      ...{ store, schema, parse, now, plans, mcpApproval },
      doneEffects: createDoneEffects(store, shareBytes),
      queryBytes: limits.queryBytes,
      questions: createQuestions(secrets, now),
      documentNamed: (name) =>
        documents().find((one) => one.name === name)?.text ??
        trustedMutations(settings.trusted).get(name) ??
        null,
      addressOf: (id) => {
        const url = pagesUrl();
        return url === null ? null : `${url}/agents/plans/${id}`;
      },
      waitMs: timeouts.mutation,
    },
    host,
    countCall: async (viewer) => {
      const waitMs = await identity.countInMinute([`mcp-calls:${viewer}`, limits.mcpCalls]);
      if (waitMs > 0) throw tooManyCalls(limits.mcpCalls, waitMs);
    },
    kept,
    settings,
    around,
    addTo,
  };
};

const tooManyCalls = (max: number, waitMs: number): ToolError =>
  new ToolError('MCP_RATE_LIMITED', `More than ${max} calls in a minute.`, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
