import { TrieRouter } from 'hono/router/trie-router';
import type { Endpoint, Method } from '../src/upstream/catalogue/language/endpoint.ts';
import type { CalledHost } from './calls.ts';
import { type Refusal, refusal } from './refusal.ts';

/** The route of a method and path. `ids` are the identifiers in the path, decoded. */
export type RouteMatch =
  | {
      readonly found: 'endpoint';
      readonly endpoint: Endpoint;
      readonly ids: Readonly<Record<string, string>>;
    }
  | { readonly found: 'other method' }
  | {
      readonly found: 'other version';
      readonly version: string;
      /** The versions that have this path. */
      readonly served: readonly string[];
    }
  | { readonly found: 'nothing' };

interface RouteEntry {
  readonly methods: Map<Method, Endpoint>;
  readonly names: readonly string[];
}

/** The host of a path's prefix, and the path without that prefix. */
export const hostOf = (path: string): { readonly host: CalledHost; readonly rest: string } => {
  const host = (['sandbox', 'platform', 'results'] as const).find((name) =>
    path.startsWith(`/${name}/`),
  );
  return host === undefined
    ? { host: 'ads', rest: path }
    : { host, rest: path.slice(host.length + 1) };
};

const hosts = ['ads', 'sandbox', 'platform', 'results'] as const;
// The sandbox serves all advertising endpoints as well.
const isAt = (endpoint: Endpoint, host: CalledHost): boolean =>
  endpoint.host === host || (host === 'sandbox' && endpoint.host === 'ads');

/** Finds the endpoint of a method and path on one of the hosts. */
export const createRoutes = (endpoints: readonly Endpoint[]) => {
  const routers = {
    ads: new TrieRouter<RouteEntry>(),
    sandbox: new TrieRouter<RouteEntry>(),
    platform: new TrieRouter<RouteEntry>(),
    results: new TrieRouter<RouteEntry>(),
  };
  for (const host of hosts) {
    for (const [path, entry] of pathsOf(endpoints, host)) routers[host].add('ALL', path, entry);
  }
  const versions = [...new Set(endpoints.flatMap(({ version }) => version ?? []))];

  const entryAt = (host: CalledHost, path: string) => {
    const [[match]] = routers[host].match('ALL', path);
    return match;
  };
  return (method: string, path: string): RouteMatch => {
    const { host, rest } = hostOf(path);
    const match = entryAt(host, rest);
    if (match !== undefined) {
      const [{ methods, names }, values] = match;
      const endpoint = methods.get(method as Method);
      if (endpoint === undefined) return { found: 'other method' };
      const ids = names.map((name) => [name, decoded(String(values[name as never]))]);
      return { found: 'endpoint', endpoint, ids: Object.fromEntries(ids) };
    }
    const [, version, tail] = /^\/(\d+(?:\.\d+)?)(\/.*)$/.exec(rest) ?? [];
    const served = versions.filter((other) => entryAt(host, `/${other}${tail}`) !== undefined);
    return version !== undefined && served.length > 0
      ? {
          found: 'other version',
          version: version.includes('.') ? version : `${version}.0`,
          served,
        }
      : { found: 'nothing' };
  };
};

const pathsOf = (
  endpoints: readonly Endpoint[],
  host: CalledHost,
): readonly [string, RouteEntry][] => {
  const entries = new Map<string, RouteEntry>();
  const written = endpoints
    .filter((endpoint) => isAt(endpoint, host))
    .flatMap((endpoint) =>
      [endpoint.path, endpoint.quirks.alias ?? []].flat().map((path) => ({ endpoint, path })),
    );
  for (const { endpoint, path: template } of written) {
    const version = endpoint.version === null ? '' : `/${endpoint.version}`;
    const path = `${version}/${template}`.replace(/\{(\w+)\}/g, ':$1');
    const entry = entries.get(path) ?? { methods: new Map(), names: namesIn(path) };
    entry.methods.set(endpoint.method, endpoint);
    entries.set(path, entry);
  }
  // The first match wins, so `cards/poll` must come before `cards/{card_id}`.
  return [...entries].sort(([left], [right]) => (rank(left) < rank(right) ? -1 : 1));
};

const namesIn = (path: string): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

const rank = (path: string): string => path.replace(/:\w+/g, '~');

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

type OtherVersion = Extract<RouteMatch, { readonly found: 'other version' }>;

/** The refusal of a request that leads to no endpoint. */
export const routeRefusal = (
  route: Exclude<RouteMatch, { readonly found: 'endpoint' }>,
): Refusal => {
  switch (route.found) {
    case 'nothing':
      return refusal(404, 'ROUTE_NOT_FOUND', 'The requested resource could not be found');
    case 'other method':
      return refusal(405, 'METHOD_NOT_ALLOWED', 'This resource does not take this method');
    case 'other version':
      return refusal(400, 'INVALID', unavailable(route));
  }
};

const unavailable = ({ version, served }: OtherVersion): string => {
  const hint = served.length === 0 ? '' : ` This path exists in version ${served.join(' and ')}.`;
  return `Version ${version} is not available.${hint}`;
};
