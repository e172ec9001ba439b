import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Store } from '../state/store.ts';
import { nullIfUnavailable } from '../state/store.ts';
import type { Session } from './session.ts';
import { sessionMs } from './session.ts';

/** Why a session is over: somebody ended it, or the API no longer knows its token. */
export type End = 'ended' | 'revoked';

/** The sessions that are over before their time. */
export interface Ended {
  /** Ends one session: a sign-out. */
  readonly end: (session: Pick<Session, 'id'>) => Promise<void>;
  /** Ends every session that holds this token by now. A later sign-in may bring the same token again. */
  readonly endToken: (token: string, why: End) => Promise<void>;
  readonly endOf: (session: Session) => Promise<End | null>;
}

// What is forgotten here would be good again where the store forgets it too, so there is room for more than a week brings.
const most = 100_000;

const topic = 'ended-sessions';
const noteSchema = z.object({ key: z.string(), why: z.enum(['ended', 'revoked']), at: z.number() });
type Note = z.infer<typeof noteSchema>;

/**
 * Ended sessions, each remembered for as long as any session can last: in the store, and in every process that runs when it
 * ends. A store that does not answer ends no session, and brings none back.
 */
export const createEnded = (store: Store, now: () => number = Date.now): Ended => {
  const known = new LRUCache<string, Note>({ max: most, ttl: sessionMs });
  store.subscribe(topic, (text) => keep(noteSchema.parse(JSON.parse(text))));
  const keep = (note: Note): void => {
    known.set(note.key, note);
  };
  const end = async (key: string, why: End): Promise<void> => {
    const note: Note = { key, why, at: now() };
    const text = JSON.stringify(note);
    keep(note);
    await Promise.all([
      nullIfUnavailable(store.set(key, text, sessionMs)),
      nullIfUnavailable(store.publish(topic, text)),
    ]);
  };
  const find = async (keys: readonly string[]): Promise<readonly (Note | null)[]> => {
    const here = keys.map((key) => known.peek(key) ?? null);
    if (!here.includes(null)) return here;
    const texts = (await nullIfUnavailable(store.get(...keys))) ?? [];
    return here.map((note, index) => {
      const text = texts[index] ?? null;
      if (note !== null || text === null) return note;
      const found = noteSchema.parse(JSON.parse(text));
      keep(found);
      return found;
    });
  };
  return {
    end: ({ id }) => end(`session:${id}`, 'ended'),
    endToken: (token, why) => end(tokenKey(token), why),
    endOf: async ({ id, token, begunAt }) => {
      const [own = null, ofToken = null] = await find([`session:${id}`, tokenKey(token)]);
      if (own !== null) return own.why;
      return ofToken !== null && begunAt <= ofToken.at ? ofToken.why : null;
    },
  };
};

const tokenKey = (token: string): string =>
  `token:${createHash('sha256').update(token).digest('base64url')}`;
