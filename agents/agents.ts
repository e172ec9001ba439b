import type { Server } from '@modelcontextprotocol/server';
import type { GraphQLSchema } from 'graphql';
import type { Host } from '../src/gateway/rooms.ts';
import { memoize } from '../src/upstream/catalogue/memoize.ts';
import { createKeptAnswers, type KeptAnswers } from './answers/kept-answers.ts';
import { type CountToolCall, createCountToolCall } from './call-rate.ts';
import { trustedMutations } from './documents/operations.ts';
import type { ToolDocument } from './documents/tool-documents.ts';
import type { Config } from './gateway.ts';
import { createDoneEffects } from './plans/done-effects.ts';
import { createPlanStore } from './plans/plan-store.ts';
import { createQuestions } from './plans/question.ts';
import type { PlanNeeds } from './plans/writing.ts';
import type { Tool, ToolCall } from './tools/tool.ts';
import { toolsFor } from './tools/tools.ts';

/** What a gateway has for agents. */
export interface Agents {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly host: Host;
  readonly countCall: CountToolCall;
  readonly kept: KeptAnswers;
  readonly schema: GraphQLSchema;
  readonly settings: AgentSettings;
  readonly planning: PlanNeeds;
  /** What every call of a tool gets. */
  readonly around: Pick<ToolCall, 'kept' | 'maxBytes' | 'now' | 'typeNamed'>;
  readonly addTo: AddToServer;
}

/** Adds handlers to the server of a request, such as the fixtures of a test. */
export type AddToServer = (server: Server) => void;

/** What of the configuration agents depend on. */
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

/** What agents are made with, beside their gateway. */
export interface AgentParts {
  /** The operations that are tools, as they are now. */
  readonly documents: () => readonly ToolDocument[];
  /** The URL below which plans have their pages; null if nobody can reach them. */
  readonly pagesUrl: () => string | null;
  /** Nothing is added unless given. */
  readonly addTo?: AddToServer | undefined;
}

/** Creates what a gateway has for agents. */
export const createAgents = (
  settings: AgentSettings,
  host: Host,
  { documents, pagesUrl, addTo = () => undefined }: AgentParts,
): Agents => {
  const { store, schema, parse, now } = host;
  const { sessionSecrets: secrets, limits, timeouts, trustedOnly, typePrefix } = settings;
  const { mcp, mcpApproval } = settings;
  const kept = createKeptAnswers({
    store,
    secrets,
    keptMs: timeouts.mcpAnswer,
    maxBytes: limits.mcpAnswersBytes,
    now,
  });
  // The plans of a viewer have half the room of its keyed writes, and what they do as much.
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
    kept,
    maxBytes: limits.mcpResultBytes,
    now,
    typeNamed: (name: string) => typePrefix.text + name,
  };
  return {
    get tools() {
      return toolsWith(documents());
    },
    planning: {
      plans,
      doneEffects: createDoneEffects(store, shareBytes),
      store,
      schema,
      parse,
      queryBytes: limits.queryBytes,
      mcpApproval,
      now,
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
    countCall: createCountToolCall(store, limits.mcpCalls),
    kept,
    schema,
    settings,
    around,
    addTo,
  };
};
