import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ApiKey } from '../config/api-keys.ts';
import type { Config } from '../config/config.ts';
import type { Upstream } from '../config/credentials.ts';
import { refused } from '../errors/errors.ts';
import { type CookieName, cookieNameOf, type Session } from '../shared/sign-in/session.ts';
import { isLoopbackHost } from '../upstream/client/loopback.ts';
import type { Viewer } from '../upstream/client/scope.ts';
import { isOwnerLent } from './owner.ts';
import { type OpenSession, unauthenticated } from './sessions.ts';

/** Reads and writes the gateway's cookies. */
export interface Cookies {
  /** The values of a request's cookies with this name, unchanged; '' for a malformed pair. */
  readonly read: (headers: IncomingHttpHeaders, name: CookieName) => readonly string[];
  /** A `Set-Cookie` header; with null, one that deletes the cookie. */
  readonly write: (name: CookieName, value: string | null, maxAgeSeconds?: number) => string;
}

/**
 * Cookies that scripts cannot read (HttpOnly) and forms of other sites do not send (SameSite); with
 * https, for this host only.
 */
export const createCookies = ({ secure }: { readonly secure: boolean }): Cookies => {
  const names = { session: cookieNameOf('session', secure), login: cookieNameOf('login', secure) };
  const guards = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    read: ({ cookie }, name) => {
      if (cookie === undefined) return [];
      return cookie.split(';').flatMap((pair) => {
        const [given = '', ...value] = pair.trimStart().split('=');
        if (given.trimEnd() !== names[name]) return [];
        return [given === names[name] ? value.join('=') : ''];
      });
    },
    write: (name, value, maxAgeSeconds = 0) =>
      `${names[name]}=${value ?? ''}; ${guards}; Max-Age=${value === null ? 0 : maxAgeSeconds}`,
  };
};

/** The sender of a request. */
export interface Caller {
  /** The user that the request acts for; null if it acts for nobody. */
  readonly viewer: Viewer | null;
  /** The session of the request; null without one. */
  readonly session: Session | null;
  /** The name of the API key of the request; null without one. */
  readonly key: string | null;
  /** The name under which places are shared: the user who signed in, else the API key. */
  readonly callerKey: string;
  /**
   * True if the caller may act for the application: it is the owner, or may use the owner's token.
   */
  readonly isTrusted: boolean;
  /** False if the owner's token is lent for queries only. */
  readonly mayWrite: boolean;
  /** The only accounts that its API key may touch, by their ids in lower case; absent for all. */
  readonly accounts?: ReadonlySet<string> | undefined;
  /** Counts a call of the API for its key. Rejects with RATE_LIMITED beyond what the key may. */
  readonly admitCall?: (() => Promise<void>) | undefined;
  /** True for an agent, which writes by plans only; else absent. */
  readonly isAgent?: true;
  /** The grant of the token that the client sent; absent for any other credentials. */
  readonly grant?: CallerGrant;
}

/** The rights of a client's token, which are a part of its user's rights. */
export interface CallerGrant {
  readonly client: { readonly id: string; readonly name: string };
  /** The chosen accounts, by their ids in lower case. */
  readonly accounts: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
}

/** The names that rules of GUARDS have for a caller: `sessions`, `owner`, `agents`, `key:crm`. */
export const guardNames = ({ session, viewer, key, isAgent }: Caller): readonly string[] => [
  ...(isAgent === true ? ['agents'] : []),
  ...(session !== null ? ['sessions'] : viewer?.isOwnerToken === true ? ['owner'] : []),
  ...(key === null ? [] : [`key:${key}`]),
];

/**
 * Finds the sender of a request; without a promise if it has no session. `asAgent` is for requests
 * to `/mcp`, where keys may lend more. Throws or rejects with UNAUTHENTICATED if its credentials
 * are not valid.
 */
