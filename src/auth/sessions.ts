import { LRUCache } from 'lru-cache';
import { refused } from '../errors/errors.ts';
import { maxSealed } from '../shared/sign-in/seals.ts';
import type { Grant, Sealer, Session } from '../shared/sign-in/session.ts';
import { unreadable } from '../state/store.ts';
import { storeUnavailable } from '../state/unavailable.ts';
import { tokens } from '../upstream/catalogue/areas/tokens.ts';
import { TransportError } from '../upstream/client/errors.ts';
import type { Viewer } from '../upstream/client/scope.ts';
import type { Doubt, EndedSessions, EndReason } from './ended-sessions.ts';

/** A valid session and its viewer. While cached, the same session returns the same objects. */
interface OpenedSession {
  readonly session: Session;
  readonly viewer: Viewer;
}

/**
 * Begins a session of a user whose token the API has just issued. Rejects with a TransportError if
 * it does not fit into a cookie.
 */
export const sealNew = async (sealer: Sealer, grant: Grant): Promise<string> => {
  const sealed = await sealer.seal(grant);
  if (sealed.length > maxSealed) throw tooLong();
  return sealed;
};

const tooLong = (): TransportError =>
  new TransportError(
    'UPSTREAM_BAD_RESPONSE',
    tokens.createAccessToken.name,
    'the response is too large for a session',
    { sent: true },
  );

/**
 * Opens the sealed session of a request. Rejects with status 401 if it is damaged, has expired or
 * has ended.
 */
export type OpenSession = (sealed: string) => Promise<OpenedSession>;

const maxOpened = 10_000;

/**
 * Creates the function that opens sessions. Decrypted sessions are cached, but each request checks
 * whether its session has ended.
 */
export const createOpenSession = (
  sealer: Sealer,
  ended: EndedSessions,
  now: () => number = Date.now,
): OpenSession => {
  const known = new LRUCache<string, OpenedSession>({ max: maxOpened });
  const open = async (sealed: string): Promise<OpenedSession> => {
    const session = await sealer.open(sealed);
    if (session === null) throw unauthenticated(unknown);
    const opened = { session, viewer: viewerOfSession(session) };
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

/** The user that a session acts for. */
export const viewerOfSession = ({ token, tokenSecret, userId, screenName }: Session): Viewer => ({
  key: `user ${userId}`,
  token,
  tokenSecret,
  userId,
  screenName,
  isOwnerToken: false,
});

/**
 * The refusal of a request whose session is not valid; `what` continues "The session of this
 * request".
 */
export const unauthenticated = (what: string, cause?: Error) =>
  refused(401, `The session of this request ${what}. Sign in again.`, {
    code: 'UNAUTHENTICATED',
    ...(cause !== undefined && { cause }),
  });

const unknown = 'is damaged, expired or not one of this gateway';

const refusals: Readonly<Record<EndReason | Doubt, () => ReturnType<typeof refused>>> = {
  unreadable: () => unauthenticated(unknown, unreadable('the end of a session')),
  lost: () => unauthenticated('began before the store lost its record of ended sessions'),
  unread: () =>
    storeUnavailable(
      'The gateway cannot check yet whether this session has ended: its store ' +
        'has not responded. Try again in a moment.',
    ),
  ended: () => unauthenticated('was ended'),
  revoked: () =>
    refused(401, 'The API no longer accepts the token of this session. Sign in again.', {
      code: 'REAUTHENTICATION_REQUIRED',
    }),
};
