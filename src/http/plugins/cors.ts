import type { CORSOptions } from 'graphql-yoga';

const rules = {
  credentials: true,
  maxAge: 600,
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

/** Yoga's rules of CORS: pages of allowed origins may ask with credentials, others get no header. */
export const corsFor =
  (allowed: ReadonlySet<string>) =>
  (request: Request): CORSOptions => {
    const origin = request.headers.get('origin') ?? '';
    return allowed.has(origin) && { ...rules, origin: [origin] };
  };
