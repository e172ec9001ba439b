import type { GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Bodies } from '../door/body.ts';
import type { HttpExchange, OwnExchange } from '../door/exchange.ts';
import { shortenAccept } from '../door/headers.ts';
import { letGo } from '../door/let-go.ts';
import { corsFor, useVaryingOrigin } from './cors.ts';
import type { Documents } from './documents.ts';
import { type GatewayPlugin, operationOf, type ServerContext } from './operation.ts';
import { type AskOwn, askingOwn } from './own-questions.ts';
import { type OwnResponse, ownResponse, sendResponse } from './response.ts';
import { useAdmission } from './use-admission.ts';
import { type CallerRules, useCaller } from './use-caller.ts';
import { type ContextOptions, useContext } from './use-context.ts';
import { useDocuments } from './use-documents.ts';
import { useDryRun } from './use-dry-run.ts';
import { useForecast } from './use-forecast.ts';
import { useLevelExecutor } from './use-level-executor.ts';
import { type ParamRules, useParams } from './use-params.ts';
import { type PlanRules, usePlans } from './use-plans.ts';
import { useReply } from './use-reply.ts';

export interface EngineOptions extends CallerRules, ParamRules, PlanRules, ContextOptions {
  readonly schema: GraphQLSchema;
  readonly limits: CallerRules['limits'] & ParamRules['limits'] & ContextOptions['limits'];
  readonly admission: CallerRules['admission'];
  readonly bodies: Bodies;
  readonly documents: Documents;
  /** Plugins of whoever embeds the gateway; they run after its own. */
  readonly plugins?: readonly Plugin[] | undefined;
}

/** Answers GraphQL: one Yoga, for requests over HTTP and for the gateway's own tools. */
export interface Engine {
  readonly serve: (exchange: HttpExchange) => Promise<void>;
  /** Throws a refusal while the gateway stops. */
  readonly refuseStopping: () => void;
  readonly ask: AskOwn;
  /** The response to a request of this process, and when all of it is read. */
  readonly respond: (exchange: OwnExchange) => Promise<OwnResponse>;
}

/** All that happens to a request, in this order within each stage. */
const pluginsOf = (options: EngineOptions): readonly GatewayPlugin[] => [
  useCaller(options),
  useParams(options),
  useDocuments(options.documents),
  usePlans(options),
  useAdmission(options.admission),
  useContext(options),
  useLevelExecutor(),
  useForecast(),
  useDryRun(),
  useReply(),
  ...useVaryingOrigin(options.allowedOrigins),
];

export const createEngine = (options: EngineOptions): Engine => {
  const yoga = createYoga<ServerContext>({
    schema: options.schema,
    cors: corsFor(options.allowedOrigins),
    plugins: [...pluginsOf(options), ...(options.plugins ?? [])],
    extraParamNames: ['documentId'],
    // The gateway has pages of its own, masks errors in its replies, limits bodies at its door, and
    // keeps plans in place of documents.
    logging: false,
    graphiql: false,
    landingPage: false,
    maskedErrors: false,
    multipart: false,
    maxRequestBodySize: false,
    parserAndValidationCache: false,
  });
  return {
    serve: async (exchange) => {
      const { req, res, record } = exchange;
      record.isGraphql = true;
      shortenAccept(req.headers);
      const context = { operation: operationOf(exchange) };
      let response: Response;
      try {
        response = await yoga.handleNodeRequestAndResponse(req, res, context);
      } finally {
        letGo(exchange, options.bodies);
      }
      await sendResponse(exchange, response);
    },
    refuseStopping: () => options.admission.refuseStopping(),
    ask: askingOwn(yoga),
    respond: async (exchange) => {
      const { method = 'POST', headers } = exchange.req;
      exchange.record.isGraphql = true;
      const request = new yoga.fetchAPI.Request('http://localhost/graphql', { method });
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, String(value));
      const context = { operation: operationOf(exchange) };
      const response = await yoga.handle(request, context);
      options.bodies.forget(exchange);
      return ownResponse(exchange, response);
    },
  };
};