export type CallerOf = (
  headers: IncomingHttpHeaders,
  asAgent?: boolean,
) => Caller | Promise<Caller>;

type AccessRules = Pick<Config, 'host' | 'publicUrl' | 'apiKeys'>;

interface CallerNeeds {
  readonly owner: Upstream['owner'];
  readonly cookies: Cookies;
  readonly openSession: OpenSession;
  /** Counts a call for an API key. Rejects with RATE_LIMITED beyond this many in a minute. */
  readonly countCall: (key: string, most: number) => Promise<void>;
  readonly now: () => number;
}

/** Finds callers, by the API keys that were set last. */
export interface Callers {
  readonly callerOf: CallerOf;
  /** Admits callers with these API keys from now on, and no others. */
  readonly renewKeys: (apiKeys: Config['apiKeys']) => void;
}

/** Creates `Callers`. A session goes first; then an API key or, without keys, a local connection. */
export const createCallers = (
  access: AccessRules,
  { owner, cookies, openSession, ...keyNeeds }: CallerNeeds,
): Callers => {
  const ownViewer = owner === null ? null : viewerOfOwner(owner);
  let callerWithout = createCallerWithoutSession(access, ownViewer, keyNeeds);
  const callerIn = async (sealed: string, other: Caller | null): Promise<Caller> => {
    const { session, viewer } = await openSession(sealed);
    const isOwner = ownViewer !== null && ownViewer.userId === viewer.userId;
    const isTrusted = other?.isTrusted === true || isOwner;
    const { key = null, accounts, admitCall } = other ?? {};
    const bounds = { accounts, admitCall };
    return { viewer, session, key, callerKey: viewer.key, isTrusted, mayWrite: true, ...bounds };
  };
  const callerOf: CallerOf = (headers, asAgent = false) => {
    const sealed = sessionIn(headers, cookies);
    const caller = callerWithout(headers, asAgent);
    // An invalid session is refused, not ignored: its sender is not the owner.
    if (sealed !== null) return callerIn(sealed, caller);
    if (caller !== null) return caller;
    const message = 'Send an API key in the header x-api-key, or sign in.';
    throw refused(401, message, { code: 'UNAUTHENTICATED' });
  };
  return {
    callerOf,
    renewKeys: (apiKeys) => {
      callerWithout = createCallerWithoutSession({ ...access, apiKeys }, ownViewer, keyNeeds);
    },
  };
};

/** The token of the header `Authorization: Bearer …`; null if it has another form. */
export const bearerIn = (authorization: string): string | null =>
  /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? null;

/** The sealed session of a request, from the bearer token or else the cookie; null without one. */
const sessionIn = (headers: IncomingHttpHeaders, cookies: Cookies): string | null => {
  const { authorization } = headers;
  // A request with this header must be authenticated. If the header cannot be parsed, the session
  // is invalid.
  if (authorization !== undefined) return bearerIn(authorization) ?? '';
  const [sealed = null, ...others] = cookies.read(headers, 'session');
  // One of two cookies was set by another site, and it is unknown which.
  if (others.length > 0) throw unauthenticated('was sent twice');
  return sealed;
};

const anonymous: Caller = {
  viewer: null,
  session: null,
  key: null,
  callerKey: 'nobody',
  isTrusted: false,
  mayWrite: true,
};

/**
 * Creates the function that finds a caller by key or as local. It returns null if keys are set and
 * the request has none.
 */
const createCallerWithoutSession = (access: AccessRules, owner: Viewer | null, needs: KeyNeeds) => {
  const findKeyed = createFindKeyed(access.apiKeys, owner, needs);
  if (access.apiKeys.length > 0)
    return ({ 'x-api-key': key }: IncomingHttpHeaders, asAgent: boolean) => findKeyed(key, asAgent);
  if (!isOwnerLent(access)) return () => anonymous;
  const local: Caller = { ...anonymous, viewer: owner, callerKey: 'local', isTrusted: true };
  return (headers: IncomingHttpHeaders): Caller => {
    // A page can point its own host name at this machine (DNS rebinding).
    return isLoopbackHost(headers.host) && !isPassedOn(headers) ? local : anonymous;
  };
};

