import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { Exchange } from '../door/exchange.ts';
import type { GraphqlHandler } from './handler.ts';

/** Yoga copies its context, so the exchange is a member of it. */
interface YogaContext {
  readonly exchange: Exchange;
}

type Yoga = YogaServerInstance<YogaContext, object>;

/** Yoga with CORS for the allowed origins; the handler answers the requests. */
export const createYogaServer = (
  handle: GraphqlHandler,
  allowedOrigins: ReadonlySet<string>,
): Yoga =>
  createYoga<YogaContext>({
    logging: false,
    graphiql: false,
    landingPage: false,
    cors: (request) => {
      const origin = request.headers.get('origin') ?? '';
      return (
        allowedOrigins.has(origin) && { origin: [origin], credentials: true, maxAge: 600, ...cors }
      );
    },
    plugins: [answeredBy(handle)],
  });

const answeredBy = (handle: GraphqlHandler): Plugin<object, YogaContext> => ({
  onRequestParse: async ({ serverContext, endResponse, fetchAPI }) => {
    await handle(serverContext.exchange, async ({ status, headers, body, later }) => {
      const sent = later === undefined ? body : streamOf(Buffer.from(body), later);
      endResponse(new fetchAPI.Response(status === 304 ? null : sent, { status, headers }));
    });
  },
});

const streamOf = (first: Buffer, later: AsyncGenerator<Buffer, void>): ReadableStream =>
  new ReadableStream({
    start: (controller) => controller.enqueue(first),
    pull: async (controller) => {
      const { done, value } = await later.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await later.return();
    },
  });

const cors = {
  methods: ['GET', 'POST'],
  // Headers of the gateway, and those that GraphQL clients and tracers send.
  allowedHeaders: [
    'apollo-require-preflight',
    'apollographql-client-name',
    'apollographql-client-version',
    'authorization',
    'cache-control',
    'content-type',
    'graphql-client-name',
    'traceparent',
    'tracestate',
    'x-ads-dry-run',
    'x-ads-plan',
    'x-ads-trace',
    'x-api-key',
    'x-request-id',
  ],
  exposedHeaders: ['retry-after', 'x-request-id'],
};
