import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Store } from '../state/store.ts';
import { nullIfUnavailable, unreadable } from '../state/store.ts';
import { versioned } from '../state/versioned.ts';
import type { Session } from './session.ts';
import { sessionMs } from './session.ts';

/**
 * Why a session has ended: `ended` by a sign-out, `revoked` because the API no longer accepts its
 * token.
 */
export type End = 'ended' | 'revoked';

/** The sessions that ended before they expired. */
export interface EndedSessions {
  /** Ends one session: a sign-out. */
  readonly end: (session: Pick<Session, 'id'>) => Promise<void>;
  /**
   * Ends every session that has this token now. A later sign-in may get the same token again; its
   * session is valid.
   */
  readonly endToken: (token: string, reason: End) => Promise<void>;
  /** Why a session cannot be used; null if it can. */
  readonly endOf: (session: Session) => Promise<End | Doubt | null>;
}

/**
 * Why it is unknown whether a session has ended: its note cannot be read, the store lost its notes
 * after the session began, or the store has not answered this process yet.
 */
export type Doubt = 'unreadable' | 'lost' | 'unread';

// If the store does not answer, a session that is dropped from this list is valid again. So there
// is room for more than end in a week.
const maxNotes = 100_000;

const topic = 'ended-sessions';
const noteSchema = z.object({
  key: z.string(),
  reason: z.enum(['ended', 'revoked']),
  at: z.number(),
});
type EndNote = z.infer<typeof noteSchema>;
const notes = versioned(1, noteSchema);

/**
 * Creates the record of ended sessions. Each is kept for as long as a session can last: in the
 * store, and in the memory of every running process. While the store does not answer, a process
 * uses its own memory. `now` is in milliseconds since 1970.
 */
export const createEndedSessions = (store: Store, now: () => number = Date.now): EndedSessions => {
  const known = new LRUCache<string, EndNote>({ max: maxNotes, ttl: sessionMs });
  store.subscribe(topic, (text) => {
    const note = notes.read(text);
    if (note === null) throw unreadable('a note of a session');
    keep(note);
  });
  const keep = (note: EndNote): void => {
    known.set(note.key, note);
  };
  const end = async (key: string, reason: End): Promise<void> => {
    const note: EndNote = { key, reason, at: now() };
    const text = notes.write(note);
    keep(note);
    await Promise.all([
      nullIfUnavailable(store.set(key, text, sessionMs)),
      nullIfUnavailable(store.publish(topic, text)),
    ]);
  };
  const find = async (
    keys: readonly string[],
  ): Promise<readonly (EndNote | 'unreadable' | null)[]> => {
    const here = keys.map((key) => known.peek(key) ?? null);
    if (!here.includes(null)) return here;
    const texts = (await nullIfUnavailable(store.get(...keys))) ?? [];
    return here.map((note, index) => {
      const text = texts[index] ?? null;
      if (note !== null || text === null) return note;
      const found = notes.read(text);
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
      // Nothing shows that the session has not ended.
      if (own !== null || ofToken === 'unreadable') return 'unreadable';
      return ofToken !== null && begunAt <= ofToken.at ? ofToken.reason : null;
    },
  };
};

const tokenKey = (token: string): string =>
  `token:${createHash('sha256').update(token).digest('base64url')}`;
