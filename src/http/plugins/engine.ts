import { GraphQLError, type GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Caller } from '../../auth/viewer.ts';
import { type Bodies, discard } from '../door/body.ts';
import type { Exchange } from '../door/exchange.ts';
import { leavePlaceWhenSent } from '../door/take-place.ts';
import { corsFor, useVaryingOrigin } from './cors.ts';
import { type Documents, useDocuments } from './documents.ts';
import {
  type OperationPlugin,
  operationOf,
  type RequestOperation,
  type ServerContext,
  type Wish,
} from './operation.ts';
import { type ParamRules, useParams } from './params.ts';
import type { Content } from './reply.ts';
import { useAdmission } from './use-admission.ts';
import { type CallerRules, useCaller } from './use-caller.ts';
import { type ContextOptions, useContext } from './use-context.ts';
import { useExecutor } from './use-executor.ts';
import { type PlanRules, usePlans } from './use-plans.ts';
import { sendResponse, useReply } from './use-reply.ts';
import { contentOf } from './written-result.ts';

export interface EngineOptions extends CallerRules, ParamRules, PlanRules, ContextOptions {
  readonly schema: GraphQLSchema;
  readonly limits: CallerRules['limits'] & ParamRules['limits'] & ContextOptions['limits'];
  readonly admission: CallerRules['admission'];
  readonly bodies: Bodies;
  readonly documents: Documents;
  /** Plugins of whoever embeds the gateway; they run after its own. */
  readonly plugins?: readonly Plugin[] | undefined;
}

/** A document that the gateway's own tools ask, in the name of a caller. */
interface OwnQuestion extends Partial<Wish> {
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
}

/** Answers GraphQL: one Yoga, for requests over HTTP and for the gateway's own tools. */
export interface Engine {
  readonly serve: (exchange: Exchange) => Promise<void>;
  /** Throws a refusal while the gateway stops. */
  readonly refuseStopping: () => void;
  /** The answer to a document; refusals are its errors. */
  readonly ask: (question: OwnQuestion, exchange: Exchange) => Promise<Content>;
}

/** All that happens to a request, in this order within each stage. */
const pluginsOf = (options: EngineOptions): readonly OperationPlugin[] => [
  useCaller(options),
  useParams(options),
  useDocuments(options.documents),
  usePlans(options),
  useAdmission(options.admission),
  useContext(options),
  useExecutor(),
  useReply(),
  ...useVaryingOrigin(options.allowedOrigins),
];

/**
 * Takes from Yoga's own plugins the stages at which those of the gateway decide: pages, parser,
 * limits of bodies and batches, parameters and media type. CORS, which has a response, stays. It is
 * the first plugin, so that whatever other plugins add stays too.
 */
const useOnly = (kept: readonly object[]): OperationPlugin => ({
  onPluginInit: ({ plugins }) => {
    for (const plugin of plugins.filter(Boolean)) {
      if (kept.includes(plugin) || 'onResponse' in plugin) continue;
      Object.assign(plugin, withoutStages);
    }
  },
});

const withoutStages = {
  onRequest: undefined,
  onRequestParse: undefined,
  onParams: undefined,
  onResultProcess: undefined,
};

export const createEngine = (options: EngineOptions): Engine => {
  const plugins = [...pluginsOf(options), ...(options.plugins ?? [])];
  const yoga = createYoga<ServerContext>({
    schema: options.schema,
    cors: corsFor(options.allowedOrigins),
    plugins: [useOnly(plugins), ...plugins],
    // The gateway has a log of its own, masks errors in its replies, and keeps plans in place of
    // documents.
    logging: false,
    maskedErrors: false,
    parserAndValidationCache: false,
  });
  const { handleNodeRequestAndResponse: answer, getResultForParams } = yoga;
  return {
    serve: async (exchange) => {
      const { req, res, record } = exchange;
      record.isGraphql = true;
      const operation = operationOf(exchange);
      let response: Response;
      try {
        response = await answer(req, res, { operation });
      } finally {
        letGo(exchange, options.bodies);
      }
      await sendResponse(operation, response);
    },
    refuseStopping: () => options.admission.refuseStopping(),
    ask: async (question, exchange) => {
      const { text: query, variables } = question;
      const request = new yoga.fetchAPI.Request('http://localhost/graphql', { method: 'POST' });
      const params = { query, variables };
      const context = { operation: ownOperation(question, exchange) };
      try {
        const result = await getResultForParams({ params, request }, context);
        return contentOf(result, exchange.record);
      } catch (error) {
        if (error instanceof GraphQLError) return { errors: [error] };
        throw error;
      }
    },
  };
};

/** Drops what a request holds: the rest of its body, and, when its response is sent, its place. */
const letGo = (exchange: Exchange, bodies: Bodies): void => {
  if (!exchange.req.complete) discard(exchange.req);
  bodies.forget(exchange);
  leavePlaceWhenSent(exchange);
};

const ownOperation = (
  { caller, wanted = 'answer', trace = 'whole', check, onStep }: OwnQuestion,
  exchange: Exchange,
): RequestOperation => ({
  ...{ exchange, caller, wanted, trace, check, onStep },
  accepted: { type: 'application/json', parts: false },
  isOwn: true,
  watch: null,
  parsed: null,
  plan: null,
  checked: null,
  made: null,
});