type KeyNeeds = Pick<CallerNeeds, 'countCall' | 'now'>;

/** The accounts of a key, and the limit of its calls of the API. */
const boundsOf = (
  { name, accounts, callsPerMinute: most }: ApiKey,
  { countCall }: KeyNeeds,
): Pick<Caller, 'accounts' | 'admitCall'> => ({
  accounts: accounts && new Set(accounts),
  admitCall: most === undefined ? undefined : () => countCall(name, most),
});

const callerWith = (name: string, lends: ApiKey['lends'], owner: Viewer | null): Caller => ({
  viewer: lends === 'nothing' ? null : owner,
  session: null,
  key: name,
  callerKey: `key ${name}`,
  isTrusted: lends === 'everything',
  mayWrite: lends !== 'queries',
});

/**
 * Creates the function that finds the caller of an API key; null for an unknown key. It throws
 * UNAUTHENTICATED for a key whose time is over.
 */
const createFindKeyed = (keys: readonly ApiKey[], owner: Viewer | null, needs: KeyNeeds) => {
  const callers = keys.map((key) => {
    const { name, sha256, lends, lendsAgents = lends, until } = key;
    const bounds = boundsOf(key, needs);
    return {
      held: Buffer.from(sha256, 'hex'),
      until,
      caller: { ...callerWith(name, lends, owner), ...bounds },
      agent: { ...callerWith(name, lendsAgents, owner), ...bounds },
    };
  });
  return (given: string | string[] | undefined, asAgent: boolean): Caller | null => {
    const presented = digest(typeof given === 'string' ? given : '');
    // All keys are compared, as digests of equal length, so that the time reveals nothing.
    const [found = null] = callers.filter(({ held }) => timingSafeEqual(held, presented));
    if (found !== null && needs.now() >= (found.until ?? Number.POSITIVE_INFINITY)) {
      throw refused(
        401,
        'This API key has expired. Ask the operator of this gateway for a new one.',
        { code: 'UNAUTHENTICATED' },
      );
    }
    return (asAgent ? found?.agent : found?.caller) ?? null;
  };
};

/** The user that the token of the owner acts for. */
export const viewerOfOwner = ({
  key,
  secret,
}: {
  readonly key: string;
  readonly secret: string;
}): Viewer => ({
  key: 'owner',
  token: key,
  tokenSecret: secret,
  // A user's access token begins with the user's id.
  userId: /^(\d+)-/.exec(key)?.[1] ?? null,
  screenName: null,
  isOwnerToken: true,
});

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Headers that browsers, clients and their tracers send themselves, and those of this gateway. */
const senderHeaders: ReadonlySet<string> = new Set(
  [
    'accept authorization cache-control connection cookie date dnt expect host http2-settings',
    'keep-alive origin pragma priority purpose range referer save-data te trailer',
    'transfer-encoding upgrade upgrade-insecure-requests user-agent x-requested-with',
    'baggage postman-token sentry-trace traceparent tracestate x-api-key x-request-id',
  ].flatMap((line) => line.split(' ')),
);

/** The same by prefix: `sec-fetch-site`, `apollographql-client-name`, `mcp-protocol-version`. */
const senderPrefixes =
  /^(?:accept|access-control-request|content|if|sec|(?:x-)?(?:apollo|graphql)|apollographql|mcp|x-ads)-/;

/**
 * True if a proxy may have forwarded a request: it has a header that is not in these lists. The
 * headers that proxies add cannot be listed, because there are always new ones.
 */
const isPassedOn = (headers: IncomingHttpHeaders): boolean =>
  !Object.keys(headers).every((name) => senderHeaders.has(name) || senderPrefixes.test(name));
