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
  /** Ends every session that holds this token by now. A later sign-in may bring the same token again. */
  readonly endToken: (token: string, why: End) => Promise<void>;
  readonly endOf: (session: Session) => Promise<End | null>;
}

// What is forgotten here would be good again, so there is room for more than a week usually brings.
const most = 100_000;

interface Note {
  readonly why: End;
  readonly at: number;
}

/** Ended sessions of this process, each remembered for as long as any session can last. */
export const createEnded = (now: () => number = Date.now): Ended => {
  const ends = new LRUCache<string, Note>({ max: most, ttl: sessionMs });
  return {
    end: async ({ id }) => {
      ends.set(`session ${id}`, { why: 'ended', at: now() });
    },
    endToken: async (token, why) => {
      ends.set(tokenKey(token), { why, at: now() });
    },
    endOf: async ({ id, token, begunAt }) => {
      const own = ends.peek(`session ${id}`);
      if (own !== undefined) return own.why;
      const ofToken = ends.peek(tokenKey(token));
      return ofToken !== undefined && begunAt <= ofToken.at ? ofToken.why : null;
    },
  };
};

const tokenKey = (token: string): string =>
  `token ${createHash('sha256').update(token).digest('base64url')}`;
