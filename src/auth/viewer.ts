import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config, Upstream } from '../config.ts';
import { isLoopback } from '../config.ts';
import { refusal } from '../execution/errors.ts';
import type { Viewer } from '../upstream/viewer.ts';

/** The cookie that holds a sealed session. */
export const sessionCookie = 'ads_graph_session';

/** Says on whose behalf a request asks, null where nobody is signed in; throws UNAUTHENTICATED for credentials that do not hold. */
export type ViewerOf = (headers: IncomingHttpHeaders) => Viewer | null;

type Access = Pick<Config, 'host' | 'publicUrl' | 'apiKeys'>;

/** The rule of a configuration: a session, else an API key or loopback for the owner's token, else nobody. */
export const createViewerOf = (access: Access, { owner }: Pick<Upstream, 'owner'>): ViewerOf => {
  const keys = access.apiKeys.map(digest);
  const ownViewer = owner === null ? null : viewerOfOwner(owner);
  const ownHosts = new Set([access.publicUrl === null ? '' : new URL(access.publicUrl).host]);
  return (headers) => {
    if (bringsSession(headers)) {
      throw unauthenticated(
        'The session of this request is not one of this gateway. Sign in again.',
      );
    }
    if (keys.length > 0) {
      if (hasKey(keys, headers['x-api-key'])) return ownViewer;
      throw unauthenticated('This gateway wants an API key in the header x-api-key, or a session.');
    }
    if (!isLoopback(access.host)) return null;
    // A page whose host name was pointed at this machine is not the owner.
    const host = headers.host ?? '';
    return isLoopback(host.replace(/:\d+$/, '')) || ownHosts.has(host) ? ownViewer : null;
  };
};

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

const unauthenticated = (message: string) =>
  refusal('UNAUTHENTICATED', message, { status: 401, wellFormed: false });

const bringsSession = ({ authorization, cookie }: IncomingHttpHeaders): boolean =>
  /^bearer(\s|$)/i.test(authorization ?? '') ||
  (cookie ?? '').split(';').some((pair) => pair.trim().startsWith(`${sessionCookie}=`));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

// Every key is compared, and digests of one length, so that time tells nothing about any of them.
const hasKey = (keys: readonly Buffer[], given: string | string[] | undefined): boolean => {
  const presented = digest(typeof given === 'string' ? given : '');
  return keys.map((key) => timingSafeEqual(key, presented)).includes(true);
};
