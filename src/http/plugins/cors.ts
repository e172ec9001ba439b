import type { CORSOptions } from 'graphql-yoga';
import type { OperationPlugin } from './operation.ts';

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

/**
 * Yoga's rules of CORS: pages of allowed origins may send requests with credentials, others get no
 * header. False without allowed origins, so that no request is checked.
 */
export const corsFor = (
  allowed: ReadonlySet<string>,
): false | ((request: Request) => CORSOptions) => {
  if (allowed.size === 0) return false;
  return (request) => {
    const origin = request.headers.get('origin') ?? '';
    return allowed.has(origin) && { ...rules, origin: [origin] };
  };
};

/** With allowed origins, adds `Vary: Origin` to every response. */
export const useVaryingOrigin = (allowed: ReadonlySet<string>): readonly OperationPlugin[] => {
  if (allowed.size === 0) return [];
  const mark = ({ headers }: Response): void => {
    const others = headers.get('vary');
    headers.set('vary', others === null ? 'Origin' : `Origin, ${others}`);
  };
  return [{ onResponse: ({ response }) => mark(response) }];
};
