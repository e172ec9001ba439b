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
  /** On whose behalf it asks; null where nobody is signed in. */
  readonly viewer: Viewer | null;
  /** The session it brought. */
  readonly session: Session | null;
  /** Whose share of the places it takes: the viewer's who signed in, or the key's. */
  readonly who: string;
  /** Whether the operator of the gateway knows the caller, so that it may act for the application itself. */
  readonly isTrusted: boolean;
}

/** Says who sent a request; rejects with UNAUTHENTICATED for credentials that do not hold. */
export type CallerOf = (headers: IncomingHttpHeaders) => Promise<Caller>;

type Access = Pick<Config, 'host' | 'publicUrl' | 'apiKeys'>;

interface Parts {
  readonly owner: Upstream['owner'];
  readonly cookies: Cookies;
  readonly openSession: OpenSession;
}

/** The rule of a configuration: a session, else an API key or loopback for the owner's token, else nobody. */
export const createCallerOf = (
  access: Access,
  { owner, cookies, openSession }: Parts,
): CallerOf => {
  const ownViewer = owner === null ? null : viewerOfOwner(owner);
  const knownAs = createKnownAs(access);
  return async (headers) => {
    const sealed = sessionIn(headers, cookies);
    const known = knownAs(headers);
    if (sealed !== null) {
      // A session that does not hold is never the owner: whoever brought it believes to be somebody else.
      const { session, viewer } = await openSession(sealed);
      const isOwner = ownViewer !== null && ownViewer.userId === viewer.userId;
      return { viewer, session, who: viewer.key, isTrusted: known !== null || isOwner };
    }
    if (known !== null) return { viewer: ownViewer, session: null, who: known, isTrusted: true };
    if (access.apiKeys.length === 0) return nobody;
    const message = 'This gateway wants an API key in the header x-api-key, or a session.';
    throw refused(401, message, { code: 'UNAUTHENTICATED' });
  };
};

const nobody: Caller = { viewer: null, session: null, who: 'nobody', isTrusted: false };

/** The sealed session that a request brings, as bearer or else as cookie; null where it brings none. */
export const sessionIn = (headers: IncomingHttpHeaders, cookies: Cookies): string | null => {
  const { authorization } = headers;
  // Whoever writes the header means to be somebody; what cannot be read of it is a session that does not open.
  if (authorization !== undefined) return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
  const [sealed = null, ...others] = cookies.read(headers, 'session');
  // One of two is somebody else's doing, and nobody can tell which.
  if (others.length > 0) throw unauthenticated('came twice');
  return sealed;
};

/** Whether the owner's token is lent to requests without an API key: to those of this machine alone, if there are no keys. */
export const isLent = ({ host, publicUrl, apiKeys }: Access): boolean =>
  apiKeys.length === 0 &&
  isLoopback(host) &&
  (publicUrl === null || isLoopback(new URL(publicUrl).hostname));

/** Says by which API key a request comes or, where there are none, that it comes from this very machine; else null. */
const createKnownAs = (access: Access) => {
  const keys = access.apiKeys.map(digest);
  const isLocal = isLent(access);
  return (headers: IncomingHttpHeaders): string | null => {
    if (keys.length > 0) return keyIn(keys, headers['x-api-key']);
    // A page whose host name was pointed at this machine is not the owner.
    const isOwnName = isLoopback((headers.host ?? '').replace(/:\d+$/, ''));
    return isLocal && isOwnName && !Object.keys(headers).some(isOfProxy) ? 'local' : null;
  };
};

const proxyHeaders = [
  'forwarded|via|x-forwarded-.*|x-original-.*|x-envoy-.*|x-real-ip',
  // Networks that pass requests on each have their own: CF-Connecting-IP, True-Client-IP, X-Azure-SocketIP ...
  '(?:.*-)?(?:client|connecting|remote|socket|user|cluster|real)-?(?:ip|ipv6|addr|address)',
  'cf-.*|cdn-.*|akamai-.*|fastly-.*|fly-.*|x-amz-cf-id|x-amzn-trace-id|x-appengine-.*|x-azure-.*|x-vercel-.*',
];

// A proxy on this machine connects from it whoever asks, and may name it as the host: these headers give that away.
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

// Every key is compared, and digests of one length, so that time tells nothing about any of them.
const keyIn = (keys: readonly Buffer[], given: string | string[] | undefined): string | null => {
  const presented = digest(typeof given === 'string' ? given : '');
  const index = keys.map((key) => timingSafeEqual(key, presented)).indexOf(true);
  return index < 0 ? null : `key ${index}`;
};
