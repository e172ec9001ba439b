import { LRUCache } from 'lru-cache';
import { refused } from '../errors.ts';
import type { Viewer } from '../upstream/client/viewer.ts';
import type { End, Ended } from './ended-sessions.ts';
import type { Sealer, Session } from './session.ts';

/** A session that holds, and the viewer it stands for: the same object as long as it is at hand. */
export interface Opened {
  readonly session: Session;
  readonly viewer: Viewer;
}

/** Opens what requests bring as their session. Throws a refusal for what is damaged, expired or ended. */
export type OpenSession = (sealed: string) => Promise<Opened>;

const mostOpened = 10_000;

/** Opens sessions once and remembers them; whether they still hold is looked up every time. */
export const createOpenSession = (
  sealer: Sealer,
  ended: Ended,
  now: () => number = Date.now,
): OpenSession => {
  const known = new LRUCache<string, Opened>({ max: mostOpened });
  const open = async (sealed: string): Promise<Opened> => {
    const session = await sealer.open(sealed);
    if (session === null) throw unauthenticated('is damaged, expired or not one of this gateway');
    const opened = { session, viewer: viewerOf(session) };
    known.set(sealed, opened);
    return opened;
  };
  return async (sealed) => {
    const opened = known.get(sealed) ?? (await open(sealed));
    if (opened.session.expiresAt <= now()) throw unauthenticated('has expired');
    const end = await ended.endOf(opened.session);
    if (end !== null) throw refusals[end]();
    return opened;
  };
};

const viewerOf = ({ token, tokenSecret, userId, screenName }: Session): Viewer => ({
  key: `user ${userId}`,
  token,
  tokenSecret,
  userId,
  screenName,
});

/** A request whose credentials do not hold. */
export const unauthenticated = (what: string) =>
  refused(401, `The session of this request ${what}. Sign in again.`, { code: 'UNAUTHENTICATED' });

const refusals: Readonly<Record<End, () => ReturnType<typeof refused>>> = {
  ended: () => unauthenticated('was ended'),
  revoked: () =>
    refused(401, 'The API no longer accepts the token of this session. Sign in again.', {
      code: 'REAUTHENTICATION_REQUIRED',
    }),
};
