import type { IncomingHttpHeaders } from 'node:http';

/** Headers that browsers, clients and their tracers send themselves, and those of this gateway. */
const ofSenders: ReadonlySet<string> = new Set(
  [
    'accept authorization cache-control connection cookie date dnt expect host http2-settings',
    'keep-alive origin pragma priority purpose range referer save-data te trailer',
    'transfer-encoding upgrade upgrade-insecure-requests user-agent x-requested-with',
    'baggage postman-token sentry-trace traceparent tracestate x-api-key x-request-id',
  ].flatMap((line) => line.split(' ')),
);

/** The same by prefix: `sec-fetch-site`, `apollographql-client-name`. */
const begunBySenders =
  /^(?:accept|access-control-request|content|if|sec|(?:x-)?(?:apollo|graphql)|apollographql|x-ads)-/;

/**
 * Whether a proxy may have forwarded a request: it has a header that is not in these lists. The
 * headers that proxies add cannot be listed, because there are always new ones.
 */
export const isPassedOn = (headers: IncomingHttpHeaders): boolean =>
  !Object.keys(headers).every((name) => ofSenders.has(name) || begunBySenders.test(name));
