import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config, Upstream } from '../config.ts';
import { isLoopback } from '../config.ts';
import { refused } from '../errors.ts';
import type { Viewer } from '../upstream/client/viewer.ts';
import type { Cookies } from './cookies.ts';
import type { Session } from './session.ts';
import type { OpenSession } from './sessions.ts';
import { unauthenticated } from './sessions.ts';

/** Who sent a request. */
export interface Caller {
  /** The user that the request acts for; null where nobody is signed in. */
  readonly viewer: Viewer | null;
  /** The session of the request; null without one. */
  readonly session: Session | null;
  /** The name under which places are shared: that of the viewer who signed in, or of the API key. */
  readonly who: string;
  /** Whether the operator knows the caller, by key or as the owner. Only then may it act for the application itself. */
  readonly isTrusted: boolean;
}

/**
 * Finds out who sent a request, without a promise where it has no session. Throws or rejects with UNAUTHENTICATED where its
 * credentials are not valid.
 */
export type CallerOf = (headers: IncomingHttpHeaders) => Caller | Promise<Caller>;

type Access = Pick<Config, 'host' | 'publicUrl' | 'apiKeys'>;

interface Parts {
  readonly owner: Upstream['owner'];
  readonly cookies: Cookies;
  readonly openSession: OpenSession;
}

/** Creates `CallerOf`: a session counts first, then an API key or a local request, which have the owner's token, else nobody. */
export const createCallerOf = (
  access: Access,
  { owner, cookies, openSession }: Parts,
): CallerOf => {
  const ownViewer = owner === null ? null : viewerOfOwner(owner);
  const knownCaller = createKnownCaller(access);
  const callerIn = async (sealed: string, isKnown: boolean): Promise<Caller> => {
    const { session, viewer } = await openSession(sealed);
    const isOwner = ownViewer !== null && ownViewer.userId === viewer.userId;
    return { viewer, session, who: viewer.key, isTrusted: isKnown || isOwner };
  };
  return (headers) => {
    const sealed = sessionIn(headers, cookies);
    const known = knownCaller(headers);
    // An invalid session is refused and does not fall back to the owner, because its sender is somebody else.
    if (sealed !== null) return callerIn(sealed, known !== null);
    if (known !== null) return { viewer: ownViewer, session: null, who: known, isTrusted: true };
    if (access.apiKeys.length === 0) return nobody;
    const message = 'This gateway wants an API key in the header x-api-key, or a session.';
    throw refused(401, message, { code: 'UNAUTHENTICATED' });
  };
};

const nobody: Caller = { viewer: null, session: null, who: 'nobody', isTrusted: false };

/** The sealed session of a request, from the bearer token or else the cookie; null where there is none. */
const sessionIn = (headers: IncomingHttpHeaders, cookies: Cookies): string | null => {
  const { authorization } = headers;
  // A request with this header wants to be somebody, so a header that cannot be parsed is an invalid session.
  if (authorization !== undefined) return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
  const [sealed = null, ...others] = cookies.read(headers, 'session');
  // One of two cookies was set by somebody else, and there is no way to tell which.
  if (others.length > 0) throw unauthenticated('came twice');
  return sealed;
};

/** True where requests without an API key may use the owner's token: no keys are configured, and only this machine can connect. */
export const isLent = ({ host, publicUrl, apiKeys }: Access): boolean =>
  apiKeys.length === 0 &&
  isLoopback(host) &&
  (publicUrl === null || isLoopback(new URL(publicUrl).hostname));

/** Creates the function that names the API key of a request (`key 0`), or `local` where the owner's token is lent; else null. */
const createKnownCaller = (access: Access) => {
  const keys = access.apiKeys.map(digest);
  const isLocal = isLent(access);
  return (headers: IncomingHttpHeaders): string | null => {
    if (keys.length > 0) return keyIn(keys, headers['x-api-key']);
    // A page can point its own host name at this machine (DNS rebinding), so the name must be one of this machine.
    const isOwnName = isLoopback((headers.host ?? '').replace(/:\d+$/, ''));
    return isLocal && isOwnName && !Object.keys(headers).some(isOfProxy) ? 'local' : null;
  };
};

const proxyHeaders = [
  'forwarded|via|x-forwarded-.*|x-original-.*|x-envoy-.*|x-real-ip',
  // Headers of content delivery networks: CF-Connecting-IP, True-Client-IP, X-Azure-SocketIP ...
  '(?:.*-)?(?:client|connecting|remote|socket|user|cluster|real)-?(?:ip|ipv6|addr|address)',
  'cf-.*|cdn-.*|akamai-.*|fastly-.*|fly-.*|x-amz-cf-id|x-amzn-trace-id|x-appengine-.*|x-azure-.*|x-vercel-.*',
];

// Requests through a proxy on this machine look local, whoever sent them. These headers show that there was a proxy.
const ofProxy = new RegExp(`^(?:${proxyHeaders.join('|')})$`);
const isOfProxy = (name: string): boolean => ofProxy.test(name);

const viewerOfOwner = ({
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
});

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

// All keys are compared, as digests of equal length, so that the time taken reveals nothing about them.
const keyIn = (keys: readonly Buffer[], given: string | string[] | undefined): string | null => {
  const presented = digest(typeof given === 'string' ? given : '');
  const index = keys.map((key) => timingSafeEqual(key, presented)).indexOf(true);
  return index < 0 ? null : `key ${index}`;
};
