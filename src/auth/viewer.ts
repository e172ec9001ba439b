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
  const isKnown = createIsKnown(access);
  return async (headers) => {
    const sealed = sessionIn(headers, cookies);
    const known = isKnown(headers);
    if (sealed !== null) {
      // A session that does not hold is never the owner: whoever brought it believes to be somebody else.
      const { session, viewer } = await openSession(sealed);
      const isOwner = ownViewer !== null && ownViewer.userId === viewer.userId;
      return { viewer, session, isTrusted: known || isOwner };
    }
    if (known) return { viewer: ownViewer, session: null, isTrusted: true };
    if (access.apiKeys.length === 0) return { viewer: null, session: null, isTrusted: false };
    const message = 'This gateway wants an API key in the header x-api-key, or a session.';
    throw refused(401, message, { code: 'UNAUTHENTICATED' });
  };
};

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

/** Whether a request comes with an API key or, where there are none, from this very machine without a proxy between. */
const createIsKnown = ({ host, publicUrl, apiKeys }: Access) => {
  const keys = apiKeys.map(digest);
  const isLocal =
    isLoopback(host) && (publicUrl === null || isLoopback(new URL(publicUrl).hostname));
  return (headers: IncomingHttpHeaders): boolean => {
    if (keys.length > 0) return hasKey(keys, headers['x-api-key']);
    // A page whose host name was pointed at this machine is not the owner.
    const isOwnName = isLoopback((headers.host ?? '').replace(/:\d+$/, ''));
    return isLocal && isOwnName && !Object.keys(headers).some(isOfProxy);
  };
};

// A proxy on this machine connects from it whoever asks, and may name it as the host: these headers give that away.
const isOfProxy = (name: string): boolean =>
  /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/.test(name);

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
const hasKey = (keys: readonly Buffer[], given: string | string[] | undefined): boolean => {
  const presented = digest(typeof given === 'string' ? given : '');
  return keys.map((key) => timingSafeEqual(key, presented)).includes(true);
};
