import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
const asOwner = async (headers: Readonly<Record<string, string>>) => {
  const sent = request(running.url, { method: 'POST' });
  sent.setHeaders(new Map(Object.entries({ 'content-type': 'application/json', ...headers })));
  sent.end(JSON.stringify({ query: '{ viewer { asOwner } accounts(first: 1) { nodes { id } } }' }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { data, errors } = JSON.parse((await response.toArray()).join(''));
  return { asOwner: data.viewer.asOwner, code: errors?.[0].extensions.code ?? null };
};

const address = '203.0.113.7';

describe('a forwarded request has no owner, as shown by', () => {
  test.each([
    // The standards, and common headers.
    ['Forwarded', `for=${address};proto=https`],
    ['Via', '1.1 proxy'],
    ['Max-Forwards', '10'],
    ['Early-Data', '1'],
    ['Proxy-Connection', 'keep-alive'],
    ['Proxy-Authorization', 'Basic eDp5'],
    ['X-Forwarded', address],
    ['X-Forwarded-For', address],
    ['X-Forwarded-Host', 'ads.example'],
    ['X-Forwarded-Port', '443'],
    ['X-Forwarded-Prefix', '/graph'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Scheme', 'https'],
    ['X-Forwarded-Server', 'proxy'],
    ['X-Forwarded-Ssl', 'on'],
    ['X-Forwarded-Client-Cert', 'By=x'],
    ['X-Forward-For', address],
    ['Forwarded-For', address],
    ['X-Forwarded-anything', ''],
    ['X-Real-IP', address],
    ['X-Real-Port', '4711'],
    ['X-Client-IP', address],
    ['X-Remote-IP', address],
    ['X-Remote-Addr', address],
    ['Remote-Addr', address],
    ['Client-IP', address],
    ['X-Originating-IP', address],
    ['X-Original-For', address],
    ['X-Original-Forwarded-For', address],
    ['X-Original-URL', '/graphql'],
    ['X-Original-Host', 'ads.example'],
    ['X-Rewrite-URL', '/graphql'],
    ['X-Host', 'ads.example'],
    ['X-Scheme', 'https'],
    ['X-Url-Scheme', 'https'],
    ['X-Script-Name', '/graph'],
    ['Front-End-Https', 'on'],
    ['X-ProxyUser-Ip', address],
    ['X-Proxied-By', 'proxy'],
    ['X-NginX-Proxy', 'true'],
    ['X-Remote-User', 'somebody'],
    ['Remote-User', 'somebody'],
    ['X-SSL-Client-Verify', 'SUCCESS'],
    // Other spellings.
    ['x_forwarded_for', address],
    ['X_REAL_IP', address],
    ['HTTP_X_FORWARDED_FOR', address],
    ['x-forwardedfor', address],
    ['xforwardedfor', address],
    // Networks and products.
    ['CF-Connecting-IP', address],
    ['CF-Connecting-IPv6', '2001:db8::7'],
    ['CF-Pseudo-IPv4', address],
    ['CF-Ray', '8a-FRA'],
    ['CF-Visitor', '{"scheme":"https"}'],
    ['CDN-Loop', 'cdn'],
    ['True-Client-IP', address],
    ['Akamai-Origin-Hop', '2'],
    ['Fastly-Client-IP', address],
    ['Fastly-FF', 'x'],
    ['X-Varnish', '32770'],
    ['Fly-Client-IP', address],
    ['Fly-Forwarded-Proto', 'https'],
    ['X-Cluster-Client-Ip', address],
    ['X-Azure-ClientIP', address],
    ['X-Azure-SocketIP', address],
    ['X-Azure-Ref', 'x'],
    ['X-ARR-LOG-ID', 'x'],
    ['X-MS-Proxy', 'proxy'],
    ['X-Amz-Cf-Id', 'x'],
    ['X-Amzn-Trace-Id', 'Root=1-67891233-abcdef012345678912345678'],
    ['X-Amzn-Oidc-Data', 'x'],
    ['X-Appengine-User-IP', address],
    ['X-Cloud-Trace-Context', '105445aa7843bc8bf206b12000100000/1'],
    ['X-Goog-Authenticated-User-Email', 'somebody'],
    ['X-Envoy-External-Address', address],
    ['X-Envoy-Expected-Rq-Timeout-Ms', '15000'],
    ['X-B3-TraceId', '463ac35c9f6413ad'],
    ['X-Vercel-Forwarded-For', address],
    ['X-NF-Client-Connection-Ip', address],
    ['DO-Connecting-IP', address],
    ['Incap-Client-IP', address],
    ['X-Sucuri-ClientIP', address],
    ['Rndr-Id', 'x'],
    ['X-Request-Start', '1735689600000'],
    ['Tailscale-User-Login', 'somebody'],
    ['Ngrok-Skip-Browser-Warning', '1'],
    ['X-Auth-Request-User', 'somebody'],
    ['X-Kong-Proxy-Latency', '1'],
    ['WL-Proxy-Client-IP', address],
    ['Z-Forwarded-For', address],
    // An unknown header that a proxy may have added.
    ['X-Tenant', 'somebody'],
    ['Hop-Count', '1'],
  ])('%s', async (name, value) => {
    const before = running.emulator.calls().length;
    expect(await asOwner({ [name]: value })).toEqual({ asOwner: false, code: 'UNAUTHENTICATED' });
    expect(running.emulator.calls()).toHaveLength(before);
  });
});

const browser = {
  host: 'localhost:4000',
  connection: 'keep-alive',
  'user-agent': 'Mozilla/5.0',
  accept: 'application/json, multipart/mixed',
  'accept-language': 'de,en;q=0.5',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'cache-control': 'no-cache',
  pragma: 'no-cache',
  priority: 'u=4',
  origin: 'http://localhost:4000',
  referer: 'http://localhost:4000/graphql',
  cookie: 'theme=dark',
  dnt: '1',
  te: 'trailers',
  'save-data': 'on',
  'sec-ch-ua': '"Chromium";v="140"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
  'sec-gpc': '1',
  'sec-purpose': 'prefetch',
  'upgrade-insecure-requests': '1',
};

describe('a direct request is the owner’s, even if it comes from', () => {
  test.each([
    ['browsers', browser],
    ['curl', { 'user-agent': 'curl/8.14.1', accept: '*/*', expect: '100-continue' }],
    [
      'fetch of Node.js',
      {
        'user-agent': 'node',
        accept: '*/*',
        'accept-language': '*',
        'sec-fetch-mode': 'cors',
        'accept-encoding': 'gzip, deflate',
      },
    ],
    [
      'Apollo Client',
      {
        ...browser,
        'apollographql-client-name': 'web',
        'apollographql-client-version': '1',
        'apollo-require-preflight': 'true',
      },
    ],
    [
      'Apollo for phones',
      {
        'x-apollo-operation-name': 'Accounts',
        'x-apollo-operation-id': 'a',
        'x-apollo-operation-type': 'query',
      },
    ],
    ['Apollo Gateway', { 'apollo-federation-include-trace': 'ftv1', accept: '*/*' }],
    ['Relay, whose examples ask as fetch does', { ...browser, accept: 'application/json' }],
    ['urql', { accept: 'application/graphql-response+json, text/event-stream, multipart/mixed' }],
    ['clients of other servers', { 'graphql-preflight': '1', 'x-graphql-yoga-csrf': '1' }],
    ['scripts that ask by XMLHttpRequest', { ...browser, 'x-requested-with': 'XMLHttpRequest' }],
    ['Postman', { 'postman-token': 'a', 'user-agent': 'PostmanRuntime/7.44.1' }],
    [
      'tracers',
      {
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        tracestate: 'a=b',
        baggage: 'a=b',
        'sentry-trace': 'a-b',
        'x-request-id': 'a',
      },
    ],
    ['readers of what this gateway tells', { 'x-ads-trace': '1', 'x-api-key': 'unknown' }],
  ])('%s', async (_from, headers) => {
    expect(await asOwner(headers)).toEqual({ asOwner: true, code: null });
  });
});
