import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { refused } from '../errors/errors.ts';
import { maxSealed } from '../shared/sign-in/seals.ts';
import { type Grant, type Sealer, type Session, sessionMs } from '../shared/sign-in/session.ts';
import { storeUnavailable } from '../state/refusals.ts';
import { nullIfUnavailable, type Store, unreadable, versioned } from '../state/store.ts';
import { tokens } from '../upstream/catalogue/areas/tokens.ts';
import { TransportError } from '../upstream/client/errors.ts';
import type { Viewer } from '../upstream/client/scope.ts';

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

/**
 * The reason why a session ended: `ended` by a sign-out, `revoked` because the API no longer
 * accepts its token.
 */
export type EndReason = 'ended' | 'revoked';

/** The sessions that ended before they expired. */
export interface EndedSessions {
  /**
   * Ends one session: a sign-out. False if the store did not record it. Then only this process
   * refuses the session, until the store answers again and records it.
   */
  readonly end: (session: Pick<Session, 'id'>) => Promise<boolean>;
  /**
   * Ends every session that has this token now, like `end`. A later sign-in may get the same token
   * again; its session is valid.
   */
  readonly endToken: (token: string, reason: EndReason) => Promise<boolean>;
  /** The reason why a session cannot be used; null if it can. */
  readonly endOf: (session: Session) => Promise<EndReason | Doubt | null>;
  /** Records the ends that the store has not recorded yet, if it answers. */
  readonly flush: () => Promise<void>;
}

/**
 * The reason why it is unknown whether a session has ended: its end cannot be read, the store lost
 * its ends after the session began, or the store has not answered this process yet.
 */
export type Doubt = 'unreadable' | 'lost' | 'unread';

// If the store does not answer, a session that is dropped from this list is valid again. The limit
// is higher than the number of sessions that end in a week.
const maxEnds = 100_000;
// `max` would allocate the memory of all of them at the start.
const room = { maxSize: maxEnds, sizeCalculation: () => 1 };

// The milliseconds until an end that the store did not record is sent again.
const retryMs = 1000;

const topic = 'ended-sessions';
const endSchema = z.object({
  key: z.string(),
  reason: z.enum(['ended', 'revoked']),
  at: z.number(),
});
type SessionEnd = z.infer<typeof endSchema>;
const ends = versioned(1, endSchema);

/**
 * Creates the record of ended sessions. Each is kept for as long as a session can last: in the
 * store, and in the memory of every running process. While the store does not answer, a process
 * uses its own memory. `now` is in milliseconds since 1970.
 */
export const createEndedSessions = (store: Store, now: () => number = Date.now): EndedSessions => {
  const known = new LRUCache<string, SessionEnd>({ ...room, ttl: sessionMs });
  store.subscribe(topic, (text) => {
    const end = ends.read(text);
    if (end === null) throw unreadable('the end of a session');
    keep(end);
  });
  const keep = (end: SessionEnd): void => {
    known.set(end.key, end);
  };
  const recorder = createRecorder(store);
  const end = async (key: string, reason: EndReason): Promise<boolean> => {
    const end: SessionEnd = { key, reason, at: now() };
    keep(end);
    return recorder.record(end);
  };
  const find = async (
    keys: readonly string[],
  ): Promise<readonly (SessionEnd | 'unreadable' | null)[]> => {
    const here = keys.map((key) => known.peek(key) ?? null);
    if (!here.includes(null)) return here;
    const texts = (await nullIfUnavailable(store.get(...keys))) ?? [];
    return here.map((end, index) => {
      const text = texts[index] ?? null;
      if (end !== null || text === null) return end;
      const found = ends.read(text);
      if (found === null || found.key !== keys[index]) return 'unreadable';
      keep(found);
      return found;
    });
  };
  return {
    end: ({ id }) => end(`session:${id}`, 'ended'),
    endToken: (token, reason) => end(tokenKey(token), reason),
    endOf: async ({ id, token, begunAt }) => {
      const { isRead, lostAt } = store.data();
      if (!isRead) return 'unread';
      if (lostAt !== null && begunAt <= lostAt) return 'lost';
      const [own = null, ofToken = null] = await find([`session:${id}`, tokenKey(token)]);
      if (own !== null && own !== 'unreadable') return own.reason;
      // It is unknown whether the session has ended.
      if (own !== null || ofToken === 'unreadable') return 'unreadable';
      return ofToken !== null && begunAt <= ofToken.at ? ofToken.reason : null;
    },
    flush: recorder.flush,
  };
};

/**
 * Creates the recorder of ends. An end that the store does not take is sent again every second,
 * until the store takes it.
 */
const createRecorder = (store: Store) => {
  const unrecorded = new LRUCache<string, SessionEnd>(room);
  let isRetrying = false;
  const send = async (end: SessionEnd): Promise<boolean> => {
    const text = ends.write(end);
    const [recorded] = await Promise.all([
      nullIfUnavailable(store.set(end.key, text, sessionMs)),
      nullIfUnavailable(store.publish(topic, text)),
    ]);
    if (recorded === null) return false;
    if (unrecorded.peek(end.key) === end) unrecorded.delete(end.key);
    return true;
  };
  const flush = async (): Promise<void> => {
    for (const end of [...unrecorded.values()]) if (!(await send(end))) return;
  };
  const retry = async (): Promise<void> => {
    isRetrying = true;
    while (unrecorded.size > 0) {
      await pause(retryMs, undefined, { ref: false });
      await flush();
    }
    isRetrying = false;
  };
  return {
    flush,
    record: async (end: SessionEnd): Promise<boolean> => {
      unrecorded.set(end.key, end);
      const isRecorded = await send(end);
      if (!isRecorded && !isRetrying) void retry();
      return isRecorded;
    },
  };
};

const tokenKey = (token: string): string =>
  `token:${createHash('sha256').update(token).digest('base64url')}`;
