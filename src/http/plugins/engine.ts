import type { GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { letGo } from '../door/admission.ts';
import type { Bodies } from '../door/body.ts';
import type { HttpExchange, OwnExchange } from '../door/exchange.ts';
import { corsFor, useVaryingOrigin } from './cors.ts';
import { type OperationPlugin, operationOf, type ServerContext } from './operation.ts';
import { createExecute, type ExecuteOwn, type OwnResponse, ownResponse } from './own-requests.ts';
import { type ParamRules, useParams } from './params.ts';
import { type CallerRules, type ContextOptions, useCaller, useContext } from './use-context.ts';
import { useAdmission, useExecutor } from './use-execution.ts';
import { type Documents, type PlanRules, useDocuments, usePlans } from './use-plans.ts';
import { sendResponse, useReply } from './use-reply.ts';

export interface EngineOptions extends CallerRules, ParamRules, PlanRules, ContextOptions {
  readonly schema: GraphQLSchema;
  readonly limits: CallerRules['limits'] & ParamRules['limits'] & ContextOptions['limits'];
  readonly admission: CallerRules['admission'];
  readonly bodies: Bodies;
  readonly documents: Documents;
  /** Plugins of a program that embeds the gateway; they run after its own. */
  readonly plugins?: readonly Plugin[] | undefined;
}

/** Answers GraphQL: one Yoga, for requests over HTTP and for the gateway's own tools. */
export interface Engine {
  readonly serve: (exchange: HttpExchange) => Promise<void>;
  /** Throws a refusal while the gateway stops. */
  readonly refuseStopping: () => void;
  readonly execute: ExecuteOwn;
  /** The response to a request of this process, and when all of it is read. */
  readonly respond: (exchange: OwnExchange) => Promise<OwnResponse>;
}

/** The plugins of a request, in the order in which they run within each stage. */
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
 * Removes Yoga's own plugins for the stages at which the gateway's decide: pages, parser, limits of
 * bodies and batches, parameters and media type. CORS, which has a response, stays. This plugin
 * runs first, so that hooks of other plugins stay too.
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
  const { handleNodeRequestAndResponse: answer } = yoga;
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
      await sendResponse(exchange, operation, response);
    },
    refuseStopping: () => options.admission.refuseStopping(),
    execute: createExecute(yoga),
    respond: async (exchange) => {
      const { method = 'POST', headers } = exchange.req;
      exchange.record.isGraphql = true;
      const request = new yoga.fetchAPI.Request('http://localhost/graphql', { method });
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, String(value));
      const operation = operationOf(exchange);
      const response = await yoga.handle(request, { operation });
      options.bodies.forget(exchange);
      return ownResponse(exchange, operation, response);
    },
  };
};
