import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Session } from './session.ts';
import { sessionMs } from './session.ts';

/** Why a session is over: somebody ended it, or the API no longer knows its token. */
export type End = 'ended' | 'revoked';

/** The sessions that are over before their time. */
export interface Ended {
  /** Ends one session: a sign-out. */
  readonly end: (session: Pick<Session, 'id'>) => Promise<void>;
  /** Ends every session that holds this token. */
  readonly endToken: (token: string, why: End) => Promise<void>;
  readonly endOf: (session: Session) => Promise<End | null>;
}

// What is forgotten here would be good again, so there is room for more than a week usually brings.
const most = 100_000;

/** Ended sessions of this process, each remembered for as long as any session can last. */
export const createEnded = (): Ended => {
  const ends = new LRUCache<string, End>({ max: most, ttl: sessionMs });
  return {
    end: async ({ id }) => {
      ends.set(`session ${id}`, 'ended');
    },
    endToken: async (token, why) => {
      ends.set(tokenKey(token), why);
    },
    endOf: async ({ id, token }) =>
      ends.peek(`session ${id}`) ?? ends.peek(tokenKey(token)) ?? null,
  };
};

const tokenKey = (token: string): string =>
  `token ${createHash('sha256').update(token).digest('base64url')}`;
