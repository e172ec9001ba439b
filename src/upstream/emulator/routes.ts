import { TrieRouter } from 'hono/router/trie-router';
import type { Endpoint, Method } from '../catalogue/endpoint.ts';

/** The host a request was addressed to: the sandbox is the same server under a prefix of its own. */
export type CalledHost = 'ads' | 'sandbox';

/** Where a request leads. */
export type Route =
  | {
      readonly found: 'endpoint';
      readonly endpoint: Endpoint;
      readonly ids: Readonly<Record<string, string>>;
    }
  | { readonly found: 'other method' }
  | { readonly found: 'other version'; readonly version: string }
  | { readonly found: 'nothing' };

type Endpoints = Map<Method, Endpoint>;
interface Place {
  readonly methods: Endpoints;
  readonly names: readonly string[];
}

const sandboxPrefix = '/sandbox';

/** Splits the prefix off that stands for the sandbox's own host name. */
export const hostOf = (path: string): { readonly host: CalledHost; readonly rest: string } =>
  path.startsWith(`${sandboxPrefix}/`)
    ? { host: 'sandbox', rest: path.slice(sandboxPrefix.length) }
    : { host: 'ads', rest: path };

/** Finds the endpoint of a method and path. The sandbox has every endpoint; the other hosts lack those that are its alone. */
export const createRoutes = (endpoints: readonly Endpoint[]) => {
  const routers = { ads: new TrieRouter<Place>(), sandbox: new TrieRouter<Place>() };
  for (const host of ['ads', 'sandbox'] as const) {
    for (const [path, place] of placesOf(endpoints, host)) routers[host].add('ALL', path, place);
  }
  const versions = [...new Set(endpoints.map(({ version }) => version))];

  const placeAt = (host: CalledHost, path: string) => {
    const [[match]] = routers[host].match('ALL', path);
    return match;
  };
  return (method: string, path: string): Route => {
    const { host, rest } = hostOf(path);
    const match = placeAt(host, rest);
    if (match !== undefined) {
      const [{ methods, names }, values] = match;
      const endpoint = methods.get(method as Method);
      if (endpoint === undefined) return { found: 'other method' };
      const ids = names.map((name) => [name, decoded(String(values[name as never]))]);
      return { found: 'endpoint', endpoint, ids: Object.fromEntries(ids) };
    }
    const [, version, tail] = /^\/(\d+(?:\.\d+)?)(\/.*)$/.exec(rest) ?? [];
    const elsewhere = versions.some((other) => placeAt(host, `/${other}${tail}`) !== undefined);
    return version !== undefined && elsewhere
      ? { found: 'other version', version: version.includes('.') ? version : `${version}.0` }
      : { found: 'nothing' };
  };
};

const placesOf = (endpoints: readonly Endpoint[], host: CalledHost): readonly [string, Place][] => {
  const places = new Map<string, Place>();
  for (const endpoint of endpoints) {
    if (endpoint.host === 'sandbox' && host === 'ads') continue;
    const version = endpoint.version === null ? '' : `/${endpoint.version}`;
    const path = `${version}/${endpoint.path}`.replace(/\{(\w+)\}/g, ':$1');
    const place = places.get(path) ?? { methods: new Map(), names: namesIn(path) };
    place.methods.set(endpoint.method, endpoint);
    places.set(path, place);
  }
  // The first match wins, so a literal segment goes before an identifier at the same place.
  return [...places].sort(([left], [right]) => (rank(left) < rank(right) ? -1 : 1));
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
